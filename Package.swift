// swift-tools-version: 6.1
import PackageDescription

// Every use of GTK's headers has the same condition. One without it, and every consumer of the
// package would see pkg-config's complaints about a library that it does not use.
let gtk: Target.Dependency = .target(
  name: "CGTK", condition: .when(platforms: [.linux], traits: ["GTK"]))

// The only package that this one names, and each use of it has the same condition: without the
// trait SwiftPM resolves and fetches nothing (`scripts/check-consumers` holds that).
let grdb: [Target.Dependency] = ["GRDB", "GRDBSQLite"].map {
  .product(name: $0, package: "GRDB.swift", condition: .when(traits: ["Log"]))
}

// The package is its libraries, and without a trait they depend on nothing: `swift build` and
// `swift test` need no more than Swift. The executables are a package of their own, in Tools, for
// their sake.
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
    // For the gallery in Tools. The underscore says what it says elsewhere: this is no API.
    .library(name: "_SightlineGTKToolkit", targets: ["SightlineGTKToolkit"]),
  ],
  traits: [
    .trait(
      name: "GTK",
      description:
        "Fills SightlineGTK and SightlineGTKWidgets, on Linux; needs the headers of GTK 4 and pkg-config."
    ),
    .trait(
      name: "Log",
      description:
        "Fills SightlineLog, the durable impression log; brings GRDB, and needs SQLite's headers on Linux."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")
  ],
  targets: [
    // On Linux `squareRoot()` and `rounded()` may become calls of the C library for mathematics,
    // which an executable without Foundation would not be linked with.
    .target(
      name: "SightlineCore",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "SightlineScroll", dependencies: ["SightlineCore"]),
    .target(name: "SightlineHost", dependencies: ["SightlineCore"]),
    // What the hosts on Apple's platforms share; these modules are empty elsewhere.
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
    // GTK's signals, main loop and references in Swift: what the host and the widgets are written
    // in.
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
      name: "SightlineGTKTestSupport", dependencies: ["SightlineCore", "SightlineGTKToolkit", gtk],
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
    .testTarget(name: "SightlineLogTests", dependencies: ["SightlineCore", "SightlineLog"] + grdb),
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

// `make check` sets SIGHTLINE_STRICT: warnings are errors then, in our own targets only. Nobody
// else sets it, so that a newer compiler's new warning breaks no user's build.
let strict = Context.environment["SIGHTLINE_STRICT"] == "1"

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + (strict ? [.unsafeFlags(["-warnings-as-errors"])] : [])
}
