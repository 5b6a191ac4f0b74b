# verdict: token ANON_RAN
import os
fd = os.open('program', os.O_CREAT | os.O_RDWR, 0o755); os.write(fd, b'#!/bin/sh\necho ANON_RA' b'N\n'); os.close(fd)
fd = os.open('program', os.O_RDONLY)
for how in (lambda: os.execve('program', ['x'], {}), lambda: os.execve(fd, ['x'], {}), lambda: os.posix_spawn('program', ['x'], {})):
    try: how()
    except BaseException as e: print(type(e).__name__, e)
