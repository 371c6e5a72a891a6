// swift-tools-version: 6.1
import PackageDescription

// The hosts for AppKit, run on any machine over a double of it: see ../README.md. A package of its
// own, since `canImport(UIKit)` decides what is compiled. What both packages have is here by
// symbolic links.
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
    // What is tested.
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

// Swift Testing has an overlay for Apple's CoreGraphics, which is not this one.
let noOverlays = SwiftSetting.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])

// As in the package above: `make check` and CI set it.
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
