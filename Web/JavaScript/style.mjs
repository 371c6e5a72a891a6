// What of an element's style decides where its content lies and what shows of it. It reads, and keeps nothing.

/** The element that an element is laid out in: slots and shadow hosts count. */
export const flatParent = (element) => element.assignedSlot ?? element.parentElement ?? element.parentNode?.host ?? null

const identity = (m) => m[0] === 1 && m[1] === 0 && m[2] === 0 && m[3] === 1
const length = (text) => parseFloat(text) || 0

/** All transforms of an element about its top left corner, as [a, b, c, d, tx, ty]; `null` where they only move it, or in 3D. */
function matrix(style) {
  const { transform, rotate, scale, translate } = style
  if (transform === 'none' && (rotate ?? 'none') === 'none' && (scale ?? 'none') === 'none') return null
  const m = new DOMMatrix()
  const [x, y] = style.transformOrigin.split(' ').map(length)
  m.translateSelf(x, y)
  if (translate && translate !== 'none') m.translateSelf(...translate.split(' ').map(length))
  if (rotate && rotate !== 'none') {
    // About another axis than z it has words: "x 45deg".
    if (rotate.includes(' ')) return null
    m.rotateSelf(length(rotate))
  }
  if (scale && scale !== 'none') {
    const [sx, sy = sx] = scale.split(' ').map(length)
    m.scaleSelf(sx, sy)
  }
  if (transform !== 'none') m.multiplySelf(new DOMMatrix(transform))
  m.translateSelf(-x, -y)
  const flat = [m.a, m.b, m.c, m.d, m.e, m.f]
  return !m.is2D || identity(flat) ? null : flat
}

/** Whether fixed and absolute boxes inside lie in this one. */
const holdsFixed = (style) => style.transform !== 'none' || (style.translate ?? 'none') !== 'none' || (style.rotate ?? 'none') !== 'none'
  || (style.scale ?? 'none') !== 'none' || style.filter !== 'none' || style.perspective !== 'none'
  || (style.backdropFilter ?? 'none') !== 'none' || /paint|layout|strict|content/.test(style.contain ?? '')
  || /transform|translate|rotate|scale|filter|perspective|contain/.test(style.willChange)

/** Overflow of the root, or else of the body, is the window's. */
function isWindows(element) {
  const { documentElement: root, body } = element.ownerDocument
  if (element === root) return true
  if (element !== body) return false
  const style = getComputedStyle(root)
  return style.overflowX === 'visible' && style.overflowY === 'visible'
}

const scrolls = /auto|scroll|hidden/

/** Of an element that holds others. */
export function readPlace(element) {
  const style = getComputedStyle(element)
  const { position, display, overflowX, overflowY } = style
  const hasBox = display !== 'inline' && display !== 'contents'
  const paint = hasBox && /paint|strict|content/.test(style.contain ?? '')
  const own = hasBox && !isWindows(element)
  const clipsX = paint || own && overflowX !== 'visible'
  const clipsY = paint || own && overflowY !== 'visible'
  const fixed = holdsFixed(style)
  const place = {
    position, hasBox, clipsX, clipsY,
    scrolls: own && (scrolls.test(overflowX) || scrolls.test(overflowY)),
    margin: clipsX && clipsY && overflowX === 'clip' && overflowY === 'clip' ? length(style.overflowClipMargin) : 0,
    border: null,
    opacity: Number(style.opacity),
    matrix: hasBox ? matrix(style) : null,
    holdsFixed: fixed, holdsAbsolute: fixed || position !== 'static',
    // Moves as one, so that a transform that is animated is one number.
    moves: hasBox && (style.transform !== 'none' || (style.translate ?? 'none') !== 'none'),
  }
  if (clipsX || clipsY) {
    place.border = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].map(length)
  }
  return place
}

/** Of an element that is observed. What nothing is special about shares one. */
export function readLook(element) {
  const style = getComputedStyle(element)
  const look = {
    position: style.position, opacity: Number(style.opacity), matrix: matrix(style),
    isHidden: style.visibility !== 'visible' || !isRendered(element),
  }
  if (look.opacity !== 1 || look.matrix || look.isHidden) return look
  if (!plain.has(look.position)) plain.set(look.position, Object.freeze(look))
  return plain.get(look.position)
}
const plain = new Map()

const isRendered = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0

/** The size of the border box as it is laid out, before transforms. */
function layoutSize(element) {
  const style = getComputedStyle(element)
  const width = parseFloat(style.width)
  const height = parseFloat(style.height)
  if (Number.isNaN(width) || Number.isNaN(height) || style.display === 'inline') {
    return [element.offsetWidth ?? 0, element.offsetHeight ?? 0]
  }
  if (style.boxSizing === 'border-box') return [width, height]
  const sum = (...names) => names.reduce((sum, name) => sum + length(style[name]), 0)
  return [
    width + sum('paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'),
    height + sum('paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth'),
  ]
}

/** The frame of an element in a space, by where it is drawn: `space` maps the space to the window, `own` is the element's transform. */
export function frameIn(space, element, own, rect = element.getBoundingClientRect()) {
  if (!own && identity(space)) return [rect.left - space[4], rect.top - space[5], rect.width, rect.height]
  const [width, height] = layoutSize(element)
  const [a, b, c, d, x, y] = own ? multiply([space[0], space[1], space[2], space[3], 0, 0], own) : [...space.slice(0, 4), 0, 0]
  // The corner of what is drawn, if the frame began at the origin.
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

/** What clips the content of an element, in its own space. */
export function clipOf(element, { clipsX, clipsY, border, margin }, width, height) {
  const [top, right, bottom, left] = border
  // Scroll bars that take room stand between the borders and the content, in whole pixels.
  const barX = Math.max(0, Math.round((element.offsetWidth ?? 0) - (element.clientWidth ?? 0) - left - right))
  const barY = Math.max(0, Math.round((element.offsetHeight ?? 0) - (element.clientHeight ?? 0) - top - bottom))
  const barLeft = barX > 0 ? Math.max(0, Math.round(element.clientLeft - left)) : 0
  const far = 2 ** 40
  return [
    clipsX ? left + barLeft - margin : -far, clipsY ? top - margin : -far,
    clipsX ? width - left - right - barX + 2 * margin : 2 * far, clipsY ? height - top - bottom - barY + 2 * margin : 2 * far,
  ]
}
