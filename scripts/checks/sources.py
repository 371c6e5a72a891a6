"""Checks of text: format and privacy manifests."""

import os
import plistlib
import re
import subprocess

from checks.support import Failed, files, read

def check_format(*options):
    """Swift files have the format of .swift-format; --fix applies it."""
    swift = files("*.swift")
    mode = ["format", "--in-place"] if options == ("--fix",) else ["lint", "--strict"]
    if subprocess.run(["swift", "format", *mode, "--parallel", *swift]).returncode:
        raise Failed("see above; `make format` fixes most violations")
    if options:
        return
    # The formatter checks the length of code lines but not of comments.
    long = [
        f"{file}:{number}: a comment exceeds 100 columns"
        for file in swift
        for number, line in enumerate(read(file).split("\n"), 1)
        if len(line) > 100 and re.match(r" *//", line)
    ]
    if long:
        raise Failed(long)


# API for which Apple requires a reason, by category ("Describing use of required reason API").
REASONED = {
    "FileTimestamp": r"(creation|modification|fileModification|contentModification|contentAccess)Date(Key)?"
    r"|f?getattrlist\w*|[fl]?stat(at)?(?=\()",
    "SystemBootTime": "systemUptime|mach_absolute_time",
    "DiskSpace": r"volume(Available|Total)Capacity\w*|system(Free)?Size|f?statv?fs",
    "ActiveKeyboards": "activeInputModes",
    "UserDefaults": "(NS)?UserDefaults|AppStorage|SceneStorage",
}


def check_privacy():
    """The privacy manifest of each module for Apple's systems lists the categories of the required-reason API it uses."""
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
            problems.append(f"{path}: {module} uses {sorted(used)} but declares {named}")
    if problems:
        raise Failed(problems)
    return f"ok, {count} manifests"
