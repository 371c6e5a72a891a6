// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "App",
  dependencies: [.package(url: "…", branch: "main", traits: ["GTK", "Log"])],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [
        .product(name: "SightlineGTK", package: "sightline"),
        .product(name: "SightlineLog", package: "sightline"),
      ])
  ]
)
