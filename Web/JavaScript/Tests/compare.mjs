// The page that compares, Web/Examples/compare.html, as what measures it uses it.
import { fileURLToPath } from 'node:url'

const files = fileURLToPath(new URL('../../..', import.meta.url))

/** Opens it, with Sightline loaded or without. */
export async function open(browser, hasSightline = true) {
  const page = await browser.page({ width: 800, height: 900, files })
  await page.open(`https://page.test/Web/Examples/compare.html?driven${hasSightline ? '' : '&without'}`)
  await page.until(() => document.body.dataset.state === 'ready')
  return page
}

/** Makes blocks that somebody observes: 'ours', 'one', 'theirs' or 'none'. Returns once everything has been read at rest. */
export async function build(page, count, who) {
  await page.evaluate((count, who) => build(count, who), count, who)
  await page.evaluate((count) => new Promise((resolve) => setTimeout(resolve, 500 + count / 20)), count)
}

export const scroll = (page, frames) => page.evaluate((frames) => scroll(frames), frames)

/** What every host of scrolling does at least: listens, and reads how far. */
export const readOffsets = (page) => page.evaluate(() => {
  let sum = 0
  document.addEventListener('scroll', () => { sum += scrollY }, { capture: true, passive: true })
})
