#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SwiftUI
#if canImport(UIKit)
import UIKit

struct InspectorRepresentable: UIViewRepresentable {
  func makeUIView(context: Context) -> InspectorView { InspectorView() }
  func updateUIView(_ view: InspectorView, context: Context) {}
}
#else
import AppKit

struct InspectorRepresentable: NSViewRepresentable {
  func makeNSView(context: Context) -> InspectorView { InspectorView() }
  func updateNSView(_ view: InspectorView, context: Context) {}
}
#endif
#endif
