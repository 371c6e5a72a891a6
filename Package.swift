// swift-tools-version: 6.1
import PackageDescription

// All uses of GTK's headers have this condition. Without it, all consumers of the package would see
// pkg-config warnings about a library they do not use.
let gtk: Target.Dependency = .target(
  name: "CGTK", condition: .when(platforms: [.linux], traits: ["GTK"]))

// The only dependency. All uses of it have this condition, so without the trait SwiftPM resolves
// and fetches nothing (checked by `scripts/check-consumers`).
let grdb: [Target.Dependency] = ["GRDB", "GRDBSQLite"].map {
  .product(name: $0, package: "GRDB.swift", condition: .when(traits: ["Log"]))
}

// The package contains only libraries, which have no dependencies without a trait: `swift build`
// and `swift test` need only Swift. The executables have dependencies, so they are a separate
// package, in Tools.
let package = Package(
  name: "Sightline",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "Sightline", targets: ["Sightline"]),
    .library(name: "SightlineAppKit", targets: ["SightlineAppKit"]),
    .library(name: "SightlineCore", targets: ["SightlineCore"]),
    .library(name: "SightlineGTK", targets: ["SightlineGTK"]),
    .library(name: "SightlineGTKWidgets", targets: ["SightlineGTKWidgets"]),
    .library(name: "SightlineHost", targets: ["SightlineHost"]),
    .library(name: "SightlineLog", targets: ["SightlineLog"]),
    .library(name: "SightlineScroll", targets: ["SightlineScroll"]),
    .library(name: "SightlineSwiftUI", targets: ["SightlineSwiftUI"]),
    .library(name: "SightlineTesting", targets: ["SightlineTesting"]),
    .library(name: "SightlineTrace", targets: ["SightlineTrace"]),
    .library(name: "SightlineUIKit", targets: ["SightlineUIKit"]),
    // For the gallery in Tools. Not API, as the underscore indicates.
    .library(name: "_SightlineGTKToolkit", targets: ["SightlineGTKToolkit"]),
  ],
  traits: [
    .trait(
      name: "GTK",
      description:
        "Enables SightlineGTK and SightlineGTKWidgets on Linux; needs GTK 4's headers and pkg-config."
    ),
    .trait(
      name: "Log",
      description:
        "Enables SightlineLog, the durable impression log; uses GRDB, and SQLite's headers on Linux."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")
  ],
  targets: [
    // On Linux, `squareRoot()` and `rounded()` may call the C math library, which executables
    // without Foundation do not link.
    .target(
      name: "SightlineCore",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "SightlineScroll", dependencies: ["SightlineCore"]),
    .target(name: "SightlineHost", dependencies: ["SightlineCore"]),
    // Shared by the hosts on Apple platforms. These modules are empty elsewhere.
    .target(
      name: "SightlineApple",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineScroll"]),
    .target(
      name: "SightlineUIKit",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineScroll", "SightlineApple"]),
    .target(
      name: "SightlineAppKit",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineScroll", "SightlineApple"]),
    .target(
      name: "SightlineSwiftUI",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineApple", "SightlineUIKit",
        "SightlineAppKit",
      ]),
    .target(
      name: "Sightline",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineSwiftUI",
        "SightlineUIKit", "SightlineAppKit",
      ]),
    .target(name: "SightlineLog", dependencies: ["SightlineCore"] + grdb),
    .target(name: "SightlineTesting", dependencies: ["SightlineCore"]),
    .target(name: "SightlineTrace", dependencies: ["SightlineCore"]),
    .systemLibrary(
      name: "CGTK", pkgConfig: "gtk4",
      providers: [
        .apt(["libgtk-4-dev"]),
        .yum(["gtk4-devel"]),
      ]),
    // GTK's signals, main loop and references in Swift, for the host and the widgets.
    .target(name: "SightlineGTKToolkit", dependencies: ["SightlineCore", gtk]),
    .target(
      name: "SightlineGTK",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineTrace",
        "SightlineGTKToolkit",
        gtk,
      ]),
    .target(
      name: "SightlineGTKWidgets",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineGTK", "SightlineGTKToolkit",
        gtk,
      ]),
    .target(
      name: "SightlineGTKTestSupport",
      dependencies: ["SightlineCore", "SightlineGTKToolkit", "SightlineHost", gtk],
      path: "Tests/SightlineGTKTestSupport"),
    .target(
      name: "SightlineTestSupport", dependencies: ["SightlineCore"],
      path: "Tests/SightlineTestSupport"),
    .testTarget(
      name: "SightlineCoreTests", dependencies: ["SightlineCore", "SightlineTestSupport"]),
    .testTarget(
      name: "SightlineGTKTests",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineTrace", "SightlineGTK",
        "SightlineGTKToolkit", "SightlineGTKTestSupport", "SightlineLog", gtk,
      ]),
    .testTarget(
      name: "SightlineGTKToolkitTests",
      dependencies: ["SightlineGTKToolkit", "SightlineGTKTestSupport", gtk]),
    .testTarget(
      name: "SightlineGTKWidgetsTests",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineGTK", "SightlineGTKToolkit",
        "SightlineGTKWidgets", "SightlineGTKTestSupport", gtk,
      ]),
    .testTarget(
      name: "SightlineHostTests",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineTestSupport"]),
    .testTarget(
      name: "SightlineLogTests",
      dependencies: ["SightlineCore", "SightlineLog", "SightlineTestSupport"] + grdb,
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "SightlineScrollTests",
      dependencies: ["SightlineCore", "SightlineScroll", "SightlineTestSupport"]),
    .testTarget(
      name: "SightlineTestingTests", dependencies: ["SightlineCore", "SightlineTesting"]),
    .testTarget(
      name: "SightlineTraceTests",
      dependencies: ["SightlineCore", "SightlineTestSupport", "SightlineTrace"],
      resources: [.copy("Fixtures")]),
  ],
  swiftLanguageModes: [.v6]
)

// With SIGHTLINE_STRICT, warnings are errors in our targets. Only `make check` and CI set it, so
// new warnings of newer compilers do not break users' builds.
let strict = Context.environment["SIGHTLINE_STRICT"] == "1"

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + (strict ? [.unsafeFlags(["-warnings-as-errors"])] : [])
}
