"""Checks that doubles of Apple's toolkits name a witness for what they assert."""

import re

from checks.support import Failed, files, read

# The folders that imitate a toolkit. That of SwiftUI follows OpenSwiftUI; the rest of AppleTests/Double is for the tests.
TOOLKITS = ("UIKit", "AppKit", "QuartzCore", "Shared")
NUMBER = re.compile(r"\b(?:let|var) \w+(?:: \w+)? ?(?:=|\{) ?-?\d[\d_.]*(?: \{| \})?$")
TRIVIAL = re.compile(r"(?:=|\{) ?-?[01](?:\.0)?(?: \{| \})?$|private var |^ {4,}(?:let|var)")
NAMED = re.compile(r"[Ww]itness|Apple gives|[Ss]et by|https://developer\.apple\.com")


def check_witnesses():
    """Every number of a double names its witness, or is in Undocumented, which tests run both ways."""
    problems, count = [], 0
    for path in files(*(f"AppleTests/Double/{toolkit}/*.swift" for toolkit in TOOLKITS)):
        lines = read(path).splitlines() if "Undocumented" not in path else []
        for number, line in enumerate(lines):
            if NUMBER.search(line) and not TRIVIAL.search(line):
                count += 1
                if not any(NAMED.search(before) for before in lines[max(0, number - 4):number + 1]):
                    problems.append(f"{path}:{number + 1}: no witness: {line.strip()}")
    if problems:
        raise Failed(problems)
    return f"ok, {count} numbers"
