// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "App",
  dependencies: [.package(url: "…", branch: "main", traits: ["GTK"])],
  targets: [
    .executableTarget(
      name: "App", dependencies: [.product(name: "SightlineGTK", package: "sightline")])
  ]
)
