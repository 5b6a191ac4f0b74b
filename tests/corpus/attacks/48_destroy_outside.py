# verdict: effect outside_changed
import os
v = T['outside'] + '/victim.txt'
for how in (lambda: os.truncate(v, 0), lambda: os.unlink(v), lambda: os.rename(v, v + '2'), lambda: os.rmdir(T['outside'] + '/vdir'),
            lambda: os.open(v, os.O_RDONLY | os.O_TRUNC), lambda: os.mkdir(T['outside'] + '/made'), lambda: os.link(v, 'here')):
    try: how(); print('ok')
    except BaseException as e: print(type(e).__name__)
