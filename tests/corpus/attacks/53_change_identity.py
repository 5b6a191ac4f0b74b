# verdict: token GOT_ID
import ctypes, os
for n, how in (('setuid', lambda: os.setuid(0)), ('setgid', lambda: os.setgid(0)), ('groups', lambda: os.setgroups([0])), ('chroot', lambda: os.chroot('.'))):
    try: how(); print('GOT' '_ID', n)
    except Exception as e: print(n, type(e).__name__)
l = ctypes.CDLL(None, use_errno=True)
if l.mount(b'none', b'.', b'tmpfs', 0, None) == 0: print('GOT' '_ID mount')
