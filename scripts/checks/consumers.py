"""Builds packages that depend on this one, in every way that SwiftPM and editors support."""

import glob
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

from checks.support import Failed, files, read, require, run, write

MANIFEST = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v13)],
  dependencies: [.package({dependency})],
  targets: [
    .executableTarget(name: "App", dependencies: [.product(name: "{module}", package: "{package}")])
  ]
)
"""
ENGINE = "print(VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 390, height: 844))))"
RULE = "let rule: Sightline.VisibilityRule = .fraction(0.5)\nprint(rule)"
LOG = """import Foundation

let file = URL(fileURLWithPath: CommandLine.arguments[1])
let log = try ImpressionLog(at: file)
log.record(
  .exposure(of: "article-7", under: .feed, lasting: .seconds(2), greatestFraction: 0.9))
try await log.close()
let kept = try ImpressionLog(at: file)
for event in try await kept.nextBatch(limit: 10) { print(event.item, event.policyName, event.total) }"""
# The quick starts with a program, and the folders of the programs.
PROGRAMS = {"start-gtk": "GTK", "start-log": "Log", "start-testing": "Testing"}
# Other files than Swift's, which `snippets` compares.
FILE = re.compile(r"^<!-- file (\S+) -->\n```\w*\n(.*?)^```$", re.M | re.S)
OUTPUT = re.compile(r"^<!-- output -->\n```\n(.*?)^```$", re.M | re.S)
GTK_HOST = "App SightlineCore SightlineGTK SightlineGTKToolkit SightlineHost SightlineScroll"


def check_consumers(*options):
    """Consumers resolve and build without mentioning GTK; --programs and --log check apps with the traits."""
    check = {(): Consumers.check, ("--programs",): Consumers.check_programs, ("--log",): Consumers.check_log}[options]
    with tempfile.TemporaryDirectory() as folder:
        consumers = Consumers(folder)
        summary = check(consumers)
    if consumers.problems:
        raise Failed(consumers.problems)
    return summary


class Consumers:
    def __init__(self, folder):
        self.folder, self.problems = folder, []
        # A separate repository with all committed and pending files. Its name must be the one users' checkouts have.
        own = f"{folder}/sightline"
        os.makedirs(f"{folder}/archive")
        for file in files():
            os.makedirs(os.path.dirname(f"{own}/{file}"), exist_ok=True)
            shutil.copy2(file, f"{own}/{file}")
        git = ["git", "-C", own, "-c", "user.name=check", "-c", "user.email=check@example.org"]
        for arguments in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "Consumer copy"]):
            require(*git, *arguments)
        require("git", "clone", "-q", own, f"{folder}/archive/sightline")
        shutil.rmtree(f"{folder}/archive/sightline/.git")
        self.url = f'url: "file://{own}", branch: "main"'
        self.version = re.search('var sightlineVersion: String { "(.*)" }', read("Sources/SightlineCore/SightlineVersion.swift"))[1]
        require(*git, "tag", self.version)
        self.release = f'url: "file://{own}", from: "{self.version}"'
        # Two environments: one where pkg-config finds GTK with flags that SwiftPM disallows, like the real ones, and one
        # without GTK.
        write(f"{folder}/there/gtk4.pc", "Name: GTK\nDescription: GTK\nVersion: 4.0\nCflags: -pthread\nLibs: -lgtk-4\n")
        none = f"{folder}/none/pkg-config"
        write(none, '#!/bin/sh\ncase "$*" in *pc_path*) echo /nonexistent ;; *) exit 1 ;; esac\n')
        os.chmod(none, 0o755)
        # Users don't set our variables, which add unsafe flags to the manifest, not permitted in a version.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SIGHTLINE_")}
        self.environment = environment
        self.with_gtk = dict(environment, PKG_CONFIG_PATH=f"{folder}/there")
        path = f"{folder}/none:{environment['PATH']}"
        self.without_gtk = dict(environment, PATH=path, PKG_CONFIG_PATH="", PKG_CONFIG_LIBDIR="/nonexistent")

    def require(self, holds, problem, output=""):
        if not holds:
            self.problems.append("".join(f"  {line}\n" for line in output.splitlines()) + problem)

    def write(self, name, dependency, module, code, package="sightline"):
        manifest = MANIFEST.format(dependency=dependency, module=module, package=package)
        write(f"{self.folder}/{name}/Package.swift", manifest)
        write(f"{self.folder}/{name}/Sources/App/main.swift", f"import {module}\n{code}\n")

    def resolved(self, name):
        """Returns the resolved packages by name, with their versions."""
        file = f"{self.folder}/{name}/Package.resolved"
        pins = json.loads(read(file))["pins"] if os.path.exists(file) else []
        return {pin["identity"]: pin["state"].get("version") for pin in sorted(pins, key=lambda pin: pin["identity"])}

    def build(self, name, *options, environment=None):
        """Builds in a consumer's folder. The output must not contain warnings, or GTK except in names of our modules."""
        command = ["swift", "build", *options]
        status, output = run(*command, cwd=f"{self.folder}/{name}", env=environment or self.with_gtk)
        title = f"{name}: {' '.join(command)}"
        self.require(not status, f"{title} failed", output)
        is_quiet = not re.search("warning|gtk|pkg-?config", re.sub("SightlineGTK[A-Za-z]*", "", output), re.I)
        self.require(is_quiet, f"{title} should not print warnings or mention GTK", output)
        others = set(self.resolved(name)) - {"sightline"}
        self.require(not others, f"{title} resolved {others}")
        scratch = (f"{self.folder}/{name}/.build", f"{self.folder}/{name}/.build/index-build", f"{self.folder}/scratch")
        fetched = [path for path in scratch for path in glob.glob(f"{path}/checkouts/*") if not path.endswith("/sightline")]
        self.require(not fetched, f"{title} fetched {fetched}")

    def plan(self, name, *options):
        """Plans a build, which is enough for SwiftPM to look for system libraries."""
        self.build(name, "--print-manifest-job-graph", *options, environment=self.without_gtk)

    def check(self):
        """Checks consumers of the version's tag and of a branch, by path, from an archive without git, and in SourceKit-LSP."""
        self.write("app", self.release, "Sightline", RULE)
        self.plan("app")
        self.build("app")
        resolved = self.resolved("app").get("sightline")
        self.require(resolved == self.version, f"app: from {self.version} resolved {resolved}")
        self.plan("app", "--scratch-path", f"{self.folder}/scratch")
        self.write("index", self.url, "SightlineCore", ENGINE)
        index = ["--scratch-path", ".build/index-build"]
        self.plan("index", *index)
        self.build("index", *index, "--experimental-prepare-for-indexing", "--target", "App")
        self.write("path", f'path: "{self.folder}/sightline"', "SightlineCore", ENGINE)
        self.plan("path")
        self.build("path", "--target", "App")
        self.write("archive", f'path: "{self.folder}/archive/sightline"', "SightlineCore", ENGINE)
        self.plan("archive")
        if not shutil.which("sourcekit-lsp"):
            return "ok, without an editor: sourcekit-lsp not found"
        return self.edit("index")

    def edit(self, name):
        """Opens the consumer's file in SourceKit-LSP, which answers requests in order, and requests its diagnostics."""
        root = f"{self.folder}/{name}"
        file = f"{root}/Sources/App/main.swift"
        document = {"uri": f"file://{file}"}
        # Waiting for the index is an experimental feature of the server.
        experimental = {"experimentalFeatures": ["synchronize-request"]}
        messages = [
            {"id": 1, "method": "initialize", "params": {
                "rootUri": f"file://{root}", "capabilities": {}, "initializationOptions": experimental}},
            {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen", "params": {
                "textDocument": dict(document, languageId="swift", version=1, text=read(file))}},
            {"id": 2, "method": "workspace/synchronize", "params": {"index": True}},
            {"id": 3, "method": "textDocument/diagnostic", "params": {"textDocument": document}},
            {"id": 4, "method": "shutdown"},
            {"method": "exit"}]
        bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
        text = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
        server = subprocess.Popen(
            ["timeout", "300", "sourcekit-lsp"], cwd=root, env=self.with_gtk,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        # Keep the input open: the server exits when it closes.
        server.stdin.write(text)
        server.stdin.flush()
        log = re.sub(r"Content-Length: \d+\s*", "\n", server.stdout.read().decode()).strip()
        answers = [answer for answer in map(json.loads, log.splitlines()) if answer.get("id") == 3 and "method" not in answer]
        is_clean = len(answers) == 1 and answers[0].get("result", {}).get("items") == []
        self.require(is_clean, f"{name}: the editor reports diagnostics for the file", log)
        is_quiet = not re.search(r"warning: |\[warning\]|pkg-config|gtk4", re.sub("SightlineGTK[A-Za-z]*", "", log))
        self.require(is_quiet, f"{name}: the editor should not show warnings or mention GTK", log)

    def check_programs(self):
        """The programs of the quick starts build as pasted, and print what the guides say. The host must not depend on the widgets."""
        for guide, name in PROGRAMS.items():
            text = read(f"docs/guides/{guide}.md")
            for path, block in FILE.findall(text):
                self.require(read(path) == block, f"{guide}: a block differs from {path}")
            shutil.copytree(f"Examples/Start/{name}", f"{self.folder}/{name}")
            manifest = f"{self.folder}/{name}/Package.swift"
            write(manifest, read(manifest).replace('url: "…", branch: "main"', self.url))
            command = ["swift", "test"] if name == "Testing" else ["swift", "build"]
            status, output = run(*command, cwd=f"{self.folder}/{name}", env=self.environment)
            self.require(not status, f"{name}: the program does not build", output)
            for lines in [] if status else OUTPUT.findall(text):
                found = output if name == "Testing" else self.run_app(name, lines.count("\n"))
                self.require(all(line in found for line in lines.splitlines()), f"{guide}: the program prints", found)
        modules = glob.glob(f"{self.folder}/GTK/.build/debug/Modules/*.swiftmodule")
        modules = " ".join(sorted(os.path.basename(path)[: -len(".swiftmodule")] for path in modules))
        self.require(modules == GTK_HOST, f"GTK: an app with only the host compiled {modules}")
        # The widgets, in the same package, whose modules are compiled.
        manifest = f"{self.folder}/GTK/Package.swift"
        write(manifest, read(manifest).replace('name: "SightlineGTK",', 'name: "SightlineGTKWidgets",'))
        write(
            f"{self.folder}/GTK/Sources/App/main.swift",
            "import SightlineGTKWidgets\nprint((CarouselView.self, WidgetVisibility.self))\n")
        status, output = run("swift", "build", cwd=f"{self.folder}/GTK", env=self.environment)
        self.require(not status, "GTK: an app with the widgets should build", output)
        pins = " ".join(self.resolved("Log"))
        self.require(pins == "grdb.swift sightline", f"Log: an app with the trait resolved {pins}")
        return f"ok, {len(PROGRAMS)} programs"

    def run_app(self, name, count):
        """Returns the first lines that a program prints in a window. Then it is killed, once the log has been written."""
        command = ["scripts/with-display", "timeout", "-s", "KILL", "60", "stdbuf", "-oL", ".build/debug/App"]
        command[0] = os.path.abspath(command[0])
        app = subprocess.Popen(
            command, cwd=f"{self.folder}/{name}", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        lines = [app.stdout.readline() for _ in range(count)]
        time.sleep(3)
        os.killpg(app.pid, signal.SIGKILL)
        app.wait()
        return "".join(lines)

    def check_log(self):
        """The trait enables the log and GRDB, which is an implementation detail, also in the documented local package."""
        page = read("Sources/SightlineLog/SightlineLog.docc/SightlineLog.md")
        manifest = re.search(r"```\n(// swift-tools-version.*?)```", page, re.S)[1]
        write(f"{self.folder}/Log/Package.swift", re.sub(r'url: "[^"]*", (branch|from): "[^"]*"', lambda _: self.url, manifest))
        write(f"{self.folder}/Log/Sources/Log/Log.swift", "@_exported import SightlineLog\n")
        self.write("keeper", f'path: "{self.folder}/Log"', "Log", LOG, package="Log")
        status, output = run("swift", "build", cwd=f"{self.folder}/keeper")
        self.require(not status, "keeper: an app with the trait should build", output)
        self.require(not re.search("warning|pkg-config", output, re.I), "keeper: there should be no warnings", output)
        pins = " ".join(self.resolved("keeper"))
        self.require(pins == "grdb.swift sightline", f"keeper: an app with the trait resolved {pins}")
        app = f"{self.folder}/keeper/.build/debug/App"
        answer = run(app, f"{self.folder}/impressions.sqlite")[1].strip() if os.path.exists(app) else "nothing"
        self.require(answer == "article-7 feed 2.0 seconds", f"keeper: the app printed {answer}")
        return f"ok, an app with a log builds, runs and resolves {pins}"
