// Measures the main-thread time of a scrolling frame with Sightline and with IntersectionObserver on the same blocks, in
// microseconds: all of Sightline's JavaScript (listeners, reading, edits, the pass, entries and callbacks), and Chromium's own
// observer without callbacks. scripts/bench web runs it.
//
// Sightline's time is the browser's script time for a page with Sightline minus that for the same page without it. For comparison, the same
// page is measured with one block observed, with ten elements anchored to that block as well, and with only a listener that reads the
// scroll offset. Chromium's time is `computeIntersections` in its trace. Runs alternate. Both the median and the minimum are printed,
// because other load on the machine slows down cold code.
import { Browser } from '../../Tests/browser.mjs'
import { build, open as openIn, readOffsets, scroll } from './compare.mjs'

const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 1000, 10000, 100000]
const rounds = Number(process.env.SIGHTLINE_ROUNDS ?? 7)

const ours = { who: 'ours', frames: 128, hasSightline: true, by: inScripts }
const one = { ...ours, who: 'one' }
const anchored = { ...ours, who: 'anchored' }
const none = { who: 'none', frames: 128, hasSightline: false, by: inScripts }
const listener = { ...none, prepare: readOffsets }
const theirs = { who: 'theirs', frames: 32, hasSightline: false, by: inObserver }

const browser = await Browser.launch()

async function open(hasSightline) {
  const page = await openIn(browser, hasSightline)
  await page.send('Performance.enable', { timeDomain: 'threadTicks' })
  return page
}
async function scriptTime(page) {
  const { metrics } = await page.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration').value
}
async function inScripts(page, frames) {
  const before = await scriptTime(page)
  await scroll(page, frames)
  return 1e6 * (await scriptTime(page) - before) / frames
}
async function inObserver(page, frames) {
  const events = await browser.trace(['devtools.timeline'], () => scroll(page, frames))
  const times = events.filter(({ name, ph }) => ph === 'X' && /computeIntersections$/.test(name)).map(({ tdur, dur }) => tdur ?? dur)
  return times.reduce((sum, time) => sum + time, 0) / frames
}
/** The median and the minimum. */
const summary = (list) => {
  const sorted = [...list].sort((a, b) => a - b)
  return [sorted[sorted.length >> 1], sorted[0]]
}

/** Measures all pages in each round, one at a time. */
async function measure(count, measured) {
  const pages = []
  for (const { who, hasSightline, prepare } of measured) {
    const page = await open(hasSightline)
    await prepare?.(page)
    await build(page, count, who)
    await scroll(page, 128)
    pages.push(page)
  }
  const results = measured.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, { frames, by }] of measured.entries()) {
      await pages[i].send('Page.bringToFront')
      results[i].push(await by(pages[i], frames))
    }
  }
  for (const page of pages) await page.close()
  return results.map(summary)
}

const columns = [
  'Blocks', 'Sightline, µs a frame', 'minimum', 'one block observed', 'minimum', 'and ten anchored', 'minimum', 'a listener', 'minimum',
  'IntersectionObserver', 'least', 'Entries compared', 'Differences',
]
console.log(`| ${columns.join(' | ')} |\n|${'--:|'.repeat(columns.length)}`)
for (const count of counts) {
  const [base, ...others] = await measure(count, [none, ours, one, anchored, listener])
  const shares = others.flatMap(([median, least]) => [median - base[0], least - base[1]])
  const [chromium] = await measure(count, [theirs])
  const page = await open()
  const { entries, differences, fractions } = await page.evaluate(async (count) => {
    await build(count)
    return check(count > 10000 ? 20 : 100, 7)
  }, count)
  await page.close()
  const cells = [count, ...shares, ...chromium, entries].map((value) => Math.round(value).toLocaleString('en'))
  console.log(`| ${[...cells, differences.length + fractions].join(' | ')} |`)
}
await browser.close()
