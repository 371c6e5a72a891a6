// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "…", branch: "main")],
  targets: [
    .testTarget(
      name: "AppTests", dependencies: [.product(name: "SightlineTesting", package: "sightline")])
  ]
)
