# verdict: token GOT_IPC
import ctypes
l = ctypes.CDLL(None, use_errno=True)
if l.shmget(T['shmkey'], 4096, 0o1666) >= 0: print('GOT' '_IPC shm')
if l.msgget(T['shmkey'], 0o1666) >= 0: print('GOT' '_IPC msg')
if l.semget(T['shmkey'], 1, 0o1666) >= 0: print('GOT' '_IPC sem')
if l.syscall(248, b'user', b'lma-attack', b'x', 1, -3) >= 0: print('GOT' '_IPC keyring')
