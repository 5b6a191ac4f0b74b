# verdict: token GOT_WATCH
import ctypes
l = ctypes.CDLL(None, use_errno=True)
fd = l.inotify_init1(0)
if fd >= 0 and l.inotify_add_watch(fd, T['outside'].encode(), 0xFFF) >= 0: print('GOT' '_WATCH')
fd = l.fanotify_init(0, 0)
if fd >= 0: print('GOT' '_WATCH fanotify')
