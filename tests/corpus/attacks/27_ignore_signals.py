# verdict: timelimit
import signal, time
for s in range(1, 65):
    try: signal.signal(s, signal.SIG_IGN)
    except Exception: pass
while True: time.sleep(1)
