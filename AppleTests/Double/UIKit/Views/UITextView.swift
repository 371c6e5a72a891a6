/// Only the type. Witness: Apple's documentation, by which a text view is a scroll view.
open class UITextView: UIScrollView {}
