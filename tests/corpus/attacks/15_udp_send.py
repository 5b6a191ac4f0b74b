# verdict: effect udp_hit
import socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'hit', ('127.0.0.1', T['udp']))
