// Tests the viewer in real browsers: loading, playback, comparison, keyboard control, accessibility, safe display of names, and the
// speed of scrubbing.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { edits } from '../../JavaScript/notation.mjs'
import { launch, name } from '../../Tests/browsers.mjs'
import { page as bundled } from './bundle.mjs'
import { atOnce, Encoder, half, list } from './encoder.mjs'

/** Options for tests that WebDriver does not support. */
const onlyInChromium = { skip: name !== 'chromium' && `not supported in ${name}` }
let browser, folder
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-viewer-'))
  browser = await launch()
})
after(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

const second = '1000000000'
const short = () => list({ rows: 40, steps: 300, policies: [{ ...atOnce, dwell: second }] })

/** Opens the page with a session and waits until the run is complete. */
async function opened({ bytes }, options) {
  const file = path.join(folder, `${Math.random()}.html`)
  await writeFile(file, bundled(bytes))
  const page = await browser.page(options)
  await page.open(pathToFileURL(file))
  await page.until(() => document.body.dataset.state !== 'loading')
  assert.equal(await page.evaluate(() => document.body.dataset.state), 'ready', page.errors.join('\n'))
  // WebDriver cannot set the colour scheme, so the system's is light.
  if (options?.scheme === 'dark' && name !== 'chromium') await page.key('t')
  await page.frame()
  return page
}

const text = (page, selector) => page.evaluate((selector) => document.querySelector(selector).textContent, selector)
const step = (page) => page.evaluate(() => globalThis.sightline.step)
const compared = (page) => page.until(() => globalThis.sightline.other !== null && document.querySelector('.whatif progress').hidden)

/** Closes the page. Fails if there were errors or any request except the page itself. */
async function closed(page) {
  assert.deepEqual(page.errors, [])
  assert.equal(page.requests.length, 1, page.requests.join('\n'))
  await page.close()
}

test('it shows the session without any requests', async () => {
  const page = await opened(short())
  assert.equal(await page.evaluate(() => document.title), 'test.ndjson – Sightline')
  assert.match(await text(page, '#facts'), /390 × 844 · 0:04\.784 · 300 steps · 40 items/)
  assert.equal(await text(page, '#items-count'), '40')
  const painted = await page.evaluate(() => ['stage', 'ruler', 'lanes-canvas'].map((id) => {
    const canvas = document.getElementById(id)
    return new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size
  }))
  for (const colours of painted) assert.ok(colours > 5, `${painted}`)
  await closed(page)
})

test('items are sorted by impressions, then by time in view', async () => {
  const page = await opened(short())
  const rows = await page.evaluate(() => {
    const { impressions, inView } = globalThis.sightline.results
    const top = (row) => row.getBoundingClientRect().top
    const shown = [...document.querySelectorAll('tr[data-item]')].sort((a, b) => top(a) - top(b)).map((row) => Number(row.dataset.item))
    return shown.map((item) => [impressions[item], inView[item]])
  })
  assert.ok(rows.length > 5 && rows[0][0] > 0, `${rows}`)
  assert.deepEqual(rows, [...rows].sort(([a, c], [b, d]) => b - a || d - c))
  assert.match(await text(page, '[aria-sort=descending]'), /^Seen/)
  await closed(page)
})

test('the page without a session is small', () => {
  const { length } = bundled(new Uint8Array(0))
  assert.ok(length <= 325_000, `${length} bytes`)
})

test('it plays, and pauses at the end', async () => {
  const page = await opened(short(), { motion: 'no-preference' })
  await page.click('#play')
  await page.until(() => document.body.dataset.playing === 'true')
  assert.equal(await page.evaluate(() => document.getElementById('play').getAttribute('aria-label')), 'Pause')
  await page.evaluate(() => { globalThis.sightline.speed = 20 })
  await page.until(() => document.body.dataset.playing === 'false')
  assert.equal(await step(page), 299)
  await closed(page)
})

test('the playhead can be dragged, and the tracks clicked', async () => {
  const page = await opened(short())
  const lanes = await page.evaluate(() => {
    const { left, right, top } = document.getElementById('lanes').getBoundingClientRect()
    return { left, right, top }
  })
  await page.drag(await page.middle('#playhead-handle'), [(lanes.left + lanes.right) / 2, lanes.top - 10])
  const middle = await step(page)
  assert.ok(middle > 100 && middle < 200, `${middle}`)
  const row = await page.evaluate(() => Math.floor((document.getElementById('lanes').scrollTop + 10) / 22))
  await page.click(lanes.right - 30, lanes.top + 10)
  assert.ok(await step(page) > 280)
  assert.equal(await page.evaluate(() => globalThis.sightline.selected), row)
  await closed(page)
})

test('the timeline zooms by keys, by buttons and by the wheel, and its lanes scroll', async () => {
  const page = await opened(short())
  const { left, right, top } = await page.evaluate(() => {
    const { left, right, top } = document.getElementById('lanes').getBoundingClientRect()
    return { left, right, top }
  })
  /** The step at the right edge. */
  const end = async () => {
    await page.click(right - 26, top - 10)
    const end = await step(page)
    await page.key('Home')
    return end
  }
  const whole = await end()
  await page.key('+')
  const once = await end()
  assert.ok(once < 0.8 * whole, `${once} of ${whole}`)
  await page.click('#zoom-in')
  assert.ok(await end() < 0.8 * once)
  await page.key('0')
  assert.equal(await end(), whole)
  await page.wheel(left + 200, top - 10, -120)
  await page.frame()
  assert.ok(await end() < whole)
  await page.wheel(left + 200, top + 40, 300)
  await page.evaluate(() => new Promise((resolve) => {
    const lanes = document.getElementById('lanes')
    if (lanes.scrollTop > 0) resolve()
    else lanes.addEventListener('scroll', resolve, { once: true })
  }))
  await closed(page)
})

test('the keyboard can step, jump between events, zoom, search, compare and show help', async () => {
  const page = await opened(short())
  await page.key('ArrowRight')
  await page.key('ArrowRight')
  await page.key('ArrowLeft')
  assert.equal(await step(page), 1)
  await page.key('End')
  assert.equal(await step(page), 299)
  await page.key('Home')
  await page.key('ArrowRight', { shift: true })
  const event = await page.evaluate(() => globalThis.sightline.results.eventSteps.step[1])
  assert.equal(await step(page), event)
  await page.frame()
  assert.match(await text(page, '#event'), /^\u2068Row \d+\u2069/)
  await page.key('ArrowLeft', { shift: true })
  assert.equal(await step(page), 0)

  const selected = () => page.evaluate(() => globalThis.sightline.items.title(globalThis.sightline.selected))
  assert.equal(await selected(), 'Row 1')
  await page.key('ArrowDown')
  assert.equal(await selected(), 'Row 2')

  await page.key('/')
  await page.type('row 17')
  assert.equal(await text(page, '#items-count'), '1 of 40')
  await page.key('Enter')
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'grid')
  assert.equal(await page.evaluate(() => globalThis.sightline.items.title(globalThis.sightline.selected)), 'Row 17')
  await page.key('Enter')
  assert.equal(await step(page), await page.evaluate(() => {
    const { session, results, selected } = globalThis.sightline
    return session.step(results.firstSeen(selected))
  }))

  await page.key(' ')
  assert.equal(await page.evaluate(() => document.body.dataset.playing), 'true')
  await page.key(' ')
  assert.equal(await page.evaluate(() => document.body.dataset.playing), 'false')

  await page.key('?')
  assert.ok(await page.evaluate(() => document.getElementById('help').open))
  await page.key('Escape')
  await page.key('w')
  await compared(page)
  assert.equal(await page.evaluate(() => document.activeElement.name), 'preset')
  await page.key('Escape')
  assert.ok(await page.evaluate(() => document.getElementById('whatif').hidden))
  await closed(page)
})

test('Tab reaches every control, and the focus is visible', async () => {
  const page = await opened(short())
  const wanted = ['open-whatif', 'theme', 'open-help', 'search', 'grid', 'play', 'next-event', 'speed', 'zoom-in', 'lanes', 'playhead-handle']
  const reached = new Set()
  for (let i = 0; i < 40 && !wanted.every((name) => reached.has(name)); i++) {
    await page.key('Tab')
    const { name, outline } = await page.evaluate(() => {
      const { activeElement } = document
      const style = getComputedStyle(activeElement)
      const line = activeElement.closest('.playhead')
      const ring = line ? getComputedStyle(line).boxShadow !== 'none' : style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
      return { name: activeElement.id || activeElement.getAttribute('role') || activeElement.tagName, outline: ring }
    })
    if (name === 'BODY') continue
    reached.add(name)
    assert.ok(outline, `the focus on ${name} is not visible`)
  }
  for (const name of wanted) {
    assert.ok(reached.has(name), `Tab does not reach ${name}: ${[...reached].join(', ')}`)
  }
  await closed(page)
})

test('what if shows other results beside the recorded ones', async () => {
  const page = await opened(short())
  await page.click('#open-whatif')
  await compared(page)
  const totals = () => page.evaluate(() => [...document.querySelectorAll('.totals .impressions td')].map(({ textContent }) => textContent))
  const [recorded, same, none] = await totals()
  assert.deepEqual([recorded, none], [same, '='])
  await page.frame()
  assert.doesNotMatch(await text(page, '#event'), /seen/)
  // Half of the item immediately instead of for a second.
  await page.evaluate(() => {
    const field = document.querySelector('[name="dwell"]')
    field.value = '0'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.until((before) => document.querySelector('.totals .impressions td:nth-of-type(2)').textContent !== before, same)
  const [, other, change] = await totals()
  assert.ok(Number(other) > Number(recorded))
  assert.equal(change, `+${Number(other) - Number(recorded)}`)
  await page.frame()
  assert.match(await text(page, '#event'), /seen/)
  assert.equal(await page.evaluate(() => document.querySelector('[name="preset"]').value), 'custom')
  assert.equal(await text(page, '.swift-text'), 'ImpressionPolicy(rule: .fraction(0.5))')
  await page.evaluate(() => {
    const filter = document.getElementById('filter')
    filter.value = 'gained'
    filter.dispatchEvent(new Event('change'))
  })
  assert.equal(await text(page, '#items-count'), `${Number(other) - Number(recorded)} of 40`)
  await closed(page)
})

const set = (page, name, value) => page.evaluate((name, value) => {
  const field = document.querySelector(`[name="${name}"]`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}, name, value)
const details = (page) => page.evaluate(() => [...document.querySelectorAll('#details dd')].map(({ textContent }) => textContent.replace(/[\u2068\u2069]/g, '')))

test('items that another policy loses or gains come first, until the table is sorted', async () => {
  const page = await opened(short())
  const first = () => page.evaluate(() => {
    const rows = [...document.querySelectorAll('tr[data-item]:not([hidden])')].sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)
    return rows.slice(0, 3).map(({ className }) => className.trim())
  })
  await page.key('w')
  await compared(page)
  await set(page, 'dwell', '2')
  await page.until(() => document.querySelector('.totals .loss'))
  await page.frame()
  assert.deepEqual(await first(), ['lost', 'lost', 'lost'])
  assert.equal(await page.evaluate(() => document.querySelectorAll('[aria-sort=ascending], [aria-sort=descending]').length), 0)
  await page.click('.rows th.inView button')
  await page.frame()
  assert.notDeepEqual(await first(), ['lost', 'lost', 'lost'])
  await closed(page)
})

test('a number beyond its bounds is set to the bound, and the panel says so', async () => {
  const page = await opened(short())
  await page.key('w')
  await compared(page)
  const shown = async () => [await page.evaluate(() => document.querySelector('[name="threshold"]').value),
    await page.evaluate(() => { const limit = document.querySelector('.limit'); return limit.hidden ? null : limit.textContent })]
  await set(page, 'threshold', '150')
  assert.deepEqual(await shown(), ['100', '100 % is the most'])
  await set(page, 'threshold', '70')
  assert.deepEqual(await shown(), ['70', null])
  await set(page, 'threshold', '-5')
  assert.deepEqual(await shown(), ['0', '0 % is the least'])
  await closed(page)
})

test('an event that several closures observe is told once', async () => {
  const encoder = new Encoder({ policies: [atOnce] })
  const target = encoder.target(encoder.container(0, [0, 0, 100, 100]), 0, 0, 100, 50)
  encoder.watch(target, { identity: 1, name: 'a' })
  encoder.watch(target, { name: 'a' })
  encoder.watch(target, { name: 'a' })
  const page = await opened(encoder.step(0))
  assert.equal((await text(page, '#event')).replace(/[\u2068\u2069]/g, ''), 'a seen · a in view, 100 %')
  await closed(page)
})

test('the details tell how long an item was in view before it left, and not that a seen item is not watched', async () => {
  const encoder = new Encoder({ policies: [{ ...atOnce, dwell: second }] })
  const scroller = encoder.container(0, [0, 0, 100, 100])
  const targets = [0, 50].map((top) => encoder.target(scroller, 0, top, 100, 50))
  targets.forEach((target, i) => encoder.watch(target, { identity: i + 1, name: `feed/${'ab'[i]}` }))
  encoder.step(0).step(500)
  encoder.records.scroll(scroller, 0, 50)
  encoder.step(970).step(2000)
  encoder.records.u(edits.unwatch, 1)
  encoder.step(3000)
  const page = await opened(encoder)
  const at = async (step, item) => {
    await page.evaluate((step, item) => { globalThis.sightline.goTo(step); globalThis.sightline.select(item) }, step, item)
    await page.frame()
    return details(page)
  }
  assert.deepEqual(await at(1, 0), ['feed/a · id 1', '100 %', '0.5 s of 1 s', '970 ms, 1×', '0×'])
  assert.deepEqual((await at(2, 0)).slice(1, 3), ['0 %, out of view', 'left after 0.97 s of 1 s'])
  assert.deepEqual((await at(1, 1)).slice(2), ['0.5 s of 1 s', '3 s, 1×', '0 of 1 so far'])
  assert.deepEqual(await at(4, 1), ['feed/b · id 2', 'not tracked now', '–', '3 s, 1×', '1×'])
  assert.equal(await text(page, 'tr[data-item="1"] td.reason'), 'not tracked now')
  assert.deepEqual(await page.evaluate(() => [0, 1].map((item) => globalThis.sightline.items.title(item))), ['a', 'b'])
  await closed(page)
})

test('what if keeps long times and large limits of a recorded policy', async () => {
  const policies = [
    { ...atOnce, dwell: '172800000000001', repetition: 'coolDown', value: '604800000000000' }, { ...atOnce, repetition: 'day', value: '2000000' },
  ]
  const page = await opened(list({ rows: 1, steps: 1, policies }))
  await page.click('#open-whatif')
  await compared(page)
  assert.equal(await text(page, '.swift-text'), 'ImpressionPolicy(rule: .fraction(0.5), dwell: .nanoseconds(172800000000001), '
    + 'repetition: .afterCoolDown(.seconds(604800)))')
  await page.evaluate(() => {
    const field = document.querySelector('[name="preset"]')
    field.value = 'recorded 1'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  assert.equal(await text(page, '.swift-text'), 'ImpressionPolicy(rule: .fraction(0.5), repetition: .perDay(2000000))')
  await closed(page)
})

test('what if gives the same results as sightline replay', async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const command = process.env.SIGHTLINE ?? path.join(root, '.build/double/debug/sightline')
  const trace = path.join(root, 'Tests/SightlineTraceTests/Fixtures/feed.ndjson')
  const file = path.join(folder, 'feed.session')
  execFileSync(command, ['view', trace, '--session', file])
  const page = await opened({ bytes: await readFile(file) })
  await page.click('#open-whatif')
  await compared(page)
  for (const preset of ['feed', 'mrcDisplay', 'mrcVideo']) {
    const before = await page.evaluate(() => globalThis.sightline.override)
    await page.evaluate((preset) => {
      const field = document.querySelector('[name="preset"]')
      field.value = preset
      field.dispatchEvent(new Event('input', { bubbles: true }))
      globalThis.sightline.other = null
    }, preset)
    await compared(page)
    const printed = execFileSync(command, ['replay', trace, '--json', '--impressions', preset], { encoding: 'utf8' })
    const end = JSON.parse(printed.trim().split('\n').pop())
    assert.ok(end.seen > 0 && before)
    assert.equal(await text(page, '.totals .impressions td:nth-of-type(2)'), String(end.seen), preset)
  }
  await closed(page)
})

test('screen readers get a slider, a grid, labels and a description of the window', onlyInChromium, async () => {
  const page = await opened(short())
  await page.key('ArrowRight', { shift: true })
  await page.key('ArrowDown')
  await page.until(() => /In view: \u2068Row /.test(document.getElementById('stage-text').textContent))
  const tree = await page.tree()
  const find = (role, name) => tree.find((node) => node.role === role && node.name === name)
  assert.equal(find('slider', 'Playhead').value, await step(page) + 1)
  // The protocol omits the value's text.
  const spoken = await page.evaluate(() => document.getElementById('playhead-handle').getAttribute('aria-valuetext'))
  assert.match(spoken, /^0:\d\d\.\d{3}, step \d+ of 300$/)
  assert.ok(find('grid', 'Items'))
  for (const name of ['Item', 'Visible now', 'Why not visible now', 'In view in all', 'Seen in all']) assert.ok(find('columnheader', name), name)
  assert.ok(tree.some(({ role, selected }) => role === 'row' && selected))
  assert.match(find('image', 'The window').description, /Window of 390 by 844 points\. In view: \u2068Row \d+\u2069 \d+ %/)
  for (const name of ['Play', 'Previous step', 'Next event', 'Zoom in', 'What if…']) assert.ok(find('button', name), name)
  assert.ok(find('searchbox', 'Search items by name or id'))
  for (const { role, name } of tree) {
    if (['button', 'slider', 'combobox', 'textbox', 'searchbox', 'checkbox', 'spinbutton'].includes(role)) assert.notEqual(name, '', role)
  }
  await closed(page)
})

test('every control of what if has a label', onlyInChromium, async () => {
  const page = await opened(short())
  await page.click('#open-whatif')
  await compared(page)
  await page.evaluate(() => { document.querySelector('.whatif details').open = true })
  for (const { role, name } of await page.tree()) {
    if (['button', 'slider', 'combobox', 'checkbox', 'spinbutton', 'radio'].includes(role)) assert.notEqual(name, '', role)
  }
  await closed(page)
})

for (const [width, height] of [[360, 640], [768, 1024], [1400, 900], [2200, 1200]]) {
  test(`nothing overflows a window ${width} points wide`, async () => {
    const page = await opened(short(), { width, height })
    const wide = async () => {
      // Resized content is drawn in the next frame.
      await page.frame()
      await page.frame()
      return page.evaluate(widerThanTheWindow)
    }
    const widerThanTheWindow = () => {
      const width = document.documentElement.clientWidth
      const elements = [...document.querySelectorAll('button, input, select, canvas, h1, h2')].filter((element) => element.checkVisibility())
      const beyond = elements.filter((element) => element.getBoundingClientRect().right > width + 0.5)
      return [document.documentElement.scrollWidth > width, beyond.map(({ id, className }) => id || className)]
    }
    assert.deepEqual(await wide(), [false, []])
    await page.key('w')
    await compared(page)
    assert.deepEqual(await wide(), [false, []])
    await closed(page)
  })
}

for (const scheme of ['light', 'dark']) {
  test(`text has sufficient contrast in ${scheme} colours`, async () => {
    const page = await opened(short(), { scheme })
    await page.key('w')
    await compared(page)
    const faint = await page.evaluate(() => {
      const numbers = (color) => color.match(/[\d.]+/g).map(Number)
      const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)
      const back = (element) => {
        for (let each = element; each; each = each.parentElement) {
          const color = numbers(getComputedStyle(each).backgroundColor)
          if (color.length < 4 || color[3] > 0) return color
        }
        return [255, 255, 255]
      }
      const found = []
      for (const element of document.querySelectorAll('body *')) {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
        if (!own || !element.checkVisibility() || element.closest('script, .unseen, :disabled')) continue
        const [a, b] = [light(numbers(getComputedStyle(element).color)), light(back(element))]
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
        if (contrast < 4.5) found.push(`${element.className} ${element.textContent.trim().slice(0, 20)}: ${contrast.toFixed(2)}`)
      }
      return found
    })
    assert.deepEqual(faint, [])
    await closed(page)
  })
}

test('names from a session stay text and do not affect their surroundings', async () => {
  const names = [
    '<img src=x onerror="document.title = 1"><script>document.title = 2</script>', 'a'.repeat(10_000), '\u202Eesrever\u202C \u2066x',
    '\uD800 alone \uDC00', '</script><script>document.title = 3</script>', '', '\u0000\u001B[31m', '-->', '"\' onclick="document.title = 4"',
  ]
  const encoder = list({ rows: names.length, steps: 30, cover: false, name: (row) => names[row] })
  encoder.about.trace = `${names[0]}\u202E.ndjson`
  encoder.about.page = names[4]
  const page = await opened(encoder, { width: 360 })
  await page.key('w')
  await compared(page)
  await page.key('End')
  await page.frame()
  assert.match(await page.evaluate(() => document.title), /^<img src=x/)
  assert.equal(await page.evaluate(() => document.querySelectorAll('img, body script:not([type="module"], [type="text/plain"])').length), 0)
  const shown = await page.evaluate(() => [...document.querySelectorAll('.rows td.item bdi')].map(({ textContent }) => textContent))
  assert.equal(shown.length, names.length)
  for (const name of shown) {
    assert.ok(name.length > 0 && name.length <= 60, name)
    assert.doesNotMatch(name, /[\u0000-\u001F\u200E\u200F\u202A-\u202E\u2066-\u2069]/)
    assert.ok(name.isWellFormed?.() ?? true)
  }
  assert.match(await text(page, '.command-text'), /^sightline replay TRACE /)
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await closed(page)
})

test('all rows of a table can be reached, also above the height limit of elements', async () => {
  const page = await browser.page({ files: fileURLToPath(new URL('../../..', import.meta.url)) })
  await page.open('https://page.test/Web/Viewer/index.html')
  const answers = await page.evaluate(async () => {
    const { ItemTable } = await import('/Web/Viewer/table.mjs')
    document.body.innerHTML = '<div id="rows" class="rows" style="height: 401px"></div><input id="search"><select id="filter"></select>'
    const [room, search, filter] = document.body.children
    const model = Object.assign(new EventTarget(), {
      items: { title: String, number: String }, results: { inView: [], impressions: [] }, moment: { update() {}, fractions: [], reasons: [] },
      player: { replay: { watching: { target: () => -1, subject: () => -1 } } }, redraw() {}, selected: -1,
    })
    const table = new ItemTable(model, { room, search, filter, count: search })
    table.comparison = { change: () => null }
    const answers = []
    for (const count of [1000, 1_000_000]) {
      table.order = Array.from({ length: count }, (_, i) => i)
      table.places = null
      table.draw()
      for (const item of [count - 1, count / 2, 0, count - 1]) {
        model.selected = item
        table.reveal(item)
        table.draw()
        const row = room.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
        const head = table.table.tHead.getBoundingClientRect(), { bottom } = room.getBoundingClientRect()
        answers.push(row !== undefined && row.top > head.bottom - 2 && row.bottom < bottom + 2)
      }
    }
    return answers
  })
  assert.deepEqual(answers, Array(8).fill(true))
  await page.close()
})

test('sessions without steps or without items are shown', async () => {
  for (const encoder of [list({ rows: 0, steps: 0, cover: false }), new Encoder().step(0)]) {
    const page = await opened(encoder)
    await page.key('ArrowRight')
    await page.key('w')
    await compared(page)
    await page.frame()
    await closed(page)
  }
})

test('broken sessions show an error message', async () => {
  const file = path.join(folder, 'broken.html')
  await writeFile(file, bundled(new Uint8Array(64)))
  const page = await browser.page()
  await page.open(pathToFileURL(file))
  await page.until(() => document.body.dataset.state === 'failed')
  assert.equal(await text(page, '#loading-text'), 'This session cannot be shown: not a recorded session')
  await page.close()
})

test('colours follow the system until changed by the button', async () => {
  const page = await opened(short(), { scheme: 'dark' })
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await back()
  await page.key('t')
  const light = await back()
  assert.notEqual(light, dark)
  await page.key('t')
  assert.equal(await back(), dark)
  await closed(page)
})

test('scrubbing through 10,000 steps of 1,000 targets replays a few steps per frame', async () => {
  const page = await opened(list({ rows: 1000, steps: 10_000, policies: [{ ...atOnce, dwell: second }] }), { width: 1400, height: 900 })
  // Frame times at random positions, and the maximum number of replayed steps.
  const scrub = () => page.evaluate(async () => {
    const model = globalThis.sightline
    const { replay } = model.player
    let steps = 0
    replay.forward = function (...follower) {
      steps += 1
      return Object.getPrototypeOf(this).forward.apply(this, follower)
    }
    const times = [], counts = []
    let random = 7
    for (let i = 0; i < 300; i++) {
      random = random * 48271 % 2147483647
      steps = 0
      model.goToTime(random / 2147483647 * model.session.duration)
      await new Promise((resolve) => requestAnimationFrame(resolve))
      times.push(model.frameTime)
      counts.push(steps)
    }
    delete replay.forward
    times.sort((a, b) => a - b)
    return { median: times[150], slow: times[285], most: Math.max(...counts), least: Math.min(...counts) }
  })
  const alone = await scrub()
  await page.key('w')
  await compared(page)
  const beside = await scrub()
  for (const { most, least } of [alone, beside]) assert.ok(most > least && most <= 200, `from ${least} to ${most} steps in a frame`)
  console.log(`a frame while scrubbing: median ${alone.median.toFixed(1)} ms, 95 % within ${alone.slow.toFixed(1)} ms; `
    + `beside another policy ${beside.median.toFixed(1)} and ${beside.slow.toFixed(1)} ms; at most ${alone.most} steps replayed`)
  await closed(page)
})

/** Cards with contents and long names: nested boxes. */
function cards() {
  const encoder = new Encoder({ window: [390, 844], policies: [{ ...atOnce, rule: 1, dwell: second }], rules: [half, { ...half, thresholds: [1] }] })
  const scroller = encoder.container(0, [0, 0, 390, 844])
  const watch = (name, ...frame) => encoder.watch(encoder.target(scroller, ...frame), { identity: encoder.about.watches.length + 1, name })
  for (let card = 0; card < 40; card++) {
    watch(`article card ${12500 + card}`, 12, 260 * card + 8, 366, 244)
    watch(`article photo ${12500 + card}`, 14, 260 * card + 14, 362, 150)
    watch(`article headline ${12500 + card}`, 24, 260 * card + 170, 200, 50)
  }
  encoder.step(0)
  for (let step = 1; step < 600; step++) {
    encoder.records.scroll(scroller, 0, 12 * step)
    encoder.step(16 * step)
  }
  return encoder
}

for (const width of [1280, 1366, 1440, 1600]) {
  test(`at ${width} points no column header is truncated under any sorting, and names use the available space`, async () => {
    const page = await opened(cards(), { width, height: 800 })
    const cut = () => page.evaluate(async () => {
      const cut = []
      for (const button of document.querySelectorAll('.rows th button')) {
        if (button.offsetWidth === 0) continue
        button.click()
        if (button.scrollWidth > button.clientWidth) cut.push(button.textContent)
      }
      return cut
    })
    assert.deepEqual(await cut(), [])
    await page.key('w')
    await compared(page)
    assert.deepEqual(await cut(), [])
    await page.evaluate(() => document.querySelector('.rows th.item button').click())
    await page.frame()
    const { names, isCut } = await page.evaluate(() => {
      const cells = [...document.querySelectorAll('.rows tbody tr:not([hidden]) td.item')]
      return { names: cells.map((cell) => cell.querySelector('bdi').textContent), isCut: cells.some((cell) => cell.scrollWidth > cell.clientWidth) }
    })
    assert.equal(isCut, false)
    assert.ok(names.length > 5)
    for (const name of names) assert.match(name, /^article (card|photo|headline) \d{5}$/)
    await closed(page)
  })
}

test('labels of nested boxes do not overlap', async () => {
  const page = await opened(cards(), { width: 1440, height: 900 })
  const { count, overlaps } = await page.evaluate(async () => {
    const { fillText } = CanvasRenderingContext2D.prototype
    const canvas = document.getElementById('stage')
    let overlaps = 0, count = 0
    for (let step = 0; step < 600; step += 23) {
      const boxes = []
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        if (this.canvas === canvas) {
          const { e, f } = this.getTransform(), { width } = this.measureText(text)
          boxes.push([e + x, f + y, e + x + width, f + y + 10])
        }
        return fillText.call(this, text, x, y)
      }
      globalThis.sightline.goTo(step)
      globalThis.sightline.draw()
      CanvasRenderingContext2D.prototype.fillText = fillText
      count += boxes.length
      boxes.forEach(([left, top, right, bottom], i) => {
        for (const other of boxes.slice(i + 1)) if (left < other[2] && right > other[0] && top < other[3] && bottom > other[1]) overlaps++
      })
    }
    return { count, overlaps }
  })
  assert.equal(overlaps, 0)
  assert.ok(count > 100, `${count} texts`)
  await closed(page)
})

test('an item partly in view says so if its rule requires more', async () => {
  const page = await opened(cards(), { width: 1440, height: 900 })
  await page.evaluate(() => globalThis.sightline.goTo(4))
  await page.frame()
  // 40 of the first card's 244 points are above the edge.
  assert.equal(await text(page, '#details div:nth-child(2) dd'), '84 %, partly out of view')
  await page.evaluate(() => globalThis.sightline.goTo(100))
  await page.frame()
  assert.equal(await text(page, '#details div:nth-child(2) dd'), '0 %, out of view')
  await closed(page)
})

test('the lanes follow the playhead, except while dragged', async () => {
  const page = await opened(cards(), { width: 1280, height: 800 })
  /** Whether a visible lane has a bar at the playhead. */
  const shows = () => page.evaluate(() => {
    const { results: { bars, barsOf }, time } = globalThis.sightline
    const lanes = document.getElementById('lanes')
    const first = Math.ceil(lanes.scrollTop / 22), last = Math.floor((lanes.scrollTop + lanes.clientHeight) / 22)
    for (let row = first; row < last; row++) {
      // The items come into view in order.
      for (let i = barsOf.starts[row]; i < barsOf.starts[row + 1]; i++) {
        const bar = barsOf.order[i]
        if (bars.begin[bar] <= time && bars.end[bar] >= time) return true
      }
    }
    return false
  })
  for (const step of [0, 100, 300, 500, 599, 250, 20]) {
    await page.evaluate((step) => globalThis.sightline.goTo(step), step)
    await page.frame()
    assert.ok(await shows(), `step ${step}`)
  }
  const before = await page.evaluate(() => document.getElementById('lanes').scrollTop)
  const { left, right, top } = await page.evaluate(() => {
    const { left, right, top } = document.getElementById('lanes').getBoundingClientRect()
    return { left, right, top }
  })
  await page.click(right - 40, top + 30)
  assert.ok(await step(page) > 500 && left < right)
  assert.equal(await page.evaluate(() => document.getElementById('lanes').scrollTop), before)
  await closed(page)
})

test('forced colours apply to the playhead and the legend', onlyInChromium, async () => {
  const page = await opened(cards())
  const colours = () => page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    const system = (name) => { probe.style.color = name; return getComputedStyle(probe).color }
    const back = (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor
    const result = { text: system('CanvasText'), playhead: back('.playhead'), handle: back('#playhead-handle'),
      dwell: getComputedStyle(document.querySelector('.dwell-key')).backgroundImage, highlight: system('Highlight') }
    probe.remove()
    return result
  })
  await page.emulate({ 'forced-colors': 'active' })
  await page.frame()
  const { text, playhead, handle, dwell, highlight } = await colours()
  assert.deepEqual([playhead, handle], [text, text])
  assert.ok(dwell.includes(highlight), dwell)
  await closed(page)
})

test('printing shows the whole timeline, and restores the page afterwards', async () => {
  const page = await opened(cards(), { width: 1440, height: 900 })
  await page.evaluate(() => globalThis.sightline.goTo(300))
  await page.frame()
  const look = () => page.evaluate(() => {
    const canvas = document.getElementById('lanes-canvas').getBoundingClientRect(), lanes = document.getElementById('lanes')
    return {
      width: document.body.getBoundingClientRect().width, right: canvas.right, height: canvas.height, top: lanes.scrollTop,
      playhead: document.getElementById('playhead').getBoundingClientRect().left,
    }
  })
  const before = await look()
  await page.evaluate(() => { dispatchEvent(new Event('beforeprint')) })
  const printed = await look()
  assert.deepEqual([printed.width, printed.top], [690, before.top])
  assert.ok(printed.right <= 690 && printed.playhead > 300 && printed.playhead < 500, JSON.stringify(printed))
  assert.equal(printed.height, 37 * 22)
  await page.evaluate(() => { dispatchEvent(new Event('afterprint')) })
  await page.frame()
  assert.deepEqual(await look(), before)
  await closed(page)
})
