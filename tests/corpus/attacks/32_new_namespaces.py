# verdict: token GOT_NS
import ctypes
l = ctypes.CDLL(None, use_errno=True)
for f in (0x10000000, 0x20000, 0x40000000, 0x8000000, 0x4000000, 0x2000000):
    if l.unshare(f) == 0: print('GOT' '_NS', hex(f))
