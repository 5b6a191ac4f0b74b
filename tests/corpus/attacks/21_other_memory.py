# verdict: token GOT_MEM
import ctypes, os
l = ctypes.CDLL(None, use_errno=True)
for p in (T['victim_pid'], T['launcher_pid'], os.getppid()):
    try:
        if l.ptrace(16, p, 0, 0) == 0: print('GOT' '_MEM ptrace', p)
        b = ctypes.create_string_buffer(16)
        class V(ctypes.Structure): _fields_ = [('b', ctypes.c_void_p), ('n', ctypes.c_size_t)]
        if l.process_vm_readv(p, ctypes.byref(V(ctypes.addressof(b), 16)), 1, ctypes.byref(V(0x400000, 16)), 1, 0) > 0: print('GOT' '_MEM vm', p)
        open(f'/proc/{p}/mem', 'rb'); print('GOT' '_MEM file', p)
    except Exception as e: print(type(e).__name__)
