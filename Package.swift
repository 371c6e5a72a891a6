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
    .target(name: "SightlineGTKToolkit", dependencies: ["SightlineCore", gtk]),
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

// With SIGHTLINE_DOUBLE, the hosts for Apple's toolkits are compiled over a double: of `UIKit`,
// with the other modules, or of `AppKit` or `CoreFoundation`, without. See AppleTests/README.md.
let toolkit = Context.environment["SIGHTLINE_DOUBLE"] ?? ""
if !toolkit.isEmpty { useDouble(of: toolkit) }

// Over a double, and with SIGHTLINE_OPTIMISED, debug builds are optimised except for the tests
// themselves: random worlds take a fraction of the time, and passes allocate as in a release
// build. Assertions are kept. `make test` and `make check` set it for the package in Tools.
let isOptimised = !toolkit.isEmpty || Context.environment["SIGHTLINE_OPTIMISED"] == "1"
let optimisation: [SwiftSetting] = [
  .unsafeFlags(
    [
      "-O", "-assert-config", "Debug", "-disable-batch-mode", "-whole-module-optimization",
      "-num-threads", "2",
    ], .when(configuration: .debug))
]

// With SIGHTLINE_STRICT, warnings are errors in our targets. Only `make check` and CI set it, so
// new warnings of newer compilers do not break users' builds.
let strict = Context.environment["SIGHTLINE_STRICT"] == "1"

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isOptimised && target.type != .test ? optimisation : [])
    + (strict ? [.unsafeFlags(["-warnings-as-errors"])] : [])
}

@MainActor
func useDouble(of toolkit: String) {
  let isDeclarative = toolkit == "UIKit"
  if !isDeclarative {
    package.products = []
    package.dependencies = []
  }
  if toolkit == "CoreFoundation" {
    package.targets = [
      double("CoreFoundationDouble", in: ["CoreFoundation"], [], []),
      .target(
        name: "SightlineApple", dependencies: ["CoreFoundationDouble"],
        path: "Sources/SightlineApple/System/RunLoop",
        swiftSettings: [
          .unsafeFlags([
            // For `canImport(Darwin)`.
            "-I", "\(Context.packageDirectory)/AppleTests/Double/Darwin",
            // On Apple's systems Foundation exports it.
            "-Xfrontend", "-import-module", "-Xfrontend", "CoreFoundation",
            "-Xfrontend", "-import-module", "-Xfrontend", "CoreFoundationDouble",
          ])
        ]),
      doubleTests("RunLoopTests", ["SightlineApple"], []),
    ]
    return
  }

  let core = [
    "SightlineCore", "SightlineOracle", "SightlineScroll", "SightlineHost", "SightlineVocabulary",
    "SightlineTesting", "SightlineTrace",
  ]
  let hosts =
    ["SightlineApple", "SightlineAppleViews", "SightlineRecording"]
    + (isDeclarative ? ["SightlineSwiftUI", "SightlineSwiftUIViews"] : [])
  let base = ["CoreGraphicsDouble", "ObjectRuntime", "QuartzCoreDouble", "VirtualTime"]
  // Both toolkits share a build folder, where `canImport` finds the modules of both. So each has
  // aliases of its own doubles only, and modules that both have get another name over AppKit.
  let system = aliases(["CoreGraphics", "QuartzCore"]) { "\($0)Double" }
  let doubled = aliases(isDeclarative ? ["Combine", "SwiftUI", "UIKit"] : ["AppKit"]) {
    "\($0)Double"
  }
  func named(_ name: String) -> String { isDeclarative ? name : "AppKit\(name)" }
  let renamed =
    isDeclarative ? [] : aliases(hosts + ["SystemDouble", "Recorded", "ViewWorlds"], named)
  let settings = system + doubled + renamed
  var doubles = [
    double("VirtualTime", in: ["VirtualTime"], [], system),
    double("ObjectRuntime", in: ["ObjectRuntime"], [], system),
    double("CoreGraphicsDouble", in: ["CoreGraphics"], [], system),
    double(
      "QuartzCoreDouble", in: ["QuartzCore"],
      ["CoreGraphicsDouble", "ObjectRuntime", "VirtualTime"], system),
    double("\(toolkit)Double", in: [toolkit, "Shared"], base, settings),
    double(
      named("SystemDouble"), in: ["System"], ["SightlineCore", "\(toolkit)Double"] + base, settings),
  ]
  if isDeclarative {
    doubles += [
      double("CombineDouble", in: ["Combine"], [], settings),
      // Like SwiftUI, by its interface. So a closure of the main actor that it calls elsewhere
      // stops the program, as on a device.
      double(
        "SwiftUIDouble", in: ["SwiftUI"], ["CombineDouble", "UIKitDouble"] + base,
        settings + [.swiftLanguageMode(.v5)]),
    ]
  }
  let toolkits = doubles.map(\.name)
  if !isDeclarative {
    package.targets.removeAll { !(core + hosts + ["SightlineTestSupport"]).contains($0.name) }
  }
  for target in package.targets where hosts.contains(target.name) {
    if !isDeclarative {
      target.dependencies = (core + hosts.prefix { $0 != target.name }.map(named)).map {
        .byName(name: $0)
      }
      target.path = "Sources/\(target.name)"
      target.exclude =
        target.name == "SightlineRecording" ? ["WindowVisibility+Recording.swift"] : []
      target.name = named(target.name)
    }
    target.dependencies += toolkits.map { .byName(name: $0) }
    target.swiftSettings = (target.swiftSettings ?? []) + settings
  }
  package.targets += doubles
  let recorded = named("Recorded")
  package.targets.append(
    .target(
      name: recorded,
      dependencies: [
        "SightlineHost", "SightlineOracle", "SightlineTrace",
        .byName(name: named("SightlineRecording")),
      ],
      path: "AppleTests/Tests/Recorded", swiftSettings: renamed))
  let worlds = named("ViewWorlds")
  package.targets.append(
    .target(
      name: worlds,
      dependencies: (["SightlineTestSupport"] + toolkits).map { .byName(name: $0) },
      path: "AppleTests/Tests/ViewWorlds", swiftSettings: settings))
  let all = core + hosts.map(named) + toolkits + [recorded]
  let random = all + ["SightlineTestSupport", worlds]
  if isDeclarative {
    package.targets += [
      doubleTests("DoubleTests", toolkits, settings),
      doubleTests("UIKitHostTests", in: ["UIKitHostTests", "SharedHostTests"], random, settings),
      .target(
        name: "GalleryPreviews", dependencies: all.map { .byName(name: $0) },
        path: "Examples/GalleryApp/GalleryApp/Previews", swiftSettings: settings),
      doubleTests("SwiftUIHostTests", random + ["GalleryPreviews"], settings),
      // The benchmark of a frame.
      .target(name: "CAllocations", path: "Tools/Sources/CAllocations"),
      .executableTarget(
        name: "host-bench", dependencies: (all + ["CAllocations"]).map { .byName(name: $0) },
        path: "AppleTests/Bench", swiftSettings: settings),
    ]
  } else {
    package.targets += [
      doubleTests("AppKitDoubleTests", toolkits, settings),
      doubleTests("AppKitHostTests", in: ["AppKitHostTests", "SharedHostTests"], random, settings),
    ]
  }
}

/// Lets sources import modules by other names, such as a double by the name of Apple's module.
/// Without these settings, as in dependencies with code for `Combine`, there are no doubles.
func aliases(_ names: [String], _ module: (String) -> String) -> [SwiftSetting] {
  names.map { .unsafeFlags(["-module-alias", "\($0)=\(module($0))"]) }
}

/// A module of a double, in some folders.
func double(
  _ name: String, in folders: [String], _ dependencies: [String], _ settings: [SwiftSetting]
) -> Target {
  let all = [
    "AppKit", "Combine", "CoreFoundation", "CoreGraphics", "Darwin", "ObjectRuntime", "QuartzCore",
    "Shared", "SwiftUI", "System", "UIKit", "VirtualTime",
  ]
  return .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, path: "AppleTests/Double",
    exclude: all.filter { !folders.contains($0) },
    // Apple's toolkits are compiled without exclusivity checks.
    swiftSettings: settings + [
      .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
    ])
}

/// Tests over doubles, in one folder or in several.
func doubleTests(
  _ name: String, in folders: [String] = [], _ dependencies: [String], _ settings: [SwiftSetting]
) -> Target {
  let others = [
    "AppKitDoubleTests", "AppKitHostTests", "DoubleTests", "Recorded", "RunLoopTests",
    "SharedHostTests", "SwiftUIHostTests", "UIKitHostTests", "ViewWorlds",
  ]
  return .testTarget(
    name: name, dependencies: dependencies.map { .byName(name: $0) },
    path: "AppleTests/Tests" + (folders.isEmpty ? "/\(name)" : ""),
    exclude: folders.isEmpty ? [] : others.filter { !folders.contains($0) },
    // The overlays of Swift Testing for Apple's modules do not suit doubles.
    swiftSettings: settings
      + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])])
}
