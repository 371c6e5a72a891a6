// swift-tools-version: 6.1
import PackageDescription

// SwiftCrossUI at the commit this was written for, or a checkout named by a variable.
let swiftCrossUI: Package.Dependency =
  if let checkout = Context.environment["SIGHTLINE_SWIFT_CROSS_UI"] {
    .package(name: "swift-cross-ui", path: checkout)
  } else {
    .package(
      url: "https://github.com/stackotter/swift-cross-ui",
      revision: "f651d7e35648ecafa3e5e73023be40a351bd8c96")
  }

// A separate package because SwiftCrossUI depends on swift-syntax and image libraries.
let package = Package(
  name: "SightlineSwiftCrossUI",
  platforms: [.macOS(.v13)],
  products: [.library(name: "SightlineSwiftCrossUI", targets: ["SightlineSwiftCrossUI"])],
  dependencies: [.package(name: "Sightline", path: "../..", traits: ["GTK"]), swiftCrossUI],
  targets: [
    .target(
      name: "SightlineSwiftCrossUI",
      dependencies: [
        .product(name: "SightlineCore", package: "Sightline"),
        .product(name: "SightlineGTK", package: "Sightline"),
        .product(name: "SightlineHost", package: "Sightline"),
        .product(name: "SightlineRecording", package: "Sightline"),
        .product(name: "SightlineScroll", package: "Sightline"),
        .product(name: "SwiftCrossUI", package: "swift-cross-ui"),
        .product(name: "Gtk", package: "swift-cross-ui"),
        .product(name: "GtkBackend", package: "swift-cross-ui"),
      ]),
    .executableTarget(name: "SystemsApp", dependencies: ["SightlineSwiftCrossUI"]),
    .testTarget(name: "SightlineSwiftCrossUITests", dependencies: ["SystemsApp"]),
  ],
  swiftLanguageModes: [.v6]
)
