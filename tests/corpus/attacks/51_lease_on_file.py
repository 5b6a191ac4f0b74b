# verdict: token GOT_LEASE
import fcntl, os
fd = os.open(T['ws_inner'] + '/keep.txt', os.O_RDONLY); fcntl.fcntl(fd, 1024, 0); print('GOT' '_LEASE')
