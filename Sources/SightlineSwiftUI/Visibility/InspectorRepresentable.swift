#if canImport(SwiftUI) && !os(watchOS)
import SwiftUI
#if canImport(UIKit)
import SightlineUIKit
import UIKit

struct InspectorRepresentable: UIViewRepresentable {
  func makeUIView(context: Context) -> InspectorView { InspectorView() }
  func updateUIView(_ view: InspectorView, context: Context) {}
}
#else
import AppKit
import SightlineAppKit

struct InspectorRepresentable: NSViewRepresentable {
  func makeNSView(context: Context) -> InspectorView { InspectorView() }
  func updateNSView(_ view: InspectorView, context: Context) {}
}
#endif
#endif
