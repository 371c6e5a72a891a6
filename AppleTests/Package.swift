// swift-tools-version: 6.1
import PackageDescription

// Runs the hosts for Apple's toolkits on any machine over doubles of the toolkits; see README.md.
// The hosts' sources are symbolic links, except for the folder `System`, which is replaced.
let package = Package(
  name: "AppleTests",
  targets: [
    // The doubles. None may be called Darwin.
    .target(name: "VirtualTime", path: "Double/VirtualTime"),
    .target(name: "ObjectRuntime", path: "Double/ObjectRuntime"),
    .target(name: "CoreGraphics", path: "Double/CoreGraphics"),
    .target(
      name: "QuartzCore", dependencies: ["CoreGraphics", "ObjectRuntime", "VirtualTime"],
      path: "Double/QuartzCore"),
    .target(
      name: "UIKit", dependencies: ["CoreGraphics", "ObjectRuntime", "QuartzCore", "VirtualTime"],
      path: "Double/UIKit"),
    .target(name: "Combine", path: "Double/Combine"),
    .target(
      name: "SwiftUI",
      dependencies: [
        "Combine", "CoreGraphics", "ObjectRuntime", "QuartzCore", "UIKit", "VirtualTime",
      ],
      path: "Double/SwiftUI"),
    // The modules under test.
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
    .target(
      name: "SightlineSwiftUI",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineApple", "SightlineUIKit",
        "Combine", "SwiftUI", "UIKit",
      ]),
    // The benchmark of a frame: `swift run -c release --package-path AppleTests host-bench`.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "host-bench",
      dependencies: [
        "CAllocations", "ObjectRuntime", "SightlineCore", "SightlineUIKit", "UIKit", "VirtualTime",
      ],
      path: "Bench"),
    // The tests.
    .testTarget(name: "DoubleTests", dependencies: ["SwiftUI", "UIKit", "VirtualTime"]),
    .testTarget(
      name: "UIKitHostTests",
      dependencies: [
        "SightlineApple", "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineUIKit",
        "UIKit",
        "VirtualTime",
      ]),
    .testTarget(
      name: "SwiftUIHostTests",
      dependencies: [
        "SightlineApple", "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineSwiftUI",
        "SwiftUI", "UIKit", "VirtualTime",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Swift Testing has an overlay for Apple's CoreGraphics, which does not apply to the double.
let noOverlays = SwiftSetting.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])

// As in the root package, set by `make check` and CI.
let strict = Context.environment["SIGHTLINE_STRICT"] == "1"

// Apple's toolkits are compiled without exclusivity checks, so frames are measured without those of
// the doubles.
let unchecked = SwiftSetting.unsafeFlags(
  ["-enforce-exclusivity=unchecked"], .when(configuration: .release))
let doubles: Set = [
  "VirtualTime", "ObjectRuntime", "CoreGraphics", "QuartzCore", "UIKit", "Combine", "SwiftUI",
]

// Optimised, random worlds take a third of the time. Assertions are kept.
let optimised = SwiftSetting.unsafeFlags(
  ["-O", "-assert-config", "Debug"], .when(configuration: .debug))

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if doubles.contains(target.name) { target.swiftSettings?.append(unchecked) }
  if target.isTest { target.swiftSettings?.append(noOverlays) }
  target.swiftSettings?.append(optimised)
  if strict { target.swiftSettings?.append(.unsafeFlags(["-warnings-as-errors"])) }
}
