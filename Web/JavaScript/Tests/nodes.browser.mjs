// Elements that move to other documents, and elements that are reused for another item.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atClock, inPage, square } from './in-page.mjs'

const frame = '<iframe id="frame" style="display: block; height: 50px"></iframe>'

/** Counts impressions of `a`, `b` and `more` after 1 s, moves something, and returns the reports 3 s later. */
const away = (html, move, more = []) => atClock(frame + html, `async () => {
  const { said } = watch({ rule: 0.5 }, 'a', 'b')
  const seen = []
  const counting = new Sightline({ rule: 0.5, policy: { dwell: 1000 } }, () => {}, (list) => { for (const { id } of list) seen.push(id) })
  for (const id of ['a', 'b', ...${JSON.stringify(more)}]) counting.observe(find(id), { id })
  await frames()
  clock.advance(300)
  await frames()
  const inside = find('frame').contentDocument.body
  const a = find('a')
  await (${move})(inside)
  await frames()
  clock.advance(3000)
  await frames()
  scrollBy(0, 1)
  await frames()
  return { said, seen, state: counting.state(a)?.fraction ?? null }
}`)
const left = { said: ['a entered 1', 'b entered 1', 'a left removed'], seen: ['b'], state: null }

test('an element that moves to another document is removed once', async () => {
  const html = square('a') + square('b')
  assert.deepEqual(await away(html, (inside) => inside.append(find('a'))), left)
  assert.deepEqual(await away(html, (inside) => inside.ownerDocument.adoptNode(find('a'))), left)
})

test('an element whose parent, shadow host or crowd moves to another document is removed once', async () => {
  const inParent = `<div id="parent" style="overflow: hidden">${square('a')}</div>${square('b')}`
  assert.deepEqual(await away(inParent, (inside) => inside.append(find('parent'))), left)
  const crowd = `<div id="parent">${square('a')}${Array.from({ length: 9 }, (_, i) => square(`c${i}`)).join('')}</div>`
  assert.deepEqual(await away(square('b') + crowd, (inside) => inside.append(find('parent'))), left)
  const slotted = `<div id="parent"><div id="in"></div></div>${square('a')}${square('b')}`
  assert.deepEqual(await away(slotted, async (inside) => {
    const shadow = find('parent').attachShadow({ mode: 'open' })
    shadow.append(find('in'))
    shadow.append(document.createElement('slot'))
    inside.append(find('parent'), find('a'))
  }), left)
  const result = await atClock(`${frame}<div id="host"></div>${square('b')}`, async () => {
    const shadow = find('host').attachShadow({ mode: 'open' })
    shadow.innerHTML = '<div id="a" style="width: 100px; height: 100px"></div>'
    const said = []
    const sightline = new Sightline({ rule: 0.5 }, (entries) => { for (const { target, kind, reason } of entries) said.push([target.id, kind, reason].join(' ')) })
    for (const element of [shadow.firstChild, find('b')]) sightline.observe(element)
    await frames()
    find('frame').contentDocument.body.append(find('host'))
    await frames()
    clock.advance(2000)
    await frames()
    document.body.append(find('frame').contentDocument.getElementById('host'))
    await frames()
    return said
  })
  assert.deepEqual(result, ['a entered ', 'b entered ', 'a left removed', 'a entered '])
})

test('a cover and a root that move to another document no longer apply', async () => {
  const result = await inPage(`${frame}<div id="bar" style="position: fixed; inset: 0"></div><div id="root">${square('a')}</div>${square('b')}`, async () => {
    const { said } = watch({ rule: 0.5 }, 'b')
    const inRoot = watch({ rule: 0.5, root: find('root') }, 'a')
    Sightline.cover(find('bar'))
    await frames()
    const bar = find('bar')
    const inside = find('frame').contentDocument.body
    inside.append(bar)
    await frames()
    const all = [said.splice(0), inRoot.said.splice(0)]
    inside.append(find('root'))
    await frames()
    all.push(inRoot.said.splice(0))
    document.body.append(bar, inside.querySelector('#root'))
    await frames()
    return [...all, said, inRoot.said]
  })
  assert.deepEqual(result, [['b entered 1'], ['a entered 1'], ['a left removed'], ['b left covered'], []])
})

test('an element from another document is observed once it is in this one', async () => {
  const result = await inPage(frame, async () => {
    const inside = find('frame').contentDocument
    const foreign = inside.body.appendChild(Object.assign(inside.createElement('div'), { id: 'f', style: 'width: 100px; height: 100px' }))
    const said = []
    const sightline = new Sightline({ rule: 0.5 }, (entries) => { for (const { target, kind } of entries) said.push(`${target.id} ${kind}`) })
    try { sightline.observe(foreign) } catch (error) { said.push(error.constructor.name) }
    document.body.append(foreign)
    sightline.observe(foreign)
    new Sightline({ root: foreign })
    await frames()
    return said
  })
  assert.deepEqual(result, ['TypeError', 'f entered'])
})

test('another item in the same element replaces the previous one', async () => {
  const result = await atClock(square('a'), async () => {
    const said = []
    const sightline = new Sightline({ rule: [0.5, 1], policy: { dwell: 1000 } }, (entries) => {
      for (const { id, kind, threshold, reason } of entries) said.push([id, kind, threshold, reason ?? ''].join(' ').trim())
    }, (list) => { for (const { id, exposure } of list) said.push(`${id} counts, of ${exposure.total}`) })
    const item = (id) => sightline.observe(find('a'), { id })
    const wait = async (time) => {
      await frames()
      clock.advance(time)
      said.push('|')
    }
    item(1)
    await wait(600)
    item(1)
    await wait(1400)
    item(2)
    await wait(900)
    item(3)
    item(NaN)
    await wait(10)
    item(NaN)
    await wait(2000)
    sightline.observe(find('a'))
    sightline.unobserve(find('a'))
    await wait(2000)
    return said.join(', ')
  })
  assert.equal(result, '1 entered 0.5, 1 entered 1, |, 1 counts, of 1000, |, 1 left 1 removed, 1 left 0.5 removed, 2 entered 0.5, 2 entered 1, |, '
    + '2 left 1 removed, 2 left 0.5 removed, NaN entered 0.5, NaN entered 1, |, NaN counts, of 1000, |, |')
})

test('a dwell reached before its item is replaced counts, and an item that moves to another element continues', async () => {
  const result = await atClock(square('a') + square('b'), async () => {
    const seen = []
    const sightline = new Sightline({ rule: 0.5, policy: { dwell: 1000 }, root: document.body }, () => {}, (list) => { for (const { id } of list) seen.push(id) })
    sightline.observe(find('a'), { id: 1 })
    sightline.observe(find('b'), { id: 2 })
    await frames()
    clock.advance(600)
    sightline.observe(find('a'), { id: 2 })
    sightline.observe(find('b'), { id: 1 })
    await frames()
    clock.advance(400)
    const swapped = seen.splice(0).sort()
    sightline.observe(find('a'), { id: 3 })
    await frames()
    clock.advance(999)
    const early = seen.length
    // Before the timer.
    const { now } = performance
    performance.now = () => now() + 2
    sightline.observe(find('a'), { id: 4 })
    await frames()
    return { swapped, early, seen }
  })
  assert.deepEqual(result, { swapped: [1, 2], early: 0, seen: [3] })
})
