"""A tokenizer for Swift, sufficient for planting slips."""

import re
from dataclasses import dataclass

SPACE = re.compile(r"\s+|//[^\n]*")
STRING = re.compile(r'#*"')
# A number, a word, an operator or a mark.
TOKEN = re.compile(
    r"(?P<number>0x[0-9A-Fa-f_]+|0b[01_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<word>[#@$]?[A-Za-z_][A-Za-z_0-9]*|\$[0-9]+|`[^`]+`)"
    r"|(?P<operator>\.\.[/=\-+!*%<>&|^~?.]*|[/=\-+!*%<>&|^~?]+)"
    r"|(?P<mark>.)")


@dataclass
class Token:
    kind: str  # word, number, string, operator or mark
    text: str
    start: int
    end: int
    line: int
    begins_line: bool
    is_spaced: bool  # whether space is on both sides, as around binary operators


def end_of_string(text, i):
    """Returns the end of the string literal at i, including interpolations."""
    hashes = STRING.match(text, i)[0][:-1]
    quote = '"""' if text.startswith('"""', i + len(hashes)) else '"'
    parts = re.compile(rf"(?P<close>{quote}{hashes})|(?P<code>\\{hashes}\()|\\{hashes}.|.", re.S)
    i += len(hashes) + len(quote)
    while part := parts.match(text, i):
        i = part.end()
        if part["close"]:
            return i
        depth = 1 if part["code"] else 0
        while depth:
            if STRING.match(text, i):
                i = end_of_string(text, i)
            else:
                depth += {"(": 1, ")": -1}.get(text[i], 0)
                i += 1
    raise ValueError("a string does not end")


def end_of_comment(text, i):
    """Returns the end of the block comment at i, including nested ones."""
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(text, i):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0:
            return mark.end()
    raise ValueError("a comment does not end")


def tokens(text):
    found, i, line, begins_line = [], 0, 1, True
    while i < len(text):
        if space := SPACE.match(text, i):
            end = space.end()
            begins_line = begins_line or "\n" in space[0]
        elif text.startswith("/*", i):
            end = end_of_comment(text, i)
        else:
            if STRING.match(text, i):
                kind, end = "string", end_of_string(text, i)
            else:
                token = TOKEN.match(text, i)
                kind, end = token.lastgroup, token.end()
            is_spaced = text[i - 1 : i].isspace() and text[end : end + 1].isspace()
            found.append(Token(kind, text[i:end], i, end, line, begins_line, is_spaced))
            begins_line = False
        line += text.count("\n", i, end)
        i = end
    return found
