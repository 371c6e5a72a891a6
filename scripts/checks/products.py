"""Measures what an app compiles and links for each product."""

import glob
import os
import time

from checks.support import Failed, files, read, require, write

VISIBILITY = ["SightlineCore", "SightlineHost", "SightlineVocabulary", "SightlineApple"]
VIEWS = [*VISIBILITY, "SightlineScroll", "SightlineAppleViews"]
PRODUCTS = {
    "SightlineCore": VISIBILITY[:1],
    "SightlineApple": VISIBILITY,
    "SightlineSwiftUI": [*VISIBILITY, "SightlineSwiftUI"],
    "SightlineAppleViews": VIEWS,
    "SightlineSwiftUIViews": [*VIEWS, "SightlineSwiftUI", "SightlineSwiftUIViews"],
}
# The maximum machine code, in kilobytes, that the core adds to an app which observes one card, with `-O` and dead stripping.
ONE_LIMIT = 500
MANIFEST = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Card",
  dependencies: [.package(name: "sightline", path: "{root}")],
  targets: [
    .executableTarget(name: "Card", dependencies: [.product(name: "SightlineCore", package: "sightline")]),
    .executableTarget(name: "Empty"),
  ]
)
"""
CARD = """import SightlineCore

let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 390, height: 844)))
let frame = LayoutRect(x: 0, y: 1_000, width: 390, height: 250)
let card = engine.add(SceneTarget(frame: frame), to: engine.root)
engine.watch(card, .fraction(0.7))
engine.edit(.scroll(engine.root, to: LayoutPoint(x: 0, y: 400)))
engine.pass(at: .zero)
print(engine.changes.count)
"""


def check_products(*options):
    """What an app links to observe one card is within a limit. Prints other sizes too; --table adds times, --limit leaves them out."""
    size = linked_text("O", True)
    if "--limit" not in options:
        report("--table" in options)
    if size > ONE_LIMIT:
        raise Failed(f"an app that observes one card links {size:,.0f} KB, more than {ONE_LIMIT} KB")
    return f"ok, an app that observes one card links {size:,.0f} KB of the core, limit {ONE_LIMIT}"


def report(has_times):
    """Prints what an app links with other options, and each product's object code."""
    for level, is_stripped in ("O", False), ("Osize", True), ("Osize", False):
        title = f"-{level}{'' if is_stripped else ' without dead stripping'}"
        print(f"an app that observes one card links {linked_text(level, is_stripped):,.0f} KB of the core with {title}", flush=True)
    build = ["swift", "build", "--traits", "GTK,Log", "-c", "release", "--product", "host-bench"]
    require(*build, "--scratch-path", ".build/double", env=dict(os.environ, SIGHTLINE_DOUBLE="UIKit"))
    for product, modules in PRODUCTS.items():
        size = sum(map(object_size, modules)) / 1000
        if has_times:
            names = files(*(f"Sources/{module}/*.swift" for module in modules))
            lines = [line.strip() for name in names for line in read(name).splitlines()]
            code = sum(bool(line) and not line.startswith("//") for line in lines)
            print(f"| `{product}` | {len(lines):,} | {code:,} | {size:,.0f} KB | {build_time(modules[-1]):.0f} s |", flush=True)
        else:
            print(f"{product} has {size:,.0f} KB of object code", flush=True)


def linked_text(level, is_stripped):
    """Returns the kilobytes of machine code that the core adds to an executable."""
    folder = ".build/products/card"
    write(f"{folder}/Package.swift", MANIFEST.format(root=os.getcwd()))
    write(f"{folder}/Sources/Card/main.swift", CARD)
    write(f"{folder}/Sources/Empty/main.swift", "print(0)\n")
    build = ["swift", "build", "-c", "release", "--package-path", folder, "--scratch-path", f"{folder}/{level}", "-Xswiftc", f"-{level}"]
    build += [] if is_stripped else ["--disable-dead-strip"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SIGHTLINE_")}
    require(*build, env=environment)
    app, empty = (section_size([f"{folder}/{level}/release/{name}"], (".text",)) for name in ("Card", "Empty"))
    return (app - empty) / 1000


def object_size(module):
    """Returns the bytes of code and data, without debug information and unwind tables, which differ on Apple's systems."""
    # The folder keeps objects of removed sources.
    names = {os.path.basename(file) + ".o" for file in files(f"Sources/{module}/*.swift")}
    objects = [path for path in glob.glob(f".build/double/release/{module}.build/*.o") if os.path.basename(path) in names]
    return section_size(objects, (".text", ".rodata", ".data", "swift5_"))


def section_size(paths, sections):
    rows = [line.split() for line in require("size", "-A", *paths).splitlines()]
    return sum(int(row[1]) for row in rows if len(row) == 3 and row[0].startswith(sections))


def build_time(module):
    """Returns the seconds of a clean build. Apple's hosts are compiled with the double of UIKit, which is built first."""
    build = ["swift", "build", "-c", "release", "--scratch-path", ".build/products", "--target"]
    environment = dict(os.environ, SIGHTLINE_DOUBLE="UIKit")
    require(*build, "SwiftUIDouble", env=environment)
    folder = ".build/products/release"
    for output in glob.glob(f"{folder}/Sightline*.build/*.o") + glob.glob(f"{folder}/Modules/Sightline*"):
        os.remove(output)
    start = time.monotonic()
    require(*build, module, env=environment)
    return time.monotonic() - start
