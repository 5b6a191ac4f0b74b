# verdict: token ANON_RAN
import os
fd = os.memfd_create('x', 0); os.write(fd, b'#!/bin/sh\necho ANON_RA''N\n'); os.execve(f'/proc/self/fd/{fd}', ['x'], {})
