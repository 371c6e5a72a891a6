/**
 * Tracks which elements of a page are visible, their visible fractions, the reasons they are not, and impressions.
 *
 *     await Sightline.load()
 *     const sightline = new Sightline({ rule: 0.5, policy: { dwell: 1000 } },
 *       (entries) => entries.forEach(({ target, isVisible }) => target.classList.toggle('seen', isVisible)),
 *       (impressions) => impressions.forEach(({ id }) => navigator.sendBeacon('/seen', String(id))))
 *     for (const card of document.querySelectorAll('.card')) sightline.observe(card, { id: card.dataset.id })
 *
 * Lengths are in CSS pixels, rects in window coordinates as in `getBoundingClientRect()`, times in milliseconds of
 * `performance.now()`. For exact definitions, see `docs/reference/semantics.md`.
 */
export class Sightline {
  /**
   * Loads the engine, once for all observers. Later calls return the same promise. Rejects if the browser doesn't run WebAssembly, as in
   * lockdown modes; the README shows how a page continues without observers.
   * @param source the engine or its URL; defaults to `sightline.wasm` beside this module
   */
  static load(source?: string | URL | Response | PromiseLike<Response> | BufferSource | WebAssembly.Module): Promise<void>

  /**
   * The rule and the policy of observers created from now on that don't give their own. Can be set before `load()`. `policy: null` in an
   * observer's options is no policy. A policy without a rule uses the observer's.
   * @throws like the constructor
   */
  static get defaults(): SightlineDefaults
  static set defaults(defaults: SightlineDefaults)

  /** Begins a session with the next pass: items that count once per session can count again. */
  static beginSession(): void
  /**
   * How long the page must be away, in milliseconds, for its return to begin a session: hidden, in the back-forward cache or, with
   * `needsActivity`, without the focus. The device's sleep counts. `null` for never. Defaults to 30 minutes.
   */
  static get backgroundTimeout(): number | null
  static set backgroundTimeout(value: number | null)
  /**
   * The time in milliseconds without input (a key, a press, a wheel or a moving finger) after which the next input begins a session. `null`
   * for never. Defaults to 30 minutes.
   */
  static get inputTimeout(): number | null
  static set inputTimeout(value: number | null)

  /**
   * The id of the person who uses the page, or `null`. Setting another id ends all exposures and counts the dwells reached, for the
   * previous person; then all impressions are forgotten and a session begins. The callbacks for the previous person's impressions are
   * called before the setter returns.
   */
  static get person(): unknown
  static set person(id: unknown)

  /**
   * Begins a screen visit with the next pass. Call it when a single-page app shows another screen. Restoring the page from the back-forward
   * cache begins one automatically.
   */
  static beginScreenVisit(): void

  /**
   * Whether the page counts as invisible, with the reason `inactive`, while its window does not have the focus. Defaults to false, since
   * people also read windows without the focus. Takes effect immediately. In a cross-site frame, only the frame's focus counts.
   */
  static get needsActivity(): boolean
  static set needsActivity(value: boolean)

  /**
   * Whether an on-screen keyboard covers the part of the window that it takes from the visual viewport, with the reason `covered`, at any
   * pinch zoom. Defaults to true.
   */
  static get keyboardCovers(): boolean
  static set keyboardCovers(value: boolean)

  /**
   * Marks an element as an opaque cover over everything except its contents, such as a sticky header, a banner or a sheet.
   * Scrolling boxes do not clip it. Later covers are above earlier ones. A friendly cover hides nothing.
   */
  static cover(element: Element, options?: { isFriendly?: boolean }): void
  static uncover(element: Element): void

  /** Reads everything again in the next frame. Call it after a change that browsers do not report; the README lists these. */
  static invalidate(): void

  /**
   * For debugging: prints each change of the observed elements inside a root with `console.debug`, in any observer, such as
   * `card 7: visible at 52 %`, `card 7: not visible at 0 %, out of viewport` and `card 7: seen`. An element without an id is printed as
   * `div#name` or `div.class`.
   * @param root an element, or the document (default)
   * @returns a function that stops the log
   */
  static visibilityLog(root?: Element | Document): () => void

  /**
   * @param onChange called at most once per frame, or twice if the frame scrolls and then changes, with the elements that crossed a
   *   threshold; those that left come first
   * @param onImpression called after `onChange`, with the impressions under the policy
   * @throws TypeError for an unknown key or a value of the wrong type; RangeError for a number out of range; SyntaxError for invalid
   *   margins and texts; Error before `load()`. Messages name the option and what belongs there
   */
  constructor(
    options?: SightlineOptions,
    onChange?: (entries: SightlineEntry[], observer: Sightline) => void,
    onImpression?: (impressions: SightlineImpression[], observer: Sightline) => void,
  )

  /**
   * Observes an element, which need not be in the document yet. It is read in the next frame. Without an id, the element itself is the
   * item. For an observed element, another id replaces its item, as when a list recycles a row: the previous item leaves as `removed` if it
   * was visible, and a dwell that it had reached counts. The same id changes nothing. Does not retain an element outside the document; an
   * element in a frame's or another window's document is outside.
   */
  observe(element: Element, options?: { id?: unknown }): void
  /** Stops observing an element, without further reports, and ends its exposure. */
  unobserve(element: Element): void
  disconnect(): void

  /** The state of an element at the last reading; `null` if it is not observed, not read yet or not in the document. */
  state(element: Element): SightlineState | null
  /** The exposure of an item, by its id or, without one, by its element; `null` if it was never observed. */
  exposure(id: unknown): (SightlineExposure & {
    /** The elapsed part of the dwell, 0...1. */
    readonly progress: number
  }) | null
}

export interface SightlineOptions {
  /**
   * When an element is visible. Numbers are thresholds; a text is in the syntax of the command, such as `'0.5,area=400'`. By default, as
   * much as fits into the window must be visible.
   */
  rule?: number | number[] | string | SightlineRule
  /**
   * The element used as the viewport; elements laid out outside it are not visible. In a frame, `document` is the frame's whole window; the
   * default is the part visible in the surrounding page.
   */
  root?: Element | Document | null
  /** Grows or, if negative, shrinks the viewport: pixels, or '10%' of its size. Scrolling boxes inside clip at their own edges. */
  margins?: SightlineMargin | { top?: SightlineMargin, right?: SightlineMargin, bottom?: SightlineMargin, left?: SightlineMargin }
  /**
   * When an item counts as an impression; `null` for none. A text is in the syntax of the command, such as `'0.5,dwell=1s'` or
   * `'mrcDisplay,repeat=session'`, and has its own rule.
   */
  policy?: SightlinePolicy | string | null
}
export type SightlineDefaults = Readonly<Pick<SightlineOptions, 'rule' | 'policy'>>
export type SightlineMargin = number | `${number}px` | `${number}%`

export interface SightlineRule extends SightlineRuleNumbers {
  /** Fractions of visible area, 0...1, inclusive; 0 is any pixel. Default 1. */
  threshold?: number | number[]
  /**
   * The area that thresholds refer to: the element (default), the window, or the smaller of the two. 'edges' ignores thresholds and
   * requires each edge to have been in view.
   */
  of?: SightlineMeasure
}

export interface SightlinePolicy {
  /** Defaults to the observer's rule. */
  rule?: number | number[] | string | SightlineRule
  /** How long the rule must hold, in milliseconds. */
  dwell?: number
  /**
   * How often an item counts: once (default), once per session or screen visit, again after it has left, again after a time in
   * milliseconds, or a number of times per day. Days begin at local midnight. A cool-down includes the device's sleep, by the wall clock; a
   * dwell does not.
   */
  repetition?: SightlineRepetition
  /** Whether the dwell accumulates over several exposures. */
  isCumulative?: boolean
  /** Whether the dwell pauses while the page is hidden, instead of starting over. */
  pauses?: boolean
  /** The maximum scroll speed at which the dwell advances, in pixels per second. */
  speedLimit?: number
}

/** An element that crossed a threshold. */
export interface SightlineEntry {
  readonly target: Element
  readonly id: unknown
  readonly kind: 'entered' | 'left'
  /**
   * Whether the element is visible after this crossing: at or above the lowest threshold. An element that crosses several thresholds at
   * once has an entry for each; the last one has the current state.
   */
  readonly isVisible: boolean
  /** The threshold crossed. */
  readonly threshold: number
  /** The visible fraction by the rule's measure. */
  readonly fraction: number
  /** The reason it left. */
  readonly reason: SightlineReason | null
  /** How it left, if the reason is `outOfViewport`. */
  readonly exit: SightlineExit | null
  /** The time of the frame's evaluation. */
  readonly time: number
  /**
   * The bounding rect of the visible part, after clips, the window and covers. The first read of any of the three rects computes all of
   * them: for this frame during the callback, otherwise for the time of the read. They are `null` for removed elements.
   */
  readonly visibleRect: DOMRectReadOnly | null
  readonly boundingRect: DOMRectReadOnly | null
  /** The window with its margins. */
  readonly viewportRect: DOMRectReadOnly | null
}

/** How an element left the window, its `root` or a box that scrolls. */
export interface SightlineExit {
  /** The edge; `leading` is the left one, from right to left the right one. */
  readonly edge: SightlineEdge
  /** Whether a scroll of the reader's took it out (a wheel, a finger and its momentum, a key, the scroll bar), or a change of the page's. */
  readonly cause: SightlineCause
}

export interface SightlineState {
  /** The visible fraction of the element's own area. */
  readonly fraction: number
  readonly viewportShare: number
  readonly smallerShare: number
  readonly opacity: number
  readonly isFullyVisible: boolean
  /** The reason it is not visible under the observer's rule; `null` if it is visible. */
  readonly reason: SightlineReason | null
  readonly visibleRect: DOMRectReadOnly | null
  readonly boundingRect: DOMRectReadOnly | null
  readonly viewportRect: DOMRectReadOnly
}

export interface SightlineExposure {
  readonly firstSeen: number
  readonly lastSeen: number
  /** The time in view, over all exposures. */
  readonly total: number
  readonly longest: number
  readonly greatestFraction: number
  readonly exposures: number
  /** The number of impressions. */
  readonly impressions: number
}

export interface SightlineImpression {
  readonly target: Element
  readonly id: unknown
  /** When the dwell was reached; may be before the frame. */
  readonly time: number
  readonly exposure: SightlineExposure
}

// Generated from Sources/SightlineCore/Notation.swift by `scripts/check notation --fix`.

export type SightlineReason =
  | 'removed' | 'notMeasurable' | 'inactive' | 'hidden' | 'transparent' | 'zeroArea' | 'tooSmall' | 'outOfViewport' | 'clipped'
  | 'covered' | 'edgesUnseen'

export type SightlineEdge =
  | 'top' | 'bottom' | 'leading' | 'trailing'

export type SightlineCause =
  | 'scroll' | 'change'

export type SightlineMeasure =
  | 'item' | 'viewport' | 'smaller' | 'edges'

export type SightlineRepetition =
  | 'once' | 'session' | 'visit' | 'leaving' | { coolDown: number } | { day: number }

export interface SightlineRuleNumbers {
  /** The distance below a threshold at which a target leaves, 0...1. */
  hysteresis?: number
  /** The minimum opacity, multiplied along all ancestors, 0...1. Default 0.01. */
  minimumOpacity?: number
  /** The minimum visible area, in square pixels. */
  minimumArea?: number
}

// The end of the generated part.
