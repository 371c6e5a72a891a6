/// The content of a cell, as a value.
@MainActor
public protocol UIContentConfiguration {
  func makeContentView() -> any UIView & UIContentView
}

/// A view that shows a configuration.
@MainActor
public protocol UIContentView: AnyObject {
  var configuration: any UIContentConfiguration { get set }
  func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIView {
  /// Applies a configuration to a cell's content view if the view supports it, or replaces the view
  /// ("Setting this property replaces the existing content view … or directly applies the
  /// configuration": `UICollectionViewCell.contentConfiguration`).
  func contentView(applying configuration: any UIContentConfiguration, to old: UIView) -> UIView {
    if let view = old as? any UIView & UIContentView, view.supports(configuration) {
      view.configuration = configuration
      return view
    }
    let view = configuration.makeContentView()
    view.frame = old.frame
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    insertSubview(view, aboveSubview: old)
    old.removeFromSuperview()
    return view
  }
}
