/// Keeps tabs and paged content together, both ways: choosing a tab moves the content, paging
/// selects and centres the tab, and neither triggers the other.
///
/// The host reports what happened (a tap, a finger, an offset) and gets an ``Update`` that says
/// what to do. What the host then reports because it did so has no further effects, so there is no
/// loop.
///
/// Invariants:
/// 1. The underline is always exactly at the page progress; nothing animates it.
/// 2. While a finger drags, the selected tab is the one whose page is nearest, and the strip
///    follows in proportion: no update has a duration.
/// 3. A scroll that we asked for selects its target at once and nothing on the way, however far it
///    is.
/// 4. At rest, page, selection and underline agree.
/// 5. The selection exists, or there are no tabs and it is `nil`.
/// Offsets are points from the left edge of the content, in either layout direction.
///
/// ```swift
/// let strip = TabStrip(widths: [80, 120, 60], spacing: 10, viewportWidth: 200)
/// var sync = PagerTabSync(layout: PagerTabSync.Layout(strip: strip, pageWidth: 390))
/// let update = sync.select(2, at: now)
/// update.pages                   // scroll the pages to 780, in 0.35 s
/// sync.pagesScrolled(to: 390, at: now + .milliseconds(100)).selectionChanged  // false: on its way
/// ```
public struct PagerTabSync: Hashable, Sendable {
  /// What a host has laid out.
  public struct Layout: Hashable, Sendable {
    /// The tabs.
    public let strip: TabStrip
    /// The pages, one for each tab.
    public let pages: PageTrack

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - strip: the tabs.
    ///   - pageWidth: the width of a page in points.
    ///   - direction: at which end the first page is.
    public init(strip: TabStrip, pageWidth: Double, direction: ReadingDirection = .leftToRight) {
      self.strip = strip
      pages = PageTrack(count: strip.tabs.count, pageWidth: pageWidth, direction: direction)
    }
  }

  /// What a host has to do after an input.
  public struct Update: Hashable, Sendable {
    /// Whether another tab is selected now (or none): read ``PagerTabSync/selection``.
    public var selectionChanged = false
    /// Where to scroll the content.
    public var pages: ScrollMove?
    /// Where to scroll the strip of tabs.
    public var tabs: ScrollMove?

    /// Nothing to do.
    public static let none = Update()

    /// Whether there is nothing to do.
    public var isEmpty: Bool { self == .none }
  }

  /// For this long after a tab was chosen, 0.35 s, no report of an offset selects another one. It
  /// is also how long the requested scroll takes. Fingers always select.
  public static let tapGuard = Duration.milliseconds(350)

  /// A finger that leaves at this speed or faster turns the page, however short its way: 400 points
  /// a second, as in Android's ViewPager and Compose's pager.
  public static let flickSpeed = 400.0

  enum Phase: Hashable, Sendable {
    /// Nothing moves.
    case resting
    /// A finger holds the content.
    case dragging
    /// The content moves, after a finger or for a reason that is not ours.
    case gliding
    /// The content moves because we asked for it.
    case moving(ProgrammaticScroll)
  }

  /// Where the strip was when the content began to move.
  struct StripAnchor: Hashable, Sendable {
    var progress = 0.0
    /// How far it was from centring the tab, in points: a strip scrolled by hand.
    var correction = 0.0
  }

  /// What the host has laid out.
  public internal(set) var layout: Layout
  /// The selected tab; `nil` without tabs.
  public internal(set) var selection: Int?
  /// How far along the pages the content is: 0 on the first one, 0.5 halfway to the second. Beyond
  /// the ends while the content is pulled there.
  public internal(set) var progress: Double
  /// The content's scroll offset in points, as last reported or asked for.
  public internal(set) var pageOffset: Double
  /// The strip's scroll offset in points, as last reported or asked for.
  public internal(set) var tabsOffset: Double
  /// With Reduce Motion every move is immediate.
  public var motion: MotionPreference

  let switchDuration: Duration
  var phase = Phase.resting
  var anchor = StripAnchor()
  /// Where the strip is going, in points, until it reports that it is there.
  var tabsTarget: Double?

  /// Creates the state at rest. Scroll the content to ``pageOffset`` and the strip to
  /// ``tabsOffset``.
  ///
  /// - Parameters:
  ///   - layout: what the host has laid out.
  ///   - selection: the first selection; the nearest tab that exists is taken.
  ///   - motion: whether moves take time.
  ///   - switchDuration: how long a move takes; a negative duration counts as zero.
  public init(
    layout: Layout, selection: Int = 0, motion: MotionPreference = .full,
    switchDuration: Duration = PagerTabSync.tapGuard
  ) {
    self.layout = layout
    self.motion = motion
    self.switchDuration = max(.zero, switchDuration)
    let index = layout.pages.existing(selection)
    self.selection = index
    progress = Double(index ?? 0)
    pageOffset = layout.pages.offset(at: progress)
    tabsOffset = layout.strip.centringOffset(at: progress)
  }

  /// The underline's place in the strip's content; `nil` without tabs.
  public var underline: TabSpan? { TabIndicator(tabs: layout.strip.tabs).span(at: progress) }

  /// Whether nothing moves the content.
  public var isResting: Bool {
    switch phase {
    case .resting: true
    case .moving(let scroll): scroll.isReached(by: pageOffset)
    case .dragging, .gliding: false
    }
  }
}

extension PageTrack {
  /// The nearest page that exists, `nil` without pages.
  func existing(_ page: Int) -> Int? { count > 0 ? min(max(page, 0), count - 1) : nil }
}
