// swift-tools-version: 6.1
import PackageDescription

// Runs the hosts for AppKit on any machine over a double of it; see ../README.md. A separate
// package, because `canImport(UIKit)` determines the compiled code. Symbolic links share files
// common to both packages.
let package = Package(
  name: "AppKitTests",
  targets: [
    // The doubles.
    .target(name: "VirtualTime", path: "Double/VirtualTime"),
    .target(name: "ObjectRuntime", path: "Double/ObjectRuntime"),
    .target(name: "CoreGraphics", path: "Double/CoreGraphics"),
    .target(
      name: "QuartzCore", dependencies: ["CoreGraphics", "ObjectRuntime", "VirtualTime"],
      path: "Double/QuartzCore"),
    .target(
      name: "AppKit", dependencies: ["CoreGraphics", "ObjectRuntime", "QuartzCore", "VirtualTime"],
      path: "Double/AppKit"),
    // The modules under test.
    .target(
      name: "SightlineCore", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "SightlineScroll", dependencies: ["SightlineCore"]),
    .target(name: "SightlineHost", dependencies: ["SightlineCore"]),
    .target(
      name: "SightlineApple",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "AppKit", "CoreGraphics",
        "ObjectRuntime", "VirtualTime",
      ]),
    .target(
      name: "SightlineAppKit",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineApple", "AppKit",
      ]),
    // The tests.
    .testTarget(name: "AppKitDoubleTests", dependencies: ["AppKit", "VirtualTime"]),
    .testTarget(
      name: "AppKitHostTests",
      dependencies: [
        "AppKit", "SightlineApple", "SightlineAppKit", "SightlineCore", "SightlineHost",
        "SightlineScroll", "VirtualTime",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Swift Testing has an overlay for Apple's CoreGraphics, which does not apply to the double.
let noOverlays = SwiftSetting.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])

// As in the root package, set by `make check` and CI.
let strict = Context.environment["SIGHTLINE_STRICT"] == "1"

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if target.isTest { target.swiftSettings?.append(noOverlays) }
  if strict { target.swiftSettings?.append(.unsafeFlags(["-warnings-as-errors"])) }
}
