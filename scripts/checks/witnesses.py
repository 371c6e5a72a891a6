"""Checks that doubles of Apple's toolkits name a witness for what they assert."""

import re

from checks.support import Failed, files, read, write

# The folders that imitate a toolkit; the rest of AppleTests/Double is infrastructure for the tests.
TOOLKITS = ("UIKit", "AppKit", "QuartzCore", "Shared", "SwiftUI")
NUMBER = re.compile(r"\b(?:let|var) \w+(?:: \w+)? ?(?:=|\{) ?-?\d[\d_.]*(?: \{| \})?$")
TRIVIAL = re.compile(r"(?:=|\{) ?-?[01](?:\.0)?(?: \{| \})?$|private var |^ {4,}(?:let|var)")
CITED = re.compile(r"[Ww]itness|OpenSwiftUI|Apple:|Apple's doc|https://developer\.apple\.com")
NAMED = re.compile(r"[Ww]itness|Apple gives|[Ss]et by|https://developer\.apple\.com")
README = "AppleTests/README.md"


def check_witnesses(*options):
    """numbers of doubles without a witness, and the table of facts in AppleTests/README.md; --fix writes it"""
    problems, rows = [], {name: [0, 0] for name in TOOLKITS}
    for path in files("AppleTests/Double/*.swift"):
        toolkit = path.split("/")[2]
        if toolkit not in rows or "Undocumented" in path:
            continue
        lines = read(path).splitlines()
        rows[toolkit][0] += sum(bool(CITED.search(line)) for line in lines)
        for number, line in enumerate(lines):
            if not NUMBER.search(line) or TRIVIAL.search(line):
                continue
            if not any(NAMED.search(before) for before in lines[max(0, number - 4):number + 1]):
                rows[toolkit][1] += 1
                if toolkit != "SwiftUI":
                    problems.append(f"{path}:{number + 1}: no witness: {line.strip()}")
    switches = read("AppleTests/Double/QuartzCore/Undocumented.swift")
    numbers = read("AppleTests/Double/QuartzCore/Undocumented+Numbers.swift")
    tests = sum(cited(path) for path in files("AppleTests/Tests/*DoubleTests/*.swift"))
    table = [f"| {name} | {facts} | {without} |" for name, (facts, without) in rows.items()]
    table += [
        f"| tests of the doubles that name a page or another's test | {tests} | |",
        f"| switches of `Undocumented`, run both ways | | {len(re.findall('public static var', switches))} |",
        f"| numbers of `Undocumented`, run with two values | | {len(re.findall('public static let', numbers))} |",
    ]
    text = read(README)
    head = "|---|---|---|\n| UIKit |"
    start = text.index(head) + len(head) - len("| UIKit |")
    new = text[:start] + "\n".join(table) + text[text.index("\n\n", start):]
    if new != text:
        if "--fix" in options:
            write(README, new)
        else:
            problems.append(f"{README}: the table of facts is stale: scripts/check witnesses --fix")
    if problems:
        raise Failed(problems)


def cited(path):
    """Returns the number of tests below a comment."""
    lines = read(path).splitlines()
    return sum(
        line.strip().startswith("@Test") and before.strip().startswith("//") for before, line in zip(lines, lines[1:]))
