# verdict: num THREADS 1500
import threading, time
n = 0
try:
    while n < 3000: threading.Thread(target=time.sleep, args=(9,), daemon=True).start(); n += 1
except BaseException as e: print(type(e).__name__)
print('THREADS', n)
