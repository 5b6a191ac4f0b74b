# ruff: noqa: E501 - rows of tables are as long as they are
"""Secrets that come to light, and text of others that becomes an instruction."""

import pytest

from lma_forge.diagnostics import Diagnostic
from lma_forge.rules.flow.naming import is_secret_name
from tests.rules.examples import findings

IMPORTS = """\
import getpass, hashlib, json, logging, os
from pathlib import Path
import requests
log = logging.getLogger(__name__)
_HANDLER = None
"""


def tool(body: str, parameters: str = "name: str", before: str = "") -> str:
    lines = "\n".join(f"    {line}" for line in body.strip("\n").splitlines())
    return f'{IMPORTS}{before}\ndef tool_x({parameters}) -> dict:\n    """Does it."""\n{lines}\n'


def found(source: str, code: str) -> list[Diagnostic]:
    return [one for one in findings(source, "x.py") if one.code == code]


KEY = "key = os.environ['SERVICE_API_KEY']\n"
CASES: dict[str, dict[str, tuple[str, int]]] = {
    "LCP701": {
        "as it is": (KEY + "return {'output': key}", 1),
        "in a text": (KEY + "return {'output': f'{name}: {key}'}", 1),
        "in a list": (KEY + "return {'output': 'x', 'keys': [key]}", 1),
        "in an error": (KEY + "return {'success': False, 'error': 'bad key ' + key}", 1),
        "a default": ("key = os.environ.get('DB_PASSWORD', 'none')\nreturn {'output': key}", 1),
        "getenv": ("return {'output': os.getenv('GITHUB_TOKEN')}", 1),
        "getpass": ("return {'output': getpass.getpass()}", 1),
        "asked for": ("answer = _HANDLER({'type': 'secret', 'title': 'x', 'prompt': 'y'})\nreturn {'output': answer}", 1),
        "asked for by a name": ("request = {'type': 'secret', 'title': 'x'}\nreturn {'output': _HANDLER(request)}", 1),
        "out of the config": ("config = {}\nreturn {'output': config.get('api_key')}", 1),
        "dumped": (KEY + "return {'output': json.dumps({'key': key})}", 1),
        "stripped": (KEY + "return {'output': key.strip().upper()}", 1),
        "whether": (KEY + "return {'output': bool(key)}", 0),
        "its length": (KEY + "return {'output': len(key)}", 0),
        "a comparison": (KEY + "return {'output': key == name}", 0),
        "its digest": (KEY + "return {'output': hashlib.sha256(key.encode()).hexdigest()}", 0),
        "used": (KEY + "return {'output': requests.get(name, headers={'x': key}, timeout=9).text}", 0),
        "another variable": ("return {'output': os.environ.get('LANG')}", 0),
        "a count": ("return {'output': os.environ.get('MAX_TOKENS')}", 0),
        "a question": ("return {'output': _HANDLER({'type': 'text', 'title': 'x', 'prompt': 'y'})}", 0),
        "a branch": (KEY + "return {'output': 'yes' if key else 'no'}", 0),
        "a client": (KEY + "client = requests.Session()\nclient.headers['x'] = key\nreturn {'output': client.get(name, timeout=9).text}", 0),
        "a part": (KEY + "return {'output': key[:4]}", 0),
    },
    "LCP702": {
        "print": (KEY + "print(key)", 1),
        "a logger": (KEY + "log.info('key %s', key)", 1),
        "logging": (KEY + "logging.warning(f'key {key}')", 1),
        "a helper": (KEY + "_say(key)", 1),
        "whether": (KEY + "print(bool(key))", 0),
        "something else": (KEY + "print(name)", 0),
        "another method": (KEY + "name.info(key)", 0),
    },
    "LCP703": {
        "write_text": (KEY + "Path('x').write_text(key)", 1),
        "write": (KEY + "with open('x', 'w') as f:\n    f.write(key)", 1),
        "dump": (KEY + "with open('x', 'w') as f:\n    json.dump({'key': key}, f)", 1),
        "a helper": (KEY + "_save({'name': name, 'key': key})", 1),
        "something else": (KEY + "Path('x').write_text(name)", 0),
        "its digest": (KEY + "Path('x').write_text(hashlib.sha256(key.encode()).hexdigest())", 0),
    },
    "LCP705": {
        "any": ("return {'output': os.environ.get(name)}", 1),
        "a subscript": ("return {'output': os.environ[name]}", 1),
        "getenv": ("value = os.getenv(name)\nreturn {'output': value or 'none'}", 1),
        "prefixed": ("return {'output': os.environ.get('APP_' + name)}", 1),
        "all": ("return {'output': str(dict(os.environ))}", 1),
        "a helper": ("return {'output': _variable(name)}", 1),
        "listed": ("if name not in ('LANG', 'TZ'):\n    return {}\nreturn {'output': os.environ.get(name)}", 0),
        "one": ("return {'output': os.environ.get('LANG')}", 0),
        "used": ("value = os.environ.get(name)\nreturn {'output': bool(value)}", 0),
        "for a child": ("import subprocess\nenv = dict(os.environ)\nsubprocess.run(['ls'], env=env, timeout=9)\nreturn {'output': name}", 0),
    },
    "LCP707": {
        "the beginning": (KEY + "return {'output': key[:4] + '…'}", 1),
        "the end": (KEY + "print(f'***{key[-4:]}')", 1),
        "a part of something else": ("return {'output': name[:4]}", 0),
        "all": (KEY + "return {'output': key}", 0),
    },
    "LCP708": {
        "a file": ("return {'output': 'x', 'prompt_injection': Path('x').read_text()}", 1),
        "in a text": ("page = open('x').read()\nreturn {'output': 'x', 'prompt_injection': f'Follow: {page}'}", 1),
        "JSON": ("with open('x') as f:\n    data = json.load(f)\nreturn {'output': 'x', 'prompt_injection': data['note']}", 1),
        "the network": ("page = requests.get(name, timeout=9).text\nreturn {'output': 'x', 'prompt_injection': page}", 1),
        "set later": ("r = {'output': 'x'}\nr['prompt_injection'] = Path('x').read_text()\nreturn r", 1),
        "in output": ("return {'output': Path('x').read_text(), 'prompt_injection': 'Summarise it.'}", 0),
        "its length": ("page = Path('x').read_text()\nreturn {'output': 'x', 'prompt_injection': f'{len(page)} characters'}", 0),
        "a number": ("data = json.loads(Path('x').read_text())\nreturn {'output': 'x', 'prompt_injection': f'{data[\"mean\"]:.2f}'}", 0),
        "the name": ("p = Path('x')\np.read_text()\nreturn {'output': 'x', 'prompt_injection': f'I read {p.name}'}", 0),
        "a parameter": ("return {'output': 'x', 'prompt_injection': f'Ask about {name}'}", 0),
    },
    "LCP709": {
        "a list": ("return {'output': 'x', 'prompt_injection': ['a']}", 1),
        "a dict": ("return {'output': 'x', 'prompt_injection': {'a': 1}}", 1),
        "a number": ("return {'output': 'x', 'prompt_injection': 3}", 1),
        "a name": ("lines = ['a', name]\nreturn {'output': 'x', 'prompt_injection': lines}", 1),
        "set later": ("r = {'output': 'x'}\nr['prompt_injection'] = ['a']\nreturn r", 1),
        "joined": ("lines = ['a', name]\nreturn {'output': 'x', 'prompt_injection': ' '.join(lines)}", 0),
        "nothing": ("return {'output': 'x', 'prompt_injection': None}", 0),
        "a text": ("return {'output': 'x', 'prompt_injection': f'{name}'}", 0),
        "another key": ("return {'output': 'x', 'images': ['a']}", 0),
    },
}  # fmt: skip
HELPERS = """
def _say(x):
    print('it is', x)
def _save(x):
    Path('x').write_text(json.dumps(x))
def _variable(x):
    return os.environ.get(x, '')
"""
ROWS = [(code, case) for code, cases in CASES.items() for case in cases]


@pytest.mark.parametrize(("code", "case"), ROWS)
def test_secrets_are_found_and_near_misses_are_not(code: str, case: str):
    body, count = CASES[code][case]
    source = tool(body if "return " in body else f"{body}\nreturn {{'output': name}}", before=HELPERS)
    assert len(found(source, code)) == count, source


LITERALS = {
    "a key": ("API_KEY = 'sk-live-0123456789abcdef'", 1),
    "a password": ("PASSWORD = 'Tr0ub4dor&3horse'", 1),
    "in a dict": ("CONFIG = {'secret': 'a81bc81b-dead-4e5d'}", 1),
    "an argument": ("client = dict(api_key='0123456789abcdef')", 1),
    "a default": ("def _f(token='ghp_16C7e42F292c6912'):\n    return token", 1),
    "an attribute": ("class _S:\n    access_key = 'AKIAIOSFODNN7ABCDEFG'", 1),
    "short": ("API_KEY = 'none'", 0),
    "empty": ("API_KEY = ''", 0),
    "the name of a variable": ("API_KEY = 'OPENAI_API_KEY'", 0),
    "the name of a field": ("TOKEN = 'access_token_field'", 0),
    "something to fill in": ("API_KEY = 'your-api-key-here-1'", 0),
    "crosses": ("API_KEY = 'xxxxxxxxxxxxxxxxxxxx1'", 0),
    "a sentence": ("PASSWORD_PROMPT = 'Enter your password 1'", 0),
    "an address": ("TOKEN_URL = 'https://x.example/oauth/token1'", 0),
    "a path": ("SECRET = '/run/secrets/db-password1'", 0),
    "a number of tokens": ("MAX_TOKENS = '100000000000000'", 0),
    "another name": ("CODE = 'sk-live-0123456789abcdef'", 0),
    "a template": ("TOKEN = '${GITHUB_TOKEN_1}'", 0),
    "read": ("import os\nAPI_KEY = os.environ.get('SERVICE_API_KEY_1')", 0),
}  # fmt: skip


@pytest.mark.parametrize("case", LITERALS)
def test_literal_secrets(case: str):
    before, count = LITERALS[case]
    assert len(found(tool("return {'output': name}", before=before + "\n"), "LCP704")) == count


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *((name, True) for name in ("password", "api_key", "apikey", "auth_token", "token", "SECRET", "passwd", "access_key")),
        *((name, True) for name in ("db_password", "client_secret", "GITHUB_TOKEN", "credentials", "private_key", "pwd")),
        *((name, False) for name in ("max_tokens", "n_tokens", "next_page_token", "token_count", "tokenizer", "tokens")),
        *((name, False) for name in ("key", "keyword", "password_prompt", "api_key_name", "secret_type", "compass", "monkey")),
    ],
)  # fmt: skip
def test_names_of_secrets(name: str, expected: bool):
    assert is_secret_name(name) is expected


@pytest.mark.parametrize(
    ("parameters", "count"),
    [
        ("user: str, password: str", 1),
        ("api_key: str = ''", 1),
        ("api_key: str, token: str", 2),
        ("max_tokens: int", 0),
        ("max_tokens: str", 0),
        ("use_token: bool", 0),
        ("key: str", 0),
        ("page_token: str", 0),
        ("text: str, tool_context=None", 0),
    ],
)
def test_secrets_as_parameters(parameters: str, count: int):
    assert len(found(tool("return {'output': 'x'}", parameters), "LCP706")) == count


def test_a_question_that_a_wrapper_asks():
    source = tool(
        "key = _ask('secret', 'the key')\nwhere = _ask('text', 'where')\nreturn {'output': where, 'key': key}",
        before="def _ask(kind, title):\n    return _HANDLER({'type': kind, 'title': title, 'prompt': title})\n",
    )
    assert ["'key'" in one.message for one in found(source, "LCP701")] == [True]


@pytest.mark.parametrize(
    ("held", "code"),
    [
        ("A = os.environ['DB_PASSWORD']", "LCP702"),
        ("A = B = os.environ.get('X_TOKEN', '')", "LCP702"),
        ("B = os.environ['DB_PASSWORD']\nA = B", "LCP702"),
        ("A = os.environ['LANG']", None),
        ("A = 'x'", None),
    ],
)
def test_a_variable_of_the_module_holds_its_secret_whatever_it_is_called(held: str, code: str | None):
    source = f"import os\n{held}\n\ndef tool_x(name: str) -> dict:\n    '''Does.'''\n    print(A)\n    return {{'output': name}}\n"
    assert [one.code for one in findings(source, "x.py") if one.code in {"LCP701", "LCP702"}] == (
        [code] if code else []
    )
