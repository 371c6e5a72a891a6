/// Where a declarative toolkit can show platform views.
///
/// When SwiftUI draws without platform views, it replaces each modified view by a placeholder: a
/// yellow box with a red sign. An extension process is recognised by its extension point. A
/// renderer or a drawing group inside an app cannot be distinguished from a screen, so apps must
/// omit the modifier there.
package enum PlatformViewSupport {
  /// Returns whether everything that an extension draws goes into an archive or an image for
  /// another process to show: widgets, Live Activities and controls, and the snippets of App
  /// Intents.
  ///
  /// - Parameter identifier: the extension point in the bundle's information; `nil` for an app.
  package static func isMissing(inExtension identifier: String?) -> Bool {
    switch identifier {
    case "com.apple.widgetkit-extension", "com.apple.appintents-extension": true
    default: false
    }
  }
}
