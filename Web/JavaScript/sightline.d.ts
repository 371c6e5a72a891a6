/**
 * Which elements of a page people see, how much of each, why not, and which were seen for long enough to count.
 *
 *     await Sightline.load()
 *     const sightline = new Sightline({ rule: 0.5, policy: { dwell: 1000 } },
 *       (entries) => entries.forEach(({ target, isVisible }) => target.classList.toggle('seen', isVisible)),
 *       (impressions) => impressions.forEach(({ id }) => navigator.sendBeacon('/seen', String(id))))
 *     for (const card of document.querySelectorAll('.card')) sightline.observe(card, { id: card.dataset.id })
 *
 * Lengths are CSS pixels, rects are in the window as `getBoundingClientRect()` has them, times are milliseconds of
 * `performance.now()`. What each answer means: `docs/semantics.md`.
 */
export class Sightline {
  /**
   * Loads the engine, once for all observers; later calls come to the same.
   * @param source where it is, or what it is; without it `sightline.wasm` beside this module
   */
  static load(source?: string | URL | Response | PromiseLike<Response> | BufferSource | WebAssembly.Module): Promise<void>

  /** Begins a session, from the next pass on: what counts once a session counts again. */
  static beginSession(): void
  /** Begins a screen visit, from the next pass on: for a page that shows another screen without being loaded. */
  static beginScreenVisit(): void

  /**
   * Says that an element is opaque and lies over everything that is not in it: a sticky header, a banner, a sheet. Boxes that
   * scroll do not clip it. Of several, those lie above that became covers later. A friendly one covers nothing.
   */
  static cover(element: Element, options?: { isFriendly?: boolean }): void
  static uncover(element: Element): void

  /** Has everything read again in the next frame: after a change that no page is told of, which the README lists. */
  static invalidate(): void

  /**
   * @param onChange once a frame, and again where one scrolls and then changes, with what has crossed a threshold: what left before
   *   what entered
   * @param onImpression after `onChange`, with what was seen under the policy
   * @throws RangeError for a number outside of its range; SyntaxError for margins that are none; Error before `load()`
   */
  constructor(
    options?: SightlineOptions,
    onChange?: (entries: SightlineEntry[], observer: Sightline) => void,
    onImpression?: (impressions: SightlineImpression[], observer: Sightline) => void,
  )

  /**
   * Observes an element, in the document or not yet. It is read in the next frame. Without an id the element itself is the item.
   * Does nothing if it is observed already.
   */
  observe(element: Element, options?: { id?: unknown }): void
  /** Ends that. Nothing is heard of it any more, and an exposure ends. */
  unobserve(element: Element): void
  disconnect(): void

  /** How an element is seen, as of the last reading; `null` if it is not observed, not read yet or not in the document. */
  state(element: Element): SightlineState | null
  /** What has been seen of an item, by its id or else by its element; `null` if it was never observed. */
  exposure(id: unknown): (SightlineExposure & {
    /** How much of the dwell is gathered, 0...1. */
    readonly progress: number
  }) | null
}

export interface SightlineOptions {
  /** When an element is visible. Numbers are thresholds. Without a rule as much as fits into the window must be seen. */
  rule?: number | number[] | SightlineRule
  /** By how much the window is grown, or made smaller: pixels, or '10%' of it. Boxes in it that scroll clip as they are. */
  margins?: SightlineMargin | { top?: SightlineMargin, right?: SightlineMargin, bottom?: SightlineMargin, left?: SightlineMargin }
  /** When an item counts as seen. */
  policy?: SightlinePolicy
}
export type SightlineMargin = number | `${number}px` | `${number}%`

export interface SightlineRule {
  /** Shares of visible area, 0...1, inclusive; 0 is any pixel. Without it 1. */
  threshold?: number | number[]
  /** Of what: the element (as without it), the window, the smaller of both. 'edges': each edge was in view, whatever the threshold. */
  of?: 'item' | 'viewport' | 'smaller' | 'edges'
  /** How far below a threshold it must fall to leave, 0...1. */
  hysteresis?: number
  /** The least opacity that counts, the product along all ancestors, 0...1; 0.01 without it. */
  minimumOpacity?: number
  /** The least visible area that counts, in square pixels. */
  minimumArea?: number
}

export interface SightlinePolicy {
  /** Without one, that of the observer. */
  rule?: number | number[] | SightlineRule
  /** For how many milliseconds the rule must hold. */
  dwell?: number
  /** How often an item counts: once (as without it), once a session or a screen visit, or again after it has left. */
  repetition?: 'once' | 'session' | 'visit' | 'afterLeaving'
  /** In place of `repetition`: again after so many milliseconds. */
  coolDown?: number
  /** In place of `repetition`: so often a day, which begins at midnight. */
  perDay?: number
  /** Whether the dwell is gathered over several exposures. */
  isCumulative?: boolean
  /** Whether the dwell waits while the page is hidden, and is not lost. */
  pauses?: boolean
  /** In pixels a second: what scrolls faster gathers no dwell. */
  speedLimit?: number
}

export type SightlineReason =
  | 'removed' | 'notMeasurable' | 'inactive' | 'hidden' | 'transparent' | 'zeroArea' | 'tooSmall' | 'outOfViewport' | 'clipped'
  | 'covered' | 'edgesUnseen'

/** Something that has crossed a threshold. */
export interface SightlineEntry {
  readonly target: Element
  readonly id: unknown
  readonly kind: 'entered' | 'left'
  /** Whether it is visible now: whether the lowest threshold holds. */
  readonly isVisible: boolean
  /** Which was crossed. */
  readonly threshold: number
  /** By the rule's measure. */
  readonly fraction: number
  /** Why it left. */
  readonly reason: SightlineReason | null
  /** When the frame was evaluated. */
  readonly time: number
  /**
   * What is left of it after clips, the window and covers, as an upright rect. The three rects are found when the first of them is
   * read: in the callback they are those of the frame, later those of then. They are `null` for what was removed.
   */
  readonly visibleRect: DOMRectReadOnly | null
  readonly boundingRect: DOMRectReadOnly | null
  /** The window with its margins. */
  readonly viewportRect: DOMRectReadOnly | null
}

export interface SightlineState {
  /** Of the element's own area. */
  readonly fraction: number
  readonly viewportShare: number
  readonly smallerShare: number
  readonly opacity: number
  readonly isFullyVisible: boolean
  /** Why it is not visible under the observer's rule; `null` if it is. */
  readonly reason: SightlineReason | null
  readonly visibleRect: DOMRectReadOnly | null
  readonly boundingRect: DOMRectReadOnly | null
  readonly viewportRect: DOMRectReadOnly
}

export interface SightlineExposure {
  readonly firstSeen: number
  readonly lastSeen: number
  /** Time in view, of all exposures. */
  readonly total: number
  readonly longest: number
  readonly greatestFraction: number
  readonly exposures: number
  /** How often it has counted as seen. */
  readonly impressions: number
}

export interface SightlineImpression {
  readonly target: Element
  readonly id: unknown
  /** When the dwell was reached, which may be before the frame. */
  readonly time: number
  readonly exposure: SightlineExposure
}
