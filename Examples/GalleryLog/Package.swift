// swift-tools-version: 6.1
import PackageDescription

// Enables the log's trait for the gallery app, because only a package can, not an Xcode project.
let package = Package(
  name: "GalleryLog",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [.library(name: "GalleryLog", targets: ["GalleryLog"])],
  dependencies: [.package(name: "Sightline", path: "../..", traits: ["Log"])],
  targets: [
    .target(
      name: "GalleryLog", dependencies: [.product(name: "SightlineLog", package: "Sightline")],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
