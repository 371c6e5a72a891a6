import SightlineHost
import Testing

@Suite struct PlatformViewSupportTests {
  @Test(arguments: ["com.apple.widgetkit-extension", "com.apple.appintents-extension"])
  func `what another process shows takes no views of the platform`(identifier: String) {
    #expect(PlatformViewSupport.isMissing(inExtension: identifier))
  }

  @Test(arguments: [
    nil, "", "com.apple.share-services", "com.apple.keyboard-service",
    "com.apple.message-payload-provider", "com.apple.usernotifications.content-extension",
  ])
  func `apps and extensions with a screen of their own take them`(identifier: String?) {
    #expect(!PlatformViewSupport.isMissing(inExtension: identifier))
  }
}
