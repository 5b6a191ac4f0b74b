# verdict: num DISK_MB 600
import os, time
n = 0
b = b'x' * (8 << 20)
held = []
try:
    for i in range(20):
        f = open(f'fill{i}', 'wb'); held.append(f); os.unlink(f'fill{i}')
        for j in range(4): f.write(b); f.flush(); n += 8; time.sleep(0.005)
except BaseException as e: print(type(e).__name__, e)
print('DISK_MB', n)
