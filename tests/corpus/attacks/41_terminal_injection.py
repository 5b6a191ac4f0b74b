# verdict: token GOT_TTY
import fcntl, os
for fd in (0, 1, 2):
    try: fcntl.ioctl(fd, 0x5412, b'x'); print('GOT' '_TTY', fd)
    except Exception as e: print(type(e).__name__)
try: os.open('/dev/tty', os.O_RDWR); print('GOT' '_TTY open')
except Exception as e: print(type(e).__name__)
