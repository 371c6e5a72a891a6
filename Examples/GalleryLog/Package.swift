// swift-tools-version: 6.1
import PackageDescription

// Enables the trait of the log for the gallery app: a project in Xcode cannot, a package can.
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
