/// Synchronises tabs and paged content both ways, without feedback loops: choosing a tab moves the
/// content, and paging selects and centres the tab.
///
/// The host reports inputs (a tap, a finger, an offset) and performs the ``Update`` returned. Its
/// reports of the resulting offsets have no further effect.
///
/// Invariants:
/// 1. The underline is always exactly at the page progress, without animation.
/// 2. During a drag, the tab of the nearest page is selected, and the strip follows in proportion:
///    no update has a duration.
/// 3. A requested scroll of any distance selects its target immediately, and nothing on the way.
/// 4. At rest, the page, selection and underline agree.
/// 5. The selection is an existing tab, or `nil` if there are no tabs.
///
/// Offsets are points from the left edge of the content, in either layout direction.
///
/// ```swift
/// let strip = TabStrip(widths: [80, 120, 60], spacing: 10, viewportWidth: 200)
/// var pager = TabPager(layout: TabPager.Layout(strip: strip, pageWidth: 390))
/// let update = pager.select(2, at: now)
/// update.pages                   // scroll the pages to 780, in 0.35 s
/// let later = now + .milliseconds(100)
/// pager.pagesScrolled(to: 390, at: later).selectionChanged  // false: on its way
/// ```
public struct TabPager: Hashable, Sendable {
  /// A host's layout of tabs and pages.
  public struct Layout: Hashable, Sendable {
    /// The tabs.
    public let strip: TabStrip
    /// The pages, one for each tab.
    public let pages: PageTrack
    /// The length of a device pixel, in points: an offset that close to its place counts as there.
    public let pixelLength: Double

    /// Creates a layout from its tabs, the width of a page and the length of a device pixel, both
    /// in points.
    public init(
      strip: TabStrip, pageWidth: Double, direction: ReadingDirection = .leftToRight,
      pixelLength: Double = DevicePixel.defaultLength
    ) {
      self.strip = strip
      self.pixelLength = pixelLength
      pages = PageTrack(count: strip.tabs.count, pageWidth: pageWidth, direction: direction)
    }
  }

  /// The moves for a host to perform after an input.
  public struct Update: Hashable, Sendable {
    /// Whether ``TabPager/selection`` changed.
    public var selectionChanged = false
    /// The scroll of the content.
    public var pages: ScrollMove?
    /// The scroll of the tab strip.
    public var tabs: ScrollMove?

    /// An update with nothing to do.
    public static let none = Update()

    /// Whether there is nothing to do.
    public var isEmpty: Bool { self == .none }
  }

  /// The time after choosing a tab during which only a drag selects another one: 0.35 s, the
  /// duration of a requested scroll.
  public static let tapGuard = Duration.milliseconds(350)

  /// The speed at which a flick turns the page: 400 points per second, as on Android.
  public static let flickSpeed = 400.0

  enum Phase: Hashable, Sendable {
    case resting
    case dragging
    /// The content moves after a drag, or for any reason other than a request.
    case gliding
    /// The content moves on request.
    case moving(ProgrammaticScroll)
  }

  /// The position of the strip when the content started to move.
  struct StripAnchor: Hashable, Sendable {
    var progress = 0.0
    /// The strip's distance from centring the tab, in points, after a scroll by hand.
    var correction = 0.0
  }

  /// The host's layout.
  public internal(set) var layout: Layout
  /// The selected tab; `nil` without tabs.
  public internal(set) var selection: Int?
  /// The page progress: 0 on the first page, 0.5 halfway to the second; may be beyond the ends.
  public internal(set) var progress: Double
  /// The content's scroll offset in points, as last reported or requested.
  public internal(set) var pageOffset: Double
  /// The strip's scroll offset in points, as last reported or requested.
  public internal(set) var tabsOffset: Double
  /// The motion preference. With Reduce Motion, every move is immediate.
  public var motion: MotionPreference

  var phase = Phase.resting
  var anchor = StripAnchor()
  /// The target of the strip, in points, until it reports its arrival.
  var tabsTarget: Double?

  /// Creates a state at rest, with a selection clamped to the tabs that exist. Scroll the content
  /// to ``pageOffset`` and the strip to ``tabsOffset``.
  public init(
    layout: Layout, selection: Int = 0, motion: MotionPreference = .full
  ) {
    self.layout = layout
    self.motion = motion
    let index = layout.pages.existing(selection)
    self.selection = index
    progress = Double(index ?? 0)
    pageOffset = layout.pages.offset(at: progress)
    tabsOffset = layout.strip.centringOffset(at: progress)
  }

  /// The underline's place in the strip's content; `nil` without tabs.
  public var underline: TabSpan? { layout.strip.underline(at: progress) }

  /// Whether the content is at rest.
  public var isResting: Bool {
    switch phase {
    case .resting: true
    case .moving(let scroll): scroll.isReached(by: pageOffset)
    case .dragging, .gliding: false
    }
  }
}

extension PageTrack {
  /// Returns the nearest existing page, or `nil` without pages.
  func existing(_ page: Int) -> Int? { count > 0 ? min(max(page, 0), count - 1) : nil }
}
