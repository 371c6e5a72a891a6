"""Checks of text: format, size, English and privacy manifests."""

import os
import plistlib
import re
import subprocess
from collections import Counter

from checks.support import Failed, files, read

# The maximum number of lines of Swift in a folder. Give a reason for raising one in the commit message.
BUDGETS = {
    "Sources/SightlineCore": 10032,
    "Sources/SightlineScroll": 3852,
    "Sources/SightlineHost": 5436,
    "Sources/SightlineApple": 3596,
    "Sources/SightlineAppleViews": 1692,
    "Sources/SightlineSwiftUI": 968,
    "Sources/SightlineSwiftUIViews": 1900,
    "Sources/SightlineTesting": 369,
    "Sources/SightlineTrace": 4762,
    "Sources/SightlineRecording": 231,
    "Sources/SightlineLog": 5996,
    "Sources/SightlineGTKToolkit": 1023,
    "Sources/SightlineGTK": 2282,
    "Sources/SightlineGTKWidgets": 2823,
    "Tools/Sources/SightlineGallery": 6891,
    "Tools/Sources": 10478,
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
    swift = files("*.swift")
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


# The API for which Apple requires a reason, by category ("Describing use of required reason API").
REASONED = {
    "FileTimestamp": r"(creation|modification|fileModification|contentModification|contentAccess)Date(Key)?"
    r"|f?getattrlist\w*|[fl]?stat(at)?(?=\()",
    "SystemBootTime": "systemUptime|mach_absolute_time",
    "DiskSpace": r"volume(Available|Total)Capacity\w*|system(Free)?Size|f?statv?fs",
    "ActiveKeyboards": "activeInputModes",
    "UserDefaults": "(NS)?UserDefaults|AppStorage|SceneStorage",
}


def check_privacy():
    """The manifest of each module that runs on Apple's systems has the categories of its required-reason API."""
    problems, count = [], 0
    for module in sorted({file.split("/")[1] for file in files("Sources/*.swift")}):
        used = set()
        for file in [] if "GTK" in module else files(f"Sources/{module}/*.swift"):
            code = re.sub("//.*", "", read(file))
            used |= {name for name, symbols in REASONED.items() if re.search(rf"(?<![\w`])({symbols})\b", code)}
        path, named = f"Sources/{module}/PrivacyInfo.xcprivacy", []
        if os.path.exists(path):
            count += 1
            with open(path, "rb") as manifest:
                named = [entry["NSPrivacyAccessedAPIType"] for entry in plistlib.load(manifest)["NSPrivacyAccessedAPITypes"]]
        if {f"NSPrivacyAccessedAPICategory{name}" for name in used} != set(named):
            problems.append(f"{path}: {module} uses {sorted(used)} and names {named}")
    if problems:
        raise Failed(problems)
    return f"ok, {count} manifests"


# Free relative clauses in place of nouns ("what it does" for "its effect"), and related phrases.
FAULT = re.compile(
    r"[^a-z_`.](?:what|whatever|anew|nobody|somebody|whoever|whom|tells)[^a-z_`(:]|of its own|is said|there is none")
# Names of features and questions.
NO_FAULT = re.compile(r"what[- ]if|what is new|what\?")


# A block of code in a document, which ends with the characters it began with.
BLOCK = re.compile(r"^[ \t>]*(?:(?:[-*]|[0-9]+\.)[ \t]*)?(```|~~~).*?^[ \t>]*\1+[ \t]*$", re.M | re.S)


def texts(file):
    """Yields the prose of a document, or the comments, test names and messages of code, by line."""
    if file.endswith(".md"):
        text = BLOCK.sub(lambda block: "\n" * block[0].count("\n"), read(file))
        for number, line in enumerate(text.split("\n"), 1):
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
