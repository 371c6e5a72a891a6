// The reports of the web host, and when it runs.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { name } from '../../Tests/browsers.mjs'
import { holdClock } from './clock.mjs'
import { atClock, browser, inPage, root, square } from './in-page.mjs'

test('reasons match the engine', async () => {
  const html = square('a', 'margin-bottom: 40px') + square('b') + square('c') + square('d')
    + `<div id="box" style="overflow: auto; height: 100px">${square('e')}</div>` + square('bar', 'position: fixed; left: 500px; top: 0')
  const said = await inPage(html, async () => {
    const { said } = watch({ rule: 0.5 }, 'a', 'b', 'c', 'd', 'e')
    await frames()
    const received = [said.splice(0).join(', ')]
    const change = async (body) => {
      body()
      await frames()
      received.push(said.splice(0).join(', '))
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
    return received
  })
  assert.deepEqual(said, [
    'a entered 1, b entered 1, c entered 1, d entered 1, e entered 1', 'b left hidden', 'b entered 1', 'c left transparent',
    'd left hidden', 'e left removed', 'a left outOfViewport', 'a entered 1', 'a left covered', 'a entered 1', '', 'a left zeroArea',
  ])
})

test('the last of nine cards is fully visible at the last whole pixel', async () => {
  const cards = '<div style="height: 100px"></div>'.repeat(9)
  const html = `<div id="box" style="height: 600px; overflow: auto">${cards}<div id="last" style="height: 100.4px"></div></div>`
  const said = await inPage(html, async () => {
    const { said } = watch({ rule: 1 }, 'last')
    await frames()
    find('box').scrollTop = 10_000
    await frames()
    return said
  })
  assert.equal(said.length, 1)
  assert.match(said[0], /^last entered 0\.99\d+$/)
})

test('an exit by wheel is a scroll, an exit by the page a change', async () => {
  const page = await browser.page({ width: 400, height: 600, files: root })
  await page.open('https://page.test/Web/JavaScript/Tests/world.html')
  const take = () => page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return said.splice(0)
  })
  await page.evaluate(async () => {
    const { Sightline } = await import('/Web/JavaScript/sightline.mjs')
    await Sightline.load('/.build/web/sightline.wasm')
    document.body.innerHTML = '<style>html { scroll-behavior: auto } div { height: 200px }</style>' + '<div></div>'.repeat(20)
    globalThis.said = []
    const rows = [...document.querySelectorAll('div')]
    const sightline = new Sightline({ rule: 0 }, (entries) => {
      for (const { target, exit } of entries) if (exit) said.push([rows.indexOf(target), exit.edge, exit.cause].join(' '))
    })
    for (const row of rows) sightline.observe(row)
  })
  assert.deepEqual(await take(), [])
  // A page that was just shown may miss a wheel event.
  for (let turn = 0; turn < 20 && await page.evaluate(() => scrollY) < 240; turn++) {
    await page.wheel(200, 300, 250)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  }
  const top = await page.evaluate(() => scrollY)
  assert.deepEqual(await take(), Array.from({ length: Math.floor(top / 200) }, (_, row) => `${row} top scroll`))
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await page.evaluate(() => scrollBy(0, 200))
  assert.deepEqual(await take(), [`${Math.floor(top / 200)} top change`])
  // A press on a link, which is inline, is not a press on a scroll bar.
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { textContent: 'On', style: 'position: fixed; left: 8px; top: 8px' })
    const text = document.createElement('span')
    text.append(...link.childNodes)
    link.append(text)
    document.body.append(link)
    text.addEventListener('pointerup', () => scrollBy(0, 200))
  })
  await page.mouse('mousePressed', 14, 14)
  await page.mouse('mouseReleased', 14, 14)
  assert.deepEqual(await take(), [`${Math.floor(top / 200) + 1} top change`])
  await page.evaluate(() => document.querySelectorAll('div')[5].before(Object.assign(document.createElement('p'), { style: 'height: 900px' })))
  const moved = await take()
  assert.ok(moved.every((line) => line.endsWith('bottom change') || line.endsWith('top change')), moved.join())
  await page.close()
})

test('an element that returns to the document is observed again, and a scrolling box clips', async () => {
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
  assert.deepEqual(said, ['a entered 1', 'a left outOfViewport', 'b entered 1', 'b left removed', 'a entered 1'])
})

test('an impression is delivered by a timer at the end of its dwell, without frames in between', async () => {
  const result = await atClock(square('a'), async () => {
    const received = []
    const sightline = new Sightline({ rule: 0.5, policy: { dwell: 120_000 } }, () => {}, (impressions) => received.push(...impressions))
    sightline.observe(find('a'), { id: 'ad' })
    await frames()
    // Nine readings within the first minute at rest check for unreported changes, in view and then in rotation.
    const { reads } = spent
    clock.advance(60_000)
    const looks = spent.reads - reads
    const before = { ...spent }
    const { progress } = sightline.exposure('ad')
    clock.advance(59_999)
    const early = received.length
    clock.advance(1)
    clock.advance(600_000)
    await frames()
    const [{ target, id, time, exposure }] = received
    return {
      looks, early, count: received.length, id, isTarget: target === find('a'), dwell: time - exposure.firstSeen, again: sightline.exposure('ad').impressions,
      frames: spent.frames - before.frames, reads: spent.reads - before.reads, progress,
    }
  })
  assert.deepEqual(result, { looks: 18, early: 0, count: 1, id: 'ad', isTarget: true, dwell: 120_000, again: 1, frames: 0, reads: 0, progress: 0.5 })
})

test('in a hidden page nothing is visible, and dwells reset or pause', async () => {
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
    // A page can load in the background.
    dispatchEvent(new Event('pageshow'))
    await frames()
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

test('a page that needs activity is inactive without the focus, and dwells reset or pause', async () => {
  const result = await atClock(square('a'), async () => {
    const seen = []
    const { said } = watch({ rule: 0.5 }, 'a')
    const observers = [false, true].map((pauses) => {
      const name = pauses ? 'pauses' : 'drops'
      const other = new Sightline({ rule: 0.5, policy: { dwell: 1000, pauses } }, () => {}, () => seen.push(name))
      other.observe(find('a'), { id: name })
      return other
    })
    let hasFocus = true
    document.hasFocus = () => hasFocus
    const focus = async (value) => {
      hasFocus = value
      dispatchEvent(new Event(value ? 'focus' : 'blur'))
      await frames()
    }
    await frames()
    await focus(false)
    const before = [...said, Sightline.needsActivity]
    await focus(true)
    Sightline.needsActivity = true
    clock.advance(400)
    await focus(false)
    const away = [...said]
    clock.advance(2600)
    const early = [...seen]
    await focus(true)
    const progress = ['drops', 'pauses'].map((name, i) => observers[i].exposure(name).progress)
    clock.advance(600)
    const first = [...seen]
    clock.advance(400)
    await focus(false)
    Sightline.needsActivity = false
    await frames()
    return { before, away, early, progress, first, seen, said }
  })
  assert.deepEqual(result, {
    before: ['a entered 1', false], away: ['a entered 1', 'a left inactive'], early: [], progress: [0, 0.4], first: ['pauses'],
    seen: ['pauses', 'drops'], said: ['a entered 1', 'a left inactive', 'a entered 1', 'a left inactive', 'a entered 1'],
  })
})

test('a page that needs activity detects that a frame in it lost the focus', async () => {
  const result = await atClock(`${square('a')}<iframe id="frame" srcdoc="<input>"></iframe>`, async () => {
    const { said } = watch({ rule: 0.5 }, 'a')
    await frames()
    Sightline.needsActivity = true
    let hasFocus = true
    document.hasFocus = () => hasFocus
    find('frame').focus()
    // The page gets an event when a frame in it gains the focus, but not when the frame loses it.
    dispatchEvent(new Event('blur'))
    await frames()
    const inside = [...said]
    hasFocus = false
    clock.advance(499)
    const early = said.length
    clock.advance(1)
    return { inside, early, said, active: document.activeElement.id }
  })
  assert.deepEqual(result, { inside: ['a entered 1'], early: 1, said: ['a entered 1', 'a left inactive'], active: 'frame' })
})

test('an on-screen keyboard covers, and a pinch zoom does not', async () => {
  const html = square('a', 'position: fixed; top: 20px') + square('b', 'position: fixed; top: 450px')
  const result = await inPage(html, async () => {
    const { said } = watch({ rule: 0.5 }, 'a', 'b')
    const all = []
    const step = async (height, { offsetTop = 0, scale = 1 } = {}) => {
      for (const [name, value] of Object.entries({ height, offsetTop, scale })) {
        Object.defineProperty(visualViewport, name, { value, configurable: true })
      }
      visualViewport.dispatchEvent(new Event('resize'))
      await frames()
      all.push(said.splice(0))
    }
    await frames()
    const { clientHeight: whole } = document.documentElement
    await step(whole)
    await step(whole / 2, { scale: 2 })
    await step(whole - 60)
    await step(whole - 200)
    await step(whole - 200, { offsetTop: 150 })
    await step((whole - 200) / 2, { scale: 2, offsetTop: 150 })
    await step(whole)
    await step(whole - 200)
    Sightline.keyboardCovers = false
    await step(whole - 200)
    return all
  })
  assert.deepEqual(result, [
    ['a entered 1', 'b entered 1'], [], [], ['b left covered'], ['a left covered', 'b entered 1'], [], ['a entered 1'], ['b left covered'],
    ['b entered 1'],
  ])
})

test('the exact area of a rotated element counts', async () => {
  // Rotated by 45° about its center on the window's edge: the half outside is a triangle, less than half of the bounding box.
  const html = square('a', 'position: absolute; left: -50px; top: 50px; rotate: 45deg')
    + `<div style="transform: rotate(45deg); width: 0">${square('b', 'margin: 220px 100px')}</div>`
    + square('c', 'position: absolute; left: calc(100vw - 75px); top: 300px; transform: rotate(45deg)')
  const fractions = await inPage(html, async () => {
    const { sightline } = watch({ rule: 0 }, 'a', 'b', 'c')
    await frames()
    return ['a', 'c'].map((id) => sightline.state(find(id)).fraction)
  })
  // Other browsers round positions to sixtieths of a pixel.
  const near = name === 'chromium' ? 1e-6 : 1e-3
  assert.ok(Math.abs(fractions[0] - 0.5) < near, `${fractions}`)
  // The center is 25 px from the edge, so a corner of (√2 · 50 − 25)² is outside.
  assert.ok(Math.abs(fractions[1] - (1 - (Math.SQRT2 * 50 - 25) ** 2 / 1e4)) < near, `${fractions}`)
})

test('transitions are followed while they run, and no frames run afterwards', async () => {
  const html = square('a', 'transform: translateX(-200px); transition: transform 1s linear') + square('b')
  const result = await atClock(html, async () => {
    const { said } = watch({ rule: [0.25, 0.75] }, 'a')
    await frames()
    find('a').style.transform = 'none'
    await new Promise((resolve) => find('a').addEventListener('transitionend', resolve))
    await frames()
    clock.advance(300)
    const before = spent.frames
    // Ignore paint-only animations and a spinner without observed content.
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

test('an animation started by script is followed from the first reading that detects it', async () => {
  const said = await atClock(square('a'), async () => {
    const { said } = watch({ rule: [0.25, 0.75] }, 'a')
    await frames()
    clock.advance(1000)
    said.length = 0
    const animation = find('a').animate({ translate: ['0', '-100px 0'] }, { duration: 500, fill: 'both' })
    await frames()
    clock.advance(1000)
    await animation.finished
    await frames()
    return said
  })
  assert.deepEqual(said, ['a left outOfViewport', 'a left outOfViewport'])
})

test('an unrelated change reads a few of many elements, and a scrolling frame reads none', async () => {
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
  assert.ok(result.text > 0 && result.text < 60, `${result.text} were read for a text change`)
  assert.ok(result.insert >= 3000, `${result.insert} were read after all moved`)
})

test('unreported changes are found at rest or by invalidate()', async () => {
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

test('all scrolling of a frame is evaluated once, without a frame callback unless many boxes scroll', async () => {
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

test('a box that became scrollable without an event is followed', async () => {
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

test('a box in a shadow tree that scrolls slotted content is followed', async () => {
  const said = await atClock(`<div id="host">${square('a', 'margin-top: 150px')}</div>`, async () => {
    const shadow = find('host').attachShadow({ mode: 'open' })
    shadow.innerHTML = '<div style="overflow: auto; height: 100px"><slot></slot></div>'
    await frames()
    const { said } = watch({ rule: 0.5 }, 'a')
    await frames()
    shadow.firstChild.scrollTop = 150
    await frames()
    return said
  })
  assert.deepEqual(said, ['a entered 1'])
})

test('a cover hides everything except its contents', async () => {
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

test('an invisible cover hides nothing', async () => {
  const html = square('a') + square('bar', 'position: fixed; inset: 0 auto auto 0')
    + `<div id="around" style="opacity: 0">${square('sheet', 'position: relative; top: -100px')}</div>`
  const said = await inPage(html, async () => {
    const { said } = watch({ rule: 0.5 }, 'a')
    Sightline.cover(find('bar'))
    Sightline.cover(find('sheet'))
    await frames()
    for (const [id, name, value] of [['bar', 'visibility', 'hidden'], ['around', 'opacity', '1'], ['around', 'visibility', 'hidden']]) {
      said.push(`${id} ${name} ${value}`)
      find(id).style[name] = value
      await frames()
    }
    return said
  })
  assert.deepEqual(said, [
    'bar visibility hidden', 'a entered 1', 'around opacity 1', 'a left covered', 'around visibility hidden', 'a entered 1',
  ])
})

test('a cover can change', async () => {
  const html = square('a') + square('b') + square('bar', 'position: fixed; inset: 0 auto auto 0') + '<div style="height: 2000px"></div>'
  const said = await inPage(html, async () => {
    Sightline.cover(find('bar'))
    await frames()
    const { said } = watch({ rule: 0.5 }, 'a', 'b')
    await frames()
    const [sheet] = document.styleSheets
    sheet.insertRule('#bar { height: 200px !important }', sheet.cssRules.length)
    scrollBy(0, 1)
    await frames()
    Sightline.cover(find('bar'), { isFriendly: true })
    await frames()
    return said
  })
  assert.deepEqual(said, ['b entered 1', 'b left covered', 'a entered 0.99', 'b entered 1'])
})

test('a later cover is above earlier ones, except those inside it', async () => {
  const over = (id, inside) => square(id, 'position: absolute; top: 0; left: 0; overflow: auto').replace('></div>', `>${inside}</div>`)
  const html = over('panel', square('a') + over('bar', square('b'))) + over('other', square('c'))
  const said = await inPage(html, async () => {
    const { said } = watch({ rule: 0.5 }, 'a', 'b', 'c')
    await frames()
    said.length = 0
    for (const id of ['bar', 'other', 'panel']) {
      said.push(id)
      Sightline.cover(find(id))
      await frames()
    }
    return said
  })
  assert.deepEqual(said, [
    'bar', 'a left covered', 'c left covered', 'other', 'b left covered', 'c entered 1', 'panel', 'c left covered', 'b entered 1',
  ])
})

test('entries are delivered in one batch, exceptions do not affect other observers, and unobserved elements are not reported', async () => {
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

test('elements that a callback unobserves are no longer reported', async () => {
  const said = await inPage(square('a') + square('b'), async () => {
    const said = []
    const make = (name, onChange) => {
      const options = { rule: 0.5, policy: {} }
      const note = (list) => said.push(`${name} ${list.map(({ target }) => target.id)}`)
      const observer = new Sightline(options, (entries) => { note(entries); onChange() }, note)
      for (const id of ['a', 'b']) observer.observe(find(id), { id: name + id })
      return observer
    }
    const observers = [make('first', () => {
      observers[0].unobserve(find('a'))
      observers[1].disconnect()
    }), make('second', () => {})]
    await frames()
    return said
  })
  assert.deepEqual(said, ['first a,b', 'first b'])
})

test('margins in points and percent, and invalid options', async () => {
  const result = await inPage(square('a', 'margin-top: 650px'), async () => {
    const none = watch({ rule: 0 }, 'a')
    const points = watch({ rule: 0, margins: { bottom: 100 } }, 'a')
    const shares = watch({ rule: 0.6, margins: '20%' }, 'a')
    watch({ margins: { top: 0.1 + 0.2 - 0.3, left: '-1e2px' } })
    await frames()
    const fails = (body) => { try { body(); return null } catch (error) { return error.constructor.name } }
    return [
      none.said, points.said, shares.said, fails(() => new Sightline({ rule: 2 })), fails(() => new Sightline({ margins: 'much' })), fails(() => new Sightline({ margins: '1.2.3px' })),
      fails(() => new Sightline({ rule: { of: 'moon' } })), fails(() => new Sightline({ policy: { dwell: -1 } })),
      ...[1e13, 1e30, 1e305].map((dwell) => fails(() => new Sightline({ policy: { dwell } }))), fails(() => new Sightline({ policy: { dwell: 9.2e12 } })),
      fails(() => new Sightline({ policy: { repetition: { coolDown: 1e13 } } })),
      fails(() => new Sightline().observe({})), fails(() => new Sightline().observe(new DOMParser().parseFromString('<p>', 'text/html').body)),
    ]
  })
  assert.deepEqual(result, [
    [], ['a entered 0.5'], ['a entered 0.7'], 'RangeError', 'SyntaxError', 'SyntaxError', 'RangeError', 'RangeError',
    'RangeError', 'RangeError', 'RangeError', null, 'RangeError', 'TypeError', 'TypeError',
  ])
})

test('the type declarations match the API', async () => {
  const types = await readFile(new URL('../sightline.d.ts', import.meta.url), 'utf8')
  const body = (name) => new RegExp(`export (?:class|interface) ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(types)[1].replace(/\/\*[\s\S]*?\*\//g, '')
  const declared = (name) => [...body(name).matchAll(/^ {2}(static |readonly )?(?:get )?(\w+)[?(:]/gm)].map(([, word, name]) => (word === 'static ' ? 'static ' : '') + name)
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
      Sightline: ['constructor', ...names(sightline), ...Object.entries(Object.getOwnPropertyDescriptors(Sightline))
        .filter(([, { value, get }]) => get ?? typeof value === 'function').map(([name]) => name).map((name) => `static ${name}`)],
    }
  })
  const { exports, ...types2 } = found
  assert.deepEqual(exports, ['Sightline'])
  for (const [name, members] of Object.entries(types2)) assert.deepEqual(declared(name).sort(), members.sort(), name)
})

test('unreported changes are found after the next activity, however long the page was at rest', async () => {
  const html = square('a') + '<div style="height: 2000px"></div>'
  for (const happens of ['scrolling', 'pointer']) {
    const result = await inPage(html, async (happens) => {
      const { sightline } = watch({ rule: 0.5 }, 'a')
      await frames()
      clock.advance(600_000)
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('#a { translate: -40px 0 }')
      document.adoptedStyleSheets = [sheet]
      clock.advance(600_000)
      const before = sightline.state(find('a')).fraction
      if (happens === 'scrolling') scrollBy(0, 20)
      else document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      await frames()
      clock.advance(200)
      return [before, sightline.state(find('a')).fraction]
    }, { clock: holdClock, words: [happens] })
    assert.deepEqual(result, [1, happens === 'scrolling' ? 0.48 : 0.6])
  }
})

test('a scrolled cover keeps its position, and the top layer is above covers', async () => {
  const html = square('a') + `<div id="bar" style="position: fixed; inset: 0 0 auto 0; height: 100px; overflow: auto"><p style="height: 900px"></p></div>
    <dialog id="d" style="margin: 0; border: 0; padding: 0">${square('in')}</dialog>`
  const result = await inPage(html, async () => {
    const { said } = watch({ rule: 0.5 }, 'a', 'in')
    await frames()
    Sightline.cover(find('bar'))
    await frames()
    find('bar').scrollTop = 400
    await frames()
    find('d').showModal()
    await frames()
    return said
  })
  assert.deepEqual(result, ['a entered 1', 'a left covered', 'in entered 1'])
})

test('removed elements are collected, with their ids, and observed again if they return', { skip: name !== 'chromium' }, async () => {
  const result = await inPage(`<div id="list" style="height: 100px; overflow: auto"></div>`, async () => {
    const said = []
    const sightline = new Sightline({ rule: 0.5, policy: { dwell: 0 } }, (entries) => {
      for (const { target, kind } of entries) said.push(`${target.title} ${kind}`)
    })
    const root = new Sightline({ rule: 0.5, root: find('list') }, () => {})
    const { knownIdentity } = await import('/Web/JavaScript/identities.mjs')
    // A separate function, so that no references remain.
    const fill = () => {
      for (let i = 0; i < 50; i++) {
        const host = document.createElement('div')
        host.attachShadow({ mode: 'open' }).innerHTML = '<p style="height: 40px; margin: 0"></p>'
        host.style.cssText = 'height: 40px; overflow: hidden'
        host.title = `${i}`
        find('list').append(host)
        for (const element of [host, host.shadowRoot.firstChild]) {
          sightline.observe(element, { id: element === host ? `item ${i}` : undefined })
          root.observe(element)
        }
      }
      Sightline.cover(find('list').lastChild)
      // Never inserted into the document.
      sightline.observe(document.createElement('div'), { id: 'never' })
      return [...find('list').children].map((host) => new WeakRef(host))
    }
    const rest = async () => {
      await frames()
      clock.advance(600_000)
    }
    const all = fill()
    await rest()
    const ids = () => all.filter((_, i) => knownIdentity(`item ${i}`) !== undefined).length
    const before = ids()
    globalThis.kept = find('list').children[1]
    find('list').replaceChildren()
    await rest()
    await gc({ execution: 'async', type: 'major' })
    await gc({ execution: 'async', type: 'major' })
    find('list').append(kept)
    await rest()
    return {
      before, alive: all.filter((ref) => ref.deref()).length, ids: ids(), last: said.splice(-2),
      isSeen: sightline.exposure('item 0').impressions, isUnseen: sightline.exposure('item 40'), state: root.state(kept).fraction,
      unobserved: (sightline.disconnect(), root.disconnect(), sightline.state(kept)),
    }
  }, { clock: holdClock })
  // Ids that were seen or are still observed are remembered. Three were in view.
  assert.deepEqual(result, { before: 50, alive: 1, ids: 3, last: ['1 entered', ' entered'], isSeen: 1, isUnseen: null, state: 1, unobserved: null })
})

test('a root is an element of the document, the document or null', async () => {
  const result = await inPage(square('a'), () => {
    const fails = (root) => { try { new Sightline({ root }); return null } catch (error) { return error.constructor.name } }
    return [fails(document), fails(find('a')), fails(null), fails('a'), fails(new DOMParser().parseFromString('<p>', 'text/html').body)]
  })
  assert.deepEqual(result, [null, null, null, 'TypeError', 'TypeError'])
})

test('a page restored from the back-forward cache continues', { skip: name !== 'chromium' }, async () => {
  const page = await browser.page({ width: 400, height: 600, files: root })
  await page.open('https://page.test/Web/JavaScript/Tests/world.html')
  await page.evaluate(async () => {
    document.body.innerHTML = '<div id="a" style="height: 100px"></div>'
    const { Sightline } = await import('/Web/JavaScript/sightline.mjs')
    await Sightline.load('/.build/web/sightline.wasm')
    globalThis.said = []
    globalThis.sightline = new Sightline({ rule: 0.5, policy: { dwell: 1e6, pauses: true } }, ([{ kind, reason }]) => said.push([kind, reason].join(' ')))
    sightline.observe(document.getElementById('a'), { id: 'a' })
    addEventListener('pageshow', ({ persisted }) => said.push(`kept: ${persisted}`))
  })
  await page.frame()
  await page.open('https://page.test/Web/JavaScript/Tests/behaviours.html')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  const shown = new Promise((resolve) => page.on('Page.frameNavigated', resolve))
  await page.evaluate(() => { history.back() })
  await shown
  await page.frame()
  const result = await page.evaluate(() => {
    const { progress, exposures } = sightline.exposure('a')
    return { said, progress: progress > 0, exposures }
  })
  await page.close()
  assert.deepEqual(result, { said: ['entered ', 'left inactive', 'kept: true', 'entered '], progress: true, exposures: 2 })
})

test('an element clipped by its own style stays observed during partial readings and when the clip goes', async () => {
  const html = '<p id="text">0</p>' + Array.from({ length: 60 }, (_, i) => square(`i${i}`, i % 5 === 2 ? 'clip-path: inset(10% 0)' : '')).join('')
  const result = await atClock(html, async () => {
    const { sightline } = watch({ rule: 0 }, ...Array.from({ length: 60 }, (_, i) => `i${i}`))
    await frames()
    clock.advance(60_000)
    for (let i = 0; i < 3; i++) {
      find('text').textContent = `${i}`
      await frames()
    }
    const fraction = (id) => Number(sightline.state(find(id)).fraction.toFixed(4))
    find('i52').style.clipPath = 'none'
    find('i52').scrollIntoView()
    await frames()
    clock.advance(60_000)
    return ['i52', 'i53', 'i57'].map(fraction)
  })
  assert.deepEqual(result, [1, 1, 0.8])
})

test('an observed parent that a rule of a sibling clips does not stop other readings', async () => {
  const html = '<style>.open ~ #card { clip-path: inset(50% 0 0) }</style><p id="bar"></p>'
    + `<div id="card" style="width: 100px">${square('in')}</div>` + square('b')
  const fractions = await atClock(html, async () => {
    const { sightline } = watch({ rule: 0 }, 'in')
    await frames()
    find('bar').className = 'open'
    await frames()
    sightline.observe(find('card'))
    sightline.observe(find('b'))
    await frames()
    const answers = [sightline.state(find('b')).fraction]
    clock.advance(60_000)
    await frames()
    return [...answers, ...['in', 'card', 'b'].map((id) => sightline.state(find(id)).fraction)]
  })
  assert.deepEqual(fractions, [1, 0.5, 0.5, 1])
})

test('sticky elements follow a scroll in a frame with other changes', async () => {
  const html = '<p id="text">0</p><div id="box" style="overflow: auto; height: 200px">'
    + Array.from({ length: 60 }, (_, i) => square(`i${i}`, i === 25 ? 'position: sticky; top: 0' : '')).join('') + '</div>'
  const fractions = await atClock(html, async () => {
    const { sightline } = watch({ rule: 0 }, ...Array.from({ length: 60 }, (_, i) => `i${i}`))
    await frames()
    const answers = []
    for (const top of [5000, 0, 5000, 0, 5000, 0, 5000]) {
      find('box').scrollTop = top
      find('text').textContent = `${top}`
      await frames()
      answers.push(sightline.state(find('i25')).fraction)
    }
    return answers
  })
  assert.deepEqual(fractions, [1, 0, 1, 0, 1, 0, 1])
})

test('a day begins at midnight while nothing changes', async () => {
  const counts = await atClock(square('a'), async () => {
    const Plain = Date
    const start = new Plain(2026, 0, 31, 23, 59, 50).getTime() - performance.now()
    globalThis.Date = class extends Plain {
      constructor(...parts) { super(...(parts.length ? parts : [start + performance.now()])) }
      static now() { return start + performance.now() }
    }
    const seen = []
    new Sightline({ rule: 0.5, policy: { dwell: 1000, repetition: { day: 1 } } }, () => {}, (impressions) => seen.push(...impressions)).observe(find('a'))
    await frames()
    clock.advance(1_000)
    // The limit holds back the next exposure.
    for (const display of ['none', '']) {
      find('a').style.display = display
      await frames()
    }
    return [8_000, 12_000].map((time) => {
      clock.advance(time)
      return seen.length
    })
  })
  assert.deepEqual(counts, [1, 2])
})

test('a cool-down goes on while the device sleeps, and a dwell stands still', async () => {
  const counts = await atClock(square('a'), async () => {
    const seen = []
    const policy = { dwell: 1000, repetition: { coolDown: 28_800_000 } }
    new Sightline({ rule: 0.5, policy }, () => {}, (impressions) => seen.push(...impressions)).observe(find('a'))
    await frames()
    const after = (time) => {
      clock.advance(time)
      return seen.length
    }
    const counts = [after(500)]
    clock.sleep(3_600_000)
    counts.push(after(400), after(100))
    for (const display of ['none', '']) {
      find('a').style.display = display
      await frames()
    }
    counts.push(after(2000))
    // Only its timer wakes the page.
    clock.sleep(32_400_000)
    counts.push(after(1000), after(900_000))
    return counts
  })
  assert.deepEqual(counts, [0, 0, 1, 1, 1, 2])
})

test('constant unreported movement does not keep the page awake', async () => {
  const result = await atClock(square('a') + square('b', 'margin-top: 900px'), async () => {
    watch({ rule: 0 }, 'a', 'b')
    await frames()
    const { getBoundingClientRect } = Element.prototype
    let reads = 0
    Element.prototype.getBoundingClientRect = function () {
      const { left, top, width, height } = getBoundingClientRect.call(this)
      return new DOMRect(left + 1e-3 * ++reads, top, width, height)
    }
    for (let i = 0; i < 200; i++) {
      clock.advance(1000)
      await frames(1)
    }
    const before = reads
    for (let i = 0; i < 50; i++) {
      clock.advance(1000)
      await frames(1)
    }
    return [reads - before, before > 0 && before < 500]
  })
  assert.deepEqual(result, [0, true])
})

test('no readings at rest while no frames run', async () => {
  const result = await atClock(square('a'), async () => {
    const { said } = watch({ rule: 0 }, 'a')
    await frames()
    clock.advance(150)
    const { requestAnimationFrame } = globalThis
    const held = []
    globalThis.requestAnimationFrame = (callback) => held.push(callback)
    find('a').style.translate = '-200px 0'
    await frames()
    let fired = 0
    const { setTimeout } = globalThis
    globalThis.setTimeout = (...words) => (fired++, setTimeout(...words))
    clock.advance(600_000)
    globalThis.requestAnimationFrame = requestAnimationFrame
    for (const callback of held.splice(0)) requestAnimationFrame(callback)
    await frames()
    return [fired < 5, said]
  })
  assert.deepEqual(result, [true, ['a entered 1', 'a left outOfViewport']])
})
