// The UIKit APIs of iOS 18 used by the adapters, as declarations for type-checking only, because
// SDKs before 2024 lack them. Signatures follow Apple's documentation. Bodies never run. Not part
// of the package.
import UIKit

@available(iOS 18.0, tvOS 18.0, visionOS 2.0, *)
@available(macCatalyst, unavailable)
@MainActor public class UIUpdateLink {
  public init(view: UIView) { fatalError() }
  public var isEnabled: Bool { get { fatalError() } set { fatalError() } }
  public var requiresContinuousUpdates: Bool { get { fatalError() } set { fatalError() } }
  public func addAction(
    to phase: UIUpdateActionPhase, handler: @escaping (UIUpdateLink, UIUpdateInfo) -> Void
  ) { fatalError() }
}

@available(iOS 18.0, tvOS 18.0, visionOS 2.0, *)
@available(macCatalyst, unavailable)
@MainActor public class UIUpdateActionPhase {
  public class var beforeCATransactionCommit: UIUpdateActionPhase { fatalError() }
}

@available(iOS 18.0, tvOS 18.0, visionOS 2.0, *)
@available(macCatalyst, unavailable)
@MainActor public class UIUpdateInfo {}
