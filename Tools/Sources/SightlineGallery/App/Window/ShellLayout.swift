/// The positions of the page list, the page, its code and its events in a window of any size, from
/// the start of the line.
///
/// All lengths are in pixels and scale with the text, so large text is laid out like a smaller
/// window.
struct ShellLayout: Equatable {
  /// The arrangement, depending on the available width.
  enum Form: Equatable {
    /// The list, the page or its events.
    case narrow
    /// The page with its events beneath it, and optionally the list beside it.
    case medium
    /// All three side by side.
    case wide
  }

  /// The parts shown. A narrow window shows the list or the events in place of the page.
  struct Parts: Equatable {
    var list = true
    var events = true
    var code = false
  }

  /// The minimum widths for the list, for events beside the page, and for code beside it.
  private static let medium = 640.0
  private static let wide = 1_000.0
  private static let codeBeside = 1_100.0
  private static let listWidth = 216.0
  private static let eventsWidth = 304.0
  /// The minimum height for events; less would leave no space for the page beneath its heading.
  private static let leastHeight = 600.0
  private static let eventsShare = 0.27
  /// About 15 lines, and the largest shares of the page's width and height.
  private static let codeHeight = 360.0
  private static let codeWidthShare = 0.4
  private static let codeHeightShare = 0.33

  let form: Form
  private(set) var list = PixelRect()
  private(set) var page = PixelRect()
  private(set) var code = PixelRect()
  private(set) var events = PixelRect()

  static func form(width: Int, textScale: Double) -> Form {
    switch Double(width) / textScale {
    case ..<medium: .narrow
    case ..<wide: .medium
    default: .wide
    }
  }

  static func shows(_ form: Form, height: Int, textScale: Double) -> Parts {
    switch form {
    case .narrow: Parts(list: false, events: false)
    case .medium: Parts(list: false, events: Double(height) >= leastHeight * textScale)
    case .wide: Parts()
    }
  }

  init(width: Int, height: Int, textScale: Double, shows: Parts) {
    form = Self.form(width: width, textScale: textScale)
    page = PixelRect(width: width, height: height)
    if form == .narrow, shows.list || shows.events {
      if shows.list { swap(&list, &page) } else { swap(&events, &page) }
      return
    }
    if shows.list, form != .narrow {
      list = cut(Int(Self.listWidth * textScale), fromLeft: true)
    }
    let isBeside = shows.code && Double(width) >= Self.codeBeside * textScale
    if form == .wide, shows.events || isBeside {
      let share = isBeside ? Int(Double(page.width) * Self.codeWidthShare) : 0
      events = cut(max(Int(Self.eventsWidth * textScale), share), fromLeft: false)
      if isBeside {
        code = events
        if shows.events { code.height = min(Int(Self.codeHeight * textScale), height / 2) }
        events.y = code.height
        events.height -= code.height
      }
    } else if form == .medium, shows.events {
      events = cutBelow(Int(Double(height) * Self.eventsShare))
    }
    if shows.code, !isBeside {
      let most = Double(page.height) * Self.codeHeightShare
      code = cutBelow(Int(min(Self.codeHeight * textScale, most)))
    }
  }

  /// Takes a column from the page.
  private mutating func cut(_ width: Int, fromLeft isLeft: Bool) -> PixelRect {
    var part = page
    part.width = width
    page.width -= width
    if isLeft { page.x += width } else { part.x += page.width }
    return part
  }

  /// Takes the bottom from the page.
  private mutating func cutBelow(_ height: Int) -> PixelRect {
    var part = page
    part.height = height
    page.height -= height
    part.y += page.height
    return part
  }
}
