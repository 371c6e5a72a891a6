// swift-tools-version: 6.1
import PackageDescription

// The real `TurnObserver` over the run loop of Core Foundation: see ../README.md. A separate
// package, because the doubles replace it in the other ones.
let package = Package(
  name: "RunLoop",
  targets: [
    .target(
      name: "SightlineApple",
      swiftSettings: [
        .unsafeFlags([
          // For `canImport(Darwin)`.
          "-I", "\(Context.packageDirectory)/Modules",
          // On Apple's systems Foundation exports it.
          "-Xfrontend", "-import-module", "-Xfrontend", "CoreFoundation",
        ])
      ]),
    .testTarget(name: "RunLoopTests", dependencies: ["SightlineApple"]),
  ],
  swiftLanguageModes: [.v6]
)
