// swift-tools-version: 6.1
import PackageDescription

// As a dependency of an app this package is its libraries alone, and they depend on nothing: SwiftPM
// would otherwise fetch what only the command line needs, even though it builds none of it. While
// SwiftPM resolves a dependency it reads its manifest from the repository, as if it lay at the root of
// the file system; afterwards it lies in `.build/checkouts`, with Xcode in `SourcePackages/checkouts`.
let path = Context.packageDirectory.split(separator: "/").suffix(3)
let isDependency =
  path.isEmpty
  || path.count == 3 && path.dropFirst().first == "checkouts"
    && (path.first == ".build" || path.first == "SourcePackages")

let package = Package(
  name: "Sightline",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "Sightline", targets: ["Sightline"]),
    .library(name: "SightlineAppKit", targets: ["SightlineAppKit"]),
    .library(name: "SightlineCore", targets: ["SightlineCore"]),
    .library(name: "SightlineHost", targets: ["SightlineHost"]),
    .library(name: "SightlineScroll", targets: ["SightlineScroll"]),
    .library(name: "SightlineSwiftUI", targets: ["SightlineSwiftUI"]),
    .library(name: "SightlineTesting", targets: ["SightlineTesting"]),
    .library(name: "SightlineTrace", targets: ["SightlineTrace"]),
    .library(name: "SightlineUIKit", targets: ["SightlineUIKit"]),
  ],
  targets: [
    // On Linux `squareRoot()` and `rounded()` may become calls of the C library for mathematics, which
    // an executable without Foundation would not be linked with.
    .target(
      name: "SightlineCore",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "SightlineScroll", dependencies: ["SightlineCore"]),
    .target(name: "SightlineHost", dependencies: ["SightlineCore"]),
    // What the hosts on Apple's platforms share; these modules are empty elsewhere.
    .target(
      name: "SightlineApple", dependencies: ["SightlineCore", "SightlineHost"]),
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
    .target(name: "SightlineTesting", dependencies: ["SightlineCore"]),
    .target(name: "SightlineTrace", dependencies: ["SightlineCore"]),
  ],
  swiftLanguageModes: [.v6]
)

// GTK is a Linux matter here: an app for Apple's platforms sees none of it. Only what depends on
// SightlineGTK needs GTK's headers; all other products build without them.
#if os(Linux)
package.products += [.library(name: "SightlineGTK", targets: ["SightlineGTK"])]
package.targets += [
  .systemLibrary(
    name: "CGTK", pkgConfig: "gtk4",
    providers: [
      .apt(["libgtk-4-dev"]),
      .yum(["gtk4-devel"]),
    ]),
  .target(
    name: "SightlineGTK",
    dependencies: ["SightlineCore", "SightlineHost", "SightlineScroll", "SightlineTrace", "CGTK"]),
]
if !isDependency {
  package.products += [.executable(name: "sightline-gallery", targets: ["SightlineGallery"])]
  package.targets += [
    .executableTarget(
      name: "SightlineGallery",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineGTK", "CGTK",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "SightlineGTKTests",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineTrace", "SightlineGTK",
        "CGTK",
      ]),
  ]
}
#endif

if !isDependency {
  package.dependencies += [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ]
  package.products += [.executable(name: "sightline", targets: ["SightlineCommand"])]
  package.targets += [
    // The command's module cannot be called `sightline`: on a file system that ignores case its
    // build folder would be that of the umbrella module.
    .executableTarget(
      name: "SightlineCommand",
      dependencies: [
        "SightlineCore", "SightlineTrace", "CAllocations",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(name: "CAllocations"),
    .target(
      name: "SightlineTestSupport", dependencies: ["SightlineCore"],
      path: "Tests/SightlineTestSupport"),
    .testTarget(
      name: "SightlineCoreTests",
      dependencies: ["SightlineCore", "SightlineTestSupport", "CAllocations"]),
    .testTarget(name: "SightlineCommandTests", dependencies: ["SightlineCommand"]),
    .testTarget(
      name: "SightlineHostTests",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineTestSupport"]),
    .testTarget(
      name: "SightlineScrollTests",
      dependencies: ["SightlineCore", "SightlineScroll", "SightlineTestSupport"]),
    .testTarget(
      name: "SightlineTestingTests", dependencies: ["SightlineCore", "SightlineTesting"]),
    .testTarget(
      name: "SightlineTraceTests",
      dependencies: ["SightlineCore", "SightlineTestSupport", "SightlineTrace"],
      resources: [.copy("Fixtures")]),
  ]
}

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
