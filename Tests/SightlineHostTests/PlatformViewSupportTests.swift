import SightlineHost
import Testing

@Suite struct PlatformViewSupportTests {
  @Test(arguments: ["com.apple.widgetkit-extension", "com.apple.appintents-extension"])
  func `content shown by another process uses no platform views`(identifier: String) {
    #expect(PlatformViewSupport.isMissing(inExtension: identifier))
  }

  @Test(arguments: [
    nil, "", "com.apple.share-services", "com.apple.keyboard-service",
    "com.apple.message-payload-provider", "com.apple.usernotifications.content-extension",
  ])
  func `apps and extensions with their own screen use platform views`(identifier: String?) {
    #expect(!PlatformViewSupport.isMissing(inExtension: identifier))
  }
}
