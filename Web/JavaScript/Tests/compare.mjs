// Drives the comparison page, Web/Examples/compare.html, for measurements.
import { fileURLToPath } from 'node:url'

const files = fileURLToPath(new URL('../../..', import.meta.url))

/** Opens the page, with or without Sightline loaded. */
export async function open(browser, hasSightline = true) {
  const page = await browser.page({ width: 800, height: 900, files })
  await page.open(`https://page.test/Web/Examples/compare.html?driven${hasSightline ? '' : '&without'}`)
  await page.until(() => document.body.dataset.state === 'ready')
  return page
}

/** Creates blocks with observers: 'ours', 'one', 'theirs' or 'none'. Returns once everything has been read at rest. */
export async function build(page, count, who) {
  await page.evaluate((count, who) => build(count, who), count, who)
  await page.evaluate((count) => new Promise((resolve) => setTimeout(resolve, 500 + count / 20)), count)
}

export const scroll = (page, frames) => page.evaluate((frames) => scroll(frames), frames)

/** Adds a scroll listener that reads the offset, the minimum work of any host. */
export const readOffsets = (page) => page.evaluate(() => {
  let sum = 0
  document.addEventListener('scroll', () => { sum += scrollY }, { capture: true, passive: true })
})
