import subprocess
print(subprocess.run(['echo', 'hi'], capture_output=True, text=True).stdout)
