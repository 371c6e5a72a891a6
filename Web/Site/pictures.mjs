// Takes the screenshots of the viewer for the landing page and its guide: scripts/site, then node Web/Site/pictures.mjs
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Browser } from '../Tests/browser.mjs'

const files = fileURLToPath(new URL('../../out/site', import.meta.url))
const browser = await Browser.launch('--hide-scrollbars')
const save = async (page, format, name) => {
  const { data } = await page.send('Page.captureScreenshot', format === 'webp' ? { format, quality: 80 } : { format })
  await writeFile(fileURLToPath(new URL(name, import.meta.url)), Buffer.from(data, 'base64'))
}
for (const scheme of ['light', 'dark']) {
  const page = await browser.page({ scheme, files })
  await page.open('https://page.test/session.html')
  await page.until(() => document.body.dataset.state === 'ready')
  // To the middle of the session.
  for (let press = 0; press < 24; press++) await page.key('ArrowRight', { shift: true })
  await page.key('w')
  // Two seconds instead of one.
  await page.evaluate(() => {
    const field = document.querySelector('[name="dwell"]')
    field.value = '2'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.until(() => globalThis.sightline.other !== null && document.querySelector('.whatif progress').hidden
    && document.querySelector('.totals .impressions td:nth-of-type(3)').textContent.startsWith('−'))
  await page.frame()
  await save(page, 'webp', `Static/viewer-${scheme}.webp`)
  if (scheme === 'light') await save(page, 'png', '../../docs/images/viewer.png')
}
await browser.close()
