// What the host for web pages says, and when it runs.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launch, name } from '../../Tests/browsers.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let browser

before(async () => { browser = await launch('--hide-scrollbars') })
after(() => browser.close())

/** In the page: time goes by `clock.advance(milliseconds)` only, for the page's clock as for its timers. */
function holdClock() {
  let now = 1000
  let last = 0
  const timers = new Map()
  performance.now = () => now
  globalThis.setTimeout = (body, delay = 0) => (timers.set(++last, { at: now + delay, body }), last)
  globalThis.clearTimeout = (number) => { timers.delete(number) }
  globalThis.clock = {
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const next = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (!next) break
        timers.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].body()
      }
      now = end
    },
  }
}

/** The same as `inPage`, with a clock that the test moves. */
const atClock = (html, body) => inPage(html, body, { clock: holdClock })

/** Runs in a window of 400 × 600 (in Firefox of at least its least width) with this in its body, and Sightline loaded. Nothing may go wrong in the page. */
async function inPage(html, body, { clock } = {}) {
  const page = await browser.page({ width: 400, height: 600, files: root })
  await page.open('https://page.test/Web/JavaScript/Tests/world.html')
  if (clock) await page.evaluate(clock)
  await page.evaluate(async (html) => {
    // What a page spends: frames, timers that wait, elements that are read.
    const spent = globalThis.spent = { frames: 0, reads: 0 }
    const { requestAnimationFrame: request } = globalThis
    globalThis.plainFrame = () => new Promise((resolve) => request(resolve))
    globalThis.requestAnimationFrame = (callback) => (spent.frames++, request(callback))
    const { getBoundingClientRect } = Element.prototype
    Element.prototype.getBoundingClientRect = function () { spent.reads++; return getBoundingClientRect.call(this) }
    const { Sightline } = await import('/Web/JavaScript/sightline.mjs')
    await Sightline.load('/.build/web/sightline.wasm')
    document.body.innerHTML = html
    Object.assign(globalThis, {
      Sightline, find: (id) => document.getElementById(id),
      frames: async (count = 3) => { while (count-- > 0) await plainFrame() },
      /** An observer of elements by their ids that keeps what it is told, in words. */
      watch: (options, ...ids) => {
        const said = []
        const sightline = new Sightline(options, (entries) => {
          for (const { target, kind, reason, fraction } of entries) said.push([target.id, kind, reason ?? Number(fraction.toFixed(4))].join(' '))
        })
        for (const id of ids) sightline.observe(find(id))
        return { said, sightline }
      },
    })
    await frames()
  }, html)
  const result = await page.evaluate(body)
  assert.deepEqual(page.errors, [])
  await page.close()
  return result
}

const square = (id, style = '') => `<div id="${id}" style="width: 100px; height: 100px; ${style}"></div>`

test('each reason is that of the engine', async () => {
  const html = square('a', 'margin-bottom: 40px') + square('b') + square('c') + square('d')
    + `<div id="box" style="overflow: auto; height: 100px">${square('e')}</div>` + square('bar', 'position: fixed; left: 500px; top: 0')
  const said = await inPage(html, async () => {
    const { said } = watch({ rule: 0.5 }, 'a', 'b', 'c', 'd', 'e')
    await frames()
    const heard = [said.splice(0).join(', ')]
    const change = async (body) => {
      body()
      await frames()
      heard.push(said.splice(0).join(', '))
    }
    await change(() => { find('b').style.display = 'none' })
    await change(() => { find('b').style.display = '' })
    await change(() => { find('c').style.opacity = '0' })
    await change(() => { find('d').style.visibility = 'hidden' })
    await change(() => { find('box').innerHTML = '<p style="height: 400px">' })
    await change(() => { scrollBy(0, 0); find('a').style.marginTop = '-80px' })
    await change(() => { find('a').style.marginTop = '' })
    await change(() => { find('bar').style.left = '0'; Sightline.cover(find('bar')) })
    await change(() => { Sightline.uncover(find('bar')) })
    await change(() => { Sightline.cover(find('bar'), { isFriendly: true }) })
    await change(() => { find('a').style.width = '0' })
    return heard
  })
  assert.deepEqual(said, [
    'a entered 1, b entered 1, c entered 1, d entered 1, e entered 1', 'b left hidden', 'b entered 1', 'c left transparent',
    'd left hidden', 'e left removed', 'a left outOfViewport', 'a entered 1', 'a left covered', 'a entered 1', '', 'a left zeroArea',
  ])
})

test('an element that comes back to the document is observed again, and a box that scrolls clips', async () => {
  const html = `<div id="box" style="overflow: auto; height: 100px; margin-top: 80px">${square('a')}${square('b')}</div>`
  const said = await inPage(html, async () => {
    const { said } = watch({ rule: 1 }, 'a', 'b')
    const [a, b] = [find('a'), find('b')]
    await frames()
    find('box').scrollTop = 60
    await frames()
    a.remove()
    find('box').scrollTop = 0
    await frames()
    find('box').append(a)
    b.remove()
    await frames()
    return said
  })
  assert.deepEqual(said, ['a entered 1', 'a left clipped', 'b entered 1', 'b left removed', 'a entered 1'])
})

test('an impression comes when its dwell is over, from a timer, and no frame runs meanwhile', async () => {
  const result = await atClock(square('a'), async () => {
    const heard = []
    const sightline = new Sightline({ rule: 0.5, policy: { dwell: 300 } }, () => {}, (impressions) => heard.push(...impressions))
    sightline.observe(find('a'), { id: 'ad' })
    await frames()
    // What a frame left out is read once, at rest.
    clock.advance(150)
    const before = { ...spent }
    const { progress } = sightline.exposure('ad')
    clock.advance(149)
    const early = heard.length
    clock.advance(1)
    clock.advance(400)
    await frames()
    const [{ target, id, time, exposure }] = heard
    return {
      early, count: heard.length, id, isTarget: target === find('a'), dwell: time - exposure.firstSeen, again: sightline.exposure('ad').impressions,
      frames: spent.frames - before.frames, reads: spent.reads - before.reads, progress,
    }
  })
  assert.deepEqual(result, { early: 0, count: 1, id: 'ad', isTarget: true, dwell: 300, again: 1, frames: 0, reads: 0, progress: 0.5 })
})

test('a page that is hidden sees nothing, and its dwell is dropped or pauses', async () => {
  const result = await atClock(square('a'), async () => {
    const seen = []
    const { said, sightline } = watch({ rule: 0.5 }, 'a')
    const make = (name, pauses) => {
      const other = new Sightline({ rule: 0.5, policy: { dwell: 400, pauses } }, () => {}, () => seen.push(name))
      other.observe(find('a'), { id: name })
      return other
    }
    const observers = [make('drops', false), make('pauses', true)]
    await frames()
    clock.advance(250)
    let state = 'hidden'
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    const whileHidden = [...said]
    clock.advance(300)
    const early = [...seen]
    state = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
    await frames()
    const progress = observers.map((observer, i) => observer.exposure(['drops', 'pauses'][i]).progress)
    clock.advance(150)
    const first = [...seen]
    clock.advance(250)
    return { whileHidden, early, progress, said, first, seen }
  })
  assert.deepEqual(result, {
    whileHidden: ['a entered 1', 'a left inactive'], early: [], progress: [0, 0.625],
    said: ['a entered 1', 'a left inactive', 'a entered 1'], first: ['pauses'], seen: ['pauses', 'drops'],
  })
})

test('of what is turned the exact area counts', async () => {
  // Turned by 45° about its middle on the window's edge: the half outside is a triangle, of its bounding box less than half.
  const html = square('a', 'position: absolute; left: -50px; top: 50px; rotate: 45deg')
    + `<div style="transform: rotate(45deg); width: 0">${square('b', 'margin: 220px 100px')}</div>`
    + square('c', 'position: absolute; left: calc(100vw - 75px); top: 300px; transform: rotate(45deg)')
  const fractions = await inPage(html, async () => {
    const { sightline } = watch({ rule: 0 }, 'a', 'b', 'c')
    await frames()
    return ['a', 'c'].map((id) => sightline.state(find(id)).fraction)
  })
  // Others give where things are in sixtieths of a pixel.
  const near = name === 'chromium' ? 1e-6 : 1e-3
  assert.ok(Math.abs(fractions[0] - 0.5) < near, `${fractions}`)
  // The middle is 25 px from the edge: a corner of (√2 · 50 − 25)² is outside.
  assert.ok(Math.abs(fractions[1] - (1 - (Math.SQRT2 * 50 - 25) ** 2 / 1e4)) < near, `${fractions}`)
})

test('transitions are followed while they run, and nothing runs after', async () => {
  const html = square('a', 'transform: translateX(-200px); transition: transform 1s linear') + square('b')
  const result = await atClock(html, async () => {
    const { said } = watch({ rule: [0.25, 0.75] }, 'a')
    await frames()
    find('a').style.transform = 'none'
    await new Promise((resolve) => find('a').addEventListener('transitionend', resolve))
    await frames()
    clock.advance(300)
    const before = spent.frames
    // One that only paints, and a spinner with nothing observed in it, are nobody's business.
    find('b').animate([{ color: 'red' }, { color: 'blue' }], { duration: 1000, iterations: Infinity })
    find('b').animate([{ rotate: '0deg' }, { rotate: '360deg' }], { duration: 1000, iterations: Infinity })
    find('b').dataset.more = 'something'
    await frames(20)
    return { said: said.map((words) => Number(words.replace('a entered ', ''))), frames: spent.frames - before }
  })
  const [quarter, threeQuarters, ...more] = result.said
  assert.ok(quarter >= 0.25 && quarter < 1 && threeQuarters >= 0.75 && more.length === 0, `${result.said}`)
  assert.ok(result.frames <= 3, `${result.frames} frames`)
})

test('a change elsewhere reads a few elements of many, a frame that scrolls none', async () => {
  const html = `<p id="clock">0</p><div id="list">${'<div style="height: 40px"></div>'.repeat(3000)}</div>`
  const result = await atClock(html, async () => {
    const sightline = new Sightline({ rule: 0.5 }, () => {})
    for (const child of find('list').children) sightline.observe(child)
    await frames()
    clock.advance(1500)
    const count = async (body) => {
      const before = spent.reads
      body()
      await frames()
      return spent.reads - before
    }
    return {
      scroll: await count(() => scrollBy(0, 400)), text: await count(() => { find('clock').textContent = '1' }),
      insert: await count(() => find('list').prepend(document.createElement('hr'))),
    }
  })
  assert.equal(result.scroll, 0)
  assert.ok(result.text > 0 && result.text < 60, `${result.text} were read for a text`)
  assert.ok(result.insert >= 3000, `${result.insert} were read where all have moved`)
})

test('what no page is told of is found at rest, or by hand', async () => {
  const html = `<div id="list" style="position: relative; height: 2000px">${Array.from({ length: 40 }, (_, i) =>
    square(`i${i}`, `position: absolute; top: ${i < 20 ? i * 100 : 5000}px`)).join('')}</div>`
  const result = await atClock(html, async () => {
    const { said } = watch({ rule: 0.5 }, 'i0', 'i30', 'i33', ...Array.from({ length: 15 }, (_, i) => `i${i + 3}`))
    await frames()
    clock.advance(300)
    said.length = 0
    const [sheet] = document.styleSheets
    sheet.insertRule('#i30 { top: 100px !important }', sheet.cssRules.length)
    await frames()
    const unnoticed = [...said]
    Sightline.invalidate()
    await frames()
    const byHand = said.splice(0)
    sheet.insertRule('#i33 { top: 200px !important }', sheet.cssRules.length)
    find('list').append('text')
    await frames()
    clock.advance(400)
    return { unnoticed, byHand, atRest: said }
  })
  assert.deepEqual(result, { unnoticed: [], byHand: ['i30 entered 1'], atRest: ['i33 entered 1'] })
})

test('what scrolls in one frame is evaluated once, without a callback of the frame, which many boxes take', async () => {
  const box = (id, child) => `<div id="${id}" style="overflow: auto; width: 100px; height: 100px">${child}</div>`
  const three = box('box', square('a', 'margin-top: 150px')) + box('wide', '<div style="width: 300px">' + square('w', 'margin-left: 200px') + '</div>')
    + square('b', 'margin-top: 500px') + '<div style="height: 1000px"></div>'
  for (const [html, takesCallback] of [[three, false], [three + box('c', square('d')) + box('e', square('f')), true]]) {
    const { batches, frames, ...places } = await inPage(html, async () => {
      let batches = 0
      const sightline = new Sightline({ rule: 0.5 }, () => batches++)
      for (const id of ['a', 'b', 'd', 'f', 'w']) if (find(id)) sightline.observe(find(id))
      await frames()
      batches = 0
      const before = spent.frames
      find('box').scrollTop = 150
      find('wide').scrollLeft = 200
      scrollBy(0, 300)
      await frames()
      return { batches, frames: spent.frames - before, b: sightline.state(find('b')).fraction, w: sightline.state(find('w')).boundingRect.x }
    })
    assert.deepEqual(places, { b: 1, w: 0 })
    assert.deepEqual([batches, frames > 0], [1, takesCallback])
  }
})

test('a box is followed into room that it got without notice', async () => {
  const result = await inPage(square('a') + '<p id="wide" style="height: 1000px"></p>', async () => {
    const { sightline } = watch({ rule: 0.5 }, 'a')
    await frames()
    const [sheet] = document.styleSheets
    sheet.insertRule('#wide { width: 3000px }', sheet.cssRules.length)
    scrollTo(40, 0)
    await frames()
    return [scrollX, sightline.state(find('a')).fraction]
  })
  assert.deepEqual(result, [40, 0.6])
})

test('what lies over everything covers what is not in it', async () => {
  const html = square('a') + square('b') + `<div id="bar" style="position: sticky; top: 0; height: 60px">${square('in', 'height: 40px')}</div>
    <div style="height: 2000px"></div>`
  const result = await inPage(html, async () => {
    const { said, sightline } = watch({ rule: 0.9 }, 'a', 'b', 'in')
    await frames()
    Sightline.cover(find('bar'))
    await frames()
    said.length = 0
    scrollTo(0, 50)
    await frames()
    const atFifty = find('bar').getBoundingClientRect().top
    scrollTo(0, 150)
    await frames()
    return { said, atFifty, inside: sightline.state(find('in')).fraction, under: sightline.state(find('b')).reason }
  })
  assert.deepEqual(result, { said: ['a left outOfViewport', 'b left outOfViewport'], atFifty: 150, inside: 1, under: 'outOfViewport' })
})

test('callbacks come in one batch, one that throws keeps nothing from others, and what is unobserved is not heard of', async () => {
  const result = await inPage(square('a') + square('b'), async () => {
    const errors = []
    addEventListener('error', (event) => { errors.push(event.error.message); event.preventDefault() })
    const calls = []
    const bad = new Sightline({ rule: 0 }, () => { throw new Error('mine') })
    const good = new Sightline({ rule: 0 }, (entries, observer) => {
      calls.push(entries.map(({ target: { id }, boundingRect: { x, y, width, height } }) => [id, x, y, width, height]))
      if (observer !== good) calls.push('another observer')
    })
    for (const observer of [bad, good]) for (const id of ['a', 'b']) observer.observe(find(id))
    await frames()
    good.unobserve(find('a'))
    bad.disconnect()
    scrollTo(0, 0)
    document.body.style.display = 'none'
    await frames()
    return { calls: calls.slice(0, 1), later: calls.length, state: good.state(find('a')), errors }
  })
  assert.deepEqual(result, { calls: [[['a', 0, 0, 100, 100], ['b', 0, 100, 100, 100]]], later: 2, state: null, errors: ['mine'] })
})

test('margins, shares of the window and bad options', async () => {
  const result = await inPage(square('a', 'margin-top: 650px'), async () => {
    const none = watch({ rule: 0 }, 'a')
    const points = watch({ rule: 0, margins: { bottom: 100 } }, 'a')
    const shares = watch({ rule: 0.6, margins: '20%' }, 'a')
    await frames()
    const fails = (body) => { try { body(); return null } catch (error) { return error.constructor.name } }
    return [
      none.said, points.said, shares.said, fails(() => new Sightline({ rule: 2 })), fails(() => new Sightline({ margins: 'much' })),
      fails(() => new Sightline({ rule: { of: 'moon' } })), fails(() => new Sightline({ policy: { dwell: -1 } })),
      fails(() => new Sightline().observe({})), fails(() => new Sightline().observe(new DOMParser().parseFromString('<p>', 'text/html').body)),
    ]
  })
  assert.deepEqual(result, [
    [], ['a entered 0.5'], ['a entered 0.7'], 'RangeError', 'SyntaxError', 'RangeError', 'RangeError', 'TypeError', 'TypeError',
  ])
})

test('the types declare what there is', async () => {
  const types = await readFile(new URL('../sightline.d.ts', import.meta.url), 'utf8')
  const body = (name) => new RegExp(`export (?:class|interface) ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(types)[1].replace(/\/\*[\s\S]*?\*\//g, '')
  const declared = (name) => [...body(name).matchAll(/^ {2}(static |readonly )?(\w+)[?(:]/gm)].map(([, word, name]) => (word === 'static ' ? 'static ' : '') + name)
  const found = await inPage(square('a'), async () => {
    const names = (object) => {
      const all = new Set(Object.keys(object))
      for (let type = Object.getPrototypeOf(object); type !== Object.prototype; type = Object.getPrototypeOf(type)) {
        for (const name of Object.getOwnPropertyNames(type)) if (name !== 'constructor') all.add(name)
      }
      return [...all]
    }
    let entry, impression
    const sightline = new Sightline({ rule: 0.5, policy: {} }, ([first]) => { entry = first }, ([first]) => { impression = first })
    sightline.observe(find('a'))
    await frames()
    const { progress, ...exposure } = sightline.exposure(find('a'))
    return {
      exports: Object.keys(await import('/Web/JavaScript/sightline.mjs')), SightlineEntry: names(entry), SightlineState: names(sightline.state(find('a'))),
      SightlineImpression: names(impression), SightlineExposure: names(exposure),
      Sightline: ['constructor', ...names(sightline), ...Object.getOwnPropertyNames(Sightline).filter((name) => typeof Sightline[name] === 'function').map((name) => `static ${name}`)],
    }
  })
  const { exports, ...types2 } = found
  assert.deepEqual(exports, ['Sightline'])
  for (const [name, members] of Object.entries(types2)) assert.deepEqual(declared(name).sort(), members.sort(), name)
})
