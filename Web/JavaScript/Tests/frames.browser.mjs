// Sightline in an iframe: as for IntersectionObserver, only the part of the frame visible in the page around it counts.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launch } from '../../Tests/browsers.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let browser

before(async () => { browser = await launch('--hide-scrollbars') })
after(() => browser.close())

/** Runs `body` in a page with a scrollable 300 × 200 pixel frame 500 pixels below its top. */
async function inPage(body) {
  const page = await browser.page({ width: 400, height: 600, files: root })
  await page.open('https://page.test/Web/JavaScript/Tests/world.html')
  await page.evaluate(async () => {
    document.body.innerHTML = `<div id="box" style="height: 2000px"><iframe style="border: 0; margin-top: 500px; width: 300px; height: 200px"
      src="/Web/JavaScript/Tests/world.html"></iframe></div>`
    const frame = document.querySelector('iframe')
    await new Promise((resolve) => { frame.onload = resolve })
    const { document: inner } = frame.contentWindow
    inner.body.innerHTML = '<div class="b" style="height: 150px"></div>'.repeat(8)
    const script = inner.createElement('script')
    script.type = 'module'
    script.textContent = `
      import { Sightline } from '/Web/JavaScript/sightline.mjs'
      await Sightline.load('/.build/web/sightline.wasm')
      const blocks = [...document.querySelectorAll('.b')]
      const make = (options) => {
        const sightline = new Sightline({ rule: 0, ...options })
        for (const block of blocks) sightline.observe(block)
        return () => blocks.map((block) => Number(sightline.state(block).fraction.toFixed(2)))
      }
      Object.assign(window, { ours: make({}), own: make({ root: document }), grown: make({ margins: 30 }), theirs: () => new Promise((resolve) => {
        const observer = new IntersectionObserver((entries) => {
          observer.disconnect()
          resolve(entries.map(({ isIntersecting, intersectionRatio }) => isIntersecting ? Number(intersectionRatio.toFixed(2)) : 0))
        })
        for (const block of blocks) observer.observe(block)
      }) })
      parent.ready()`
    const ready = new Promise((resolve) => { globalThis.ready = resolve })
    inner.body.append(script)
    await ready
    globalThis.inner = frame.contentWindow
    globalThis.frames = async (count = 6) => { while (count-- > 0) await new Promise(requestAnimationFrame) }
    await frames()
  })
  const result = await page.evaluate(body)
  assert.deepEqual(page.errors, [])
  await page.close()
  return result
}

test('only the part of a frame visible in the page around it counts', async () => {
  const differences = await inPage(async () => {
    const differences = []
    const check = async (step) => {
      await frames()
      const [ours, theirs] = [inner.ours(), await inner.theirs()]
      if (ours.some((value, i) => Math.abs(value - theirs[i]) > 0.02)) differences.push(`${step}: ${ours} for ${theirs}`)
    }
    await check('at first')
    for (const top of [10, 100, 250, 300, 400, 470, 600, 640, 700, 0]) {
      document.documentElement.scrollTop = top
      await check(`the page at ${top}`)
      inner.scrollBy(0, 37)
      await check(`the page at ${top}, the frame by 37`)
    }
    const { style } = document.querySelector('iframe')
    style.marginLeft = '-120px'
    document.documentElement.scrollTop = 300
    await check('over the left edge')
    style.display = 'none'
    await frames()
    style.display = 'block'
    await check('shown again')
    return differences
  })
  assert.deepEqual(differences, [])
})

test('a slowly moving frame is followed', async () => {
  const [ours, theirs] = await inPage(async () => {
    for (let i = 0; i < 40; i++) {
      scrollBy(0, 1)
      await frames(1)
    }
    await frames()
    return [inner.ours(), await inner.theirs()]
  })
  assert.deepEqual(ours, theirs)
})

test('the document as root is the whole frame, and margins grow visible sides', async () => {
  const result = await inPage(async () => {
    const all = [[inner.ours()[0], inner.ours()[1], inner.own()[1], inner.grown()[1]]]
    for (const top of [200, 700]) {
      scrollTo(0, top)
      await frames()
      all.push([inner.ours()[0], inner.ours()[1], inner.own()[1], inner.grown()[1]])
    }
    return all
  })
  assert.deepEqual(result, [[0.67, 0, 0.33, 0], [1, 0.33, 0.33, 0.53], [0, 0, 0.33, 0]])
})

test('a root element outside its frame\'s window, or without an area, hides nothing', async () => {
  const result = await inPage(async () => {
    const all = []
    const check = async (body) => {
      body()
      await frames()
      all.push(inner.ours().slice(0, 4).join(' '))
    }
    const { documentElement, body } = inner.document
    documentElement.style.height = '100%'
    await check(() => {})
    await check(() => inner.scrollTo(0, 450))
    await check(() => inner.scrollTo(0, 0))
    await check(() => scrollTo(0, 200))
    await check(() => inner.scrollTo(0, 450))
    await check(() => inner.scrollTo(0, 200))
    documentElement.style.height = ''
    body.style.margin = 0
    for (const block of body.children) block.style.cssText += '; position: absolute; top: 0; width: 10px'
    body.lastChild.previousSibling.style.top = '700px'
    await check(() => inner.scrollTo(0, 0))
    await check(() => inner.scrollTo(0, 50))
    await check(() => inner.scrollTo(0, 0))
    await check(() => scrollTo(0, 710))
    return all
  })
  assert.deepEqual(result, [
    '0.67 0 0 0', '0 0 0 0.67', '0.67 0 0 0', '1 0.33 0 0', '0 0 0 1', '0 0.67 0.67 0', '1 1 1 1', '0.67 0.67 0.67 0.67', '1 1 1 1', '0 0 0 0',
  ])
})
