# verdict: effect ws_changed
import os, shutil
for how in (lambda: os.unlink(T['ws_inner'] + '/keep.txt'), lambda: open(T['ws_inner'] + '/keep.txt', 'w').write('gone'),
            lambda: open(T['ws_inner'] + '/new.txt', 'w').write('new'), lambda: os.truncate(T['ws_inner'] + '/keep.txt', 0),
            lambda: os.open(T['ws_inner'] + '/keep.txt', os.O_RDONLY | os.O_TRUNC), lambda: shutil.rmtree(T['ws_inner'])):
    try: how(); print('ok')
    except BaseException as e: print(type(e).__name__)
