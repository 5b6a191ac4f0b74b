"""What known functions and methods make of a value's origins."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KEEPING = _words("""
    ascii ast.literal_eval base64.b64decode base64.b64encode base64.decodebytes base64.standard_b64encode
    base64.urlsafe_b64encode bytearray bytes codecs.decode codecs.encode collections.OrderedDict
    collections.defaultdict collections.deque concurrent.futures.as_completed copy.copy copy.deepcopy csv.DictReader
    csv.reader dict enumerate filter format frozenset functools.reduce html.escape html.unescape iter
    itertools.accumulate itertools.chain itertools.islice itertools.permutations itertools.product
    itertools.zip_longest json.dumps json.load json.loads json5.loads list map max min next operator.itemgetter
    orjson.loads os.fsdecode os.fsencode os.fspath os.path.commonpath os.path.dirname os.path.expandvars
    os.path.normcase os.path.split os.path.splitdrive os.path.splitext posixpath.dirname posixpath.normpath re.split
    repr reversed set shlex.join shlex.quote shlex.split sorted str string.Template sum textwrap.dedent
    textwrap.indent textwrap.shorten toml.load toml.loads tomllib.load tomllib.loads tuple types.SimpleNamespace
    typing.cast ujson.loads unicodedata.normalize urllib.parse.unquote urllib.parse.unquote_plus
    urllib.parse.urlparse urllib.parse.urlsplit urllib.request.url2pathname vars yaml.dump yaml.full_load yaml.load
    yaml.safe_load yaml.safe_load_all zip
""")
"""Functions whose result holds whatever their arguments hold."""
CLEANING = _words("""
    abs all any bin bool callable complex datetime.date.fromisoformat datetime.datetime.fromisoformat
    datetime.datetime.strptime decimal.Decimal divmod float fnmatch.fnmatch fnmatch.fnmatchcase fractions.Fraction
    hasattr hash hashlib.blake2b hashlib.blake2s hashlib.md5 hashlib.new hashlib.sha1 hashlib.sha224 hashlib.sha256
    hashlib.sha384 hashlib.sha512 hex hmac.compare_digest hmac.new id int ipaddress.ip_address isinstance issubclass
    len object oct ord os.path.commonprefix os.path.exists os.path.getmtime os.path.getsize os.path.isabs
    os.path.isdir os.path.isfile os.path.islink os.path.lexists os.path.samefile pow print random.choice range
    re.compile re.escape round secrets.compare_digest secrets.token_hex super time.strptime type uuid.UUID
    uuid.uuid1 uuid.uuid3 uuid.uuid4 uuid.uuid5 zlib.crc32
""")
"""Functions whose result tells nothing that a path or a secret could be made of."""
NAMING = _words("""
    base64.b16encode base64.b32encode base64.urlsafe_b64encode binascii.hexlify django.utils.text.get_valid_filename
    django.utils.text.slugify flask.safe_join ntpath.basename os.path.basename pathvalidate.sanitize_filename
    posixpath.basename sanitize_filename secure_filename slugify slugify.slugify werkzeug.secure_filename
    werkzeug.security.safe_join werkzeug.utils.safe_join werkzeug.utils.secure_filename
""")
"""Functions whose result holds no separator, so that it names nothing outside the folder that it is put in."""
PATH_CLASSES = _words("""
    pathlib.Path pathlib.PosixPath pathlib.PurePath pathlib.PurePosixPath pathlib.PureWindowsPath
    pathlib.WindowsPath
""")
BUFFERS = frozenset({"BytesIO", "StringIO", "io.BytesIO", "io.StringIO"})
TEXT_METHODS = _words("""
    capitalize casefold center decode encode expandtabs format format_map join ljust lower lstrip partition
    removeprefix removesuffix replace rjust rpartition rsplit rstrip safe_substitute split splitlines strip
    substitute swapcase title translate upper zfill
""")
"""Methods of text, whose result holds what the text and the arguments hold."""
CLEANING_METHODS = _words("""
    as_integer_ratio bit_length close count digest endswith exists fileno find fullmatch_count hexdigest index
    is_absolute is_dir is_file is_mount is_relative_to is_symlink isalnum isalpha isascii isdecimal isdigit
    isidentifier islower isnumeric isprintable isspace istitle isupper lstat match rfind rindex samefile seek
    startswith stat tell
""")
"""Methods whose result is a number, a truth, or nothing that a path could be made of."""
CONTAINER_METHODS = frozenset({"__getitem__", "get", "pop", "popitem", "popleft", "setdefault"})
"""Methods that give one element."""
WHOLE_METHODS = _words("""
    copy difference elements fetchall fetchmany fetchone getbuffer getvalue group groupdict groups intersection
    items iter_content iter_lines iterrows itertuples json keys most_common read readline readlines result to_dict
    tolist union values
""")
"""Methods whose result holds what their object holds."""
ADDING_METHODS = _words("""
    add append appendleft extend extendleft insert put setdefault update
""")
"""Methods that put their arguments into their object."""
PATH_PARTS = frozenset({"parent", "parents", "parts"})
"""Attributes of a path that lead to other paths."""
PATH_NAMES = frozenset({"anchor", "drive", "name", "root", "stem", "suffix", "suffixes"})
"""Attributes of a path that hold no separator, or nothing that a caller chooses."""
PATH_METHODS = _words("""
    absolute as_posix as_uri expanduser glob iterdir joinpath readlink relative_to rename replace resolve rglob walk
    with_name with_segments with_stem with_suffix
""")
"""Methods of a path that give paths."""
MEMBER_METHODS = frozenset({"getmembers", "getnames", "infolist", "list", "namelist"})
"""Methods of an archive that give the names of its members."""
ABSOLUTE = frozenset({"os.getcwd", "os.getcwdb", "pathlib.Path.cwd", "pathlib.Path.home"})
"""Functions that give a path of the host."""
LOG_NAMES = _words("""
    blue critical cyan debug error exception fatal green info log magenta multicolor orange print red success trace
    warn warning white yellow
""")
"""Methods of loggers and of what libraries write messages with."""
