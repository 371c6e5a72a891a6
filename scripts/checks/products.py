"""Measures what an app compiles for each product on Apple's systems."""

import glob
import os
import time

from checks.support import Failed, files, read, require

VISIBILITY = ["SightlineCore", "SightlineHost", "SightlineVocabulary", "SightlineApple"]
VIEWS = [*VISIBILITY, "SightlineScroll", "SightlineAppleViews"]
# The modules of each product and the maximum size of their optimised object code with the double of UIKit, in kilobytes, with one
# percent of room. Explain an increase in the commit message.
PRODUCTS = {
    "SightlineCore": (VISIBILITY[:1], 670),
    "SightlineApple": (VISIBILITY, 1260),
    "SightlineSwiftUI": ([*VISIBILITY, "SightlineSwiftUI"], 1335),
    "SightlineAppleViews": (VIEWS, 1620),
    "SightlineSwiftUIViews": ([*VIEWS, "SightlineSwiftUI", "SightlineSwiftUIViews"], 2055),
}


def check_products(*options):
    """The object code of each product is within its budget; --table prints docs/benchmarks.md's table, with clean builds."""
    build = ["swift", "build", "--traits", "GTK,Log", "-c", "release", "--product", "host-bench"]
    require(*build, "--scratch-path", ".build/double", env=dict(os.environ, SIGHTLINE_DOUBLE="UIKit"))
    sizes, problems, found = {}, [], []
    for product, (modules, most) in PRODUCTS.items():
        for module in modules:
            sizes[module] = sizes.get(module) or object_size(module)
        size = sum(sizes[module] for module in modules) / 1000
        if size > most:
            problems.append(f"{product} has {size:,.0f} KB of object code, more than {most:,} KB")
        found.append(f"{product} {size:,.0f} KB")
        if "--table" in options:
            names = files(*(f"Sources/{module}/*.swift" for module in modules))
            lines = [line.strip() for name in names for line in read(name).splitlines()]
            code = sum(bool(line) and not line.startswith("//") for line in lines)
            print(f"| `{product}` | {len(lines):,} | {code:,} | {size:,.0f} KB | {build_time(modules[-1]):.0f} s |", flush=True)
    if problems:
        raise Failed(problems)
    return "ok, " + ", ".join(found)


def object_size(module):
    """Returns the bytes of code and data, without debug information and unwind tables, which differ on Apple's systems."""
    # The folder keeps objects of removed sources.
    names = {os.path.basename(file) + ".o" for file in files(f"Sources/{module}/*.swift")}
    objects = [path for path in glob.glob(f".build/double/release/{module}.build/*.o") if os.path.basename(path) in names]
    output = require("size", "-A", *objects)
    rows = [line.split() for line in output.splitlines()]
    return sum(int(row[1]) for row in rows if len(row) == 3 and row[0].startswith((".text", ".rodata", ".data", "swift5_")))


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
