"""Checks that compile all or parts of the project."""

import os
import re
import shutil
import subprocess

from checks.support import UPCOMING, Failed, files, has_gtk, read, require, run, strict_build

# The maximum size of the stripped module in bytes, with a few kilobytes of room. Lower it when the module shrinks. Explain an
# increase in the commit.
WEB_LIMIT = 252000


def check_gtk_message():
    """Without GTK, the build fails with a single error that names the packages to install."""
    if not shutil.which("clang"):
        return "skipped, no clang to compile Sources/CSightlineGTK/shim.h"
    # Without header search paths, so that installed GTK headers do not matter.
    clang = ["env", "-u", "CPATH", "-u", "C_INCLUDE_PATH", "LC_ALL=C", "clang"]
    status, output = run(*clang, "-fsyntax-only", "-nostdinc", "-x", "c", "Sources/CSightlineGTK/shim.h")
    errors = [line for line in output.splitlines() if "error:" in line]
    parts = ("headers of GTK 4", "apt-get install libgtk-4-dev pkg-config")
    if not status or len(errors) != 1 or not all(part in errors[0] for part in parts):
        raise Failed(f"{output}without GTK's headers there should be a single error that names the packages to install")


def check_embedded():
    """The core compiles alone as Embedded Swift: no Foundation, existentials, reflection, clock or concurrency.

    Nothing is linked, so no SDK is needed. Generic code is compiled only for concrete types, so only the core's own
    uses are checked. Debug builds, which compare the fast path with the reference path, include all of the core;
    `check web` compiles the optimised code.
    """
    options = "-target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -parse-as-library -swift-version 6"
    options += " -warnings-as-errors -module-name SightlineCore -package-name sightline -Onone -D DEBUG -o /dev/null -c"
    sources = files("Sources/SightlineCore/*.swift")
    require("swiftc", *options.split(), *UPCOMING, *sources)
    return f"ok, {len(sources)} files"


def check_web():
    """A TypeScript app with the web host compiles, and the engine for JavaScript builds and stays small."""
    options = "--noEmit --strict --target es2022 --module node16 --lib es2022,dom,dom.iterable"
    require("tsc", *options.split(), "Web/JavaScript/Tests/consumer.mts")
    require("scripts/build-web")
    # A merged function may have the name of a type that is not in the module, such as Oracle.Claim.
    if "6OracleV5judge" in read(".build/web/sightline.map"):
        raise Failed("sightline.wasm contains the reference path, which is for debug builds only")
    size, compressed = (os.path.getsize(f".build/web/sightline.{kind}") for kind in ("wasm", "wasm.gz"))
    if size > WEB_LIMIT:
        raise Failed(f"sightline.wasm is {size - WEB_LIMIT} bytes over the limit; see `scripts/bench web-sizes`")
    return f"ok, {size} bytes, {compressed} compressed, limit {WEB_LIMIT}"


def check_warnings():
    """The project, its tools and all tests build without warnings."""
    for package in ".", "Tools":
        options, environment = strict_build(package)
        if subprocess.run(["swift", "build", "--build-tests", *options], env=environment).returncode:
            raise Failed("see above")


def check_api():
    """The public API is compatible with the newest version, unless the version in sightlineVersion permits changes."""
    status, tag = run("git", "describe", "--tags", "--abbrev=0", "--match", "[0-9]*.[0-9]*.[0-9]*")
    if status:
        return "ok, no version tag to compare with"
    tag = tag.strip()
    version = re.search('var sightlineVersion: String { "(.*)" }', read("Sources/SightlineCore/SightlineVersion.swift"))[1]
    # The GTK host has an API only if GTK is installed.
    traits = "GTK,Log" if has_gtk() else "Log"
    status, output = run("swift", "package", "--traits", traits, "diagnose-api-breaking-changes", tag)
    if not status:
        return f"ok, compatible with {tag}"
    changes = "\n".join(line for line in output.splitlines() if "API breakage" in line)
    if not changes:
        raise Failed(f"{output}the comparison with {tag} failed")
    # The part of a version that must stay the same is 1 in 1.4.2, but 0.4 in 0.4.2.
    old, new = (re.match(r"0\.\d+|\d+", text)[0] for text in (tag, version))
    if old == new:
        raise Failed(f"{changes}\n{version} must not break compatibility with {tag}; see CONTRIBUTING.md, Versions")
    print(changes)
    return f"ok, {version} may break compatibility with {tag}"
