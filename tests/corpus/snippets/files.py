import os
with open('note.txt', 'w') as f:
    f.write('one\ntwo\n')
print(open('note.txt').read().splitlines(), os.path.getsize('note.txt'), sorted(os.listdir('.')))
os.remove('note.txt')
