"""Stands between a client and a server over stdin and stdout; run as a process by a test.

    python proxy.py STATE PROGRAM [ARGUMENT ...]

While STATE/rewrite exists, the first line in it is replaced by the second wherever the server says it. When
STATE/die exists, the next call of a tool is handed on, and then the server and this process end.
"""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

state = Path(sys.argv[1])
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)


def back():
    """Hand on what the server says."""
    for line in server.stdout:
        said = line
        if (state / "rewrite").exists():
            old, new = (state / "rewrite").read_bytes().splitlines()[:2]
            said = said.replace(old, new)
        sys.stdout.buffer.write(said)
        sys.stdout.buffer.flush()
    os._exit(0)


threading.Thread(target=back, daemon=True).start()
for line in sys.stdin.buffer:
    server.stdin.write(line)
    server.stdin.flush()
    if b'"tools/call"' in line and (state / "die").exists():
        (state / "die").unlink()
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
        os._exit(3)
server.stdin.close()
server.wait()
