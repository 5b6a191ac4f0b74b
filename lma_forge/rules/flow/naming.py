"""Which names say that they stand for a secret."""

import re

_SECRET = re.compile(
    r"pass(?:word|wd|phrase)|(?:^|_)pwd(?:$|_)|secret|token(?!iz)|credential"
    r"|(?:api|access|private|auth|session|account|encryption|signing)_?key",
    re.IGNORECASE,
)
_COUNTED = (
    "max|min|num|n|count|total|next|page|stop|start|continuation|cancel|cursor|sync|csrf|eos|bos|pad|unk|prompt|input"
    "|output|completion|context|used|per|first|last|special|mask|sep|cls"
)
_NO_SECRET = re.compile(
    rf"(?:^|_)(?:{_COUNTED})_?tokens?"
    r"|tokens_|tokens$|token_?(?:count|limit|ids?|size|len|length|usage|url|type|budget|path|file|name|endpoint|window)"
    r"|(?:key|token|secret|password|credentials?)_?(?:name|path|file|url|field|env|var|header|type|prompt|title|label"
    r"|ids?|pattern|regex|re|length|len|hint|strength|policy|manager)s?$",
    re.IGNORECASE,
)


def is_secret_name(name: str) -> bool:
    """Whether a name says that it stands for a secret, such as `api_key`, and not for `max_tokens`."""
    return bool(_SECRET.search(name)) and not _NO_SECRET.search(name)
