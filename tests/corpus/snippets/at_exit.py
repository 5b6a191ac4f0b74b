import atexit
atexit.register(print, 'last words')
class A:
    def __del__(self): print('gone')
a = A()
print('first words')
