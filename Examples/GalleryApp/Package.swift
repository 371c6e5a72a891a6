// swift-tools-version: 6.1
import PackageDescription

#if canImport(AppleProductTypes)
import AppleProductTypes
#endif

let package = Package(
  name: "GalleryApp",
  platforms: [.iOS(.v16), .macOS(.v13)],
  dependencies: [.package(name: "Sightline", path: "../..")],
  targets: [
    .executableTarget(
      name: "GalleryApp", dependencies: [.product(name: "Sightline", package: "Sightline")])
  ],
  swiftLanguageModes: [.v6]
)

#if canImport(AppleProductTypes)
// Xcode and Swift Playgrounds run this on a device.
package.products.append(
  .iOSApplication(
    name: "GalleryApp", targets: ["GalleryApp"], bundleIdentifier: "org.sightline.gallery",
    displayVersion: "1.0", bundleVersion: "1", supportedDeviceFamilies: [.pad, .phone],
    supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight]))
#endif
