"""A tokenizer for Swift, sufficient for planting slips."""

import re
from dataclasses import dataclass

OPERATORS = "/=-+!*%<>&|^~?"
NUMBER = re.compile(r"0x[0-9A-Fa-f_]+|0b[01_]+|[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+-]?[0-9]+)?")
WORD = re.compile(r"[#@$]?[A-Za-z_][A-Za-z_0-9]*|\$[0-9]+|`[^`]+`")


@dataclass
class Token:
    kind: str  # word, number, string, operator or mark
    text: str
    start: int
    end: int
    line: int
    begins_line: bool
    is_spaced: bool = False  # whether space is on both sides, as around binary operators


def end_of_string(text, i):
    """Returns the end of the string literal at i, including interpolations."""
    hashes = 0
    while text[i] == "#":
        hashes += 1
        i += 1
    quote = '"""' if text.startswith('"""', i) else '"'
    i += len(quote)
    escape, close = "\\" + "#" * hashes, quote + "#" * hashes
    while not text.startswith(close, i):
        if text.startswith(escape, i):
            i += len(escape)
            if text[i] != "(":
                i += 1
                continue
            depth = 0
            while True:
                if text[i] in "#\"" and re.match(r'#*"', text[i:]):
                    i = end_of_string(text, i)
                    continue
                depth += {"(": 1, ")": -1}.get(text[i], 0)
                i += 1
                if depth == 0:
                    break
        else:
            i += 1
    return i + len(close)


def end_of_comment(text, i):
    """Returns the end of the block comment at i, including nested ones."""
    depth = 0
    while True:
        if text.startswith("/*", i):
            depth, i = depth + 1, i + 2
        elif text.startswith("*/", i):
            depth, i = depth - 1, i + 2
            if depth == 0:
                return i
        else:
            i += 1


def tokens(text):
    found = []
    i, line, begins_line = 0, 1, True

    def add(kind, end):
        nonlocal i, line, begins_line
        found.append(Token(kind, text[i:end], i, end, line, begins_line))
        line += text.count("\n", i, end)
        i, begins_line = end, False

    while i < len(text):
        c = text[i]
        if c == "\n":
            i, line, begins_line = i + 1, line + 1, True
        elif c.isspace():
            i += 1
        elif text.startswith("//", i):
            i = text.find("\n", i) if "\n" in text[i:] else len(text)
        elif text.startswith("/*", i):
            end = end_of_comment(text, i)
            line += text.count("\n", i, end)
            i = end
        elif re.match(r'#*"', text[i : i + 8]):
            add("string", end_of_string(text, i))
        elif match := NUMBER.match(text, i):
            add("number", match.end())
        elif match := WORD.match(text, i):
            add("word", match.end())
        elif c in OPERATORS or text.startswith("..", i):
            end = i
            while end < len(text) and text[end] in OPERATORS + ("." if text.startswith("..", i) else ""):
                end += 1
            add("operator", end)
        else:
            add("mark", i + 1)
    for token in found:
        before = text[token.start - 1 : token.start]
        after = text[token.end : token.end + 1]
        token.is_spaced = before.isspace() and after.isspace()
    return found
