// Takes the screenshots of the viewer for the landing page: scripts/site, then node Web/Site/pictures.mjs
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Browser } from '../Tests/browser.mjs'

const files = fileURLToPath(new URL('../../out/site', import.meta.url))
const browser = await Browser.launch('--hide-scrollbars')
for (const scheme of ['light', 'dark']) {
  const page = await browser.page({ scheme, files })
  await page.open('https://page.test/session.html')
  await page.until(() => document.body.dataset.state === 'ready')
  // To the middle of the session.
  for (let press = 0; press < 24; press++) await page.key('ArrowRight', { shift: true })
  await page.key('w')
  await page.frame()
  const { data } = await page.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await writeFile(fileURLToPath(new URL(`Static/viewer-${scheme}.webp`, import.meta.url)), Buffer.from(data, 'base64'))
}
await browser.close()
