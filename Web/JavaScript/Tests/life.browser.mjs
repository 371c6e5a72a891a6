// The life of a page: interruptions, sleep, the back-forward cache, and browsers without WebAssembly.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { name } from '../../Tests/browsers.mjs'
import { atClock, browser, inPage, root, square } from './in-page.mjs'

/** Observes `a` with a dwell of 1 s that starts over and one that pauses, on a held clock that may `jump`. */
const jumping = `const said = []
  const seen = []
  const now = performance.now.bind(performance)
  let lead = 0
  performance.now = () => now() + lead
  const jump = (time) => { lead += time }
  const observers = [false, true].map((pauses) => new Sightline({ rule: 0.5, policy: { dwell: 1000, pauses } },
    (entries) => { if (pauses) for (const { kind, reason, time } of entries) said.push([kind, reason ?? '', Math.round(time) - start].join(' ')) },
    (list) => { for (const { time } of list) seen.push([pauses ? 'pauses' : 'drops', Math.round(time) - start].join(' ')) }))
  const start = Math.round(performance.now())
  observers.forEach((observer, i) => observer.observe(find('a'), { id: i }))
  const totals = () => observers.map((observer, i) => Math.round(observer.exposure(i).total))
  await frames()
`
const leaps = (html, body) => atClock(html, `async () => { ${jumping}; ${body} }`)
const hours = 28_800_000

test('a clock that ran during sleep adds no time in view', async () => {
  const result = await leaps(square('a'), `
    clock.advance(500)
    jump(${hours})
    const credited = [totals(), observers.map((observer, i) => observer.exposure(i).progress)]
    clock.advance(500)
    await frames()
    const woken = [totals(), [...seen], said.splice(0)]
    clock.advance(1000)
    return { credited, woken, seen, totals: totals() }`)
  // Readings at rest are evidence. The last one before the jump was at 500 ms.
  const onTime = 500
  assert.deepEqual(result.credited, [[onTime, onTime], [onTime / 1000, onTime / 1000]])
  assert.deepEqual(result.woken[1], [])
  // The dwell's timer fired first.
  const back = hours + 1000
  assert.deepEqual(result.woken[2], ['entered  0', `left inactive ${onTime}`, `entered  ${back}`])
  assert.deepEqual(result.seen, [`pauses ${back + 1000 - onTime}`, `drops ${back + 1000}`])
  assert.deepEqual(result.totals, [onTime + 1000, onTime + 1000])
})

test('sleep after an impression is not added to the time in view, whether a timer or an event wakes the page', async () => {
  for (const wake of ['clock.advance(900_000)', 'scrollBy(0, 1)', 'find("a").style.color = "red"', 'dispatchEvent(new Event("pagehide"))']) {
    const result = await leaps(square('a') + '<p style="height: 2000px">', `
      clock.advance(120_000)
      await frames()
      const before = totals()
      jump(${hours})
      const credited = totals()
      ${wake}
      await frames()
      return { before, credited, after: totals(), seen: seen.length }`)
    const [total] = result.after
    assert.equal(result.seen, 2)
    assert.deepEqual(result.before, [120_000, 120_000])
    // The last evidence was the last reading at rest, 51.1 s after the first.
    assert.ok(result.credited[0] <= 120_000, wake)
    assert.ok(total <= 120_000 + 900_000, `${wake}: ${total}`)
  }
})

test('an interruption of half an hour begins a session', async () => {
  const counts = await leaps(square('a'), `
    let count = 0
    new Sightline({ rule: 0.5, policy: { repetition: 'session' } }, () => {}, () => count++).observe(find('a'), { id: 'session' })
    await frames()
    const counts = []
    for (const minutes of [20, 31]) {
      clock.advance(100)
      jump(60_000 * minutes)
      clock.advance(500)
      await frames()
      counts.push(count)
    }
    return counts`)
  assert.deepEqual(counts, [1, 2])
})

test('a timer while the page is at rest is evidence', async () => {
  const result = await leaps(square('a'), `
    clock.advance(3_600_000)
    return [totals(), said]`)
  assert.deepEqual(result, [[3_600_000, 3_600_000], ['entered  0']])
})

test('a task that blocks the page is an interruption', async () => {
  const html = '<div id="s" style="overflow: auto; height: 200px">' + square('a') + '<p style="height: 2000px"></div>'
  const result = await inPage(html, `async () => { ${jumping}
    const wait = (time) => new Promise((resolve) => setTimeout(resolve, time))
    await wait(250)
    find('s').scrollTop = 10
    for (const end = now() + 2500; now() < end;);
    await wait(100)
    const blocked = [...said, totals().every((total) => total < 500), ...seen]
    await wait(600)
    const early = [...seen]
    await wait(600)
    return { blocked: blocked.map((word) => String(word).replace(/ \\d+$/, '')), early, count: seen.length }
  }`)
  assert.deepEqual(result, { blocked: ['entered ', 'left inactive', 'entered ', 'true'], early: result.early, count: 2 })
  // The paused dwell keeps its earlier progress.
  assert.ok(result.early.every((word) => word.startsWith('pauses')), result.early.join())
})

test('less than a second late is on time, and 1.1 s late is an interruption', async () => {
  for (const [late, count] of [[950, 2], [1100, 0]]) {
    const result = await leaps(square('a'), `
      clock.advance(650)
      jump(${late})
      clock.advance(360)
      await frames()
      return [seen.length, said]`)
    assert.equal(result[0], count, JSON.stringify(result))
  }
})

test('an overdue frame is evidence: nothing is seen until it runs', async () => {
  const result = await leaps(square('a'), `
    clock.advance(600)
    const { requestAnimationFrame } = globalThis
    const held = []
    globalThis.requestAnimationFrame = (callback) => held.push(callback)
    find('a').title = 'new'
    await frames()
    clock.advance(300)
    find('a').title = 'newer'
    await frames()
    clock.advance(5000)
    const credited = totals()
    clock.advance(900_000)
    const hidden = [credited, [...seen], said.splice(0)]
    globalThis.requestAnimationFrame = requestAnimationFrame
    for (const callback of held.splice(0)) requestAnimationFrame(callback)
    await frames()
    clock.advance(1000)
    return { hidden, seen, said, totals: totals() }`)
  // The dwell's timer fires first, 400 ms after the frame was requested.
  assert.deepEqual(result.hidden, [[1000, 1000], ['drops 1000', 'pauses 1000'], ['entered  0', 'left inactive 1000']])
  assert.deepEqual(result.said, ['entered  905900'])
  assert.deepEqual(result.totals, [2000, 2000])
})

test('a page restored from the back-forward cache begins a visit', { skip: name !== 'chromium' }, async () => {
  const page = await browser.page({ width: 400, height: 600, files: root })
  await page.open('https://page.test/Web/JavaScript/Tests/world.html')
  await page.evaluate(async () => {
    document.body.innerHTML = '<div id="a" style="height: 100px"></div>'
    const { Sightline } = await import('/Web/JavaScript/sightline.mjs')
    await Sightline.load('/.build/web/sightline.wasm')
    globalThis.seen = []
    for (const repetition of ['once', 'session', 'visit']) {
      new Sightline({ rule: 0.5, policy: { repetition } }, () => {}, () => seen.push(repetition)).observe(document.getElementById('a'), { id: 'a' })
    }
    addEventListener('pageshow', ({ persisted }) => seen.push(`kept: ${persisted}`))
  })
  await page.frame()
  await page.open('https://page.test/Web/JavaScript/Tests/behaviours.html')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  const shown = new Promise((resolve) => page.on('Page.frameNavigated', resolve))
  await page.evaluate(() => { history.back() })
  await shown
  await page.frame()
  const result = await page.evaluate(() => seen)
  await page.close()
  assert.deepEqual(result, ['once', 'session', 'visit', 'kept: true', 'visit'])
})

test('a page that was hidden for half an hour begins a session', async () => {
  const result = await atClock(square('a'), async () => {
    let seen = 0
    new Sightline({ rule: 0.5, policy: { repetition: 'session' } }, () => {}, () => seen++).observe(find('a'), { id: 'a' })
    await frames()
    let state = 'visible'
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
    const hide = async (wait, ...events) => {
      state = 'hidden'
      document.dispatchEvent(new Event('visibilitychange'))
      wait()
      for (const event of events) dispatchEvent(event)
      state = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))
      await frames()
      return seen
    }
    const minutes = (count) => () => clock.advance(60_000 * count)
    const counts = [await hide(minutes(29)), await hide(minutes(30)), await hide(minutes(31))]
    // Or the device sleeps.
    counts.push(await hide(() => clock.sleep(1_860_000)), await hide(() => { clock.advance(900_000); clock.sleep(900_000) }))
    Sightline.backgroundTimeout = 60_000
    counts.push(await hide(minutes(1)))
    Sightline.backgroundTimeout = null
    counts.push(await hide(minutes(600)))
    const fails = []
    for (const value of [-1, NaN, Infinity, '']) try { Sightline.backgroundTimeout = value } catch (error) { fails.push(error.constructor.name) }
    // Without the focus, if the page needs activity.
    Sightline.backgroundTimeout = 1_800_000
    Sightline.needsActivity = true
    let hasFocus = true
    document.hasFocus = () => hasFocus
    for (const value of [false, true]) {
      hasFocus = value
      dispatchEvent(new Event(value ? 'focus' : 'blur'))
      clock.advance(1_860_000)
      await frames()
    }
    return { counts: [...counts, seen], fails }
  })
  assert.deepEqual(result, { counts: [1, 2, 3, 4, 5, 6, 6, 7], fails: ['RangeError', 'RangeError', 'RangeError', 'TypeError'] })
})

test('the first input after half an hour begins a session', async () => {
  const result = await atClock(square('a'), async () => {
    let seen = 0
    new Sightline({ rule: 0.5, policy: { repetition: 'session' } }, () => {}, () => seen++).observe(find('a'), { id: 'a' })
    await frames()
    const counts = []
    const after = async (minutes, name) => {
      clock.advance(60_000 * minutes)
      dispatchEvent(new Event(name))
      await frames()
      counts.push(seen)
    }
    await after(29, 'keydown')
    await after(29, 'pointerdown')
    await after(31, 'scroll')
    await after(0, 'wheel')
    Sightline.inputTimeout = 60_000
    await after(1, 'touchmove')
    Sightline.inputTimeout = null
    await after(600, 'keydown')
    return counts
  })
  assert.deepEqual(result, [1, 1, 1, 2, 3, 3])
})

test('a new person starts without impressions, and the first person\'s are reported as theirs', async () => {
  const result = await atClock(square('a'), async () => {
    const seen = []
    const observer = new Sightline({ rule: 0.5, policy: { dwell: 1000, repetition: 'once' } }, () => {}, ([{ exposure }]) => {
      seen.push([Sightline.person, exposure.total])
    })
    observer.observe(find('a'), { id: 'a' })
    await frames()
    Sightline.person = 'first'
    await frames()
    clock.advance(2500)
    Sightline.person = 'second'
    const { impressions, total } = observer.exposure('a')
    await frames()
    clock.advance(500)
    Sightline.person = 'second'
    await frames()
    clock.advance(600)
    await frames()
    return { seen: seen.map(([person]) => person), impressions, total }
  })
  assert.deepEqual(result, { seen: ['first', 'second'], impressions: 0, total: 0 })
})

test('without WebAssembly, or if a policy forbids compiling it, the error says how to continue', async () => {
  const result = await inPage('', async () => {
    const { Sightline } = await import('/Web/JavaScript/sightline.mjs?fresh')
    const { WebAssembly } = globalThis
    const words = []
    const attempt = async (source) => { try { await Sightline.load(source) } catch (error) { words.push(`${error.constructor.name}: ${error.message}`) } }
    delete globalThis.WebAssembly
    await attempt('/.build/web/sightline.wasm')
    await attempt()
    globalThis.WebAssembly = WebAssembly
    const { instantiate } = WebAssembly
    WebAssembly.instantiate = () => Promise.reject(new WebAssembly.CompileError('violates the content security policy'))
    await attempt('/.build/web/sightline.wasm')
    WebAssembly.instantiate = instantiate
    await attempt('/.build/web/sightline.wasm')
    try { new Sightline() } catch (error) { words.push(error.message) }
    return words
  })
  assert.equal(result.length, 3)
  assert.match(result[0], /^Error: Sightline: this browser does not run WebAssembly, as in lockdown modes; catch this error and .*IntersectionObserver/)
  assert.equal(result[1], result[0])
  assert.match(result[2], /^Error: Sightline: the engine was not compiled: violates .*\. .*IntersectionObserver/)
})
