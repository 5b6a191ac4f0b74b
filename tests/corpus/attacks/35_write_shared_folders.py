# verdict: token WROTE_SHARED
for d in ('/tmp', '/dev/shm', '/var/tmp', '/run', '/home', '/root'):
    try: open(f"{d}/{T['marker']}", 'w').write('x'); print('WROTE' '_SHARED', d)
    except Exception as e: print(d, type(e).__name__)
