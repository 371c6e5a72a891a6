"""Finds the possible slips in a Swift file.

Slips are planted in the bodies of functions, initialisers and accessors, and in initial values of
stored properties, but not in default arguments, patterns and types.
"""

import re
from dataclasses import dataclass

from tokens import tokens

REPLACEMENTS = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="],
    "===": ["!=="], "!==": ["==="], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"],
    "&&": ["||"], "||": ["&&"], "&+": ["&-"], "&-": ["&+"],
    "+=": ["=", "-="], "-=": ["=", "+="], "*=": ["=", "/="], "&+=": ["=", "&-="],
    "|=": ["="], "&=": ["="],
}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "&+=", "&-=", "<<=", ">>="}
NOT_A_STATEMENT = set(
    "let var if guard for while switch case default repeat do func struct class enum extension "
    "defer else catch import typealias init deinit subscript get set didSet willSet where in "
    "#if #else #elseif #endif static private throw".split())
EXITS = {"return", "continue", "break"}
ACCESSORS = {"get", "set", "didSet", "willSet"}
# Calls that only allocate ahead, and the versions of systems that do not run these tests. Slips in
# them have no effect.
RESERVES = re.compile(r"reserve(Capacity|Tightly)$")


@dataclass(frozen=True)
class Slip:
    """A replacement of the text from `start` to `end`."""

    start: int
    end: int
    line: int
    choices: tuple  # alternative replacements


@dataclass
class Body:
    """Code that runs either unchanged or with a slip: a body in braces, or a value after `=`."""

    start: int
    end: int
    is_value: bool
    slips: list


def compiled_lines(text, conditions):
    """Returns whether each line, from index 1, is code that is compiled if only these `#if` conditions hold."""
    found, open_ifs = [True], []  # (whether an earlier branch was taken, whether this branch is)
    for line in text.splitlines():
        if match := re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line):
            word, condition = match[1], match[2].split("//")[0]
            for atom in set(re.findall(r"\w+(?:\([^)]*\))?", condition)):
                condition = condition.replace(atom, str(atom in conditions))
            holds = word == "else" or word != "endif" and eval(
                condition.replace("&&", " and ").replace("||", " or ").replace("!", " not ").strip())
            if word == "if":
                open_ifs.append((False, holds))
            else:
                taken = any(open_ifs.pop())
                if word != "endif":
                    open_ifs.append((taken, not taken and holds))
        found.append(not match and all(holds for _, holds in open_ifs))
    return found


class SwiftFile:
    def __init__(self, text, conditions):
        self.text = text
        self.tokens = tokens(text)
        self.compiled = compiled_lines(text, conditions)
        self.match = self._matching()
        self.bodies = []
        self._members(0, len(self.tokens))

    def _matching(self):
        match, open_marks = {}, []
        for i, token in enumerate(self.tokens):
            if token.kind != "mark":
                continue
            if token.text in "([{":
                open_marks.append(i)
            elif token.text in ")]}":
                match[open_marks.pop()] = i
        return match

    # Declarations

    def _members(self, i, end):
        """Visits the declarations of a file or type."""
        while i < end:
            word = self.tokens[i].text
            if self.tokens[i].kind == "word" and self.tokens[i - 1].text != ".":
                if word in ("struct", "class", "enum", "extension", "actor"):
                    # `class func` is not a class declaration.
                    if self.tokens[i + 1].text not in ("func", "var"):
                        opening = self._next_brace(i, end)
                        self._members(opening + 1, self.match[opening])
                        i = self.match[opening]
                elif word == "protocol":
                    i = self.match[self._next_brace(i, end)]
                elif word in ("func", "init", "deinit"):
                    opening = self._next_brace(i, end)
                    self._body(opening)
                    i = self.match[opening]
                elif word == "subscript":
                    opening = self._next_brace(i, end)
                    self._accessors(opening)
                    i = self.match[opening]
                elif word in ("var", "let"):
                    i = self._property(i, end)
            i = self.match.get(i, i) + 1

    def _next_brace(self, i, end):
        while self.tokens[i].text != "{":
            i = self.match.get(i, i) + 1
            assert i < end, f"no body at line {self.tokens[end - 1].line}"
        return i

    def _property(self, i, end):
        """Visits a property. Returns the index of its last token."""
        i += 1
        value = None
        while i < end and (not self.tokens[i].begins_line or self._continues(i)):
            token = self.tokens[i]
            if token.text == "=" and value is None:
                value = i + 1
            if token.text == "{":
                if value is None or self.tokens[i + 1].text in ACCESSORS:
                    self._value(value, i)
                    self._accessors(i)
                    return self.match[i]
            i = self.match.get(i, i) + 1
        self._value(value, i)
        return i - 1

    def _continues(self, i):
        """Returns whether a token at the beginning of a line continues the previous line."""
        token, before = self.tokens[i], self.tokens[i - 1]
        if token.text == "." or (token.kind == "operator" and token.is_spaced):
            return True
        return before.text in (",", "=", "->") or (before.kind == "operator" and before.is_spaced)

    def _value(self, start, end):
        if start is not None and end > start:
            self._add(Body(self.tokens[start].start, self.tokens[end - 1].end, True, []), start, end)

    def _accessors(self, opening):
        i, end = opening + 1, self.match[opening]
        if self.tokens[i].text not in ACCESSORS or self.tokens[i + 1].text not in ("{", "("):
            self._body(opening)
            return
        while i < end:
            if self.tokens[i].text == "{":
                self._body(i)
            i = self.match.get(i, i) + 1

    def _body(self, opening):
        closing = self.match[opening]
        body = Body(self.tokens[opening].end, self.tokens[closing].start, False, [])
        self._add(body, opening + 1, closing)

    # Slips

    def _add(self, body, first, last):
        reserved = set()
        for i in range(first, last):
            text = self.tokens[i].text
            if (RESERVES.match(text) or text == "#available") and self.tokens[i + 1].text == "(":
                reserved.update(range(i, self.match[i + 1]))
            if self.tokens[i - 2].text != "keepingCapacity" and i not in reserved:
                body.slips += self._slips_of_token(i)
            body.slips += self._negations(i, last)
            if not body.is_value:
                body.slips += self._dropped_statement(i, last)
        body.slips = [slip for slip in body.slips if self.compiled[slip.line]]
        if body.slips:
            self.bodies.append(body)

    def _slips_of_token(self, i):
        token, before, after = self.tokens[i], self.tokens[i - 1], self.tokens[i + 1]
        choices = []
        if token.kind == "operator" and token.is_spaced:
            choices = REPLACEMENTS.get(token.text, [])
        elif token.text in ("true", "false"):
            choices = ["false" if token.text == "true" else "true"]
        elif token.text in ("min", "max") and after.text == "(":
            choices = ["max" if token.text == "min" else "min"]
        elif token.kind == "number" and before.text != ".":
            choices = self._neighbours(token.text)
        if choices:
            yield Slip(token.start, token.end, token.line, tuple(choices))

    def _neighbours(self, number):
        if any(c in number for c in ".eE") and not number.startswith("0x"):
            # Beyond 2⁵³ a `Double` has no neighbours at a distance of 1.
            return [f"({number} + 1)", f"({number} - 1)"] if float(number) < 1 << 53 else [f"({number} * 2)"]
        value = int(number.replace("_", ""), 0)
        return [str(value + 1)] + ([str(value - 1)] if value > 0 else [])

    def _negations(self, i, last):
        if self.tokens[i].text not in ("if", "guard", "while") or self.tokens[i].kind != "word":
            return
        first = i = i + 1
        while i <= last:
            text = self.tokens[i].text
            if text in (",", "{", "else"):
                clause = self.tokens[first:i]
                if clause and clause[0].text not in ("let", "var", "case") and clause[0].text[0] != "#":
                    start, end = clause[0].start, clause[-1].end
                    yield Slip(start, end, clause[0].line, (f"!({self.text[start:end]})",))
                first = i + 1
                if text != ",":
                    return
            i = self.match.get(i, i) + 1

    def _dropped_statement(self, i, last):
        if not self._begins_statement(i):
            return
        j, assigns = i, False
        while j < last:
            if RESERVES.match(self.tokens[j].text):
                return
            assigns = assigns or self.tokens[j].text in ASSIGNMENTS
            j = self.match.get(j, j) + 1
            after = self.tokens[j]
            if after.text in (";", "}") or (after.begins_line and not self._continues(j)):
                break
        end = self.tokens[j - 1]
        # An empty case needs its `break`, a `guard` its exit and a function its last `return`.
        if self.tokens[i].text == "break" and self.tokens[i - 1].text == ":":
            return
        if self.tokens[i].text in EXITS and self.tokens[i - 2].text == "else" and self.tokens[i - 3].text != "}":
            return
        if self.tokens[i].text == "return" and j == last and end is not self.tokens[i]:
            return
        if assigns or self.tokens[i].text in EXITS or end.text == ")":
            yield Slip(self.tokens[i].start, end.end, self.tokens[i].line, ("()",))

    def _begins_statement(self, i):
        token, before = self.tokens[i], self.tokens[i - 1]
        if token.text in NOT_A_STATEMENT or token.kind == "mark":
            return False
        if before.text in ("{", "}", ";"):
            return True
        if before.text == ":":
            first = i - 1
            while not self.tokens[first].begins_line:
                first -= 1
            return self.tokens[first].text in ("case", "default")
        return token.begins_line and not self._continues(i) and before.text not in ("(", "[")
