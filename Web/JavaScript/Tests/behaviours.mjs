// Page features, one per row: markup, then actions and results. A result lists visible fractions by element id. `a .5` is the result of
// both Sightline and IntersectionObserver; in `a .3|.5` the first is Sightline's, and `why` is the reason for the difference. The window is
// 400 × 600 px, without scroll bars.
export const rows = []
const row = (name, html, ...steps) => rows.push({ name, html, steps })
/** A row with options: `why`, `margins` with the equivalent `rootMargin`, `root`. */
const rowWith = (options, name, html, ...steps) => rows.push({ ...options, name, html, steps })

const box = (id, style = '', inside = '') => `<div id="${id}" style="width: 100px; height: 100px; ${style}">${inside}</div>`
const space = (height) => `<div style="height: ${height}px"></div>`
const within = (style, ...inside) => `<div style="${style}">${inside.join('')}</div>`
const scroller = (id, style, ...inside) => `<div id="${id}" style="overflow: auto; width: 200px; height: 200px; ${style}">${inside.join('')}</div>`

/** Returns an element by its id, including in open shadow roots. */
export function find(id, root = document) {
  const found = root.getElementById(id)
  if (found) return found
  for (const { shadowRoot } of root.querySelectorAll('*')) {
    const inside = shadowRoot && find(id, shadowRoot)
    if (inside) return inside
  }
  return null
}
const style = (id, name, value) => () => { find(id).style[name] = value }
const scroll = (id, top, left = 0) => () => { find(id).scrollTo(left, top) }
const adopt = (text) => () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets = [sheet]
}

// The window and its edges

row('over each edge of the window', box('a', 'position: absolute; left: -50px') + box('b', 'position: absolute; left: 375px; top: 100px')
  + box('c', 'position: absolute; top: -90px; left: 120px') + box('d', 'position: absolute; top: 570px'), 'a .5 b .25 c .1 d .3')
row('scrolling the document', space(550) + box('a') + space(900), 'a .5', () => scrollTo(0, 600), 'a .5', () => scrollTo(0, 700), 'a 0')
row('scrolling sideways', within('width: 2000px; display: flex', box('a'), box('b', 'margin-left: 500px')), 'a 1 b 0', () => scrollTo(250, 0), 'a 0 b .5')
row('smooth scrolling', space(550) + box('a') + space(900), () => {
  const ended = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }))
  scrollTo({ top: 30, behavior: 'smooth' })
  return ended
}, 'a .8')
rowWith({ why: 'an element without an area is not visible; IntersectionObserver reports it as intersecting, with a ratio of 1' },
  'without an area', box('a', 'height: 0') + box('b', 'width: 0') + box('c', 'scale: 0'), 'a 0|1 b 0|1 c 0|1')
row('touching the edge from outside', box('a', 'position: absolute; left: 400px') + box('b', 'position: absolute; top: -100px'), 'a 0 b 0')
row('larger than the window', box('a', 'width: 800px; height: 1200px; position: absolute'), 'a .25')
rowWith({ margins: 100, rootMargin: '100px' }, 'margins that grow the window', box('a', 'position: absolute; top: 650px') + box('b', 'position: absolute; left: -150px'), 'a .5 b .5')
rowWith({ margins: { top: -64, bottom: '-10%' }, rootMargin: '-64px 0px -10% 0px' }, 'margins that shrink the window', box('a') + box('b', 'position: absolute; top: 500px'), 'a .36 b .4')
rowWith({ margins: '20%', rootMargin: '20%' }, 'margins in percent', box('a', 'position: absolute; top: 670px') + box('b', 'position: absolute; left: 430px'), 'a .5 b .5')
rowWith({ margins: 100, rootMargin: '100px' }, 'margins do not grow scrolling boxes in the window', scroller('s', '', space(150), box('a'), space(300)), 'a .5')

// Boxes that clip

row('a scrolling box', scroller('s', '', space(150), box('a'), space(300)), 'a .5', scroll('s', 50), 'a 1', scroll('s', 225), 'a .25')
row('nested scrolling boxes', scroller('s', '', space(150), scroller('t', 'height: 100px', box('a'), box('b')), space(300)), 'a .5 b 0', scroll('t', 50), 'a .5 b 0', scroll('s', 100), 'a .5 b .5')
row('borders and padding', scroller('s', 'border: 20px solid; padding: 30px', space(170), box('a', 'margin-left: -60px'), space(300)), 'a .42')
row('overflow: hidden, scrolled by script', within('height: 100px; overflow: hidden', box('a'), box('b')).replace('style', 'id="s" style'), 'a 1 b 0', scroll('s', 50), 'a .5 b .5')
row('overflow: clip', within('height: 50px; overflow: clip', box('a')), 'a .5')
row('overflow: clip along one axis', within('width: 50px; height: 50px; overflow-x: clip', box('a')), 'a .5')
row('overflow-clip-margin', within('height: 50px; overflow: clip; overflow-clip-margin: 20px', box('a')), 'a .7')
row('overflow-clip-margin from the content box', within('height: 20px; padding: 15px; width: 100px; overflow: clip; overflow-clip-margin: content-box 10px', box('a', 'margin-top: -10px')), 'a .4')
row('contain: paint', within('height: 50px; contain: paint', box('a')), 'a .5')
row('contain: strict', within('height: 50px; contain: strict', box('a')), 'a .5')
row('clip: rect() on an ancestor', within('position: absolute; clip: rect(0, 50px, 100px, 0)', box('a')), 'a .5')
row('clip: rect() that is removed', within('position: absolute; clip: rect(0, 50px, 100px, 25px)', box('a')).replace('style', 'id="s" style'), 'a .25', style('s', 'clip', 'auto'), 'a 1')
row('clip: rect() on an observed element', box('a', 'position: absolute; clip: rect(0, 50px, 100px, 0)'), 'a .5')
row('a closed accordion', within('max-height: 0; overflow: hidden', box('a')).replace('style', 'id="s" style'), 'a 0', style('s', 'maxHeight', '60px'), 'a .6')
row('an absolute element is not clipped by a static box', within('overflow: hidden; width: 50px; height: 50px', box('a', 'position: absolute')), 'a 1')
row('an absolute element is clipped by a relative box', within('overflow: hidden; width: 50px; height: 50px; position: relative', box('a', 'position: absolute')), 'a .25')
row('an absolute element in an inline box', `<span style="position: relative">word${within('overflow: hidden; width: 9px; height: 9px', box('a', 'position: absolute; left: 350px; top: 0'))}</span>`, 'a .5')
row('a box that stops scrolling', scroller('s', '', space(150), box('a')), 'a .5', style('s', 'overflow', 'visible'), 'a 1', style('s', 'overflow', 'auto'), 'a .5')
row('a box that is resized', scroller('s', '', space(150), box('a')), 'a .5', style('s', 'height', '160px'), 'a .1')
row('overflow of the body applies to the window', `<style>body { overflow: hidden; height: 50px }</style>${box('a')}${space(900)}`, 'a 1', () => scrollTo(0, 20), 'a .8')
row('overflow of the body, if the root has its own', `<style>html { overflow: hidden } body { overflow: auto; height: 50px }</style>${box('a')}${space(900)}`, 'a .5', () => { document.body.scrollTop = 80 }, 'a .2')
row('negative margins', within('overflow: hidden; height: 300px', box('a', 'margin: -20px 0 0 -50px')), 'a .4')
row('columns', within('columns: 2; column-gap: 0; width: 400px; height: 100px', box('a'), box('b')), 'a 1 b 1')
rowWith({ why: 'getBoundingClientRect() is the box around both parts' }, 'split over two columns',
  within('columns: 2; column-fill: auto; column-gap: 0; width: 400px; height: 100px', space(50), box('a')), 'a 1')

row('a root with a zoom', `<style>html { zoom: 2 }</style>${box('a', 'margin-top: 250px')}${space(900)}`, 'a .5', () => scrollTo(0, 50), 'a .75')
row('clip-path: inset() on an ancestor', within('clip-path: inset(0 50% 0 0); width: 100px', box('a')), 'a .5')
row('clip-path: inset() that is removed', within('clip-path: inset(10px); width: 100px', box('a')).replace('style', 'id="s" style'), 'a .64', style('s', 'clipPath', 'none'), 'a 1')
row('clip-path: inset() on an observed element', box('a', 'clip-path: inset(50%)') + box('b', 'clip-path: inset(0 30% 0 0 round 5px)'), 'a 0 b .7')
rowWith({ why: 'Sightline does not support other shapes; IntersectionObserver uses the bounding box' }, 'clip-path: circle()', within('clip-path: circle(25px); width: 100px', box('a')), 'a 1|.25')
rowWith({ why: 'masks are not geometry' }, 'mask', within('mask: linear-gradient(transparent, transparent)', box('a')), 'a 1')

// Root elements

const farther = space(700)
rowWith({ root: 's' }, 'an offscreen root', farther + scroller('s', '', space(150), box('a'), space(300)), 'a .5', scroll('s', 50), 'a 1', () => scrollTo(0, 300), 'a 1')
rowWith({ root: 's' }, 'a root that does not clip', farther + within('height: 50px', box('a'), box('b')).replace('style', 'id="s" style'), 'a .5 b 0', style('s', 'height', '120px'), 'a 1 b .2')
rowWith({ root: 's' }, 'a root with borders', scroller('s', 'border: 20px solid', space(150), box('a'), space(300)), 'a .5')
rowWith({ root: 's' }, 'an element outside the root', scroller('s', '', space(300)) + box('a'), 'a 0')
rowWith({ root: 's' }, 'elements not laid out in the root', scroller('s', '', box('a', 'position: absolute'), box('b', 'position: fixed'), box('c')), 'a 0 b 0 c 1')
rowWith({ root: 's' }, 'a scrolling box in the root', farther + scroller('s', '', space(100), scroller('t', 'height: 150px', space(50), box('a'), space(300)), space(300)), 'a .5', scroll('t', 50), 'a 1', scroll('s', 150), 'a .5')
rowWith({ root: 's', margins: { bottom: 100 }, rootMargin: '0px 0px 100px' }, 'margins of a root', farther + scroller('s', '', space(250), box('a'), space(300)), 'a .5', scroll('s', 100), 'a 1')
rowWith({ root: 's', margins: '-25%', rootMargin: '-25%' }, 'margins in percent of a root', scroller('s', '', box('a'), space(300)), 'a .25')
rowWith({ root: 's' }, 'a root that becomes a clipping box', scroller('t', '', `<div id="s">${box('a')}${box('b')}${box('c')}</div>`), 'a 1 b 1 c 1', scroll('t', 100), 'a 1 b 1 c 1', style('s', 'overflow', 'hidden'), style('s', 'height', '150px'), 'b .5 c 0')
rowWith({ root: 's' }, 'a root that is removed and returns', `<div id="t">${scroller('s', '', space(150), box('a'), space(300))}</div>`, 'a .5', () => { globalThis.kept = find('s'); kept.remove() },
  () => { find('t').append(kept); kept.scrollTop = 50 }, 'a 1')
rowWith({ root: 's' }, 'a root that is removed without its contents', `<div id="t"></div>${scroller('s', '', box('a'), space(300))}`, 'a 1', () => { globalThis.kept = find('s'); find('t').append(find('a')); kept.remove() }, 'a 0',
  () => { kept.prepend(find('a')); find('t').append(kept) }, 'a 1')
rowWith({ root: 's' }, 'a root that moves to another parent', `${farther}${scroller('s', '', space(150), box('a'), space(300))}<div id="t"></div>`, 'a .5', () => find('t').append(find('s')), scroll('s', 80), 'a 1')
rowWith({ root: 's' }, 'a root in a shadow tree', `<div id="h"><template shadowrootmode="open">${scroller('s', '', space(150), '<slot></slot>', space(300))}</template>${box('a')}</div>`, 'a .5', scroll('s', 50), 'a 1')
rowWith({ root: 's', why: 'Sightline uses the exact area, IntersectionObserver bounding boxes' }, 'a rotated root', within('rotate: 45deg', scroller('s', '', space(150), box('a'), space(300))), 'a .5|.5625', scroll('s', 50), 'a 1')
rowWith({ root: 's', why: 'its geometry is the same whether or not the browser skips it offscreen' }, 'a root with content-visibility: auto, far away',
  space(9000) + scroller('s', 'content-visibility: auto', box('a'), space(300)), 'a 1|0')
rowWith({ root: 'document' }, 'the document as the root', space(550) + box('a') + space(900), 'a .5', () => scrollTo(0, 40), 'a .9')

// Positions

row('fixed', box('a', 'position: fixed; bottom: -50px') + space(900), 'a .5', () => scrollTo(0, 200), 'a .5')
row('fixed is not clipped by a scrolling box', scroller('s', '', space(150), box('a', 'position: fixed; top: 300px'), space(300)), 'a 1', scroll('s', 50), 'a 1')
for (const [property, value] of [['transform', 'translate(0)'], ['filter', 'blur(0)'], ['will-change', 'transform'], ['perspective', '9px'],
  ['contain', 'layout'], ['backdrop-filter', 'blur(1px)'], ['translate', '1px 0'], ['offset-path', "path('M 0 0 L 9 0'); offset-anchor: 0 0"], ['transform-style', 'preserve-3d'],
  ['content-visibility', 'auto'], ['container-type', 'inline-size'], ['will-change', 'translate'], ['isolation', 'isolate']]) {
  const isFree = property === 'container-type' || property === 'isolation'
  row(`fixed in ${property}: ${value}`, within(`overflow: hidden; height: 50px; width: 200px; ${property}: ${value}`, box('a', 'position: fixed; top: -40px; left: 0')), isFree ? 'a .6' : 'a .5')
}
row('sticky in the window', box('a', 'position: sticky; top: 0') + space(900), 'a 1', () => scrollTo(0, 400), 'a 1')
row('sticky at the bottom, in a box', scroller('s', '', space(500), box('a', 'position: sticky; bottom: -30px'), space(300)), 'a .7', scroll('s', 420), 'a 1')
row('sticky until its parent ends', scroller('s', '', within('height: 150px', box('a', 'position: sticky; top: 0')), space(900)), 'a 1', scroll('s', 40), 'a 1', scroll('s', 125), 'a .25')
row('sticky in sticky', scroller('s', '', within('height: 900px', within('position: sticky; top: 0; height: 300px', box('a', 'position: sticky; top: 50px')))), 'a 1', scroll('s', 100), 'a 1')
row('sticky in nested scrolling boxes', scroller('t', 'height: 300px', scroller('s', '', box('a', 'position: sticky; top: 0'), space(900)), space(900)), 'a 1', scroll('s', 300), 'a 1', scroll('t', 40), 'a .6')
row('a sticky table header', scroller('s', '', `<table style="border-spacing: 0"><thead style="position: sticky; top: 0"><tr><th id="a" style="height: 40px; padding: 0">head</th></tr></thead><tbody><tr><td id="b" style="height: 900px; padding: 0">cell</td></tr></tbody></table>`), 'a 1', scroll('s', 300), 'a 1')
row('anchored to scrolling content', scroller('s', 'position: static', space(150), within('anchor-name: --x; height: 20px'), space(900))
  + box('a', 'position: absolute; position-anchor: --x; top: anchor(bottom); left: 0'), 'a 1', scroll('s', 150), 'a 1')
row('fixed and anchored over the edge', scroller('s', 'height: 500px', space(450), within('anchor-name: --x; height: 20px'), space(900))
  + box('a', 'position: fixed; position-anchor: --x; position-area: bottom; width: 100px'), scroll('s', 20), 'a 1')

// Transforms

row('moved', within('transform: translate(0, 550px)', box('a')), 'a .5')
row('scaled', within('scale: 2; transform-origin: 0 0; margin-top: 500px', box('a')), 'a .5')
row('scaled, with a scrolling box', within('scale: .5; transform-origin: 0 0', scroller('s', '', space(150), box('a'), space(300))), 'a .5', scroll('s', 50), 'a 1', scroll('s', 220), 'a .3')
row('mirrored', within('transform: scaleX(-1); width: 100px; margin-left: -50px', box('a')), 'a .5')
rowWith({ why: 'Sightline uses the exact area, IntersectionObserver the bounding box' }, 'rotated, over the edge', box('a', 'rotate: 45deg; margin: -50px 150px'), 'a .5')
rowWith({ why: 'Sightline uses the exact area, IntersectionObserver the bounding box' }, 'rotated, with a corner outside', box('a', 'rotate: 45deg; margin: -25px 150px'), 'a .7911|.6768')
rowWith({ why: 'Sightline uses the exact area, IntersectionObserver the bounding box' }, 'skewed', box('a', 'transform: skewX(45deg)'), 'a .875|.75')
row('a transform on an inline box has no effect', `<span id="a" style="transform: translateX(-900px)">word</span>`, 'a 1')
row('along a path', box('a', `offset-path: path('M 0 0 L 350 0'); offset-distance: 100%; offset-rotate: 0deg; offset-anchor: 0 0`), 'a .5')
row('turned along a path', box('a', `offset-path: path('M 200 550 L 200 0'); offset-anchor: 0 50%; offset-distance: 0%`), 'a 1')
row('in space', within('perspective: 500px', box('a', 'transform: translateZ(-100px)')), 'a 1')
row('an animation', box('a') + space(9), () => { find('a').animate({ translate: ['0 550px', '0 550px'] }, { duration: 1e6, fill: 'both' }) }, 'a .5')
row('a scroll-driven animation', scroller('s', '', `<style>@keyframes go { to { translate: -100px 0 } }</style>`
  + box('a', 'animation: go linear both; animation-timeline: scroll(nearest); position: sticky; top: 0'), space(300)), 'a 1', scroll('s', 100), 'a .5')
row('a transition', box('a', 'transition: margin-left .1s linear'), () => {
  const ended = new Promise((resolve) => addEventListener('transitionend', resolve, { once: true }))
  find('a').style.marginLeft = '-70px'
  return ended
}, 'a .3')

// Zoom and writing directions

row('zoom', box('a', 'zoom: 2; position: absolute; top: 250px'), 'a .5')
row('zoom around a scrolling box', within('zoom: 2', scroller('s', 'height: 100px', space(50), box('a'), space(300))), 'a .5', scroll('s', 50), 'a 1', scroll('s', 80), 'a .7')
row('zoom with borders and a clip', within('zoom: 2', within('overflow: hidden; border: 10px solid; height: 50px', box('a'))), 'a .5')
row('zoomed borders of half a pixel are drawn as a whole pixel', within('zoom: 1.5', within('overflow: hidden; border: 3px solid; box-sizing: border-box; height: 70px', box('a'))), 'a .6467')
rowWith({ why: 'content laid out elsewhere is not clipped' }, 'fixed in clip-path: inset()', within('clip-path: inset(0 50% 0 0); width: 100px; height: 100px', box('a', 'position: fixed; top: 0; left: 0')), 'a 1|.5')
row('zoom and a transform', within('zoom: 2', within('rotate: 90deg; width: 100px', within('overflow: hidden; width: 50px', box('a')))), 'a .5')
row('right to left', scroller('s', 'direction: rtl', within('width: 600px; display: flex', box('a'), box('b', 'margin-right: 50px'))), 'a 1 b .5', scroll('s', 0, -50), 'a .5 b 1')
row('a right-to-left document', `<style>html { direction: rtl }</style>` + within('width: 1000px; display: flex', box('a'), box('b', 'margin-right: 250px')), 'a 1 b .5', () => scrollTo(-50, 0), 'a .5 b 1')
row('vertical, right to left', scroller('s', 'writing-mode: vertical-rl', box('a'), box('b', 'margin-right: 50px'), box('c', 'margin-right: 300px')), 'a 1 b .5 c 0', scroll('s', 0, -80), 'a .2 b 1')
row('a vertical document', `<style>html { writing-mode: vertical-rl }</style>${box('a')}${box('b', 'margin-right: 250px')}${box('c', 'margin-right: 900px')}`, 'a 1 b .5', () => scrollTo(-50, 0), 'a .5 b 1')
row('flex, reversed', scroller('s', 'display: flex; flex-direction: column-reverse', box('a', 'flex: none'), box('b', 'flex: none; margin-bottom: 50px'), box('c', 'flex: none')), 'a 1 b .5', scroll('s', -70), 'a .3 b 1 c .2')

// Snapping

const snapping = scroller('s', 'scroll-snap-type: y mandatory', box('a', 'scroll-snap-align: start; height: 180px'), box('b', 'scroll-snap-align: start; height: 180px'), box('c', 'scroll-snap-align: start; height: 180px'))
row('snapping', snapping, 'b .1111', scroll('s', 150), 'a 0 b 1 c .1111')
row('snapped again after a change', snapping, scroll('s', 180), 'b 1', () => { find('s').prepend(Object.assign(document.createElement('p'), { style: 'height: 70px' })) }, 'b 1 a 0')
row('anchored scrolling', scroller('s', '', `<p id="p" style="height: 100px"></p>`, box('a'), box('b'), space(300)), scroll('s', 150), 'a .5 b 1', style('p', 'height', '180px'), 'a .5 b 1')

// Hidden content

const unseen = 'not visible to people; IntersectionObserver considers geometry only'
row('display: none', within('display: none', box('a')).replace('style', 'id="s" style'), 'a 0', style('s', 'display', 'block'), 'a 1', style('s', 'display', 'none'), 'a 0')
row('display: contents on an ancestor', within('display: contents; overflow: hidden; height: 9px; transform: translateX(-90px)', box('a')), 'a 1')
row('display: contents', box('a', 'display: contents', 'word'), 'a 0')
rowWith({ why: unseen }, 'visibility: hidden', within('visibility: hidden', box('a'), box('b', 'visibility: visible')), 'a 0|1 b 1')
rowWith({ why: unseen }, 'opacity: 0 on an ancestor', within('opacity: 0', box('a')).replace('style', 'id="s" style'), 'a 0|1', style('s', 'opacity', '1'), 'a 1')
row('hidden', `<div hidden id="s">${box('a')}</div>`, 'a 0', () => { find('s').hidden = false }, 'a 1')
row('hidden until found', `<div hidden="until-found" id="s">${box('a')}</div>`, 'a 0', () => { find('s').hidden = false }, 'a 1')
row('details', `<details id="s"><summary>more</summary>${box('a')}</details>`, 'a 0', () => { find('s').open = true }, 'a 1', () => { find('s').open = false }, 'a 0')
row('content-visibility: hidden', within('content-visibility: hidden', box('a')).replace('style', 'id="s" style'), 'a 0', style('s', 'contentVisibility', 'visible'), 'a 1')
row('content-visibility: auto clips', within('content-visibility: auto; height: 50px', box('a')), 'a .5')
row('content-visibility: auto, far away', space(9000) + within('content-visibility: auto; contain-intrinsic-size: 100px 50px', box('a')) + space(900), 'a 0', () => scrollTo(0, 8950), 'a 1')
row('a collapsing table row', `<table><tr id="s" style="visibility: visible"><td>${box('a')}</td></tr></table>`, 'a 1', style('s', 'display', 'none'), 'a 0')
row('inert', `<div inert>${box('a')}</div>`, 'a 1')
row('facing away', box('a', 'transform: rotateY(180deg); backface-visibility: hidden'), 'a 1')

// The top layer

const buried = (inside) => within('overflow: hidden; height: 50px; width: 50px; transform: translate(300px, 550px); opacity: .5', inside)
const dialog = (id, inside) => `<dialog id="${id}" style="padding: 0; border: 0; margin: 0; inset: 0 auto auto 0">${inside}</dialog>`
row('a modal dialog is not clipped by its ancestors', buried(dialog('d', box('a'))), 'a 0', () => find('d').showModal(), 'a 1', () => find('d').close(), 'a 0')
row('an observed dialog', buried(`<dialog id="a" style="padding: 0; border: 0; margin: 0; inset: 550px auto auto 0; width: 100px; height: 100px"></dialog>`), 'a 0', () => find('a').showModal(), 'a .5')
row('a non-modal dialog', buried(dialog('d', box('a'))), () => find('d').show(), 'a .25')
row('a popover is not clipped by its ancestors', buried(`<div popover id="d" style="padding: 0; border: 0; margin: 0; inset: 560px auto auto 0">${box('a')}</div>`), 'a 0', () => find('d').showPopover(), 'a .4', () => find('d').hidePopover(), 'a 0')
row('an absolute popover scrolls with the document', buried(`<div popover id="d" style="padding: 0; border: 0; margin: 0; position: absolute; inset: 100px auto auto 0">${box('a')}</div>`) + space(2000),
  () => find('d').showPopover(), 'a 1', () => scrollTo(0, 150), 'a .5')
row('a scrolling box in a dialog', buried(dialog('d', scroller('s', '', space(150), box('a'), space(300)))), () => find('d').showModal(), 'a .5', scroll('s', 50), 'a 1')
row('fixed in a dialog', buried(dialog('d', box('a', 'position: fixed; top: 300px; left: -50px'))), () => find('d').showModal(), 'a .5')
row('a dialog in a box with display: none', within('display: none', dialog('d', box('a'))), () => find('d').showModal(), 'a 0')

// Shadow trees

const shadow = (id, inside, light = '') => `<div id="${id}"><template shadowrootmode="open">${inside}</template>${light}</div>`
row('in a shadow root', shadow('h', scroller('s', '', space(150), box('a'), space(300))), 'a .5', scroll('s', 50), 'a 1')
row('slotted into a clipping box', shadow('h', within('overflow: hidden; height: 50px', '<slot></slot>'), box('a')), 'a .5')
row('a slot that changes', shadow('h', `${within('overflow: hidden; height: 50px', '<slot></slot>')}<slot name="b"></slot>`, box('a')), 'a .5', () => { find('a').slot = 'b' }, 'a 1')
row('not slotted', shadow('h', '<p>nothing</p>', box('a')), 'a 0')
row('a shadow in a shadow', shadow('g', shadow('h', scroller('s', '', space(150), box('a'), space(300)))), 'a .5', scroll('s', 50), 'a 1')
row('a style sheet adopted by a shadow root', shadow('h', within('', box('a'))), () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('#a { margin-left: -50px }')
  find('h').shadowRoot.adoptedStyleSheets = [sheet]
}, 'a .5')

// Style changes that browsers do not report

row('adoptedStyleSheets', box('a'), adopt('#a { translate: -70px 0 }'), 'a .3')
row('replaceSync()', box('a'), adopt('#a { translate: -70px 0 }'), () => document.adoptedStyleSheets[0].replaceSync('#a { translate: -50px 0 }'), 'a .5')
row('insertRule() and deleteRule()', `<style id="t"></style>${box('a')}`, () => { find('t').sheet.insertRule('#a { translate: -70px 0 }') }, 'a .3', () => { find('t').sheet.deleteRule(0) }, 'a 1')
row('a changed rule', `<style id="t">#a { translate: 0 }</style>${box('a')}`, () => { find('t').sheet.cssRules[0].style.translate = '-70px' }, 'a .3')
row('disabled', `<style id="t">#a { translate: -70px 0 }</style>${box('a')}`, 'a .3', () => { find('t').sheet.disabled = true }, 'a 1')
row('the media of a style sheet', `<style id="t">#a { translate: -70px 0 }</style>${box('a')}`, 'a .3', () => { find('t').sheet.media.mediaText = 'print' }, 'a 1')
row('a new rule that makes a box clip', `<style id="t"></style><div id="s" style="height: 50px">${box('a')}</div>`, 'a 1', () => { find('t').sheet.insertRule('#s { overflow: hidden }') }, 'a .5')
rowWith({ why: unseen }, 'a new rule that hides a box with opacity', `<style id="t"></style><div id="s">${box('a')}</div>`, 'a 1', () => { find('t').sheet.insertRule('#s { opacity: 0 }') }, 'a 0|1')
row(':target', `<style>#a:target { translate: -70px 0 }</style>${box('a')}`, () => { location.hash = 'a' }, 'a .3', () => { location.hash = '' }, 'a 1')
row('a container query', `<style>@container (width < 300px) { #a { margin-left: -50px } }</style><div id="s" style="container-type: inline-size">${box('a')}</div>`, 'a 1', style('s', 'width', '250px'), 'a .5')
row(':has()', `<style>body:has(:checked) #a { margin-left: -50px }</style>${box('a')}<input id="s" type="checkbox">`, () => find('s').click(), 'a .5')
row('custom states', `<style>x-y:state(on) { display: block; translate: -70px 0 }</style><x-y><div style="width: 100px; height: 100px" id="a"></div></x-y>`, 'a 1', () => {
  customElements.get('x-y') ?? customElements.define('x-y', class extends HTMLElement { inner = this.attachInternals() })
  find('a').parentNode.inner.states.add('on')
}, 'a .3')
row('a view transition', box('a'), () => document.startViewTransition(() => { find('a').style.marginLeft = '-50px' }).finished, 'a .5')

// Kinds of elements

row('inline, over several lines and the edge', `<div style="width: 100px; margin-left: -50px"><span id="a">${'<img style="width: 100px; height: 20px"> '.repeat(3)}</span></div>`, 'a .5')
row('an inline block', within('margin-left: -50px', `<span id="a" style="display: inline-block; width: 100px; height: 20px"></span>`), 'a .5')
row('an image, a canvas, a frame', within('margin-left: -50px', ...['img', 'canvas', 'iframe', 'video', 'object'].map((name, i) =>
  `<${name} id="${'abcdef'[i]}" style="width: 100px; height: 60px; display: block; border: 0"></${name}>`)), 'a .5 b .5 c .5 d .5 e .5')
row('an svg clips, though it is inline', `<svg width="50" height="100"><rect id="a" width="100" height="100"></rect></svg>`, 'a .5')
row('an svg with visible overflow', `<svg width="50" height="100" style="overflow: visible"><rect id="a" width="100" height="100"></rect></svg>`, 'a 1')
row('an svg with padding', `<svg width="50" height="100" style="padding: 30px"><rect id="a" width="100" height="100"></rect></svg>`, 'a .5')
row('an svg scaled by its view box', `<svg width="100" height="100" viewBox="0 0 10 10"><rect id="a" x="5" width="10" height="10"></rect><g transform="translate(0 5)"><rect id="b" width="10" height="10"></rect></g></svg>`, 'a .5 b .5')
row('shapes with a transform', `<svg width="100" height="100"><rect id="a" width="100" height="100" transform="translate(50 0)"></rect><rect id="b" width="100" height="100" style="scale: .5"></rect></svg>`, 'a .5 b 1')
row('in a foreignObject', `<svg width="100" height="100"><foreignObject width="100" height="100"><div id="a" style="width: 200px; height: 100px"></div></foreignObject></svg>`, 'a .5')
row('an svg in a scrolling box', scroller('s', '', space(150), '<svg width="100" height="100" style="display: block"><circle id="a" cx="50" cy="50" r="50"></circle></svg>', space(300)), 'a .5', scroll('s', 50), 'a 1')
row('cells of a table', within('margin-left: -50px', `<table style="border-spacing: 0"><tr><td id="a" style="width: 100px; height: 50px; padding: 0"></td><td id="b" style="width: 100px; padding: 0"></td></tr></table>`), 'a .5 b 1')
row('a fieldset, a button', within('margin-left: -50px', `<fieldset id="a" style="width: 100px; padding: 0; margin: 0; border: 0; height: 30px"></fieldset><button style="width: 100px; height: 100px; padding: 0; border: 0">${box('b')}</button>`), 'a .5 b .5')
row('a grid, in another order', within('display: grid; grid-template-rows: 550px 100px', box('a', 'order: 2'), box('b')), 'a .5 b 1')
row('rounded corners do not clip', within('border-radius: 50px; overflow: hidden; width: 100px; height: 50px', box('a')), 'a .5')

// Insertion, removal and moves

row('moved to another parent', scroller('s', '', space(150), box('a')) + `<div id="t" style="margin-top: 380px"></div>`, 'a .5', () => find('t').append(find('a')), 'a .2')
row('moved before another without a removal', scroller('s', '', space(150), box('a')) + `<div id="t" style="margin-top: 380px"></div>`, 'a .5', () => find('t').moveBefore(find('a'), null), 'a .2')
row('a parent that is removed and returns', `<div id="t"></div>${within('overflow: hidden; height: 50px', box('a')).replace('style', 'id="s" style')}`, 'a .5', () => { globalThis.kept = find('s'); kept.remove() }, () => find('t').append(kept), 'a .5')
row('sizes relative to the window', box('a', 'width: 100vw; height: 50vh; margin-top: 60vh'), 'a .8')
