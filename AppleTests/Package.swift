// swift-tools-version: 6.1
import PackageDescription

// The hosts for Apple's toolkits, run on any machine over doubles of these toolkits: see README.md.
// The hosts' sources are symbolic links; their folder `System` is replaced, and nothing else.
let package = Package(
  name: "AppleTests",
  targets: [
    // The doubles. No module may be called Darwin.
    .target(name: "VirtualTime", path: "Double/VirtualTime"),
    .target(name: "ObjectRuntime", path: "Double/ObjectRuntime"),
    .target(name: "CoreGraphics", path: "Double/CoreGraphics"),
    .target(
      name: "QuartzCore", dependencies: ["CoreGraphics", "ObjectRuntime", "VirtualTime"],
      path: "Double/QuartzCore"),
    .target(
      name: "UIKit", dependencies: ["CoreGraphics", "ObjectRuntime", "QuartzCore", "VirtualTime"],
      path: "Double/UIKit"),
    // What is tested.
    .target(
      name: "SightlineCore", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "SightlineScroll", dependencies: ["SightlineCore"]),
    .target(name: "SightlineHost", dependencies: ["SightlineCore"]),
    .target(
      name: "SightlineApple",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "CoreGraphics", "ObjectRuntime",
        "UIKit",
        "VirtualTime",
      ]),
    .target(
      name: "SightlineUIKit",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineApple", "UIKit",
      ]),
    // What a frame costs: `swift run -c release --package-path AppleTests host-bench`.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "host-bench",
      dependencies: [
        "CAllocations", "ObjectRuntime", "SightlineCore", "SightlineUIKit", "UIKit", "VirtualTime",
      ],
      path: "Bench"),
    // The tests.
    .testTarget(name: "DoubleTests", dependencies: ["UIKit", "VirtualTime"]),
    .testTarget(
      name: "UIKitHostTests",
      dependencies: [
        "SightlineApple", "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineUIKit",
        "UIKit",
        "VirtualTime",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Swift Testing has an overlay for Apple's CoreGraphics, which is not this one.
let noOverlays = SwiftSetting.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])

// As in the package above: `make check` and CI set it.
let strict = Context.environment["SIGHTLINE_STRICT"] == "1"

// The toolkits are made without checks of exclusive access, and what a frame costs is measured
// without theirs.
let unchecked = SwiftSetting.unsafeFlags(
  ["-enforce-exclusivity=unchecked"], .when(configuration: .release))
let doubles: Set = ["VirtualTime", "ObjectRuntime", "CoreGraphics", "QuartzCore", "UIKit"]

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if doubles.contains(target.name) { target.swiftSettings?.append(unchecked) }
  if target.isTest { target.swiftSettings?.append(noOverlays) }
  if strict { target.swiftSettings?.append(.unsafeFlags(["-warnings-as-errors"])) }
}
