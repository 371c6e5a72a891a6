/// Where a declarative toolkit can show views of the platform.
///
/// SwiftUI draws a placeholder for a view of the platform wherever it draws without one: a yellow
/// box with a red sign, in place of what is modified. A process is known by its extension point; a
/// renderer and a drawing group inside an app cannot be told from a screen: there the app has to
/// leave the modifier out.
package enum PlatformViewSupport {
  /// Whether all that a process of an extension draws goes into an archive or a picture, which
  /// another process shows: widgets, Live Activities and controls, and the snippets of App Intents.
  ///
  /// - Parameter identifier: the extension point in the bundle's information; `nil` for an app.
  package static func isMissing(inExtension identifier: String?) -> Bool {
    switch identifier {
    case "com.apple.widgetkit-extension", "com.apple.appintents-extension": true
    default: false
    }
  }
}
