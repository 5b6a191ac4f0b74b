def inner(n):
    return 1 / n
def outer():
    inner(0)
print('before')
outer()
