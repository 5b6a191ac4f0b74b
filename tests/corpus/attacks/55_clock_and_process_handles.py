# verdict: token GOT_CLOCK
import ctypes, os, time
try: time.clock_settime(time.CLOCK_REALTIME, time.time()); print('GOT' '_CLOCK')
except Exception as e: print(type(e).__name__)
try: os.pidfd_open(T['victim_pid']); print('GOT' '_CLOCK pidfd')
except Exception as e: print(type(e).__name__)
