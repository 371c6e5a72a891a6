// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Sightline",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "SightlineCore", targets: ["SightlineCore"])
  ],
  targets: [
    .target(name: "SightlineCore", swiftSettings: settings),
    .testTarget(
      name: "SightlineCoreTests", dependencies: ["SightlineCore"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
