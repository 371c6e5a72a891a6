// swift-tools-version: 6.1
import PackageDescription

// All uses of GTK's headers have this condition. Without it, all consumers of the package would see
// pkg-config warnings about a library they do not use.
let gtk: Target.Dependency = .target(
  name: "CSightlineGTK", condition: .when(platforms: [.linux], traits: ["GTK"]))

// The only dependency. All uses of it have this condition, so without the trait SwiftPM resolves
// and fetches nothing (checked by `scripts/check consumers`).
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
    .library(name: "SightlineApple", targets: ["SightlineApple"]),
    .library(name: "SightlineAppleViews", targets: ["SightlineAppleViews"]),
    .library(name: "SightlineCore", targets: ["SightlineCore"]),
    .library(name: "SightlineGTK", targets: ["SightlineGTK"]),
    .library(name: "SightlineGTKWidgets", targets: ["SightlineGTKWidgets"]),
    .library(name: "SightlineHost", targets: ["SightlineHost"]),
    .library(name: "SightlineLog", targets: ["SightlineLog"]),
    // For the command in Tools. Not API, as the underscore indicates.
    .library(name: "_SightlineOracle", targets: ["SightlineOracle"]),
    .library(name: "SightlineRecording", targets: ["SightlineRecording"]),
    .library(name: "SightlineScroll", targets: ["SightlineScroll"]),
    .library(name: "SightlineSwiftUI", targets: ["SightlineSwiftUI"]),
    .library(name: "SightlineSwiftUIViews", targets: ["SightlineSwiftUIViews"]),
    .library(name: "SightlineTesting", targets: ["SightlineTesting"]),
    .library(name: "SightlineTrace", targets: ["SightlineTrace"]),
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
    .target(name: "SightlineVocabulary", dependencies: ["SightlineCore", "SightlineHost"]),
    // The hosts for Apple's toolkits, and the views built on each. Empty on other systems.
    .target(
      name: "SightlineApple",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineVocabulary"]),
    .target(
      name: "SightlineAppleViews",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineScroll", "SightlineApple"]),
    .target(
      name: "SightlineSwiftUI",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineVocabulary", "SightlineApple"]),
    .target(
      name: "SightlineSwiftUIViews",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineApple",
        "SightlineAppleViews", "SightlineSwiftUI",
      ]),
    .target(
      name: "Sightline",
      dependencies: [
        "SightlineScroll", "SightlineVocabulary", "SightlineAppleViews", "SightlineSwiftUIViews",
      ]),
    .target(
      name: "SightlineLog", dependencies: ["SightlineCore", "SightlineHost"] + grdb,
      resources: [.copy("PrivacyInfo.xcprivacy")]),
    // The reference path of the engine, for tests. No app compiles it.
    .target(name: "SightlineOracle", dependencies: ["SightlineCore"]),
    .target(
      name: "SightlineTesting",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineOracle", "SightlineScroll"]),
    .target(
      name: "SightlineTrace", dependencies: ["SightlineCore"],
      resources: [.copy("PrivacyInfo.xcprivacy")]),
    // Recording in each host, apart from them: an app without recordings compiles no traces.
    .target(
      name: "SightlineRecording",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineTrace", "SightlineApple", "SightlineSwiftUI",
        .target(name: "SightlineGTK", condition: .when(platforms: [.linux], traits: ["GTK"])),
      ]),
    .systemLibrary(
      name: "CSightlineGTK", pkgConfig: "gtk4",
      providers: [
        .apt(["libgtk-4-dev"]),
        .yum(["gtk4-devel"]),
      ]),
    // GTK's signals, main loop and references in Swift, for the host and the widgets.
    .target(
      name: "SightlineGTKToolkit",
      dependencies: [
        "SightlineCore", gtk,
        .target(
          name: "CSightlineGTKStart", condition: .when(platforms: [.linux], traits: ["GTK"])),
      ]),
    // Runs the main actor in GLib's loop. Empty without GTK's headers.
    .target(name: "CSightlineGTKStart", dependencies: [gtk]),
    .target(
      name: "SightlineGTK",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineGTKToolkit", gtk,
      ]),
    .target(
      name: "SightlineGTKWidgets",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineGTK", "SightlineGTKToolkit",
        gtk,
      ]),
    .target(
      name: "SightlineGTKTestSupport",
      dependencies: [
        "SightlineCore", "SightlineGTKToolkit", "SightlineHost", "SightlineTesting", gtk,
      ],
      path: "Tests/SightlineGTKTestSupport"),
    .systemLibrary(name: "CSightlineGTKTest", path: "Tests/CSightlineGTKTest"),
    .target(
      name: "SightlineTestSupport",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineOracle", "SightlineTesting"],
      path: "Tests/SightlineTestSupport"),
    .testTarget(
      name: "SightlineCoreTests",
      dependencies: ["SightlineCore", "SightlineOracle", "SightlineTestSupport"]),
    .testTarget(
      name: "SightlineGTKTests",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineTrace", "SightlineGTK",
        "SightlineGTKToolkit", "SightlineGTKTestSupport", "SightlineLog", "SightlineRecording",
        "SightlineTestSupport", gtk,
      ]),
    .testTarget(
      name: "SightlineGTKToolkitTests",
      dependencies: ["SightlineCore", "SightlineGTKToolkit", "SightlineGTKTestSupport", gtk]),
    .testTarget(
      name: "SightlineGTKWidgetsTests",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineScroll", "SightlineGTK", "SightlineGTKToolkit",
        "SightlineGTKWidgets", "SightlineGTKTestSupport", "SightlineTestSupport", gtk,
        .target(
          name: "CSightlineGTKTest", condition: .when(platforms: [.linux], traits: ["GTK"])),
      ]),
    .testTarget(
      name: "SightlineHostTests",
      dependencies: [
        "SightlineCore", "SightlineHost", "SightlineOracle", "SightlineTestSupport",
        "SightlineTesting",
      ]),
    .testTarget(
      name: "SightlineLogTests",
      dependencies: ["SightlineCore", "SightlineHost", "SightlineLog", "SightlineTestSupport"]
        + grdb,
      resources: [.copy("Fixtures")]),
    .testTarget(name: "SightlineRecordingTests", dependencies: ["SightlineRecording"]),
    .testTarget(
      name: "SightlineScrollTests",
      dependencies: ["SightlineCore", "SightlineScroll", "SightlineTestSupport"]),
    .testTarget(
      name: "SightlineTestingTests",
      dependencies: ["SightlineCore", "SightlineScroll", "SightlineTesting", "SightlineTrace"]),
    .testTarget(
      name: "SightlineTraceTests",
      dependencies: ["SightlineCore", "SightlineOracle", "SightlineTestSupport", "SightlineTrace"],
      resources: [.copy("Fixtures")]),
  ],
  swiftLanguageModes: [.v6]
)

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
for target in package.targets where target.type != .system { target.swiftSettings = features }

// MARK: - For the project's own builds. Users set none of these variables.

// Over a double, and with SIGHTLINE_OPTIMISED, debug builds are optimised except for the tests
// themselves: random worlds take a fraction of the time, and passes allocate as in a release
// build. Assertions are kept. `make test` and `make check` set it for the package in Tools.
let toolkit = Context.environment["SIGHTLINE_DOUBLE"] ?? ""
let optimised: [SwiftSetting] =
  toolkit.isEmpty && Context.environment["SIGHTLINE_OPTIMISED"] != "1"
  ? []
  : [
    .unsafeFlags(
      [
        "-O", "-assert-config", "Debug", "-disable-batch-mode", "-whole-module-optimization",
        "-num-threads", "2",
      ], .when(configuration: .debug))
  ]

// With SIGHTLINE_STRICT, warnings are errors in our targets. Only `make check` and CI set it, so
// new warnings of newer compilers do not break users' builds.
let strict: [SwiftSetting] =
  Context.environment["SIGHTLINE_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []

if !toolkit.isEmpty { useDouble(of: toolkit) }
for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + (target.type == .test ? [] : optimised) + strict
}

// With SIGHTLINE_DOUBLE, the hosts for Apple's toolkits are compiled over a double: of `UIKit`,
// with the other modules, or of `AppKit`, without. See AppleTests/README.md.
//
// It can't be another package. SwiftPM rejects a target whose path is outside its package, ignores
// such `sources`, and applies `moduleAliases` only to modules that the product's package has. With
// `-Xswiftc -module-alias`, the hosts find a double only if it was compiled before, but as a
// dependency, the hosts' package is compiled first or at the same time.
@MainActor
func useDouble(of toolkit: String) {
  let isUIKit = toolkit == "UIKit"
  // Both toolkits share a build folder, where `canImport` finds the modules of both. So each has
  // aliases of its own doubles only, and modules that both have get another name over AppKit.
  func named(_ name: String) -> String { isUIKit ? name : "AppKit\(name)" }
  func alias(_ name: String, _ module: String) -> SwiftSetting {
    .unsafeFlags(["-module-alias", "\(name)=\(module)"])
  }
  let core = [
    "SightlineCore", "SightlineOracle", "SightlineScroll", "SightlineHost", "SightlineVocabulary",
    "SightlineTesting", "SightlineTrace", "SightlineTestSupport",
  ]
  let hosts =
    ["SightlineApple", "SightlineAppleViews", "SightlineRecording"]
    + (isUIKit ? ["SightlineSwiftUI", "SightlineSwiftUIViews"] : [])
  let system = features + ["CoreGraphics", "QuartzCore"].map { alias($0, "\($0)Double") }
  let settings =
    system
    + (isUIKit ? ["Combine", "SwiftUI", "UIKit"] : ["AppKit"]).map { alias($0, "\($0)Double") }
    + (isUIKit ? [] : (hosts + ["SystemDouble", "Recorded"]).map { alias($0, named($0)) })

  func names(_ names: [String]) -> [Target.Dependency] { names.map { .byName(name: $0) } }

  /// The modules of doubles so far, which the next one may import.
  var doubles: [String] = []
  func double(
    _ name: String, in folders: [String], _ settings: [SwiftSetting], over: [String] = []
  ) {
    package.targets.append(
      .target(
        name: name, dependencies: names(doubles + over), path: "AppleTests/Double",
        sources: folders,
        // Apple's toolkits are compiled without exclusivity checks.
        swiftSettings: settings + [
          .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
        ]))
    doubles.append(name)
  }
  double("VirtualTime", in: ["VirtualTime"], system)
  double("ObjectRuntime", in: ["ObjectRuntime"], system)
  double("CoreGraphicsDouble", in: ["CoreGraphics"], system)
  double("QuartzCoreDouble", in: ["QuartzCore"], system)
  double("\(toolkit)Double", in: [toolkit, "Shared"], settings)
  if isUIKit {
    double("CombineDouble", in: ["Combine"], settings)
    // Like SwiftUI, by its interface. So a closure of the main actor that it calls elsewhere stops
    // the program, as on a device.
    double("SwiftUIDouble", in: ["SwiftUI"], settings + [.swiftLanguageMode(.v5)])
  }
  double(named("SystemDouble"), in: ["System"], settings, over: ["SightlineCore"])

  if !isUIKit {
    (package.products, package.dependencies) = ([], [])
    package.targets.removeAll { !(core + hosts + doubles).contains($0.name) }
  }
  for target in package.targets where hosts.contains(target.name) {
    target.path = "Sources/\(target.name)"
    if target.name == "SightlineApple" { target.exclude = ["System/RunLoop"] }
    if !isUIKit {
      target.dependencies = names(core + hosts.prefix { $0 != target.name }.map(named))
      if target.name == "SightlineRecording" {
        target.exclude = ["WidgetVisibility+Recording.swift"]
      }
      target.name = named(target.name)
    }
    target.dependencies += names(doubles)
    target.swiftSettings = settings
  }

  var modules = core + hosts.map(named) + doubles
  func target(_ name: String, at path: String) {
    package.targets.append(
      .target(name: name, dependencies: names(modules), path: path, swiftSettings: settings))
    modules.append(name)
  }
  func tests(_ name: String, in folders: [String] = []) {
    package.targets.append(
      .testTarget(
        name: name, dependencies: names(modules), path: "AppleTests/Tests",
        sources: [name] + folders,
        // The overlays of Swift Testing for Apple's modules do not suit doubles.
        swiftSettings: settings
          + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]))
  }
  target(named("Recorded"), at: "AppleTests/Tests/Recorded")
  if !isUIKit {
    tests("AppKitDoubleTests")
    tests("AppKitHostTests", in: ["SharedHostTests"])
    return
  }
  target("GalleryPreviews", at: "Examples/GalleryApp/GalleryApp/Previews")
  tests("DoubleTests")
  tests("UIKitHostTests", in: ["SharedHostTests"])
  tests("SwiftUIHostTests")
  package.targets += [
    // The benchmark of a frame.
    .target(name: "CAllocations", path: "Tools/Sources/CAllocations"),
    .executableTarget(
      name: "host-bench", dependencies: names(modules + ["CAllocations"]),
      path: "AppleTests/Bench", swiftSettings: settings),
    // The observer of the run loop, over Core Foundation's own.
    .target(
      name: "CoreFoundationDouble", path: "AppleTests/Double/CoreFoundation",
      swiftSettings: features),
    .target(
      name: "SightlineRunLoop", dependencies: ["CoreFoundationDouble"],
      path: "Sources/SightlineApple/System/RunLoop",
      swiftSettings: features + [
        .unsafeFlags([
          // For `canImport(Darwin)`.
          "-I", "\(Context.packageDirectory)/AppleTests/Double/Darwin",
          // On Apple's systems Foundation exports it.
          "-Xfrontend", "-import-module", "-Xfrontend", "CoreFoundation",
          "-Xfrontend", "-import-module", "-Xfrontend", "CoreFoundationDouble",
        ])
      ]),
    .testTarget(
      name: "RunLoopTests", dependencies: ["SightlineRunLoop"],
      path: "AppleTests/Tests/RunLoopTests", swiftSettings: features),
  ]
}
