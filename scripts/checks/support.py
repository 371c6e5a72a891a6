"""Files and commands for all checks, which run in the root of the repository."""

import json
import os
import shutil
import subprocess
import sys

FEATURES = ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
UPCOMING = [word for feature in FEATURES for word in ("-enable-upcoming-feature", feature)]


class Failed(Exception):
    """The text or the list of problems that a check found."""


def files(*patterns):
    """Returns committed and pending files, except links, sorted bytewise."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    names = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.split(b"\0")[:-1]
    return [os.fsdecode(name) for name in sorted(set(names)) if os.path.isfile(name) and not os.path.islink(name)]


def read(file):
    with open(file, encoding="utf-8", errors="replace") as opened:
        return opened.read()


def write(file, text):
    """Writes a file and returns its path."""
    os.makedirs(os.path.dirname(file) or ".", exist_ok=True)
    with open(file, "w", encoding="utf-8") as opened:
        opened.write(text)
    return file


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
    return bool(shutil.which("pkg-config")) and not run("pkg-config", "--exists", "gtk4")[0]


def toolchain_resources():
    return json.loads(require("swiftc", "-print-target-info"))["paths"]["runtimeResourcePath"]


def strict_build(package="."):
    """Sets warnings as errors and returns the options of `swift build` for a package.

    CI sets SIGHTLINE_STRICT, so its checks and tests share one build with the same options. Elsewhere a separate folder
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
