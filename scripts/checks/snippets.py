"""Compiles every Swift snippet in the README, docs, DocC articles and gallery pages as a consumer would: as a separate file,
in strict Swift 6 mode, with only the imports on the page.

A comment before the fence, invisible on the page, supplies a snippet's context:

    <!-- snippet
    import SwiftUI
    struct Feed: View {
      var body: some View {
        …
      }
    }
    -->

The snippet replaces the line `…`, or follows the context. A line `above` is replaced by the previous snippets on the
page. A line `file PATH` asserts that the snippet equals that file. On pages of a catalogue, the module is imported.
Ellipses in a snippet are removed. Code blocks in doc comments are only parsed, like snippets for Apple's toolkits, which
scripts/check-apple compiles.
"""

import glob
import os
import re
import tempfile

from checks.support import UPCOMING, Failed, files, has_gtk, read, require, run, strict_build, toolchain_resources, write

PAGES = ["README.md", "docs/*.md", "Sources/*.md", "Tools/Sources/*.md"]
APPLE = re.compile(
    r"^(@[A-Za-z_]+ )?import (SwiftUI|UIKit|AppKit|Sightline(Apple|SwiftUI)(Views)?)$", re.M)
# A context, a snippet, or a line with text.
BLOCK = re.compile(r"^<!-- snippet\n(?P<context>.*?)^-->$|^```swift\n(?P<code>.*?)^```$|^[^\n]*\S[^\n]*$", re.M | re.S)


def snippets(page):
    """Yields the first line of each snippet on a page and its text as a file."""
    text = read(page)
    module = page.split("/")[1] if ".docc/" in page else None
    above, context, place = "", None, 0
    for match in BLOCK.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match["context"] is not None:
            context, place = match["context"], line
        elif match["code"] is None:
            if context is not None:
                raise Failed(f"{page}:{place}: a snippet comment without a snippet")
        else:
            code = match["code"]
            # Imports belong at the top of the file.
            imports = "".join(re.findall("^import .*\n", code, re.M))
            body = re.sub("^import .*", "", code, flags=re.M).replace("…", "")
            located = body
            # A directive must not come between an expression and its modifier.
            if not body.startswith("."):
                located = f'#sourceLocation(file: "{page}", line: {line + 1})\n{body}#sourceLocation()\n'
            around = context or ""
            for file in re.findall("^file (.*)\n", around, re.M):
                if read(file) != code:
                    raise Failed(f"{page}:{line}: the snippet differs from {file}")
            around = re.sub("^file .*\n", "", around, flags=re.M)
            around = re.sub("^above\n", lambda _: above, around, flags=re.M)
            whole, places = re.subn("^ *…\n", lambda _: located, around, flags=re.M)
            yield line, (f"import {module}\n" if module else "") + imports + whole + ("" if places else located)
            above += imports + body
            context = None


def doc_comments():
    """Yields the code blocks of doc comments, located in their files."""
    block = re.compile(r"^ */// *```(\w*)\n((?: *///.*\n)*?) */// *```$", re.M)
    for file in files("Sources/*.swift"):
        text = read(file)
        for match in block.finditer(text):
            if match[1] in ("", "swift"):
                line = text.count("\n", 0, match.start(2)) + 1
                code = re.sub("^ */// ?", "", match[2], flags=re.M).replace("…", "")
                yield f'#sourceLocation(file: "{file}", line: {line})\n{code}'


def extract(folder, is_included=lambda text: True):
    """Writes the snippets of all pages to a folder, and returns their files."""
    written = []
    for page in files(*PAGES):
        name = re.sub("[^A-Za-z0-9]+", "_", page[: -len(".md")])
        for line, text in snippets(page):
            if is_included(text):
                written.append(write(f"{folder}/{name}-{line}.swift", text))
    return written


def compiler_options():
    """Builds all modules and returns the options to compile a consumer of them."""
    build, environment = strict_build()
    require("swift", "build", *build, env=environment)
    products = require("swift", "build", *build, "--show-bin-path", env=environment).strip()
    options = ["-swift-version", "6", "-warnings-as-errors", "-I", f"{products}/Modules", *UPCOMING]
    plugins = f"{toolchain_resources()}/host/plugins"
    options += [word for folder in (plugins, f"{plugins}/testing") if os.path.isdir(folder) for word in ("-plugin-path", folder)]
    # The compiler reads internal imports of the log.
    maps = glob.glob(f"{products}/../../checkouts/GRDB.swift/Sources/*GRDBSQLite*/module.modulemap")[:1]
    if has_gtk():
        maps.append("Sources/CSightlineGTK/module.modulemap")
        options += [word for flag in require("pkg-config", "--cflags", "gtk4").split() for word in ("-Xcc", flag)]
    return options + [word for file in maps for word in ("-Xcc", f"-fmodule-map-file={file}")]


def check_snippets():
    """Every Swift snippet in documents and the gallery compiles as a consumer's code."""
    options, problems, compiled, parsed = compiler_options(), [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        pages = extract(folder)
        comments = [write(f"{folder}/comments/{number}.swift", text) for number, text in enumerate(doc_comments(), 1)]
        for file in pages + comments:
            text, mode = read(file), ["-parse"]
            if file in comments or APPLE.search(text) or "import SightlineGTK" in text and not has_gtk():
                parsed += 1
            else:
                mode = ["-typecheck", *options]
                compiled += 1
            # Test files have no top-level code.
            if re.search("^@Test", text, re.M):
                mode.append("-parse-as-library")
            status, output = run("swiftc", *mode, file)
            if status:
                problems.append(output.replace(f"{folder}/", ""))
    if problems:
        raise Failed([*problems, f"{len(problems)} snippets do not compile"])
    return f"ok, {compiled} compiled, {parsed} parsed"
