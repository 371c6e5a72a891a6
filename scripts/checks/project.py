"""Checks of the Xcode projects, as far as possible without Xcode."""

import json
import os
import re

from checks.support import Failed, files, read, require

PROJECTS = ["Examples/GalleryApp/GalleryApp.xcodeproj", "AppleTests/UIKitHost.xcodeproj"]


def check_project():
    """The Xcode projects parse, reference only existing files, and include every Swift file."""
    problems = [f"{path}: {problem}" for path in PROJECTS for problem in Project(path).problems]
    if problems:
        raise Failed(problems)


class Project:
    def __init__(self, path):
        self.path, self.folder, self.problems = path, os.path.dirname(path), []
        project = json.loads(require("plutil", "-convert", "json", "-o", "-", f"{path}/project.pbxproj"))
        self.objects, self.root = project["objects"], project["rootObject"]
        if self.all("PBXFileSystemSynchronizedRootGroup") and project["objectVersion"] != "77":
            self.problems.append("synchronized folders require objectVersion 77")
        defined = re.findall("([0-9A-Fa-f]{24}) = {", read(f"{path}/project.pbxproj"))
        self.problems += [f"{id} is defined twice" for id in self.objects if defined.count(id) > 1]
        self.check_references()
        self.check_files()
        self.check_packages()
        self.check_settings()
        self.check_schemes()

    def all(self, kind):
        return {id: object for id, object in self.objects.items() if object.get("isa") == kind}

    def require(self, holds, problem):
        if not holds:
            self.problems.append(problem)

    def check_references(self):
        reached, waiting = set(), [self.root]
        while waiting:
            value = waiting.pop()
            if isinstance(value, list):
                waiting += value
            elif isinstance(value, dict):
                waiting += value.values()
            # Object names are 24 hexadecimal digits.
            elif re.fullmatch("[0-9A-Fa-f]{24}", value) and value not in reached:
                reached.add(value)
                self.require(value in self.objects, f"undefined {value}")
                waiting.append(self.objects.get(value, ""))
        self.problems += [f"unreferenced {id}" for id in self.objects.keys() - reached]

    def check_files(self):
        targets = self.all("PBXNativeTarget").values()
        used = {id for target in targets for id in target.get("fileSystemSynchronizedGroups", [])}
        places = []
        for id, group in self.all("PBXFileSystemSynchronizedRootGroup").items():
            place = os.path.normpath(f"{self.folder}/{group.get('path', '')}")
            places.append(place + "/")
            self.require(os.path.isdir(place), f"no folder {place}")
            self.require(id in used, f"no target includes {place}")
            self.require(files(f"{place}/*.swift"), f"no Swift file in {place}")
        # The doubles are in the same folder as the tests' project but not part of it.
        if not os.path.exists(f"{self.folder}/Double"):
            for file in files(f"{self.folder}/*.swift"):
                self.require(file.startswith(tuple(places)), f"{file} belongs to no target")

    def check_packages(self):
        products = set()
        for package in self.all("XCLocalSwiftPackageReference").values():
            manifest = os.path.normpath(f"{self.folder}/{package.get('relativePath', '')}/Package.swift")
            if os.path.exists(manifest):
                products.update(re.findall(r'\.library\(name: "([^"]*)"', read(manifest)))
            else:
                self.problems.append(f"no package at {manifest}")
        for product in self.all("XCSwiftPackageProductDependency").values():
            name = product.get("productName", "")
            self.require(name in products, f"no package with a product {name}")

    def check_settings(self):
        oldest = dict(re.findall(r"\.(iOS|macOS)\(\.v(\d+)\)", read("Package.swift")))
        for configuration in self.all("XCBuildConfiguration").values():
            for setting, platform in ("IPHONEOS", "iOS"), ("MACOSX", "macOS"):
                package = f"{oldest[platform]}.0"
                value = configuration.get("buildSettings", {}).get(f"{setting}_DEPLOYMENT_TARGET", package)
                self.require(value == package, f"{platform} {value}, the package has {package}")
        for configurations in self.all("XCConfigurationList").values():
            names = [self.objects.get(id, {}).get("name") for id in configurations["buildConfigurations"]]
            name = configurations.get("defaultConfigurationName")
            self.require(name in names, f"the default configuration {name} is not in {names}")

    def check_schemes(self):
        schemes = files(f"{self.path}/xcshareddata/xcschemes/*.xcscheme")
        self.require(schemes, "no shared scheme")
        for file in schemes:
            for name, value in re.findall(r'(\w+)\s*=\s*"([^"]*)"', read(file)):
                if name == "BlueprintIdentifier":
                    self.require(value in self.all("PBXNativeTarget"), f"{file}: no target {value}")
                if name == "ReferencedContainer":
                    is_own = value == f"container:{os.path.basename(self.path)}"
                    self.require(is_own, f"{file}: {value} refers to another project")
