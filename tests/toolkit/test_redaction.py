"""What counts as a secret, in text and by name."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.toolkit.redaction import MARK, names_secrets, redact

SECRETS = (
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----", "private key"),
    ("-----BEGIN PRIVATE KEY-----\nnever ends", "private key"),
    ("AKIA" + "IOSFODNN7EXAMPLE", "AWS access key"),
    ("ghp_" + "a1B2" * 9, "GitHub token"),
    ("glpat-" + "abcd1234" * 3, "GitLab token"),
    ("xoxb-" + "123456789012-abcdef", "Slack token"),
    ("sk-ant-" + "abcdefghij0123456789", "API key"),
    ("sk_live_" + "abcdefghij0123456789", "Stripe key"),
    ("AIza" + "a" * 35, "Google API key"),
    ("SG." + "abcdefghij" * 2 + "kl." + "abcdefghij" * 4, "SendGrid key"),
    ("npm_" + "a1B2" * 9, "npm token"),
    ("hf_" + "abcdefghij" * 3, "Hugging Face token"),
    ("eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF", "JSON web token"),
)


@pytest.mark.parametrize(("secret", "kind"), SECRETS, ids=[kind for _, kind in SECRETS])
def test_a_secret_is_hidden_and_its_surroundings_stay(secret: str, kind: str):
    found = redact(f"before {secret} after")
    assert found.kinds == (kind,)
    assert found.text.startswith(f"before {MARK} {kind}]")
    if "never ends" not in secret:
        assert found.text == f"before {MARK} {kind}] after"


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ('password = "correct-horse"', 'password = "[secret hidden: credential]"'),
        ("PASSWORD=correcthorse", "PASSWORD=[secret hidden: credential]"),
        ("password=hunter2hunter2", "password=[secret hidden: credential]"),
        ("DB_PASSWORD=correct-horse", "DB_PASSWORD=[secret hidden: credential]"),
        ("DB_PASS=correct-horse", "DB_PASS=[secret hidden: credential]"),
        ("AWS_SECRET_ACCESS_KEY=abc/def+12345", "AWS_SECRET_ACCESS_KEY=[secret hidden: credential]"),
        ("AccountKey=abcdef123456==", "AccountKey=[secret hidden: credential]"),
        ('{"api_key": "abcdef123456"}', '{"api_key": "[secret hidden: credential]"}'),
        ("client-secret: abcdef123456", "client-secret: [secret hidden: credential]"),
        ("postgres://me:hunter22@db/x", "postgres://me:[secret hidden: password in a URL]@db/x"),
        ("Authorization: Bearer abcdef.123456-xyz", "Authorization: Bearer [secret hidden: bearer token]"),
    ],
)
def test_of_an_assignment_only_the_value_is_hidden(text: str, hidden: str):
    assert redact(text).text == hidden


@pytest.mark.parametrize(
    "text",
    [
        "The password must have eight characters.",
        "password = get_password()",
        "password: str",
        "bypass: everything else passes",
        "first-pass = settings.first",
        "password = settings.password",
        "secret: Optional[SecretText] = None",
        "secret = os.environ['SECRET']",
        "api_key=None",
        "def token(self): return self._token",
        "see https://example.org/a:b@c",
        "sk-learn and risk-based",
        "sha256 e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763",
    ],
)
def test_what_is_no_secret_stays(text: str):
    assert redact(text).text == text


@given(st.text())
def test_hiding_twice_hides_no_more(text: str):
    once = redact(text)
    assert redact(once.text).text == once.text


def test_a_private_key_within_json_is_hidden_whole():
    lines = r"MIIEabcdefghijklmnopqrst\nuvwxyz0123456789ABCDEFGH\nabc="
    key = rf"-----BEGIN PRIVATE KEY-----\n{lines}\n-----END PRIVATE KEY-----\n"
    assert redact(f'{{"private_key": "{key}"}}').text == '{"private_key": "[secret hidden: private key]\\n"}'


def test_the_lines_of_a_private_key_without_end_are_hidden():
    text = "-----BEGIN EC PRIVATE KEY-----\n" + "MIIEabcdefghijklmnopqrst\n" * 3 + "and prose goes on"
    assert redact(text).text == "[secret hidden: private key]\nand prose goes on"


def test_a_long_text_is_looked_through_quickly():
    started = time.perf_counter()
    for text in (
        "a" * 200_000,
        "-----BEGIN " * 20_000,
        "password" * 25_000,
        "a.b-" * 50_000,
        "x://" * 50_000,
        "eyJ-" * 50_000,
    ):
        redact(text)
    assert time.perf_counter() - started < 10


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        "a/.env.local",
        "x/.ssh/config",
        "ID_RSA",
        "a/b.PEM",
        ".git/config",
        "prod.env",
        "a.pem.1796083929008299784.bak",
        ".env.bak",
        "id_rsa~",
    ],
)
def test_a_name_that_stands_for_secrets(path: str):
    assert names_secrets(path)


@pytest.mark.parametrize(
    "path", [".env.example", "env.py", "id_rsa.pub", "keys.md", ".gitignore", "a/config", "environment"]
)
def test_a_name_that_does_not(path: str):
    assert not names_secrets(path)


def test_the_host_names_more():
    assert names_secrets("plans/2026.txt", ("plans/*",))
    assert names_secrets("a/budget.xls", ("budget.*",))
    assert not names_secrets("plans.txt", ("plans/*",))
