# verdict: effect unix_hit
import socket
s = socket.socket(socket.AF_UNIX); s.connect(T['outside'] + '/s.sock'); print(s.recv(9))
