"""Checks of the documents' links and of the names in docs/reference/features.md."""

import html
import os
import re
from collections import Counter
from pathlib import Path

from checks.support import Failed, files, read, require

# Does not access the network.
NETWORK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
DECLARATION = re.compile(
    r"^ *(?:@[A-Za-z]+(?:\([^)]*\))? +)*(?:public (?:.*? )??(func|var|let|class|struct|enum|protocol|typealias)|case) +([A-Za-z_]\w*)",
    re.M)
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias|macro) +([A-Z]\w*)")
# The modules that an app in each column imports.
SCROLL = ["SightlineScroll", "SightlineHost", "SightlineCore"]
COLUMNS = {
    "SwiftUI": ["SightlineSwiftUIViews", "SightlineSwiftUI", "SightlineRecording", *SCROLL],
    "UIKit": ["SightlineAppleViews", "SightlineApple", "SightlineRecording", *SCROLL],
    "AppKit": ["SightlineAppleViews", "SightlineApple", "SightlineRecording", *SCROLL],
    "GTK": ["SightlineGTKWidgets", "SightlineGTK", "SightlineRecording", *SCROLL],
    "Tests": ["SightlineTesting", "SightlineScroll", "SightlineCore"],
    "Value": ["SightlineScroll", "SightlineCore"],
}


def check_docs():
    """Links between documents resolve, and every name in docs/reference/features.md is a public declaration."""
    links, names = Links(), Features()
    if links.problems or names.problems:
        raise Failed(links.problems + names.problems)
    return f"ok, {links.count} links, {names.count} feature names"


def catalogue(path):
    """Returns the DocC catalogue of a file, or an empty string."""
    return path[: path.find(".docc/") + 6] if ".docc/" in path else ""


def rendered(file):
    """Returns a document as HTML without comments, with GitHub's anchors at its headings."""
    options = [word for name in ("table", "autolink", "strikethrough") for word in ("-e", name)]
    seen = Counter()

    def heading(match):
        text = html.unescape(re.sub("<[^>]*>", "", match[2])).lower()
        name = re.sub(r"[ \t]", "-", re.sub(r"[^\w \t-]", "", text))
        seen[name] += 1
        return f'<h{match[1]} id="{name}{f"-{seen[name] - 1}" if seen[name] > 1 else ""}">{match[2]}</h{match[1]}>'

    text = re.sub("<!--.*?-->\n?", "", require("cmark-gfm", "--unsafe", *options, file), flags=re.S)
    return re.sub(r"<h(\d)>(.*?)</h\1>", heading, text, flags=re.S)


class Links:
    """The links to files, to headings, and in DocC catalogues to articles as `<doc:Name>`.

    `make docs` checks links to symbols and across modules.
    """

    def __init__(self):
        self.problems, self.count = [], 0
        self.paths = {str(path) for file in files() for path in (Path(file), *Path(file).parents)}
        self.articles, self.resources = {}, set()
        self.types = {name for file in files("Sources/*.swift") for name in TYPE.findall(read(file))}
        for file in filter(catalogue, files()):
            # In a catalogue, articles are referenced by name, and resources by name without the scale and appearance.
            name, extension = os.path.splitext(os.path.basename(file))
            if extension in (".md", ".tutorial"):
                self.articles[name] = file
            self.resources.add(catalogue(file) + re.sub(r"(~dark)?(@[123]x)?(~dark)?$", "", name))
        documents = {file: rendered(file) for file in files("*.md")}
        self.headings = {file: set(re.findall(r' (?:id|name)="([^"]*)"', text.lower())) for file, text in documents.items()}
        for file, text in documents.items():
            for target in re.findall(r' (?:href|src)="([^"]*)"', text):
                self.count += 1
                if problem := self._problem(file, html.unescape(target)):
                    number = read(file).partition(target)[0].count("\n") + 1
                    self.problems.append(f"{file}:{number}: {problem}")

    def _problem(self, file, target):
        path, _, fragment = target.partition("#")
        path = path.replace("%20", " ")
        if path.startswith("doc:"):
            name = path[4:]
            # docc checks symbols and pages of other modules.
            if not name or name in self.types or re.search("[/()]", name):
                return None
            if name not in self.articles:
                return f"no article {name}"
            to = self.articles[name]
        elif NETWORK.match(path):
            return None
        elif not path:
            to = file
        else:
            to = os.path.normpath(path.lstrip("/") if path[0] == "/" else os.path.join(os.path.dirname(file), path))
            folder = catalogue(file)
            if folder and {folder + path, folder + os.path.splitext(path)[0]} & self.resources:
                return None
            if to not in self.paths:
                return f"no file {to}"
        if fragment and to.endswith(".md") and fragment.lower() not in self.headings.get(to, ()):
            return f"no heading #{fragment} in {to}"
        return None


def declarations():
    """Returns all public declarations by module and name: for functions a list of the overloads' labels, otherwise None."""
    found = {}
    for file in files("Sources/*.swift"):
        text = read(file)
        for match in DECLARATION.finditer(text):
            overloads = found.setdefault((file.split("/")[1], match[2]), [])
            # No signature is longer than 2000 characters.
            overloads.append(labels(text[match.end() : match.end() + 2000]) if match[1] == "func" else None)
    return found


def labels(signature):
    """Returns a pattern of the labels of a function, in which those with a default may be omitted."""
    text, simpler = "", signature.partition("(")[2]
    # Removes everything in brackets, up to the parenthesis after the parameters.
    while text != simpler:
        text, simpler = simpler, re.sub(r"\([^()]*\)|\[[^][]*\]|{[^{}]*}", "", simpler)
    # A comma between generic arguments separates parts without a colon.
    parts = re.findall(r"(?:^|,)\s*(?:@[A-Za-z]+ +)?([^\s:,]+)[^,:]*:([^,]*)", text.partition(")")[0])
    return "".join(f"({label}:)?" if re.search("[^=]=[^=]", rest) else f"{label}:" for label, rest in parts)


class Features:
    """The names in the tables of docs/reference/features.md, with their labels. The column's host must export each."""

    def __init__(self, file="docs/reference/features.md"):
        self.problems, self.count, self.declared = [], 0, declarations()
        titles = None
        for number, line in enumerate(read(file).split("\n"), 1):
            if not line.startswith("|"):
                titles = None
            elif not line.startswith("|-"):
                cells = [cell.strip() for cell in line.split("|")[2:-1]]
                if titles is None:
                    titles = cells
                    problems = [f"unknown column {title}" for title in titles if title not in COLUMNS]
                elif len(cells) != len(titles):
                    problems = ["a row with a different number of cells"]
                else:
                    problems = [p for title, cell in zip(titles, cells) for p in self._problems(title, cell)]
                self.problems += [f"{file}:{number}: {problem}" for problem in problems]

    def _problems(self, title, cell):
        if "`" not in cell and not re.match("– .", cell):
            yield "a cell without a name must have a reason after –"
        for name in re.findall("`([^`]*)`", cell):
            self.count += 1
            if not any(self._is_declared(name, module) for module in COLUMNS.get(title, ())):
                yield f"{title} has no public declaration {name}"

    def _is_declared(self, name, module):
        base, parenthesis, used = name.partition("(")
        overloads = self.declared.get((module, base), [])
        if not parenthesis:
            return None in overloads
        return any(labels is not None and re.fullmatch(labels, used.rstrip(")")) for labels in overloads)
