// Pages for tests of the web host.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launch } from '../../Tests/browsers.mjs'
import { holdClock } from './clock.mjs'

export const root = fileURLToPath(new URL('../../..', import.meta.url))
export let browser

before(async () => { browser = await launch('--hide-scrollbars', '--js-flags=--expose-gc') })
after(() => browser.close())

/** Like `inPage`, with a clock that the test advances. */
export const atClock = (html, body) => inPage(html, body, { clock: holdClock })

/** Runs `body` in a 400 × 600 window (in Firefox at least its minimum width) with `html` and Sightline loaded. Fails on page errors. */
export async function inPage(html, body, { clock, words = [] } = {}) {
  const page = await browser.page({ width: 400, height: 600, files: root })
  await page.open('https://page.test/Web/JavaScript/Tests/world.html')
  if (clock) await page.evaluate(clock)
  await page.evaluate(async (html) => {
    // Counts frames and element reads.
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
      /** Observes elements by their ids and records the entries as text. */
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
  const result = await page.evaluate(body, ...words)
  assert.deepEqual(page.errors, [])
  await page.close()
  return result
}

export const square = (id, style = '') => `<div id="${id}" style="width: 100px; height: 100px; ${style}"></div>`
