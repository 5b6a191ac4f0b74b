from pathlib import Path
Path('sub').mkdir()
Path('sub/a.txt').write_text('x')
print([p.as_posix() for p in Path('.').rglob('*.txt')], Path('sub/a.txt').read_text())
