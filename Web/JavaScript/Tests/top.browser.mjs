// What the browser draws over a page: the top layer, its backdrops, and the on-screen keyboard.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPage, square } from './in-page.mjs'

const plain = 'padding: 0; border: 0; margin: 0; inset: 200px auto auto 0'
/** A step that exits full screen. */
const exit = '() => leave()'
const cards = square('a') + square('b')
/** Runs steps, and returns after each which elements are visible, and the reasons for the others. */
const follow = (html, ids, ...steps) => inPage(html, `async () => {
  const { sightline } = watch({ rule: 0.5 }, ...${JSON.stringify(ids)})
  const elements = ${JSON.stringify(ids)}.map(find)
  const say = () => elements.filter((element) => element.isConnected).map((element) => [element.id, sightline.state(element).reason].filter(Boolean).join(' ')).join(', ')
  const ended = (element, name) => new Promise((resolve) => element.addEventListener(name, resolve, { once: true }))
  const whole = (element) => Promise.all([ended(document, 'fullscreenchange'), element.requestFullscreen()])
  const leave = () => Promise.all([ended(document, 'fullscreenchange'), document.exitFullscreen()])
  await frames()
  const all = [say()]
  for (const step of [${steps.join()}]) {
    await step()
    await frames(6)
    all.push(say())
  }
  return all
}`)

test('a full-screen element covers everything outside it, however it became full screen', async () => {
  const video = '<video id="video" style="width: 50px; height: 50px"></video>'
  assert.deepEqual(await follow(cards + video, ['a', 'b', 'video'], () => whole(find('video')), exit),
    ['a, b, video', 'a covered, b covered, video', 'a, b, video'])
  const player = `<div id="player" style="transform: scale(0.5); opacity: 0.9">${square('in', 'position: fixed; top: 0; left: 0')}${square('flow')}</div>`
  assert.deepEqual(await follow(cards + player, ['a', 'in', 'flow'], () => whole(find('player')), exit), ['a, in, flow', 'a covered, in, flow', 'a, in, flow'])
  for (const step of [() => whole(document.documentElement), () => whole(document.body)]) assert.deepEqual(await follow(cards, ['a'], step, exit), ['a', 'a', 'a'])
})

test('a full-screen element in a shadow tree covers everything outside it', async () => {
  const html = `${cards}<div id="host"></div>`
  const begin = (mode) => `() => {
    globalThis.shadow = find('host').attachShadow({ mode: '${mode}' })
    shadow.innerHTML = '<div id="outer">beside</div><div id="player"><slot></slot></div>'
    find('host').append(find('b'))
  }`
  for (const mode of ['open', 'closed']) {
    assert.deepEqual(await follow(html, ['a', 'b'], begin(mode), () => whole(shadow.getElementById('player')), exit), ['a, b', 'a, b', 'a covered, b', 'a, b'], mode)
    assert.deepEqual(await follow(html, ['a', 'b'], begin(mode), () => whole(find('host')), exit), ['a, b', 'a, b', 'a covered, b', 'a, b'], mode)
    // Elements slotted into a closed shadow tree may be inside the full-screen element.
    const last = mode === 'open' ? 'a covered, b covered' : 'a covered, b'
    assert.deepEqual(await follow(html, ['a', 'b'], begin(mode), () => whole(shadow.getElementById('outer'))), ['a, b', 'a, b', last], mode)
  }
})

test('an opaque backdrop covers everything below it, and a translucent one does not', async () => {
  const style = (body) => `<style>::backdrop { ${body} }</style>`
  const dialog = `<dialog id="d" style="${plain}">${square('in')}</dialog>`
  const open = () => find('d').showModal()
  const close = () => find('d').close()
  assert.deepEqual(await follow(cards + dialog, ['a', 'in'], open, close), ['a, in hidden', 'a, in', 'a, in hidden'])
  for (const [body, isOpaque] of [['background: black', true], ['background: color(display-p3 1 0 0)', true], ['background: rgb(0 0 0 / .9)', false],
    ['background: oklch(0 0 0 / 50%)', false], ['background: black; opacity: .9', false], ['background: black; display: none', false], ['background: black; visibility: hidden', false]]) {
    assert.deepEqual(await follow(style(body) + cards + dialog, ['a', 'in'], open, close), ['a, in hidden', isOpaque ? 'a covered, in' : 'a, in', 'a, in hidden'], body)
  }
  const popover = `<div popover id="d" style="${plain}">${square('in')}</div>`
  assert.deepEqual(await follow(style('background: black') + cards + popover, ['a', 'in'], () => find('d').showPopover(), () => find('d').hidePopover()),
    ['a, in hidden', 'a covered, in', 'a, in hidden'])
  // A backdrop that fades in covers once it is opaque.
  const fading = '<style>::backdrop { background: transparent; transition: background .1s } .on::backdrop { background: black }</style>'
  const fade = async () => {
    const faded = new Promise((resolve) => find('d').addEventListener('transitionend', resolve, { once: true }))
    find('d').className = 'on'
    await faded
  }
  const result = await inPage(fading + cards + dialog, `async () => {
    const { said } = watch({ rule: 0.5 }, 'a')
    find('d').showModal()
    await frames()
    await (${fade})()
    await frames()
    return said
  }`)
  assert.deepEqual(result, ['a entered 1', 'a left covered'])
})

test('of several elements in the top layer the last is in front', async () => {
  const html = `<style>.dark::backdrop { background: black }</style>${cards}<dialog id="d" style="${plain}">${square('one')}</dialog>`
    + `<dialog id="e" class="dark" style="${plain}; top: 320px">${square('two')}</dialog><div popover="manual" id="p" style="${plain}; position: absolute; top: 450px">${square('three')}</div>`
  const ids = ['a', 'one', 'two', 'three']
  assert.deepEqual(await follow(html, ids, () => { find('e').showModal(); find('d').showModal(); find('p').showPopover() }, () => find('e').close(),
    () => find('e').showModal(), () => find('e').remove()), [
    'a, one hidden, two hidden, three hidden', 'a covered, one, two, three', 'a, one, two hidden, three', 'a covered, one covered, two, three covered',
    'a, one, three',
  ])
})

test('covers and positioned elements inside the top layer stay in it', async () => {
  const bar = (id, style) => `<div id="${id}" style="position: fixed; top: 0; left: 0; width: 100px; height: 60px; ${style}">${square(`in${id}`, 'height: 60px')}</div>`
  const html = `<div id="outside" style="position: fixed; top: 300px; left: 0; width: 100px; height: 100px"></div>`
    + `<div id="player">${square('flow')}${bar('bar', '')}${square('abs', 'position: absolute; top: 300px')}${square('far', 'position: absolute; top: 900px')}</div>`
  assert.deepEqual(await follow(html, ['flow', 'inbar', 'abs', 'far'], () => { Sightline.cover(find('bar')); Sightline.cover(find('outside')) }, () => whole(find('player')), exit), [
    'flow, inbar, abs, far outOfViewport', 'flow covered, inbar, abs covered, far outOfViewport', 'flow covered, inbar, abs, far outOfViewport',
    'flow covered, inbar, abs covered, far outOfViewport',
  ])
})

test('a keyboard ends the window, reported by the visual viewport or as a rect', async () => {
  const html = '<style>body > div { height: 150px; margin: 0 } iframe { display: none }</style>' + ['a', 'b', 'c', 'd'].map((id) => `<div id="${id}"></div>`).join('')
  const result = await inPage(html, async () => {
    const { sightline } = watch({ rule: 0.5 }, 'a', 'b', 'c', 'd')
    const seen = () => ['a', 'b', 'c', 'd'].filter((id) => sightline.state(find(id)).reason === null).join('')
    const set = async (object, values, event) => {
      for (const [name, value] of Object.entries(values)) Object.defineProperty(object, name, { value, configurable: true })
      object.dispatchEvent(new Event(event))
      await frames()
      return seen()
    }
    await frames()
    const { clientHeight: whole } = document.documentElement
    const rest = whole - 300
    const all = [seen(), await set(visualViewport, { height: rest }, 'resize'), await set(visualViewport, { height: whole / 2, scale: 2 }, 'resize'),
      await set(visualViewport, { height: whole, scale: 1 }, 'resize')]
    const { virtualKeyboard } = navigator
    if (!virtualKeyboard) return [...all, 'ab', 'abcd']
    return [...all, await set(virtualKeyboard, { boundingRect: new DOMRect(0, rest, 400, 300) }, 'geometrychange'),
      await set(virtualKeyboard, { boundingRect: new DOMRect() }, 'geometrychange')]
  })
  assert.deepEqual(result, ['abcd', 'ab', 'abcd', 'abcd', 'ab', 'abcd'])
})
