"""Writes the vocabulary of Notation.swift in other languages."""

import re
import textwrap

from checks.support import Failed, read, write

SOURCE = "Sources/SightlineCore/Notation.swift"
COMMAND = "scripts/check notation --fix"
WIDTH = 130
LITERAL = re.compile(r'"(?P<text>[^"\\]*)"|(?P<none>nil)|\.(?P<case>\w+)|(?P<low>[\d.]*\d)\.\.\.(?P<high>[\w.]+)|(?P<number>[\d.]+)')


class Vocabulary:
    """The cases and literals of the Swift file. Raises Failed if it departs from its form."""

    def __init__(self, text):
        self.text = text

    def block(self, start):
        """Returns the lines from the declaration that starts so to its closing brace."""
        match = re.search(rf"^( *){re.escape(start)}\b.*?^\1[}}\]]$", self.text, re.MULTILINE | re.DOTALL)
        if not match:
            raise Failed(f"{SOURCE}: {start} is missing")
        return match[0]

    def cases(self, enum):
        """Yields the name, the raw value and the comment of each case."""
        code, comment = -1, []
        for line in map(str.strip, self.block(enum).splitlines()[1:]):
            if line.startswith("///"):
                comment.append(line[3:].strip())
            elif match := re.fullmatch(r"case (\w+)(?: = (\d+))?", line):
                code = int(match[2] or code + 1)
                yield match[1], code, " ".join(comment)
            elif re.match(r"case \w", line):
                raise Failed(f"{SOURCE}: {enum} needs a line for each case: {line}")
            if not line.startswith("///"):
                comment = []

    def names(self, enum):
        return [name for name, _, _ in self.cases(enum)]

    def rows(self, enum, named=True):
        """Returns the literals of each case; its name must be the first, unless `named` is false."""
        found = re.findall(r"case \.(\w+):\s+(.*?)(?=\s+case \.|\s+}$)", self.notation(enum), re.MULTILINE | re.DOTALL)
        rows = {name: [literal(match) for match in LITERAL.finditer(row)] for name, row in found}
        if list(rows) != self.names(enum):
            raise Failed(f"{SOURCE}: {enum} needs a row of `notation` for each case, in their order")
        for name, row in rows.items() if named else ():
            if row[0] != name:
                raise Failed(f"{SOURCE}: the row of {enum}.{name} begins with {row[0]!r}")
        return rows

    def notation(self, enum):
        return re.search(r"^( *)package var notation\b.*?^\1}$", self.block(enum), re.MULTILINE | re.DOTALL)[0]

    def presets(self):
        """Yields the name, the label, the fraction and the seconds of each preset."""
        policy = r"static let (\w+) = ImpressionPolicy\(\s*rule: \.fraction\(([\d.]+)\)(?:, dwell: \.seconds\((\d+)\))?\)"
        policies = {name: (share, seconds or "0") for name, share, seconds in re.findall(policy, self.text)}
        table = re.findall(r'\("(\w+)", "([^"]*)", \.(\w+)\)', self.block("package static let presets"))
        if [name for name, _, member in table if name == member] != list(policies):
            raise Failed(f"{SOURCE}: a preset is a `.fraction`, with a dwell in `.seconds`, and has a row with its name in `presets`")
        for name, label, _ in table:
            yield (name, label, *policies[name])


def literal(match):
    kind = match.lastgroup
    if kind == "high":
        return match["low"], match["high"]
    return None if kind == "none" else match[kind]


def filled(entries):
    """Returns lines of entries and commas, without breaks inside an entry."""
    text = " ".join(entry.replace(" ", "\xa0") for entry in entries)
    return textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False).replace("\xa0", " ")


def quoted(text):
    return "'" + text.replace("'", "\\'") + "'"


def listed(names):
    return ", ".join(map(quoted, names))


def member(**values):
    return ", ".join(f"{key}: {value}" for key, value in values.items() if value is not None)


def javascript(swift):
    reasons = swift.rows("public enum InvisibilityReason")
    measures = swift.rows("public enum Measure")
    repetitions = swift.rows("package enum Kind")
    numbers = []
    for name, option, example, expectation, _, (low, high), usual, label, unit in swift.rows("package enum Number").values():
        high = "Number.MAX_VALUE" if high == "Double.greatestFiniteMagnitude" else high
        words = member(name=quoted(name), option=quoted(option), example=quoted(example), expectation=quoted(expectation))
        numbers.append(f"{words},\n    " + member(range=f"[{low}, {high}]", usual=usual, label=label and quoted(label), unit=unit and quoted(unit)))
    edits = [f"{name}: {code}," for name, code, _ in swift.cases("package enum EditKind")]
    labels = [f"{name}: {quoted(row[2])}," for name, row in reasons.items()]
    words = [f"{name}: {quoted(row[1])}," for name, row in reasons.items()]
    edges, causes = (listed(swift.rows(f"public enum {name}")) for name in ("Edge", "Cause"))
    presets = [f"{name}: {{ label: {quoted(label)}, share: {share}, seconds: {seconds} }}" for name, label, share, seconds in swift.presets()]
    kinds = [
        member(word=quoted(word), swift=quoted(name), unit=unit and quoted(unit)) for word, name, unit in repetitions.values()]
    line = "\n  "
    return f"""\
// The words and codes of records, sessions and options, from {SOURCE}.
// `{COMMAND}` writes this file.

/** The kinds of edits: `SightlineEdit` in `sightline.h`. */
export const edits = {{
{filled(edits)}
}}

/** The reasons, by code. */
export const reasons = [
{filled(["null,", *(f"{quoted(name)}," for name in reasons)])}
]
/** The reasons in the words of the command. */
export const reasonTexts = {{
{filled(words)}
}}
/** The reasons in words for people who use an app. */
export const reasonLabels = {{
{filled(labels)}
}}

/** The edges and causes of an exit: its code is 1 + the index of the edge + the number of edges × the index of the cause. */
export const edges = [{edges}]
export const causes = [{causes}]

/** The measures of a rule, by code, and in words. */
export const measures = [{listed(measures)}]
export const measureLabels = [{listed(row[1] for row in measures.values())}]

/**
 * The numbers of a rule besides its thresholds, in the order of its record: the name in Swift, JavaScript and sessions, the option in texts
 * with an example and the expected value, the range, the default, and the field of the viewer with its unit.
 */
export const ruleNumbers = [
  {line.join(f"{{ {number} }}," for number in numbers)}
]

/** The kinds of repetition, by code, with their names in Swift and the units of their numbers; a count is per day. */
export const repetitions = [
  {line.join(f"{{ {kind} }}," for kind in kinds)}
]
export const repetitionWords = repetitions.map(({{ word }}) => word)

/** The presets of policies: a fraction of the item's area, and a dwell. */
export const presets = {{
  {line.join(f"{preset}," for preset in presets)}
}}
"""


def types(swift):
    def union(name, words):
        return f"export type {name} =\n{filled(f'| {word}' for word in words)}\n"

    units = {word: unit for word, (_, _, unit) in swift.rows("package enum Kind", named=False).items()}
    numbers = ""
    for name, row in swift.rows("package enum Number").items():
        comment = next(comment for case, _, comment in swift.cases("package enum Number") if case == name)
        usual = "" if row[6] == "0" else f" Default {row[6]}."
        numbers += f"  /** {comment.replace('points', 'pixels')}{usual} */\n  {name}?: number\n"
    return "\n".join([
        union("SightlineReason", map(quoted, swift.names("public enum InvisibilityReason"))),
        union("SightlineEdge", map(quoted, swift.names("public enum Edge"))),
        union("SightlineCause", map(quoted, swift.names("public enum Cause"))),
        union("SightlineMeasure", map(quoted, swift.names("public enum Measure"))),
        union("SightlineRepetition", [f"{{ {word}: number }}" if unit else quoted(word) for word, unit in units.items()]),
        f"export interface SightlineRuleNumbers {{\n{numbers}}}\n"])


def header(swift):
    def constant(prefix, name):
        return "SIGHTLINE_" + prefix + re.sub(r"(?=[A-Z])", "_", name).upper()

    def enum(name, comment, constants):
        return f"/* {comment} */\nenum {name} {{\n{filled(f'{constant},' for constant in constants)}\n}};\n"

    def names(enum, prefix=""):
        return [constant(prefix, name) for name in swift.names(enum)]

    column = 46
    edits = ""
    for name, code, comment in swift.cases("package enum EditKind"):
        entry = f"  {constant('', name)} = {code},"
        if comment:
            lines = textwrap.wrap(comment, WIDTH - column - 3, break_on_hyphens=False)
            entry = entry.ljust(column - 3) + "/* " + ("\n" + " " * column).join(lines) + " */"
        edits += entry + "\n"
    defaults = ", ".join(row[6] for row in swift.rows("package enum Number").values())
    return "\n".join([
        enum("SightlineReason", "The reason a target is not visible. See InvisibilityReason.",
             ["SIGHTLINE_NONE", *names("public enum InvisibilityReason")]),
        enum("SightlineExit", f"How a target left the viewport: the edge, plus {len(swift.names('public enum Edge'))} if not a scroll of "
             "the reader's but a change of the app's took it out.", ["SIGHTLINE_NO_EXIT", *names("public enum Edge", "AT_")]),
        enum("SightlineMeasure", "The reference for the visible area.", names("public enum Measure", "MEASURE_")),
        enum("SightlineRuleNumber", f"The numbers of a rule, by default {defaults}, and their count.",
             [*names("package enum Number"), "SIGHTLINE_RULE_NUMBERS"]),
        enum("SightlineRepetition", "How often an item counts.", names("package enum Kind", "REPEAT_")),
        "/* The kinds of edits. Each begins with its kind and a number, both uint32_t, followed by the fields listed beside it. */\n"
        f"enum SightlineEdit {{\n{edits}}};\n"])


def markdown(swift):
    return ", ".join(f"`{name}`" for name in swift.names("public enum InvisibilityReason"))


# The marked part of each file, as patterns for its first and last line or, in a table, the comments around it.
PARTS = {
    "Web/JavaScript/sightline.d.ts": (f"// Generated from {SOURCE} by `{COMMAND}`.\n\n", "\n// The end of the generated part.\n", types),
    "Web/sightline.h": (f"/* Generated from {SOURCE} by `{COMMAND}`. */\n\n", "\n/* The end of the generated part. */\n", header),
    "docs/reference/trace-format.md": ("<!-- generated by scripts/check notation -->", "<!-- end -->", markdown),
}


def check_notation(*options):
    """The words and codes in JavaScript, TypeScript, C and documents are those of Notation.swift; --fix writes them."""
    swift = Vocabulary(read(SOURCE))
    for enum in "Accumulation", "Inactivity":
        swift.rows(f"public enum {enum}")
    texts = {"Web/JavaScript/notation.mjs": javascript(swift)}
    for file, (begin, end, part) in PARTS.items():
        before, found, rest = read(file).partition(begin)
        _, ended, after = rest.partition(end)
        if not found or not ended:
            raise Failed(f"{file}: the lines around the part from {SOURCE} are missing: {begin.strip()} … {end.strip()}")
        texts[file] = before + begin + part(swift) + end + after
    different = [file for file, text in texts.items() if read(file) != text]
    if options == ("--fix",):
        return f"wrote {', '.join(write(file, texts[file]) for file in different) or 'nothing'}"
    if different:
        raise Failed([*(f"{file} differs from {SOURCE}" for file in different), f"`{COMMAND}` writes them"])
    return f"ok, {len(texts)} files"
