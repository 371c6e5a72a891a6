// Elements whose geometry follows a scroll without a layout: anchored ones, and those moved in depth.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { name } from '../../Tests/browsers.mjs'
import { atClock, inPage, square } from './in-page.mjs'

const skip = name === 'chromium' ? false : 'requires Chromium'
const space = (height) => `<div style="height: ${height}px"></div>`
const anchor = '<div id="anchor" style="anchor-name: --x; width: 100px; height: 100px"></div>'
const below = 'position-anchor: --x; position-area: bottom; position: absolute'
const scroller = (inside, style = '') => `<div id="s" style="overflow: auto; width: 400px; height: 600px; ${style}">${inside}</div>`

/** Scrolls `s` or the window to each position, and compares the fractions of all `ids` with an `IntersectionObserver`'s in the same frame. */
const compare = (html, ids, places, scrolls = 'find("s").scrollTo(...place)') => inPage(html, `async () => {
  const { said, sightline } = watch({ rule: 0 }, ...${JSON.stringify(ids)})
  await frames()
  const all = []
  for (const place of ${JSON.stringify(places)}) {
    ${scrolls}
    // Browsers move anchored elements after the frame's callbacks.
    await frames(2)
    const ours = ${JSON.stringify(ids)}.map((id) => sightline.state(find(id)).fraction.toFixed(2))
    const theirs = await new Promise((resolve) => {
      const observer = new IntersectionObserver((entries) => {
        observer.disconnect()
        resolve(entries.map(({ isIntersecting, intersectionRatio }) => (isIntersecting ? intersectionRatio : 0).toFixed(2)))
      })
      for (const id of ${JSON.stringify(ids)}) observer.observe(find(id))
    })
    all.push(ours.join() === theirs.join() ? ours.join() : ours.join() + '|' + theirs.join())
  }
  return all
}`)

test('an anchored element counts until its anchor scrolls it half out of view', { skip }, async () => {
  const html = scroller(space(300) + anchor + space(2000)) + square('a', `${below}; position-visibility: always`)
  const result = await atClock(html, async () => {
    const said = []
    const seen = []
    const sightline = new Sightline({ rule: 0.5, policy: { dwell: 1000 } }, (entries) => { for (const { kind, time } of entries) said.push([kind, Math.round(time)]) },
      (list) => seen.push(...list))
    sightline.observe(find('a'))
    await frames()
    for (let i = 0; i < 80; i++) {
      find('s').scrollTop += 10
      clock.advance(16)
      // The page's clock is held; the clock of events is not.
      await frames(1)
    }
    clock.advance(2000)
    return { kinds: said.map(([kind]) => kind), top: find('s').scrollTop, seen: seen.length }
  })
  assert.deepEqual(result, { kinds: ['entered', 'left'], top: 800, seen: 0 })
})

test('anchored elements are read in each frame that scrolls, in nested, sideways and document scrolling', { skip }, async () => {
  const always = `${below}; position-visibility: always`
  const plain = [[0, 0], [0, 320], [0, 450], [0, 520], [0, 0]]
  assert.deepEqual(await compare(scroller(space(300) + anchor + space(2000)) + square('a', always), ['a'], plain), ['1.00', '1.00', '0.50', '0.00', '1.00'])
  // Sideways.
  const row = `<div style="width: 2000px; padding-left: 150px">${anchor}</div>`
  assert.deepEqual(await compare(scroller(row, 'height: 200px') + square('a', always), ['a'], [[0, 0], [180, 0], [260, 0], [100, 0]]), ['1.00', '0.70', '0.00', '1.00'])
  // Nested: either box scrolls.
  const nested = scroller(space(200) + `<div id="t" style="overflow: auto; height: 300px">${space(100)}${anchor}${space(900)}</div>` + space(900)) + square('a', always)
  const both = `find('s').scrollTop = place[0]; find('t').scrollTop = place[1]`
  assert.deepEqual(await compare(nested, ['a'], [[0, 0], [200, 0], [200, 150], [200, 250], [0, 250], [450, 0]], both), ['1.00', '1.00', '1.00', '0.50', '1.00', '0.50'])
  // The document, and a fixed element.
  const document = space(300) + anchor + space(2000) + square('a', `${always}; position: fixed`)
  assert.deepEqual(await compare(document, ['a'], [[0, 0], [0, 380], [0, 450], [0, 600], [0, 0]], 'scrollTo(...place)'), ['1.00', '1.00', '0.50', '0.00', '1.00'])
})

test('contents of an anchored box, and several anchored elements, follow', { skip }, async () => {
  const always = `${below}; position-visibility: always`
  const box = `<div id="box" style="${always}; width: 100px; height: 100px">${square('a', 'height: 40px')}${square('b', 'height: 60px')}</div>`
  assert.deepEqual(await compare(scroller(space(300) + anchor + space(2000)) + box, ['a', 'b', 'box'], [[0, 0], [0, 420], [0, 470], [0, 0]]),
    ['1.00,1.00,1.00', '0.50,1.00,0.80', '0.00,0.50,0.30', '1.00,1.00,1.00'])
  const many = Array.from({ length: 20 }, (_, i) => square(`i${i}`, `${always}; margin-top: ${i}px`)).join('')
  const ids = Array.from({ length: 20 }, (_, i) => `i${i}`)
  const found = await compare(scroller(space(300) + anchor + space(2000)) + `<div>${many}</div>`, ids, [[0, 0], [0, 440], [0, 480], [0, 0]])
  assert.ok(found.every((line) => !line.includes('|')), found.join('\n'))
})

test('fallback positions are followed', { skip }, async () => {
  const html = scroller(space(100) + anchor + space(2000), 'height: 300px') + square('a', `${below}; position-area: top; position-try-fallbacks: flip-block; position-visibility: always`)
  const found = await compare(html, ['a'], [[0, 0], [0, 20], [0, 60], [0, 150], [0, 220], [0, 0]])
  assert.ok(found.every((line) => !line.includes('|')), found.join('\n'))
  assert.equal(new Set(found).size > 1, true)
})

test('an element hidden with its anchor is hidden, and so are its contents', { skip }, async () => {
  for (const inside of [false, true]) {
    const card = inside ? `<div style="${below}; width: 100px; height: 100px">${square('a')}</div>` : square('a', below)
    const result = await inPage(scroller(space(150) + anchor + space(2000), 'height: 300px; margin-top: 50px') + card, async () => {
      const { said, sightline } = watch({ rule: 0.5 }, 'a')
      await frames()
      for (const top of [300, 0, 260]) {
        find('s').scrollTop = top
        await frames()
      }
      return [...said, sightline.state(find('a')).reason]
    })
    assert.deepEqual(result, ['a entered 1', 'a left hidden', 'a entered 1', 'a left hidden', 'hidden'], `inside: ${inside}`)
  }
  // While it overflows its containing block.
  const html = `<div id="around" style="position: relative; height: 320px">${scroller(space(250) + anchor + space(2000), 'height: 320px')}`
    + `${square('a', `${below}; position-visibility: no-overflow`)}</div>`
  const result = await inPage(html, async () => {
    const { said, sightline } = watch({ rule: 0.4 }, 'a')
    await frames()
    const { reason } = sightline.state(find('a'))
    find('around').style.height = '600px'
    await frames()
    return [reason, ...said]
  })
  assert.deepEqual(result, ['hidden', 'a entered 1'])
})

test('an anchored element that hit tests never reach counts as visible', { skip }, async () => {
  const html = scroller(space(150) + anchor + space(2000), 'height: 300px') + square('a', `${below}; pointer-events: none`)
    + `<div inert>${square('b', below)}</div>` + '<dialog id="d">d</dialog>' + square('c', below)
  const result = await inPage(html, async () => {
    const { sightline } = watch({ rule: 0.5 }, 'a', 'b', 'c')
    await frames()
    find('d').showModal()
    await frames()
    return ['a', 'b', 'c'].map((id) => sightline.state(find(id)).reason)
  })
  assert.deepEqual(result, [null, null, null])
})

test('an anchored cover follows its anchor', { skip }, async () => {
  const html = scroller(space(100) + anchor + space(2000)) + square('cover', `${below}; position-visibility: always`)
    + square('a', 'position: absolute; top: 200px; left: 0') + square('b', 'position: absolute; top: 100px; left: 0')
  const result = await inPage(html, async () => {
    const { said } = watch({ rule: 0.5 }, 'a', 'b')
    Sightline.cover(find('cover'))
    await frames()
    find('s').scrollTop = 100
    await frames()
    return said
  })
  assert.deepEqual(result, ['b entered 1', 'b left covered', 'a entered 1'])
})

test('a popover anchored to its button follows it', { skip }, async () => {
  const html = scroller(space(300) + '<button id="button" popovertarget="p" style="display: block; width: 100px; height: 100px"></button>' + space(2000))
    + `<div popover id="p" style="position-area: bottom; margin: 0; padding: 0; border: 0">${square('a')}</div>`
  const result = await inPage(html, async () => {
    const { said } = watch({ rule: 0.5 }, 'a')
    find('button').click()
    await frames()
    find('s').scrollTop = 480
    await frames(2)
    find('s').scrollTop = 0
    await frames(2)
    return said.map((line) => line.split(' ').slice(0, 2).join(' '))
  })
  assert.deepEqual(result, ['a entered', 'a left', 'a entered'])
})

test('elements moved in depth scroll at their own speed', async () => {
  const html = scroller(`${space(100)}${square('a', 'transform: translateZ(-1px) scale(2)')}${square('b')}${space(3000)}`, 'perspective: 1px; height: 300px')
  const found = await compare(html, ['a', 'b'], [[0, 0], [0, 100], [0, 250], [0, 350], [0, 0]])
  assert.ok(found.every((line) => !line.includes('|')), found.join('\n'))
})

test('a scroll reads only the elements anchored beside the scrolling box', { skip }, async () => {
  const always = `${below}; position-visibility: always`
  const inside = Array.from({ length: 200 }, (_, i) => square(`i${i}`, i % 2 ? always : '')).join('')
  const html = scroller(`<div style="position: relative">${anchor}${inside}</div>${space(3000)}`) + square('a', always) + square('b', 'position: absolute') + square('c')
  const result = await atClock(html, async () => {
    watch({ rule: 0 }, 'a', 'b', 'c', ...Array.from({ length: 200 }, (_, i) => `i${i}`))
    await frames()
    const { reads, frames: before } = spent
    for (let top = 10; top <= 100; top += 10) {
      find('s').scrollTop = top
      await frames(2)
    }
    return [spent.reads - reads, spent.frames - before]
  })
  const [reads, count] = result
  assert.ok(reads >= 10 && reads <= 30 && count <= 30, `${reads} reads, ${count} frames`)
})
