"""Files and commands for all checks, which run in the root of the repository."""

import json
import os
import re
import subprocess
import sys

FEATURES = ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
UPCOMING = [word for feature in FEATURES for word in ("-enable-upcoming-feature", feature)]


class Failed(Exception):
    """The text or the list of problems that a check found."""


def listed(*patterns):
    """Returns committed and pending files, also deleted ones, sorted by bytes."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    names = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.split(b"\0")[:-1]
    return [os.fsdecode(name) for name in sorted(set(names))]


def files(*patterns):
    """Returns committed and pending files, except links."""
    return [file for file in listed(*patterns) if os.path.isfile(file) and not os.path.islink(file)]


def read(file):
    with open(file, encoding="utf-8") as opened:
        return opened.read()


def write(file, text):
    os.makedirs(os.path.dirname(file) or ".", exist_ok=True)
    with open(file, "w", encoding="utf-8") as opened:
        opened.write(text)


def run(*command, **options):
    """Returns the status and the output of a command, with its errors."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    return done.returncode, done.stdout


def require(*command, **options):
    """Returns the output of a command that must succeed."""
    status, output = run(*command, **options)
    if status:
        raise Failed(f"{output}{' '.join(command[:4])} … failed")
    return output


def has_gtk():
    try:
        return run("pkg-config", "--exists", "gtk4")[0] == 0
    except FileNotFoundError:
        return False


def toolchain_resources():
    return json.loads(require("swiftc", "-print-target-info"))["paths"]["runtimeResourcePath"]


def strict_build(package="."):
    """Sets warnings as errors and returns the options of `swift build` for a package.

    CI sets SIGHTLINE_STRICT, so its checks and tests share one build, with the same options. Elsewhere a separate folder
    keeps the next `make test` from rebuilding every target.
    """
    options = ["--package-path", package, *(["--traits", "GTK,Log"] if package == "." else [])]
    environment = dict(os.environ, SIGHTLINE_STRICT="1", SIGHTLINE_OPTIMISED="1", SWIFT_DETERMINISTIC_HASHING="1")
    is_ci = os.environ.get("SIGHTLINE_STRICT") == "1"
    if sys.platform == "linux":
        environment["SIGHTLINE_DOUBLE"] = "UIKit"
        folder = ".build/double" if is_ci else ".build-strict"
    else:
        folder = os.path.join(package, ".build" if is_ci else ".build-strict")
    return [*options, "--scratch-path", folder], environment


def prose(file):
    """Yields the numbered lines of a document outside of code blocks."""
    fence = None
    for number, line in enumerate(read(file).split("\n"), 1):
        if fence:
            # A block ends with the characters it began with.
            if re.fullmatch(rf"[ \t>]*{fence}+[ \t]*", line):
                fence = None
        elif match := re.match(r"[ \t>]*(?:(?:[-*]|[0-9]+\.)[ \t]*)?(```|~~~)", line):
            fence = match[1]
        else:
            yield number, line
