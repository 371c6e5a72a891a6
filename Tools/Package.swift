// swift-tools-version: 6.1
import PackageDescription

// The executables of the project. A separate package, so that apps using the libraries do not
// resolve dependencies of the executables, such as swift-argument-parser.
#if os(Linux)
let hasGTK = true
#else
let hasGTK = false
#endif

let package = Package(
  name: "SightlineTools",
  platforms: [.macOS(.v13)],
  products: [.executable(name: "sightline", targets: ["SightlineCommand"])],
  dependencies: [
    .package(name: "Sightline", path: "..", traits: hasGTK ? ["GTK", "Log"] : ["Log"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // The HTTP server of `sightline receive`. Only here, so no app resolves it.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // The command's module is not called `sightline`, because on a case-insensitive file system its
    // build folder would be that of the umbrella module.
    .executableTarget(
      name: "SightlineCommand",
      dependencies: [
        "CAllocations", "CZlib",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "SightlineCore", package: "Sightline"),
        .product(name: "SightlineLog", package: "Sightline"),
        .product(name: "SightlineHost", package: "Sightline"),
        .product(name: "_SightlineOracle", package: "Sightline"),
        .product(name: "SightlineTrace", package: "Sightline"),
        "SightlineViewer",
      ], resources: [.embedInCode("Report/report.css")]),
    .target(name: "CAllocations"),
    // The page that plays a session, for the command and the gallery. The plugin builds its
    // contents (the engine for JavaScript, the viewer's files) and embeds them in a Swift file.
    .target(
      name: "SightlineViewer",
      dependencies: ["CZlib", .product(name: "SightlineTrace", package: "Sightline")],
      plugins: ["ViewerPagePlugin"]),
    .plugin(
      name: "ViewerPagePlugin", capability: .buildTool(), dependencies: ["ViewerBundler"]),
    .executableTarget(name: "ViewerBundler"),
    .systemLibrary(
      name: "CZlib", providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]),
    // Writes to a log until killed, simulates a fleet, and benchmarks the log against plain GRDB.
    .executableTarget(
      name: "LogTrial",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SightlineLog", package: "Sightline"),
      ]),
    .testTarget(
      name: "SightlineCommandTests",
      dependencies: [
        "SightlineCommand", .product(name: "SightlineCore", package: "Sightline"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SightlineLog", package: "Sightline"),
      ],
      // For files shared with the log's tests.
      swiftSettings: [.define("Log")]),
    .testTarget(
      name: "SightlineViewerTests", dependencies: ["SightlineViewer", "ViewerBundler"]),
    .testTarget(
      name: "SightlineAllocationTests",
      dependencies: ["CAllocations", .product(name: "SightlineCore", package: "Sightline")]),
  ],
  swiftLanguageModes: [.v6]
)

if hasGTK {
  package.products += [.executable(name: "sightline-gallery", targets: ["SightlineGallery"])]
  package.targets += [
    .executableTarget(
      name: "SightlineGallery",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SightlineCore", package: "Sightline"),
        .product(name: "SightlineGTK", package: "Sightline"),
        .product(name: "SightlineGTKWidgets", package: "Sightline"),
        .product(name: "_SightlineGTKToolkit", package: "Sightline"),
        .product(name: "SightlineHost", package: "Sightline"),
        .product(name: "SightlineLog", package: "Sightline"),
        .product(name: "SightlineRecording", package: "Sightline"),
        .product(name: "SightlineScroll", package: "Sightline"),
        .product(name: "SightlineTrace", package: "Sightline"),
        "SightlineViewer",
      ],
      // Embedded, so that the program can be copied.
      resources: [.embedInCode("Code"), .embedInCode("App/Style/gallery.css")]),
    // Measures a frame that scrolls.
    .executableTarget(
      name: "FrameBench",
      dependencies: [
        "CFrameBench",
        .product(name: "SightlineCore", package: "Sightline"),
        .product(name: "SightlineGTK", package: "Sightline"),
        .product(name: "_SightlineGTKToolkit", package: "Sightline"),
      ]),
    .target(name: "CFrameBench"),
    .testTarget(name: "SightlineGalleryTests", dependencies: ["SightlineGallery"]),
  ]
}

// As in the root package.
let strict = Context.environment["SIGHTLINE_STRICT"] == "1"

for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + (strict ? [.unsafeFlags(["-warnings-as-errors"])] : [])
}
