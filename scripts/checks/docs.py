"""Checks of the documents' links and of the names in docs/features.md."""

import os
import re
from collections import Counter

from checks.support import Failed, files, prose, read

NETWORK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
LINK = re.compile(r"""\]\([ \t]*<?([^)]*)\)|(?:src|href)="([^"]*)"|<(doc:[^>]*)>""")
REFERENCE = re.compile(r" {0,3}\[(?!\^)[^]]+\]:[ \t]*<?([^ \t>]*)")
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias|macro) +([A-Z]\w*)")
# The modules that an app of each column sees.
SCROLL = ["SightlineScroll", "SightlineHost", "SightlineCore"]
COLUMNS = {
    "SwiftUI": ["SightlineSwiftUIViews", "SightlineSwiftUI", "SightlineRecording", *SCROLL],
    "UIKit": ["SightlineAppleViews", "SightlineApple", "SightlineRecording", *SCROLL],
    "AppKit": ["SightlineAppleViews", "SightlineApple", "SightlineRecording", *SCROLL],
    "GTK": ["SightlineGTKWidgets", "SightlineGTK", "SightlineRecording", *SCROLL],
    "Tests": ["SightlineTesting", "SightlineCore"],
    "Value": ["SightlineScroll", "SightlineCore"],
}


def check_docs():
    """Links between documents resolve, and every name in docs/features.md is a public declaration."""
    links, names = Links(), Features()
    if links.problems or names.problems:
        raise Failed(links.problems + names.problems)
    return f"ok, {links.count} links, {names.count} feature names"


def catalogue(path):
    """Returns the DocC catalogue of a file, or an empty string."""
    return path[: path.find(".docc/") + 6] if ".docc/" in path else ""


def anchor(heading):
    """Returns the anchor of a heading like GitHub."""
    text = re.sub(r"\]\([^)]*\)", "", heading).lower()
    return re.sub(r"[ \t]", "-", re.sub(r"[^\w \t-]", "", text))


class Links:
    """The links to files, to headings, and in DocC catalogues to articles as `<doc:Name>`.

    `make docs` checks links to symbols and across modules. Does not access the network.
    """

    def __init__(self):
        self.problems, self.count = [], 0
        self.paths, self.articles, self.resources, self.headings = {"."}, {}, set(), {}
        self.types = {name for file in files("Sources/*.swift") for name in TYPE.findall(read(file))}
        for file in files():
            self._add_target(file)
        documents = {file: self._read(file) for file in files("*.md")}
        for file, links in documents.items():
            for number, target in links:
                self.count += 1
                if problem := self._problem(file, target):
                    self.problems.append(f"{file}:{number}: {problem}")

    def _add_target(self, file):
        path = file
        while path:
            self.paths.add(path)
            path = os.path.dirname(path)
        if folder := catalogue(file):
            # In a catalogue, articles are referenced by name, and resources by name without scale and appearance.
            name, extension = os.path.splitext(os.path.basename(file))
            if extension in (".md", ".tutorial"):
                self.articles[name] = file
            self.resources.add(folder + re.sub(r"(~dark)?(@[123]x)?(~dark)?$", "", name))

    def _read(self, file):
        """Collects the headings of a document, and returns its links with their lines."""
        anchors, seen, links, is_comment = self.headings.setdefault(file, set()), Counter(), [], False
        for number, line in prose(file):
            if is_comment:
                if "-->" not in line:
                    continue
                line = line.rpartition("-->")[2]
            line = re.sub(r"<!--.*?-->", "", line)
            line, is_comment = line.partition("<!--")[0], "<!--" in line
            if match := re.match(r"#+[ \t]+(.*?)[ \t]*#*[ \t]*$", line):
                name = anchor(match[1])
                anchors.add(f"{name}-{seen[name]}" if seen[name] else name)
                seen[name] += 1
            line = re.sub(r"(`+).*?\1", "", line)
            anchors.update(name.lower() for name in re.findall(r'\b(?:id|name)="([^"]*)"', line))
            targets = ["".join(groups) for groups in LINK.findall(line)]
            if match := REFERENCE.match(line):
                targets.append(match[1])
            # A title may follow.
            links += [(number, re.sub(r"""[ \t]+["'(].*|>$""", "", target)) for target in targets]
        return links

    def _problem(self, file, target):
        path, _, fragment = target.partition("#")
        path = path.replace("%20", " ")
        if path.startswith("doc:"):
            name = path[4:]
            # Symbols and pages of other modules are left to docc.
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
    """Returns the labels of all public declarations by module and name: for functions a list for each overload, of
    labels and whether they have a default; otherwise None."""
    found = {}
    for file in files("Sources/*.swift"):
        text = ""
        for line in read(file).split("\n"):
            if text:
                text += " " + line
            elif re.match(r" *(@[A-Za-z]+(\([^)]*\))? +)*(public|case) ", line):
                text = line
            if not text or text.count("(") != text.count(")"):
                continue
            if match := re.search(r"(?:func|var|let|class|struct|enum|protocol|typealias|case) +([A-Za-z_]\w*)", text):
                overloads = found.setdefault((file.split("/")[1], match[1]), [])
                overloads.append(labels(text) if "func " in text else None)
            text = ""
    return found


def labels(declaration):
    parameters, depth = [""], 0
    for character in re.sub(r".*func +\w+", "", declaration):
        if character in ")]}":
            depth -= 1
            if depth == 0:
                break
        if depth == 1 and character == ",":
            parameters.append("")
        elif depth > 0:
            parameters[-1] += character
        if character in "([{":
            depth += 1
    # A comma between generic arguments separates parts without a colon.
    pattern = re.compile(r"[ \t]*(?:@[A-Za-z]+ +)?([^ :]+).*:")
    named = [(pattern.match(text), text) for text in parameters]
    return [(match[1], bool(re.search("[^=]=[^=]", text))) for match, text in named if match]


def fits(asked, declared):
    """Returns whether labels in a document match a declaration, up to omitted ones with a default."""
    asked = list(asked)
    for name, has_default in declared:
        if asked and asked[0] == name:
            asked.pop(0)
        elif not has_default:
            return False
    return not asked


class Features:
    """The names in the tables of docs/features.md, with labels, which must be exported for the column's host."""

    def __init__(self, file="docs/features.md"):
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
        base, parenthesis, asked = name.partition("(")
        overloads = self.declared.get((module, base), [])
        if not parenthesis:
            return None in overloads
        asked = asked.rstrip(")").split(":")[:-1]
        return any(declared is not None and fits(asked, declared) for declared in overloads)
