// Reads the styles that determine the position, clipping and visibility of an element's content. Stateless.

/** The parent of an element in the flat tree, across slots and shadow hosts. */
export const flatParent = (element) => element.assignedSlot ?? element.parentElement ?? element.parentNode?.host ?? null

/** Whether a node is in the page's document: nodes can move to frames and other windows, with their contents. */
export const isHere = (node) => node.isConnected && node.ownerDocument === document

const identity = (m) => m[0] === 1 && m[1] === 0 && m[2] === 0 && m[3] === 1
const length = (text) => parseFloat(text) || 0

/** The factor by which `zoom` scales lengths in styles and offsets. */
const zoomOf = (element) => element.currentCSSZoom ?? 1

/** Elements that have a box even when inline. */
const replaced = /^(svg|img|canvas|video|audio|iframe|embed|object)$/
/** Whether an element has a CSS box. Shapes inside an `<svg>` do not. */
const hasOwnBox = (element, { display }) => display !== 'contents' && (display !== 'inline' || replaced.test(element.localName))
  && (!element.ownerSVGElement || element.localName === 'foreignObject')

/** The selector of elements in the top layer; empty if there is none. */
export const topSelector = [':modal', ':popover-open', ':fullscreen'].filter((name) => globalThis.CSS?.supports(`selector(${name})`)).join()
/** Whether an element, or something in its closed shadow tree, is full screen. */
export const isWhole = (element) => element.matches(':fullscreen')
  || document.fullscreenElement !== null && element === element.getRootNode().fullscreenElement && !element.shadowRoot
/** Whether an element is in the top layer, where its ancestors do not clip, move or fade it. It is fixed or absolute, or the host of a closed tree. */
export const isOnTop = (element, { position } = getComputedStyle(element)) => isPlaced(position)
  ? topSelector !== '' && element.matches(topSelector) : document.fullscreenElement !== null && !element.matches(':fullscreen') && isWhole(element)
const isPlaced = (position) => position === 'fixed' || position === 'absolute'

/** Whether an element may follow an anchor in another scrolling box. In the top layer, the anchor may be the button that opened it. */
const isAnchored = (style, isOnTop) => isOnTop || isPlaced(style.position) && hasAnchor(style)
const hasAnchor = ({ positionAnchor: anchor = 'none', positionArea: area = 'none' }) => !/^(normal|none|auto)$/.test(anchor) || area !== 'none'
/** Whether an element moves within its scrolling box as the box scrolls: if sticky, or transformed in 3D, because of perspective. */
const isLed = ({ position, transform, translate, rotate }) => position === 'sticky' || transform.startsWith('matrix3d')
  || / .+ /.test(translate ?? '') || (rotate ?? '').includes(' ')

/** The points at which an element is hit-tested, as fractions of its width and height. */
const probes = [0.5, 0.05, 0.95]
/** Whether an element is hidden with its anchor. No style shows this, only hit tests; `false` if hit tests miss the element anyway. */
export function isForsaken(element, { left, top, right, bottom } = element.getBoundingClientRect()) {
  const style = getComputedStyle(element)
  if ((style.positionVisibility ?? 'always') === 'always' || !hasAnchor(style) && !element.matches(':popover-open')) return false
  if (style.pointerEvents === 'none' || element.closest('[inert]')) return false
  for (const modal of document.querySelectorAll(':modal')) if (!modal.contains(element)) return false
  const { clientWidth, clientHeight } = document.documentElement
  const [x, y, endX, endY] = [Math.max(0, left), Math.max(0, top), Math.min(clientWidth, right), Math.min(clientHeight, bottom)]
  const isHit = (x, y) => element.getRootNode().elementsFromPoint(x, y).some((hit) => element.contains(hit))
  return endX > x && endY > y && !probes.some((across) => probes.some((down) => isHit(x + across * (endX - x), y + down * (endY - y))))
}

/** The combined transform of an element about its top left corner, as [a, b, c, d, tx, ty]; `null` for a translation or in 3D. */
function matrix(element, style) {
  if (!hasOwnBox(element, style) || element.ownerSVGElement) return null
  const { transform, rotate, scale, translate } = style
  if (transform === 'none' && (rotate ?? 'none') === 'none' && (scale ?? 'none') === 'none') return null
  const m = new DOMMatrix()
  const [x, y] = style.transformOrigin.split(' ').map(length)
  m.translateSelf(x, y)
  if (translate && translate !== 'none') m.translateSelf(...translate.split(' ').map(length))
  if (rotate && rotate !== 'none') {
    // A rotation about another axis than z includes a space, as in "x 45deg".
    if (rotate.includes(' ')) return null
    m.rotateSelf(length(rotate))
  }
  if (scale && scale !== 'none') {
    const [sx, sy = sx] = scale.split(' ').map(length)
    m.scaleSelf(sx, sy)
  }
  if (transform !== 'none') m.multiplySelf(new DOMMatrix(transform))
  m.translateSelf(-x, -y)
  const zoom = zoomOf(element)
  const flat = [m.a, m.b, m.c, m.d, zoom * m.e, zoom * m.f]
  return !m.is2D || identity(flat) ? null : flat
}

const containsPaint = ({ contain, contentVisibility }) =>
  /paint|strict|content/.test(contain ?? '') || (contentVisibility ?? 'visible') !== 'visible'

/** Whether an element is the containing block of fixed and absolute descendants. */
const holdsFixed = (style) => style.transform !== 'none' || (style.translate ?? 'none') !== 'none' || (style.rotate ?? 'none') !== 'none'
  || (style.scale ?? 'none') !== 'none' || style.filter !== 'none' || style.perspective !== 'none'
  || (style.backdropFilter ?? 'none') !== 'none' || (style.offsetPath ?? 'none') !== 'none' || style.transformStyle === 'preserve-3d'
  || /paint|layout|strict|content/.test(style.contain ?? '') || containsPaint(style)
  || /transform|translate|rotate|scale|filter|perspective|contain/.test(style.willChange)

/** Whether the overflow of an element applies to the window: the root's, or else the body's. */
function isWindows(element) {
  const { documentElement: root, body } = element.ownerDocument
  if (element === root) return true
  if (element !== body) return false
  const style = getComputedStyle(root)
  return style.overflowX === 'visible' && style.overflowY === 'visible'
}

const scrolls = /auto|scroll|hidden/

const sides = ['Top', 'Right', 'Bottom', 'Left']
/**
 * The rect of `clip-path: inset(…)`, or of `clip: rect(…)` on a fixed or absolute element: a function of `(width, height)` that
 * returns top, right, bottom and left from the corner, NaN for no edge. `null` without either property.
 */
function cutOf({ position, clip, clipPath }, zoom) {
  const inset = /^inset\(([^()]*?)(?: round .*)?\)$/.exec(clipPath ?? '')
  if (inset) {
    const [top, right = top, bottom = top, left = right] = inset[1].split(' ')
    const from = (side, extent) => side.endsWith('%') ? extent * length(side) / 100 : zoom * length(side)
    return (width, height) => [from(top, height), width - from(right, width), height - from(bottom, height), from(left, width)]
  }
  if (!/^rect/.test(clip) || position !== 'fixed' && position !== 'absolute') return null
  const sides = clip.slice(5, -1).split(/[, ]+/).map((side) => side === 'auto' ? NaN : zoom * length(side))
  return () => sides
}

/** Reads the style of an element with observed descendants. */
export function readPlace(element) {
  const style = getComputedStyle(element)
  const { position, overflowX, overflowY } = style
  const hasBox = hasOwnBox(element, style)
  const paint = hasBox && containsPaint(style)
  const own = hasBox && !isWindows(element)
  const clipsX = paint || own && overflowX !== 'visible'
  const clipsY = paint || own && overflowY !== 'visible'
  const fixed = holdsFixed(style)
  const zoom = zoomOf(element)
  const onTop = isOnTop(element, style)
  const place = {
    position, hasBox, clipsX, clipsY, zoom,
    isOnTop: onTop, isAnchored: hasBox && isAnchored(style, onTop), isLed: isLed(style),
    scrolls: own && (scrolls.test(overflowX) || scrolls.test(overflowY)),
    border: null, margin: none,
    cut: hasBox ? cutOf(style, zoom) : null,
    opacity: Number(style.opacity), isHidden: isUnseen(element, style),
    matrix: matrix(element, style),
    holdsFixed: fixed, holdsAbsolute: fixed || position !== 'static',
    // Makes it a container, so that each step of an animated transform is a single edit.
    moves: hasBox && (style.transform !== 'none' || (style.translate ?? 'none') !== 'none'),
  }
  if (!clipsX && !clipsY) return place
  place.border = sides.map((side) => drawn(zoom * length(style[`border${side}Width`])))
  if (clipsX && clipsY && (overflowX === 'clip' && overflowY === 'clip' || element.localName === 'svg')) {
    const from = style.overflowClipMargin ?? ''
    const more = zoom * length(from.replace(/^\D*/, ''))
    const inset = (i) => from.startsWith('content') ? -zoom * length(style[`padding${sides[i]}`]) : from.startsWith('border') ? place.border[i] : 0
    place.margin = sides.map((_, i) => more + inset(i))
  }
  return place
}
const none = Object.freeze([0, 0, 0, 0])
/** The width at which a border is drawn: whole device pixels, at least one. */
function drawn(width) {
  const { devicePixelRatio: pixels } = globalThis
  return width > 0 ? Math.max(1, Math.floor(width * pixels + 1e-3)) / pixels : 0
}

/** Reads the style of an observed element. Elements with the default look share one object. */
export function readLook(element) {
  const style = getComputedStyle(element)
  const { position } = style
  const onTop = isOnTop(element, style)
  const look = {
    position, opacity: Number(style.opacity), matrix: matrix(element, style), isOnTop: onTop,
    isAnchored: isAnchored(style, onTop), isLed: isLed(style),
    isCut: cutOf(style, 1) !== null && hasOwnBox(element, style),
    isHidden: isUnseen(element, style),
  }
  if (look.opacity !== 1 || look.matrix || look.isHidden || look.isCut || look.isAnchored || look.isLed !== (position === 'sticky')) return look
  if (!plain.has(position)) plain.set(position, Object.freeze(look))
  return plain.get(position)
}
const plain = new Map()

const isRendered = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0
const isUnseen = (element, { visibility }) => visibility !== 'visible' || !isRendered(element)

/** The layout size of the border box, before transforms. */
function layoutSize(element) {
  const style = getComputedStyle(element)
  const zoom = zoomOf(element)
  const width = zoom * parseFloat(style.width)
  const height = zoom * parseFloat(style.height)
  if (Number.isNaN(width) || Number.isNaN(height) || !hasOwnBox(element, style) || style.display === 'inline' && element.localName !== 'svg') {
    return [zoom * (element.offsetWidth ?? 0), zoom * (element.offsetHeight ?? 0)]
  }
  if (style.boxSizing === 'border-box') return [width, height]
  const sum = (...names) => names.reduce((sum, name) => sum + zoom * length(style[name]), 0)
  return [
    width + sum('paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'),
    height + sum('paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth'),
  ]
}

/** The frame of an element in a coordinate space, from its client rect. `space` maps the space to the window; `own` is its transform. */
export function frameIn(space, element, own, rect = element.getBoundingClientRect()) {
  if (!own && identity(space)) return [rect.left - space[4], rect.top - space[5], rect.width, rect.height]
  const [width, height] = layoutSize(element)
  const [a, b, c, d, x, y] = own ? multiply([space[0], space[1], space[2], space[3], 0, 0], own) : [...space.slice(0, 4), 0, 0]
  // The corner of the transformed bounding box for a frame at the origin.
  const left = x + Math.min(0, a * width) + Math.min(0, c * height)
  const top = y + Math.min(0, b * width) + Math.min(0, d * height)
  const dx = rect.left - left - space[4]
  const dy = rect.top - top - space[5]
  const determinant = space[0] * space[3] - space[1] * space[2]
  if (determinant === 0) return [0, 0, width, height]
  return [(space[3] * dx - space[2] * dy) / determinant, (space[0] * dy - space[1] * dx) / determinant, width, height]
}

export const multiply = (m, n) => [
  m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
]

/** The width of a scroll bar. Both sizes are rounded, so less than two pixels is not a scroll bar. */
function barOf(zoom, offset = 0, client = 0, borders) {
  const bar = zoom * (offset - client) - borders
  return bar < 2 * zoom ? 0 : Math.round(bar)
}

/** The clip of an element's content, in its own coordinate space. */
export function clipOf(element, { clipsX, clipsY, border, margin, zoom, cut }, width, height) {
  const far = 2 ** 40
  const clip = [-far, -far, far, far]
  if (border) {
    const [top, right, bottom, left] = border
    // Classic scroll bars take up whole pixels between the borders and the content.
    const barX = barOf(zoom, element.offsetWidth, element.clientWidth, left + right)
    const barY = barOf(zoom, element.offsetHeight, element.clientHeight, top + bottom)
    const barLeft = barX > 0 ? Math.max(0, Math.round(zoom * element.clientLeft - left)) : 0
    if (clipsX) {
      clip[0] = left + barLeft - margin[3]
      clip[2] = width - right - barX + barLeft + margin[1]
    }
    if (clipsY) {
      clip[1] = top - margin[0]
      clip[3] = height - bottom - barY + margin[2]
    }
  }
  if (cut) {
    const [top, right, bottom, left] = cut(width, height)
    if (left > clip[0]) clip[0] = left
    if (top > clip[1]) clip[1] = top
    if (right < clip[2]) clip[2] = right
    if (bottom < clip[3]) clip[3] = bottom
  }
  return [clip[0], clip[1], Math.max(0, clip[2] - clip[0]), Math.max(0, clip[3] - clip[1])]
}
