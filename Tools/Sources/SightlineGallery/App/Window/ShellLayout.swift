/// The positions of the page list, the page and its events in a window of any size.
///
/// All lengths are in pixels and scale with the text, so large text is laid out like a smaller
/// window.
struct ShellLayout: Equatable {
  /// The arrangement, depending on the available width.
  enum Form: Equatable {
    /// One of the three at a time.
    case narrow
    /// The page with its events beneath it, and optionally the list beside it.
    case medium
    /// All three side by side.
    case wide
  }

  struct Frame: Equatable {
    var x = 0
    var y = 0
    var width = 0
    var height = 0

    var isEmpty: Bool { width <= 0 || height <= 0 }
  }

  /// The minimum widths for the list, and for events beside the page.
  private static let medium = 640.0
  private static let wide = 1_000.0
  private static let listWidth = 216.0
  private static let eventsWidth = 304.0
  /// The minimum height for events; less would leave no space for the page beneath its heading.
  private static let leastHeight = 600.0
  private static let eventsShare = 0.27
  private static let line = 1

  let form: Form
  private(set) var list = Frame()
  private(set) var page = Frame()
  private(set) var events = Frame()
  /// The separator lines.
  private(set) var rules: [Frame] = []

  static func form(width: Int, textScale: Double) -> Form {
    switch Double(width) / textScale {
    case ..<medium: .narrow
    case ..<wide: .medium
    default: .wide
    }
  }

  /// Returns the parts shown by default.
  static func shows(_ form: Form, height: Int, textScale: Double) -> (list: Bool, events: Bool) {
    switch form {
    case .narrow: (false, false)
    case .medium: (false, Double(height) >= leastHeight * textScale)
    case .wide: (true, true)
    }
  }

  /// - Parameters:
  ///   - shows: whether to show the list and the events. A narrow window shows one of them in place
  ///     of the page.
  init(
    width: Int, height: Int, textScale: Double, shows: (list: Bool, events: Bool),
    isMirrored: Bool = false
  ) {
    form = Self.form(width: width, textScale: textScale)
    let whole = Frame(width: width, height: height)
    if form == .narrow {
      if shows.list {
        list = whole
      } else if shows.events {
        events = whole
      } else {
        page = whole
      }
      return
    }
    var rest = whole
    if shows.list {
      list = Frame(width: Int(Self.listWidth * textScale), height: height)
      rules.append(Frame(x: list.width, width: Self.line, height: height))
      rest.x = list.width + Self.line
      rest.width -= rest.x
    }
    if shows.events {
      let rule: Frame
      if form == .wide {
        let width = Int(Self.eventsWidth * textScale)
        rest.width -= width + Self.line
        rule = Frame(x: rest.x + rest.width, width: Self.line, height: height)
        events = Frame(x: rule.x + Self.line, width: width, height: height)
      } else {
        let height = Int(Double(height) * Self.eventsShare)
        rest.height -= height + Self.line
        rule = Frame(x: rest.x, y: rest.height, width: rest.width, height: Self.line)
        events = Frame(x: rest.x, y: rule.y + Self.line, width: rest.width, height: height)
      }
      rules.append(rule)
    }
    page = rest
    if isMirrored { mirror(in: width) }
  }

  private mutating func mirror(in width: Int) {
    func mirrored(_ frame: Frame) -> Frame {
      var frame = frame
      frame.x = width - frame.x - frame.width
      return frame
    }
    list = mirrored(list)
    page = mirrored(page)
    events = mirrored(events)
    rules = rules.map(mirrored)
  }
}
