// swift-tools-version: 6.1
import PackageDescription

// The libraries depend on nothing outside this package. What only the command line needs is a
// dependency of its target alone, so SwiftPM does not even resolve it for an app that uses the
// libraries (SE-0226).
let package = Package(
  name: "Sightline",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "SightlineCore", targets: ["SightlineCore"]),
    .library(name: "SightlineTesting", targets: ["SightlineTesting"]),
    .library(name: "SightlineTrace", targets: ["SightlineTrace"]),
    .executable(name: "sightline", targets: ["SightlineCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .target(name: "SightlineCore"),
    .target(name: "SightlineTesting", dependencies: ["SightlineCore"]),
    .target(name: "SightlineTrace", dependencies: ["SightlineCore"]),
    // The command's module cannot be called `sightline`: on a file system that ignores case its
    // build folder would be that of the umbrella module.
    .executableTarget(
      name: "SightlineCommand",
      dependencies: [
        "SightlineCore", "SightlineTrace", "CAllocations",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(name: "CAllocations"),
    .testTarget(name: "SightlineCoreTests", dependencies: ["SightlineCore", "CAllocations"]),
    .testTarget(name: "SightlineCommandTests", dependencies: ["SightlineCommand"]),
    .testTarget(
      name: "SightlineTestingTests", dependencies: ["SightlineCore", "SightlineTesting"]),
    .testTarget(
      name: "SightlineTraceTests", dependencies: ["SightlineCore", "SightlineTrace"],
      resources: [.copy("Fixtures")]),
  ],
  swiftLanguageModes: [.v6]
)

// `make check` sets SIGHTLINE_STRICT: warnings are errors then, in our own targets only. Nobody else
// sets it, so that a newer compiler's new warning breaks no user's build.
let strict = Context.environment["SIGHTLINE_STRICT"] == "1"

for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + (strict ? [.unsafeFlags(["-warnings-as-errors"])] : [])
}
