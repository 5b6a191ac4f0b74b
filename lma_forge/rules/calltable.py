"""The data behind `lma_forge.rules.calls`: known functions, known methods, and what kinds of objects calls make.

A row is `names: act=arguments act=arguments …`. The acts are those of `calls.Act`. An argument is
`0/path` (first position, or the keyword `path`), `0/src/old` (one of two keywords), `0`, `path`,
`0*` (this position and all that follow) or `self` (the object whose method it is), and `|` parts
several. `mode=` names the argument that says what an `open` does.
"""

from collections.abc import Mapping
from types import MappingProxyType

FUNCTIONS = """
open io.open builtins.open: open=0/file mode=1/mode
io.open_code: read=0/path
codecs.open: open=0/filename mode=1/mode
gzip.open bz2.open lzma.open: open=0/filename mode=1/mode
gzip.GzipFile bz2.BZ2File lzma.LZMAFile: open=0/filename mode=1/mode
tokenize.open linecache.getline linecache.getlines: read=0/filename
fileinput.input fileinput.FileInput: read=0/files
mmap.mmap: read
aiofiles.open: open=0/file mode=1/mode

os.remove os.unlink os.rmdir os.removedirs: delete=0/path/name
os.rename os.replace os.renames: delete=0/src/old write=1/dst/new
os.link os.symlink: read=0/src create=1/dst
os.mkdir os.makedirs: create=0/path/name
os.mkfifo os.mknod: create=0/path
os.open: open=0/path
os.truncate: write=0/path
os.listdir os.scandir os.walk os.fwalk: list=0/path/top
os.readlink: read=0/path
os.stat os.lstat os.access os.statvfs: probe=0/path
os.path.exists os.path.lexists os.path.isfile os.path.isdir os.path.islink os.path.ismount: probe=0/path/s
os.path.getsize os.path.getmtime os.path.getctime os.path.getatime: probe=0/filename
os.path.samefile: probe=0/f1|1/f2
os.utime: host-control=0/path
os.chmod os.lchmod os.chown os.lchown os.chflags: host-control=0/path
os.chdir os.chroot: enter=0/path
os.fdopen: open mode=1/mode
os.system os.popen: process=0/command/cmd
os.startfile: process=0/filepath
os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe: process=0/path/file|1*/args
os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv os.spawnve os.spawnvp os.spawnvpe: process=1/path/file|2*/args
os.posix_spawn os.posix_spawnp: process=0/path|1/argv
os.fork os.forkpty pty.fork: process
pty.spawn: process=0/argv
os.kill os.killpg os.setuid os.setgid os.setsid os.nice os.sethostname os.abort os._exit: host-control
os.umask os.setpriority os.mount os.umount os.reboot: host-control

shutil.rmtree: delete=0/path
shutil.move: delete=0/src write=1/dst
shutil.copy shutil.copy2 shutil.copyfile: read=0/src write=1/dst
shutil.copytree: read=0/src write=1/dst
shutil.copymode shutil.copystat: host-control=1/dst
shutil.chown: host-control=0/path
shutil.make_archive: write=0/base_name read=2/root_dir|3/base_dir
shutil.unpack_archive: read=0/filename write=1/extract_dir
shutil.disk_usage: probe=0/path
send2trash.send2trash: delete=0/paths

tempfile.NamedTemporaryFile: create=dir
tempfile.TemporaryFile tempfile.SpooledTemporaryFile: create=dir
tempfile.mkstemp tempfile.mkdtemp: create=2/dir
tempfile.TemporaryDirectory: create=2/dir
tempfile.mktemp: probe=2/dir

glob.glob glob.iglob: list=0/pathname|root_dir
fnmatch.filter: probe
sqlite3.connect aiosqlite.connect: append=0/database
duckdb.connect: append=0/database
shelve.open: load=0/filename append=0/filename
dbm.open: open=0/file
zipfile.ZipFile zipfile.PyZipFile: open=0/file mode=1/mode
zipfile.is_zipfile tarfile.is_tarfile: probe=0/filename/name
tarfile.open tarfile.TarFile tarfile.TarFile.open: open=0/name mode=1/mode
py7zr.SevenZipFile: open=0/file mode=1/mode
rarfile.RarFile: read=0/file
configparser.ConfigParser().read configparser.RawConfigParser().read: read=0/filenames
logging.FileHandler logging.handlers.RotatingFileHandler: append=0/filename
logging.basicConfig: append=filename

pickle.load pickle.loads pickle.Unpickler dill.load dill.loads: load=0
cloudpickle.load cloudpickle.loads marshal.load marshal.loads: load=0
joblib.load: load=0/filename read=0/filename
joblib.dump: write=1/filename
torch.load: load=0/f read=0/f
torch.save: write=1/f
exec eval builtins.exec builtins.eval: code=0
compile builtins.compile: load=0/source
runpy.run_path: code=0/path_name read=0/path_name
runpy.run_module: code=0/mod_name
imp.load_source: code=1 read=1
importlib.import_module __import__: load=0/name
importlib.util.spec_from_file_location: read=1/location
importlib.machinery.SourceFileLoader().load_module: code
code.InteractiveInterpreter().runcode code.InteractiveInterpreter().runsource code.InteractiveConsole().push: code=0
timeit.timeit timeit.repeat cProfile.run profile.run: code=0/stmt
yaml.load yaml.unsafe_load yaml.full_load yaml.load_all: load=0/stream

subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen: process=0/args enter=cwd
subprocess.getoutput subprocess.getstatusoutput: process=0/cmd
asyncio.create_subprocess_exec: process=0*/program enter=cwd
asyncio.create_subprocess_shell: process=0/cmd enter=cwd
multiprocessing.Process: process
pexpect.spawn pexpect.run: process=0/command
sh.Command plumbum.local: process=0
paramiko.SSHClient().exec_command: process network
ctypes.CDLL ctypes.WinDLL ctypes.OleDLL ctypes.PyDLL: host-control=0/name
ctypes.cdll.LoadLibrary ctypes.windll.LoadLibrary: host-control=0
signal.signal signal.alarm signal.raise_signal signal.pthread_kill: host-control
winreg.SetValue winreg.SetValueEx winreg.DeleteKey winreg.DeleteValue winreg.CreateKey winreg.CreateKeyEx: host-control
psutil.Process().kill psutil.Process().terminate psutil.Process().suspend: host-control
webbrowser.open webbrowser.open_new webbrowser.open_new_tab: host-control=0/url
serial.Serial serial.serial_for_url: host-control=0/port
smbus.SMBus spidev.SpiDev: host-control
pyperclip.copy: host-control

socket.create_connection: network=0/address
socket.getaddrinfo socket.gethostbyname socket.gethostbyaddr socket.gethostbyname_ex: network=0/host
socket.create_server socketserver.TCPServer socketserver.UDPServer http.server.HTTPServer: listen
requests.get requests.post requests.put requests.patch requests.delete requests.head requests.options: network=0/url
requests.request: network=1/url
httpx.get httpx.post httpx.put httpx.patch httpx.delete httpx.head httpx.options: network=0/url
httpx.request httpx.stream: network=1/url
aiohttp.request: network=1/url
urllib.request.urlopen: network=0/url
urllib.request.urlretrieve: network=0/url write=1/filename
urllib.request.build_opener().open: network=0
urllib3.request: network=1/url
http.client.HTTPConnection http.client.HTTPSConnection: network=0/host
smtplib.SMTP smtplib.SMTP_SSL imaplib.IMAP4 imaplib.IMAP4_SSL poplib.POP3 poplib.POP3_SSL: network=0/host
ftplib.FTP ftplib.FTP_TLS telnetlib.Telnet nntplib.NNTP: network=0/host
xmlrpc.client.ServerProxy: network=0/uri
websockets.connect websockets.sync.client.connect websockets.client.connect: network=0/uri
websocket.create_connection websocket.WebSocketApp: network=0/url
paramiko.Transport: network
ssl.get_server_certificate: network=0/addr
wikipedia.page wikipedia.summary wikipedia.search: network
yt_dlp.YoutubeDL: network
feedparser.parse: network=0
telnetlib3.open_connection asyncio.open_connection: network=0/host
psycopg.connect psycopg2.connect pymysql.connect mysql.connector.connect pymongo.MongoClient redis.Redis: network

pandas.read_csv pandas.read_json pandas.read_table pandas.read_html: read=0/filepath_or_buffer/path_or_buf/io
pandas.read_excel pandas.read_parquet pandas.read_feather pandas.read_hdf pandas.read_orc: read=0/io/path/path_or_buf
pandas.read_stata pandas.read_spss pandas.read_sas pandas.read_fwf: read=0/filepath_or_buffer/path
pandas.read_xml: read=0/path_or_buffer
pandas.read_pickle: read=0/filepath_or_buffer load=0/filepath_or_buffer
pandas.ExcelFile: read=0/path_or_buffer
pandas.ExcelWriter: write=0/path
polars.read_csv polars.read_parquet polars.read_json polars.scan_csv polars.scan_parquet: read=0/source
geopandas.read_file: read=0/filename
numpy.load: read=0/file
numpy.loadtxt numpy.genfromtxt numpy.fromfile numpy.memmap: read=0/fname/file/filename
numpy.save numpy.savez numpy.savez_compressed: write=0/file
numpy.savetxt: write=0/fname
scipy.io.loadmat scipy.io.wavfile.read: read=0/file_name/filename
scipy.io.savemat scipy.io.wavfile.write: write=0/file_name/filename
PIL.Image.open: read=0/fp
PIL.ImageFont.truetype: read=0/font
PIL.ImageGrab.grab: host-control
cv2.imread cv2.VideoCapture: read=0/filename
cv2.imwrite: write=0/filename
imageio.imread imageio.v2.imread imageio.v3.imread: read=0/uri
imageio.imwrite imageio.v2.imwrite imageio.v3.imwrite: write=0/uri
matplotlib.pyplot.imread: read=0/fname
matplotlib.pyplot.savefig matplotlib.pyplot.imsave: write=0/fname
docx.Document: read=0/docx
pptx.Presentation: read=0/pptx
openpyxl.load_workbook: read=0/filename
xlsxwriter.Workbook: write=0/filename
fitz.open pymupdf.open fitz.Document pymupdf.Document: read=0/filename
pypdf.PdfReader PyPDF2.PdfReader PyPDF2.PdfFileReader: read=0/stream
pdfplumber.open pikepdf.open: read=0/path_or_fp/filename_or_stream
pdfminer.high_level.extract_text: read=0/pdf_file
pdf2image.convert_from_path: read=0/pdf_path
reportlab.pdfgen.canvas.Canvas reportlab.platypus.SimpleDocTemplate: write=0/filename
soundfile.read librosa.load wave.open: read=0/file/path/f
soundfile.write: write=0/file
pydub.AudioSegment.from_file: read=0/file
lxml.etree.parse xml.etree.ElementTree.parse: read=0/source
rdflib.Graph().parse: read=0/source
toml.load: read=0/f
dotenv.load_dotenv dotenv.dotenv_values: read=0/dotenv_path
git.Repo git.Repo.init: read=0/path
git.Repo.clone_from: network=0/url write=1/to_path
pygit2.clone_repository dulwich.porcelain.clone: network=0/url write=1/path
nltk.download: network write

pyautogui.click pyautogui.doubleClick pyautogui.rightClick pyautogui.middleClick pyautogui.tripleClick: host-control
pyautogui.moveTo pyautogui.moveRel pyautogui.move pyautogui.dragTo pyautogui.dragRel pyautogui.drag: host-control
pyautogui.mouseDown pyautogui.mouseUp pyautogui.scroll pyautogui.hscroll pyautogui.vscroll: host-control
pyautogui.write pyautogui.typewrite pyautogui.press pyautogui.hotkey pyautogui.keyDown pyautogui.keyUp: host-control
keyboard.write keyboard.press keyboard.send keyboard.press_and_release mouse.click mouse.move: host-control

pip.main pip._internal.main pip._internal.cli.main.main: install=0/args
pipmaster.ensure_packages pipmaster.install pipmaster.install_multiple pipmaster.install_if_missing: install=0
pipmaster.install_requirements pipmaster.install_or_update pipmaster.install_version pipmaster.install_edit: install=0
pipmaster.ensure_requirements pipmaster.uninstall pipmaster.PackageManager().ensure_packages: install=0
pipmaster.PackageManager().install pipmaster.PackageManager().install_multiple: install=0

input builtins.input getpass.getpass getpass.unix_getpass sys.stdin.readline sys.stdin.read: input
click.prompt click.confirm click.getchar click.pause msvcrt.getch: input
questionary.confirm().ask questionary.text().ask inquirer.prompt: input
time.sleep asyncio.sleep: wait=0
"""
"""Functions by dotted name."""

METHODS: Mapping[str, str] = MappingProxyType(
    {
        # Methods that go by these names are the same whatever they are called on.
        "": """
read_text read_bytes: read=self
write_text write_bytes: write=self
unlink rmdir: delete=self
iterdir rglob: list=self
mkdir touch: create=self
symlink_to hardlink_to: create=self read=0/target
extractall: write=0/path
savefig: write=0/fname
to_csv to_excel to_parquet to_pickle to_feather to_hdf to_stata: write=0/path_or_buf/excel_writer/path
exec_module: code
runcode runsource: code=0
sendmail send_message: network
""",
        "path": """
open: open=self mode=0/mode
read_text read_bytes: read=self
write_text write_bytes: write=self
unlink rmdir: delete=self
rename: delete=self write=0/target
replace: delete=self write=0/target
move: delete=self write=0/target
move_into: delete=self write=0/target_dir
copy: read=self write=0/target
copy_into: read=self write=0/target_dir
mkdir touch: create=self
symlink_to hardlink_to: create=self read=0/target
iterdir glob rglob walk: list=self
readlink: read=self
exists is_file is_dir is_symlink is_mount stat lstat samefile owner group: probe=self
chmod lchmod: host-control=self
""",
        "session": """
get post put patch delete head options: network=0/url
request stream: network=1/url
send: network
ws_connect: network=0/url
""",
        "socket": """
connect connect_ex: network=0
sendto: network
bind listen accept: listen
""",
        "connection": """
request putrequest: network
send sendall: network
login sendmail send_message: network
""",
        "archive": """
extract: write=1/path
extractall: write=0/path
write add: read=0/filename/name
""",
        "database": """
execute executemany executescript: append
backup: write
""",
        "image": """
save: write=0/fp
""",
        "document": """
save: write=0/path_or_stream/filename/file
""",
        "table": """
to_csv to_json to_excel to_parquet to_pickle to_feather to_html to_xml: write=0/path_or_buf/excel_writer/path/buf
to_hdf to_stata to_latex to_markdown: write=0/path_or_buf/path/buf
""",
        "child": """
kill terminate send_signal: host-control
communicate wait poll: wait
""",
        "process": """
kill terminate suspend send_signal nice: host-control
start: process
""",
        "serial": """
write: host-control
""",
        "repository": """
create_head create_tag create_remote delete_head delete_tag: write
""",
        "namespace": """
exec_module load_module: code
""",
        "ssh": """
exec_command: process network
connect: network=0/hostname
""",
    }
)
"""Methods by the kind of their object; under "" those whose name tells enough."""

_MADE = """
path: pathlib.Path pathlib.PosixPath pathlib.WindowsPath pathlib.Path.cwd pathlib.Path.home
session: requests.Session requests.session httpx.Client httpx.AsyncClient aiohttp.ClientSession urllib3.PoolManager
socket: socket.socket
connection: http.client.HTTPConnection http.client.HTTPSConnection smtplib.SMTP smtplib.SMTP_SSL
archive: zipfile.ZipFile tarfile.open tarfile.TarFile tarfile.TarFile.open py7zr.SevenZipFile rarfile.RarFile
database: sqlite3.connect sqlite3.connect().cursor duckdb.connect aiosqlite.connect psycopg2.connect psycopg.connect
image: PIL.Image.open PIL.Image.new PIL.Image.fromarray PIL.ImageGrab.grab pyautogui.screenshot
document: docx.Document pptx.Presentation openpyxl.Workbook openpyxl.load_workbook fitz.open pymupdf.open
table: pandas.DataFrame pandas.Series pandas.read_csv pandas.read_json pandas.read_excel pandas.read_parquet
table: pandas.read_table pandas.read_pickle pandas.concat pandas.merge
child: subprocess.Popen
process: psutil.Process multiprocessing.Process
serial: serial.Serial
repository: git.Repo git.Repo.init git.Repo.clone_from
ssh: paramiko.SSHClient
temporary: tempfile.NamedTemporaryFile tempfile.TemporaryFile tempfile.TemporaryDirectory tempfile.mkstemp
temporary: tempfile.mkdtemp tempfile.mktemp tempfile.gettempdir
"""

KINDS: Mapping[str, str] = MappingProxyType(
    {name: line.partition(": ")[0] for line in _MADE.strip().splitlines() for name in line.partition(": ")[2].split()}
)
"""The kind of object that a function or class makes, by dotted name."""
