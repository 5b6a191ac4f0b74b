import shutil, tempfile, os
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'a')
    open(path, 'w').write('x')
    shutil.copy(path, path + '2')
    print(sorted(os.listdir(folder)))
