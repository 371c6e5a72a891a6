"""Checks the layering of modules and of the core's folders, and rules on conditions, names and texts."""

import os
import re

from checks.support import Failed, files, read

# In dependency order: a folder in Sources or Tools/Sources, then its permitted imports. It re-exports exactly those with a `+`, which its
# public API uses. `*` permits everything; C modules import nothing.
TABLE = """
SightlineCore
SightlineHost +SightlineCore os Glibc Musl
SightlineScroll +SightlineCore
SightlineVocabulary +SightlineCore +SightlineHost
SightlineTrace +SightlineCore Foundation
SightlineLog +SightlineCore +SightlineHost Dispatch Foundation FoundationNetworking GRDB GRDBSQLite
SightlineOracle +SightlineCore
SightlineTesting +SightlineCore SightlineHost SightlineOracle +SightlineScroll
SightlineApple SightlineCore SightlineHost +SightlineVocabulary Darwin Foundation CoreGraphics ObjectiveC UIKit AppKit +SystemDouble
SightlineAppleViews SightlineCore SightlineHost +SightlineScroll +SightlineApple Foundation UIKit AppKit
SightlineSwiftUI SightlineCore SightlineHost +SightlineVocabulary SightlineApple SwiftUI Foundation UIKit AppKit
SightlineSwiftUIViews SightlineCore SightlineHost +SightlineScroll SightlineApple SightlineAppleViews +SightlineSwiftUI SwiftUI Combine Foundation UIKit
CSightlineGTK
CSightlineGTKStart
SightlineGTKToolkit +SightlineCore +CSightlineGTK CSightlineGTKStart
SightlineGTK +SightlineCore +SightlineHost +SightlineScroll SightlineGTKToolkit CSightlineGTK
SightlineGTKWidgets SightlineCore SightlineHost SightlineScroll +SightlineGTK SightlineGTKToolkit CSightlineGTK
SightlineRecording SightlineCore +SightlineHost +SightlineTrace SightlineApple SightlineSwiftUI SightlineGTK Foundation UIKit AppKit SwiftUI
Sightline +SightlineVocabulary +SightlineScroll +SightlineAppleViews +SightlineSwiftUIViews
CAllocations
CZlib
SightlineCommand SightlineCore SightlineHost SightlineLog SightlineOracle SightlineTrace SightlineViewer ArgumentParser CAllocations CZlib FlyingFox FlyingSocks Foundation
SightlineViewer SightlineTrace CZlib Foundation
ViewerBundler Foundation
LogTrial SightlineLog ArgumentParser Foundation GRDB
CFrameBench
FrameBench SightlineCore SightlineGTK SightlineGTKToolkit CFrameBench CSightlineGTK Foundation
SightlineGallery *
"""
LAYERS = {module: permitted for module, *permitted in map(str.split, TABLE.strip().splitlines())}
# Modules with types that only hosts and tools name, and the modules that apps import, which re-export the other types.
BROAD = ["SightlineCore", "SightlineHost", "SightlineScroll"]
NARROW = [module for module in LAYERS if re.match(r"Sightline(Vocabulary|Apple|SwiftUI|$)", module)]
# The condition around all files of a module, or its opposite, as a pattern for the rest of the first line.
CONDITIONS = {
    r"canImport\(": ["SightlineApple", "SightlineAppleViews", "SightlineSwiftUI", "SightlineSwiftUIViews"],
    r"GTK && os\(Linux\)$": ["SightlineGTKToolkit", "SightlineGTK", "SightlineGTKWidgets", "SightlineGTKTestSupport"],
    "Log$": ["SightlineLog"],
}
# The folders of SightlineCore. Each uses only those before it.
CORE = """Time Tables Geometry Scene Rules Watching Impressions Passes/Search Passes/Covers Passes/Measuring
    Passes/Inspection Passes Engine Scrolling""".split()
# Attributes and an access level may precede `import`, and a symbol kind may follow it.
IMPORT = re.compile(
    r"[ \t]*(?P<attributes>(@\w+(\([^)]*\))?[ \t]+)*)((public|package|internal|fileprivate|private)[ \t]+)?import[ \t]+"
    r"((struct|class|enum|protocol|typealias|func|let|var|actor)[ \t]+)?(?P<module>\w+)")
TYPE = re.compile(r"(?:(?:public|package|@[a-z]+) )*(?:indirect )?(?:struct|enum|protocol|typealias|class) ([A-Z]\w*)")
PUBLIC = re.compile(
    r"(?:@\w+ |nonisolated )*(?:public|open) (?:indirect |final |nonisolated )*"
    r"(?:struct|class|enum|protocol|actor|typealias|func|let|var) (\w+)")
SDK_NAMES = "scripts/checks/sdk27-names.txt"
UNSAFE = re.compile(r"@unchecked[ \t]+Sendable|nonisolated\(unsafe\)|@preconcurrency")
# Code with scroll positions, which toolkits round to pixels, and the pattern of an exact comparison.
SCROLLED = ["Sources/SightlineScroll/*.swift", "Sources/SightlineApple*/Scroll/*.swift", "Sources/SightlineAppleViews/*.swift",
            "Sources/SightlineSwiftUI*/*.swift", "Sources/SightlineGTK/Scroll/*.swift", "Sources/SightlineGTKWidgets/*.swift"]
COMPARISON = r" (?:[=!<>]=|[<>]) "
POSITION = r"-?(?:\w+[.?!]+)*\w*(?:[oO]ffset|[dD]istance)(?:\.[xy])?\b"
EXACT = re.compile(rf"{POSITION}{COMPARISON}(?!nil)|{COMPARISON}{POSITION}")
# The pattern must not match itself.
HOME = re.compile(r"""(^|[\s"'=(:,`])/((home|Users)/[\w.-]|roo[t]/)""")
VAGUE = re.compile(r"(^|/)([^/]*(Utils|Helpers)|([^/]*\+)?Common)(\.[^/]*)?(/|$)")


def check_layers():
    """Modules import only lower layers, adapters are inside conditions, and names and texts follow some rules."""
    rules = imports, core_folders, conditions, paths, reasons, positions, states, collisions, names
    problems = [f"{place}: {problem}" for rule in rules for place, problem in rule()]
    if problems:
        raise Failed([*problems, f"{len(problems)} violations"])


def lines(file):
    """Yields the place and the text of each line, except of binary files."""
    text = read(file)
    for number, line in enumerate(text.splitlines() if "\0" not in text else [], 1):
        yield f"{file}:{number}", line


def imports():
    folders = {match[1] for file in files("Sources", "Tools/Sources") if (match := re.match("((Tools/)?Sources/[^/]+)/", file))}
    for folder in sorted(folders):
        if os.path.basename(folder) not in LAYERS:
            yield f"{folder}:1", "the module is missing from the table in scripts/checks/layers.py"
    for module in LAYERS.keys() - set(map(os.path.basename, folders)):
        yield "scripts/checks/layers.py:1", f"no module {module}"
    missing = {(module, name[1:]) for module, permitted in LAYERS.items() for name in permitted if name[0] == "+"}
    exported = set(missing)
    for file in files("Sources/*.swift", "Tools/Sources/*.swift"):
        module = file.removeprefix("Tools/").split("/")[1]
        for place, line in lines(file):
            if not (match := IMPORT.match(line)) or module not in LAYERS:
                continue
            name = match["module"]
            if not {"*", name, f"+{name}"} & set(LAYERS[module]):
                yield place, f"{module} must not import {name}"
            if match["attributes"].startswith("@_exported"):
                missing.discard((module, name))
                if (module, name) not in exported:
                    yield place, f"{module} must not re-export {name}"
                if module in NARROW and name in BROAD and f"{name}." not in line:
                    yield place, f"{module} re-exports the types of {name} that apps name, one by one"
    for module, name in sorted(missing):
        yield f"Sources/{module}:1", f"{module} does not re-export {name}"


def core_folders():
    """Each type of SightlineCore is declared in one folder. Yields the places that name a type of a later folder."""
    home, uses = {}, []
    for file in files("Sources/SightlineCore/*/*.swift"):
        folder = os.path.dirname(file).removeprefix("Sources/SightlineCore/")
        if folder not in CORE:
            yield f"{file}:1", "no layer of SightlineCore"
            continue
        for place, line in lines(file):
            code = re.sub(r'//.*|"[^"]*"|\. *[A-Za-z_]+', "", line)
            if match := TYPE.match(code):
                home[match[1]] = CORE.index(folder)
            uses += [(place, CORE.index(folder), name) for name in re.findall(r"\b[A-Z]\w*", code)]
    for place, layer, name in uses:
        if home.get(name, 0) > layer:
            yield place, f"{name} belongs to {CORE[home[name]]}, which comes later"


def conditions():
    for condition, modules in CONDITIONS.items():
        for module in modules:
            for file in files(f"Sources/{module}/*.swift", f"Tests/{module}/*.swift", f"Tests/{module}Tests/*.swift"):
                depth = 0
                for place, line in lines(file):
                    code = line.strip()
                    if depth == 0 and code and not code.startswith("//") and not re.match(f"#if !?{condition}", line):
                        yield place, f"an adapter file must be entirely inside `#if {condition}`"
                        break
                    depth += code.startswith("#if") - code.startswith("#endif")


def paths():
    for place, line in (found for file in files() for found in lines(file)):
        if HOME.search(line):
            yield place, "a path into a home folder"


def reasons():
    """A comment on the same line or the one before must give the reason."""
    for file in files("*.swift"):
        before = ""
        for place, line in lines(file):
            match = UNSAFE.search(line)
            if match and "//" not in line and not before.lstrip().startswith("//"):
                yield place, f"{match[0]} without a reason in a comment"
            before = line


def positions():
    """Positions are compared to within a device pixel, unless `// exact:` on the same line or the one before says why not."""
    for file in files(*SCROLLED):
        before = ""
        for place, line in lines(file):
            code = line.split("//")[0]
            if (match := EXACT.search(code)) and "exact:" not in line + before:
                yield place, f"`{match[0].strip()}` is exact; use `reaches(_:pixel:)` or `isAt(_:pixel:)`"
            before = line if line.lstrip().startswith("//") else ""


def states():
    """In debug builds, an initialiser in a different file than the type's `@State` doesn't link (swiftlang/swift#91700), and the
    implicit one may change for a `@State` without a default (TN3211)."""
    homes, extensions = {}, []
    for file in files("Sources/*.swift", "Examples/*.swift", "AppleTests/*.swift"):
        code = list(lines(file))
        for number, (place, line) in enumerate(code):
            indent = len(line) - len(line.lstrip())
            if not (match := re.match(r" *(?:\w+ )*?(struct|extension) (\w+)", line)):
                continue
            body = [inner for _, inner in code[number + 1:]]
            body = body[: next((at for at, inner in enumerate(body) if inner.startswith(" " * indent + "}")), 0)]
            member = " " * (indent + 2)
            has_init = any(re.match(rf"{member}([\w@]+ )*init[?<(]", inner) for inner in body)
            if match[1] == "extension":
                extensions += [(place, file, match[2])] if has_init else []
            for inner in body:
                if re.match(rf"{member}@State\b", inner):
                    homes.setdefault(match[2], set()).add(file)
                    if not has_init and not re.search(r"[=?]", inner):
                        yield place, f"{match[2]} has a `@State` without a default; write its initialiser"
    for place, file, name in extensions:
        if file not in homes.get(name, {file}):
            yield place, f"an initialiser of {name} in a different file than its `@State`"


def collisions():
    """A public name that SwiftUI also declares is ambiguous in apps, and one equal to a module's name hides the module."""
    taken = set(read(SDK_NAMES).split()) | LAYERS.keys()
    for file in files("Sources/*.swift"):
        for place, line in lines(file) if "GTK" not in file else ():
            if (match := PUBLIC.match(line)) and match[1] in taken:
                yield place, f"{match[1]} is also a name of SwiftUI or of a module"


def names():
    for file in filter(VAGUE.search, files()):
        yield f"{file}:1", "name the subject instead of Utils, Helpers or Common"
    for file in filter(re.compile(r"Sources/(\w+)/(?!\1\.)\w+\.docc/").match, files("Sources")):
        yield f"{file}:1", "name the catalogue after its module"
