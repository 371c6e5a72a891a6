// Compares the web host with IntersectionObserver under random page changes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launch, name } from '../../Tests/browsers.mjs'
import { open } from './compare.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const seed = Number(process.env.SIGHTLINE_SEED ?? 1)
/** The last one has a plain root with a clipped element in it. */
const worldSeeds = [seed, seed + 1, 428_751_980]
/** The error of the browser's own observer in pixels: WebKit's clips to whole pixels. */
const blur = name === 'webkit' ? 1 : 0
let browser

before(async () => { browser = await launch('--hide-scrollbars') })
after(() => browser.close())

/** Opens a page with a world and with Sightline loaded as `Sightline`. */
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

test(`fractions match IntersectionObserver in random documents under random changes (SIGHTLINE_SEED=${seed})`, async () => {
  const page = await world()
  for (const worldSeed of worldSeeds) {
    const differences = await page.evaluate(async (seed, blur, isNew) => {
      const world = new World(random(seed), isNew)
      let visible = new Set()
      const sightline = new Sightline({ rule: { threshold: 0 } }, (entries) => {
        for (const { target, isVisible } of entries) isVisible ? visible.add(target) : visible.delete(target)
      })
      // The same with a root element.
      const root = world.pick(world.boxes.filter((box) => box.classList.contains('scroller')))
      const inRoot = new Sightline({ rule: { threshold: 0 }, root })
      world.observe = (item) => {
        sightline.observe(item)
        inRoot.observe(item)
      }
      for (const item of world.items) world.observe(item)
      const differences = []
      for (let step = 0; step < 120 && differences.length < 3; step++) {
        const done = world.step()
        await frames()
        const ratios = await world.ratios(), ratiosInRoot = await world.ratios(root)
        for (const item of world.items) {
          const ours = sightline.state(item)?.fraction ?? 0
          const theirs = ratios.get(item)
          const { width, height } = item.getBoundingClientRect()
          const tolerance = 2e-3 + blur / Math.max(1, width) + blur / Math.max(1, height)
          if (Math.abs(ours - theirs) > tolerance) differences.push(`step ${step}, ${done}: ${item.id} ${item.className} ${ours} for ${theirs}`)
          const oursInRoot = inRoot.state(item)?.fraction ?? 0, theirsInRoot = ratiosInRoot.get(item)
          // Chromium's observer applies an element's own clip-path, but not in a root without paint properties.
          const isComparable = !item.classList.contains('cut') || getComputedStyle(root).overflowX !== 'visible'
          if (isComparable && Math.abs(oursInRoot - theirsInRoot) > tolerance) {
            differences.push(`step ${step}, ${done}: ${item.id} ${item.className} ${oursInRoot} for ${theirsInRoot} in ${root.className}`)
          }
          if (visible.has(item) !== ours > 0) differences.push(`step ${step}, ${done}: ${item.id} is ${ours}, but reported otherwise`)
        }
      }
      sightline.disconnect()
      inRoot.disconnect()
      return differences
    }, worldSeed, blur, name === 'chromium')
    assert.deepEqual(differences, [], `seed ${worldSeed}`)
  }
  assert.deepEqual(page.errors, [])
  await page.close()
})

test(`the comparison page finds the same entries and fractions (SIGHTLINE_SEED=${seed})`, async () => {
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
