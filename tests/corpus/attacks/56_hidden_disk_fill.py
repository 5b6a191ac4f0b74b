# verdict: num DISK_MB 600
import os, time
n = 0
b = b'x' * (8 << 20)
try:
    os.mkdir('hidden', 0o300); os.chdir('hidden')
    for i in range(20):
        with open(f'fill{i}', 'wb') as f:
            for j in range(4): f.write(b); n += 8; time.sleep(0.005)
except BaseException as e: print(type(e).__name__, e)
print('DISK_MB', n)
