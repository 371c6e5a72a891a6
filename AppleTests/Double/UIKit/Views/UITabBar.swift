import CoreGraphics

/// A bar with tabs that share its width, positioned by the test.
open class UITabBar: UIView {}
