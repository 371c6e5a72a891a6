// The host for web pages: what it says of elements is what IntersectionObserver says, whatever a page does.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launch, name } from '../../Tests/browsers.mjs'
import { open } from './compare.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const seed = Number(process.env.SIGHTLINE_SEED ?? Date.now() % 1e9)
/** How far, in pixels, the browser's own observer is from where things are: WebKit's clips in whole pixels. */
const blur = name === 'webkit' ? 1 : 0
let browser

before(async () => { browser = await launch('--hide-scrollbars') })
after(() => browser.close())

/** A page of the world, with Sightline loaded as `Sightline`. */
async function world() {
  const page = await browser.page({ width: 400, height: 600, files: root })
  await page.open('https://page.test/Web/JavaScript/Tests/world.html')
  await page.evaluate(async () => {
    const { Sightline } = await import('/Web/JavaScript/sightline.mjs')
    await Sightline.load('/.build/web/sightline.wasm')
    Object.assign(globalThis, await import('/Web/JavaScript/Tests/world.mjs'), { Sightline })
  })
  return page
}

test(`random documents under random changes have the fractions of IntersectionObserver (SIGHTLINE_SEED=${seed})`, async () => {
  const page = await world()
  for (let round = 0; round < 2; round++) {
    const differences = await page.evaluate(async (seed, blur) => {
      const world = new World(random(seed))
      let visible = new Set()
      const sightline = new Sightline({ rule: { threshold: 0 } }, (entries) => {
        for (const { target, isVisible } of entries) isVisible ? visible.add(target) : visible.delete(target)
      })
      world.observe = (item) => sightline.observe(item)
      for (const item of world.items) sightline.observe(item)
      const differences = []
      for (let step = 0; step < 120 && differences.length < 3; step++) {
        const done = world.step()
        await frames()
        const ratios = await world.ratios()
        for (const item of world.items) {
          const ours = sightline.state(item)?.fraction ?? 0
          const theirs = ratios.get(item)
          const { width, height } = item.getBoundingClientRect()
          const tolerance = 2e-3 + blur / Math.max(1, width) + blur / Math.max(1, height)
          if (Math.abs(ours - theirs) > tolerance) differences.push(`step ${step}, ${done}: ${item.id} ${item.className} ${ours} for ${theirs}`)
          if (visible.has(item) !== ours > 0) differences.push(`step ${step}, ${done}: ${item.id} is ${ours}, and reported otherwise`)
        }
      }
      sightline.disconnect()
      return differences
    }, seed + round, blur)
    assert.deepEqual(differences, [], `seed ${seed + round}`)
  }
  assert.deepEqual(page.errors, [])
  await page.close()
})

test(`the page that compares finds the same entries and fractions (SIGHTLINE_SEED=${seed})`, async () => {
  const page = await open(browser)
  const { entries, differences, fractions } = await page.evaluate(async (seed) => {
    await build(1000)
    return check(40, seed)
  }, seed)
  assert.ok(entries > 40, `${entries} entries`)
  assert.deepEqual([differences, fractions], [[], 0])
  assert.deepEqual(page.errors, [])
  await page.close()
})
