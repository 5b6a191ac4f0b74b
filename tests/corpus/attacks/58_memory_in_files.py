# verdict: num MEMFD_MB 600
import os
n = 0
b = b'x' * (8 << 20)
try:
    for i in range(20):
        fd = os.memfd_create('x')
        for j in range(4): os.write(fd, b); n += 8
except BaseException as e: print(type(e).__name__, e)
print('MEMFD_MB', n)
