"""Checks of text: format, size and English."""

import re
import subprocess
from collections import Counter

from checks.support import Failed, files, prose, read

# The maximum number of lines of Swift in a folder. Give a reason for raising one in the commit message.
BUDGETS = {
    "Sources/SightlineCore": 9939,
    "Sources/SightlineScroll": 4185,
    "Sources/SightlineHost": 4960,
    "Sources/SightlineApple": 3658,
    "Sources/SightlineAppleViews": 1759,
    "Sources/SightlineSwiftUI": 1114,
    "Sources/SightlineSwiftUIViews": 2057,
    "Sources/SightlineTesting": 395,
    "Sources/SightlineTrace": 5620,
    "Sources/SightlineRecording": 223,
    "Sources/SightlineLog": 6038,
    "Sources/SightlineGTKToolkit": 1198,
    "Sources/SightlineGTK": 2248,
    "Sources/SightlineGTKWidgets": 3162,
    "Tools/Sources": 13567,
}


def check_size():
    """No module exceeds its budget of lines."""
    problems = []
    for folder, most in BUDGETS.items():
        lines = sum(read(file).count("\n") for file in files(f"{folder}/*.swift"))
        if lines > most:
            problems.append(f"{folder} has {lines} lines, more than {most}; remove some or raise the budget")
    if problems:
        raise Failed(problems)


def check_format(*options):
    """Swift files have the format of .swift-format; --fix applies it."""
    # Declarations for scripts/check-apple look like Apple's.
    swift = [file for file in files("*.swift") if not file.startswith("AppleTests/SDK/")]
    mode = ["format", "--in-place"] if options == ("--fix",) else ["lint", "--strict"]
    if subprocess.run(["swift", "format", *mode, "--parallel", *swift]).returncode:
        raise Failed("see above; `make format` fixes most violations")
    if options:
        return
    # The formatter checks lines of code but not comments.
    long = [
        f"{file}:{number}: a comment exceeds 100 columns"
        for file in swift
        for number, line in enumerate(read(file).split("\n"), 1)
        if len(line) > 100 and re.match(r" *//", line)
    ]
    if long:
        raise Failed(long)


# Free relative clauses in place of nouns ("what it does" for "its effect"), and related phrases.
FAULT = re.compile(
    r"[^a-z_`.](?:what|whatever|anew|nobody|somebody|whoever|whom|tells)[^a-z_`(:]|of its own|is said|there is none")
# Names of features and questions.
NO_FAULT = re.compile(r"what[- ]if|what is new|what\?")


def texts(file):
    """Yields the prose of a document, or the comments, test names and messages of code, by line."""
    if file.endswith(".md"):
        for number, line in prose(file):
            yield number, re.sub(r"`[^`]*`", "", line)
        return
    for number, line in enumerate(read(file).split("\n"), 1):
        if match := re.search(r'(^|[^:"])///?( |$)', line):
            yield number, re.sub(r"`[^`]*`", "", line[match.end():])
            line = line[: match.start() + 1]
        if match := re.search(r"func `([^`]*)`", line):
            yield number, match[1]
        for message in re.findall(r'"([^"]*)"', line):
            if re.search("[a-z] [a-z]", message):
                yield number, message


def check_english(*options):
    """At most one fault of style in 1,000 words of each folder; --list prints all faults."""
    words, faults = Counter(), Counter()
    for file in files("*.swift", "*.md", "*.mjs"):
        # Two levels in packages, one elsewhere.
        parts = file.split("/")[:-1]
        folder = "/".join(parts[: 3 if parts[:1] in (["Tools"], ["AppleTests"]) else 2]) or "."
        for number, text in texts(file):
            words[folder] += len(re.split(r"[^A-Za-z'’-]+", text))
            if found := FAULT.findall(NO_FAULT.sub("", f" {text.lower()} ")):
                faults[folder] += len(found)
                if "--list" in options:
                    print(f"{file}:{number}: {text}")
    bad = [
        f"{folder}: {faults[folder]} faults in {words[folder]} words; `scripts/check english --list` lists them"
        for folder in faults
        if faults[folder] > 1 and 1000 * faults[folder] > words[folder]
    ]
    if bad:
        raise Failed(bad)
