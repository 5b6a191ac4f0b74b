# verdict: num FDS 5000
import os
n = 0
try:
    while n < 20000: os.dup(1); n += 1
except OSError: pass
print('FDS', n)
