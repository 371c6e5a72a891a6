// The cases of the comparison. In each, Sightline, an IntersectionObserver and the usual recipe observe the same elements in a 400 × 600
// window. An answer is [whether it is right, its text].
import { Sightline } from '../JavaScript/sightline.mjs'

const find = (id) => document.getElementById(id)
const frame = () => new Promise(requestAnimationFrame)
/** An IntersectionObserver delivers in a task after its frame. */
const frames = async () => { for (let count = 0; count < 3; count++) await frame() }
const words = { outOfViewport: 'out of viewport', clipped: 'clipped', covered: 'covered' }
const percent = (fraction) => `${Number((fraction * 100).toFixed(1))} %`
const box = (id, style = '', size = 100) => `<div id="${id}" style="width: ${size}px; height: ${size}px; ${style}"></div>`

/**
 * The usual recipe with preference keys: compares the rectangle of each existing row, in the list's coordinates, with the list's bounds.
 * `reported` is called with the rows whose visibility changed.
 */
class Recipe {
  visible = new Set()
  constructor(threshold, reported) { Object.assign(this, { threshold, reported }) }
  share(element) {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    const across = Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0))
    const down = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
    return across * down / (width * height)
  }
  update(rows) {
    for (const row of rows) {
      const isVisible = this.share(row) >= this.threshold
      if (isVisible === this.visible.has(row.id)) continue
      if (isVisible) this.visible.add(row.id)
      else this.visible.delete(row.id)
      this.reported?.(row.id, isVisible)
    }
  }
}

/** A case about the visible fraction of `a`. An element `sheet` is a cover. */
const fraction = (name, expected, html) => ({
  name,
  async run() {
    find('list').innerHTML = html
    if (find('sheet')) Sightline.cover(find('sheet'))
    const sightline = new Sightline({ rule: 0.5 })
    sightline.observe(find('a'))
    const ratio = await new Promise((resolve) => new IntersectionObserver(([entry]) => resolve(entry.intersectionRatio)).observe(find('a')))
    await frames()
    const { fraction, reason } = sightline.state(find('a'))
    const answer = (value, text = percent(value)) => [Math.abs(value - expected) < 0.001, text]
    // The fraction counts area only.
    const ours = reason === 'transparent' ? answer(0, 'not visible, transparent')
      : answer(fraction, percent(fraction) + (reason ? `, ${words[reason]}` : ''))
    return [ours, answer(ratio), answer(new Recipe(0.5).share(find('a')))]
  },
})

export const cases = {
  half: fraction('Half of a row has scrolled in', 0.5, box('a', 'margin-top: 550px')),
  ahead: fraction('A row created ahead, offscreen', 0, box('a', 'margin-top: 900px')),
  clipped: fraction('A carousel clips a card inside the window', 0,
    `<div style="width: 200px; overflow: hidden; display: flex">${box('b', 'flex: none', 200)}${box('a', 'flex: none')}</div>`),
  faded: fraction('A card inside a transparent view', 0, `<div style="opacity: 0">${box('a')}</div>`),
  covered: fraction('A sheet covers the card', 0,
    `${box('a')}<div id="sheet" style="position: fixed; inset: 0; background: white"></div>`),
  turned: fraction('A card turned by 45°, an eighth of it offscreen', 0.875,
    box('a', 'position: absolute; left: -14.64466px; top: 200px; rotate: 45deg')),

  tall: {
    name: 'A card taller than the window fills it',
    async run() {
      find('list').innerHTML = box('a', 'height: 900px')
      const said = [false, false, false]
      new Sightline({}, () => { said[0] = true }).observe(find('a'))
      new IntersectionObserver((entries) => { said[1] ||= entries.some(({ intersectionRatio }) => intersectionRatio >= 1) }, { threshold: 1 }).observe(find('a'))
      new Recipe(1, () => { said[2] = true }).update([find('a')])
      await frames()
      return said.map((isVisible) => [isVisible, isVisible ? 'visible' : 'never visible'])
    },
  },

  bar: {
    name: 'A row below a bar of 60 points',
    async run() {
      find('list').innerHTML = box('a', '', 50)
      const sightline = new Sightline({ rule: 0.5, margins: { top: -60 } })
      sightline.observe(find('a'))
      const ratio = await new Promise((resolve) => new IntersectionObserver(
        ([entry]) => resolve(entry.intersectionRatio), { rootMargin: '-60px 0px 0px' }).observe(find('a')))
      await frames()
      const answer = (value) => [value === 0, percent(value)]
      return [answer(sightline.state(find('a')).fraction), answer(ratio), answer(new Recipe(0.5).share(find('a')))]
    },
  },

  dwell: {
    name: 'A card counts after one second',
    async run() {
      find('list').innerHTML = box('a')
      const said = [[], [], []]
      new Sightline({ rule: 0.5, policy: { dwell: 1000 } }, undefined, ([{ exposure }]) => said[0].push(exposure.total)).observe(find('a'))
      new IntersectionObserver(() => said[1].push(0), { threshold: 0.5 }).observe(find('a'))
      new Recipe(0.5, () => said[2].push(0)).update([find('a')])
      await frames()
      clock.advance(1000)
      await frames()
      return said.map(([first]) => [first === 1000, first === 1000 ? 'after 1 s' : 'at once, without a time'])
    },
  },

  hidden: {
    name: 'The app is hidden after half a second',
    async run() {
      find('list').innerHTML = box('a')
      const seen = [false, false, false]
      const later = (index) => () => { setTimeout(() => { seen[index] = true }, 1000) }
      new Sightline({ rule: 0.5, policy: { dwell: 1000 } }, undefined, () => { seen[0] = true }).observe(find('a'))
      new IntersectionObserver(later(1), { threshold: 0.5 }).observe(find('a'))
      new Recipe(0.5, later(2)).update([find('a')])
      await frames()
      clock.advance(500)
      hide(true)
      await frames()
      clock.advance(1000)
      hide(false)
      await frames()
      return seen.map((isSeen, index) => [!isSeen, `${isSeen ? 'counts' : 'doesn’t count'}${index ? ', with a timer of one second' : ''}`])
    },
  },

  inactive: {
    name: 'Something takes the focus after 0.4 s, as Control Center does',
    async run() {
      find('list').innerHTML = box('a')
      const seen = [false, false, false]
      const later = (index) => () => { setTimeout(() => { seen[index] = true }, 1000) }
      Sightline.needsActivity = true
      focus(true)
      new Sightline({ rule: 0.5, policy: { dwell: 1000 } }, undefined, () => { seen[0] = true }).observe(find('a'))
      new IntersectionObserver(later(1), { threshold: 0.5 }).observe(find('a'))
      new Recipe(0.5, later(2)).update([find('a')])
      await frames()
      clock.advance(400)
      focus(false)
      clock.advance(2600)
      focus(true)
      await frames()
      Sightline.needsActivity = false
      return seen.map((isSeen, index) => [!isSeen, `${isSeen ? 'counts' : 'doesn’t count'}${index ? ', with a timer of one second' : ''}`])
    },
  },

  recreated: {
    name: 'A row is recreated',
    async run() {
      find('list').innerHTML = box('a')
      const said = [0, 0, 0]
      const sightline = new Sightline({ rule: 0.5, policy: { rule: 0.5 } }, undefined, () => said[0]++)
      const observer = new IntersectionObserver((entries) => { for (const { isIntersecting } of entries) said[1] += isIntersecting }, { threshold: 0.5 })
      const recipe = new Recipe(0.5, () => said[2]++)
      for (let turn = 0; turn < 3; turn++) {
        find('a').replaceWith(find('a').cloneNode())
        sightline.observe(find('a'), { id: 'a' })
        observer.observe(find('a'))
        recipe.update([find('a')])
        await frames()
      }
      return said.map((count) => [count === 1, count === 1 ? 'once' : `${count} times`])
    },
  },

  removed: {
    name: 'A row is removed while visible',
    async run() {
      find('list').innerHTML = box('a')
      const said = ['no report', 'no report', 'no report']
      new Sightline({ rule: 0.5 }, (entries) => { for (const { kind, reason } of entries) if (kind === 'left') said[0] = `left, ${reason}` }).observe(find('a'))
      new IntersectionObserver((entries) => { for (const { isIntersecting } of entries) if (!isIntersecting) said[1] = 'left' }).observe(find('a'))
      const recipe = new Recipe(0.5, (_, isVisible) => { if (!isVisible) said[2] = 'left' })
      recipe.update(find('list').children)
      await frames()
      find('a').remove()
      recipe.update(find('list').children)
      await frames()
      return said.map((text) => [text !== 'no report', text])
    },
  },
}

/** Simulates the page becoming hidden, or visible again. */
function hide(isHidden) {
  Object.defineProperty(document, 'visibilityState', { get: () => isHidden ? 'hidden' : 'visible', configurable: true })
  Object.defineProperty(document, 'hidden', { get: () => isHidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Simulates the window losing or getting the focus. */
function focus(hasFocus) {
  document.hasFocus = () => hasFocus
  dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'))
}

/** Runs a case by its id and returns its name with the answers of Sightline, the observer and the recipe. */
export async function run(id) {
  await Sightline.load('/.build/web/sightline.wasm')
  return { name: cases[id].name, answers: await cases[id].run() }
}
