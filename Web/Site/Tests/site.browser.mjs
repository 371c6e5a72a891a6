// The site of scripts/site in Chromium: the live cards, the sheet by mouse and keyboard, and every page's links, width and weight.
// SIGHTLINE_SITE is the folder; scripts/test builds .build/site. With out/site, the reference is opened too.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launch, name } from '../../Tests/browsers.mjs'

const files = path.resolve(process.env.SIGHTLINE_SITE ?? fileURLToPath(new URL('../../../.build/site', import.meta.url)))
const skip = name === 'chromium' ? false : 'only the Chromium driver serves a folder'
const mostBytes = 500_000
const pages = readdirSync(files, { recursive: true }).filter((file) => file.endsWith('.html') && !file.startsWith('reference'))
let browser

before(async () => { if (!skip) browser = await launch('--hide-scrollbars') })
after(() => browser?.close())

/** Opens the landing page in a subfolder of the server, as on GitHub Pages, and waits until the cards are observed. */
async function landing(options = {}) {
  const page = await browser.page({ ...options, files: path.dirname(files) })
  await page.open(`https://page.test/${path.basename(files)}/index.html`)
  await page.until(() => document.body.dataset.state === 'ready')
  return page
}
/** Scrolls a card to the middle of the window. */
const show = (page, id) => page.evaluate((id) => {
  document.querySelector(`[data-id="${id}"]`).scrollIntoView({ block: 'center', behavior: 'instant' })
}, id)
/** Waits for a text in a card's row. */
const until = (page, name, text) => page.until((name, text) => [...document.querySelectorAll('#rows tr')]
  .some((row) => row.cells[0].textContent === name && row.textContent.includes(text)), name, text)

test('the first view weighs less than 500 KB and requests no other origin', { skip }, async () => {
  const page = await landing()
  assert.deepEqual(page.errors, [])
  const requested = page.requests.map((url) => new URL(url)).filter(({ pathname }) => !pathname.endsWith('.ico'))
  assert.deepEqual(requested.filter(({ host }) => host !== 'page.test'), [])
  const bytes = [...new Set(requested.map(({ pathname }) => pathname))]
    .reduce((sum, name) => sum + statSync(path.join(path.dirname(files), name)).size, 0)
  assert.ok(bytes > 250_000 && bytes < mostBytes, `${bytes} bytes`)
  await page.close()
})

test('cards are seen after a second, and the recipe\'s mistakes are named', { skip }, async () => {
  const page = await landing()
  await show(page, 'plain')
  await page.until(() => document.querySelector('tr.seen th')?.textContent === 'How much')
  assert.match(await page.evaluate(() => document.querySelector('[data-id="plain"] .status').textContent), /100 %seen, \d\.\d s visible/)
  // In view but transparent.
  await show(page, 'advert')
  await until(page, 'An empty slot', 'while transparent')
  // Inside the window but outside the carousel.
  await show(page, 'slide-1')
  await until(page, 'Slide 4', 'while out of view')
  // One item in several elements.
  await show(page, 'score')
  await until(page, 'Updated in place', 'again and again')
  const { seen, summary } = await page.evaluate(() => ({
    seen: [...document.querySelectorAll('tr.seen th')].map(({ textContent }) => textContent), summary: document.getElementById('summary').textContent,
  }))
  assert.ok(seen.includes('How much') && !seen.includes('An empty slot') && !seen.includes('Slide 4'), `${seen}`)
  assert.equal(Number.parseInt(summary), seen.length)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test('the sheet covers cards, by mouse and by keyboard', { skip }, async () => {
  const page = await landing()
  const fraction = () => page.evaluate(() => document.querySelector('[data-id="cover"] b').textContent)
  const changed = (text) => page.until((text) => document.querySelector('[data-id="cover"] b').textContent !== text, text)
  const top = () => page.evaluate(() => document.getElementById('sheet').offsetTop)
  await show(page, 'cover')
  await until(page, 'What lies on top', '100 %')
  await page.evaluate(() => document.getElementById('toggle').focus())
  await page.key('Enter')
  assert.equal(await page.evaluate(() => document.activeElement.id), 'handle')
  await changed('100 %')
  const [covered, before] = [await fraction(), await top()]
  for (let press = 0; press < 4; press++) await page.key('ArrowDown')
  assert.equal(await top(), before + 128)
  await changed(covered)
  const [x, y] = await page.middle('#sheet-text')
  await page.drag([x, y], [x, y - 100])
  assert.equal(await top(), before + 28)
  await page.key('Escape')
  assert.equal(await page.evaluate(() => document.activeElement.id), 'toggle')
  await until(page, 'What lies on top', '100 %')
  assert.deepEqual(page.errors, [])
  await page.close()
})

test('nothing runs while the cards are out of view', { skip }, async () => {
  const page = await landing()
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await page.frame()
  const frames = await page.evaluate(async () => {
    let count = 0
    const { requestAnimationFrame: request } = globalThis
    globalThis.requestAnimationFrame = (body) => (count++, request(body))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return count
  })
  assert.equal(frames, 0)
  await page.close()
})

test('code and every quick start are in the first view, and "Get started" leads to them', { skip }, async () => {
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    const page = await landing({ width, height })
    const bottoms = await page.evaluate(() => [...document.querySelectorAll('.hero pre, #start a[href^="docs/start-"]')].map((element) => element.getBoundingClientRect().bottom))
    assert.equal(bottoms.length, 7)
    assert.ok(Math.max(...bottoms) <= height, `${bottoms}`)
    assert.ok(await page.evaluate(() => [...document.querySelectorAll('.top a')].some(({ textContent, hash }) => textContent === 'Get started' && hash === '#start')))
    await page.close()
  }
})

test('no page scrolls horizontally at 360 px', { skip }, async () => {
  const page = await browser.page({ width: 360, height: 740, files })
  for (const file of pages.filter((file) => file !== 'session.html')) {
    await page.open(`https://page.test/${file}`)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, file)
  }
  await page.close()
})

test('text has a contrast of 4.5 in light and dark mode', { skip }, async () => {
  for (const scheme of ['light', 'dark']) {
    const page = await landing({ scheme })
    const poor = await page.evaluate(() => {
      const color = (text) => text.match(/[\d.]+/g).map(Number)
      const luminance = (rgb) => rgb.slice(0, 3).map((value) => value / 255)
        .map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0)
      const behind = (element) => {
        const back = color(getComputedStyle(element).backgroundColor)
        return back[3] === 0 ? element.parentElement ? behind(element.parentElement) : [255, 255, 255] : back
      }
      return [...document.querySelectorAll('body *')]
        .filter((element) => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
        .filter((element) => {
          const [a, b] = [luminance(color(getComputedStyle(element).color)), luminance(behind(element))].sort((a, b) => b - a)
          return (a + 0.05) / (b + 0.05) < 4.5
        }).map(({ outerHTML }) => outerHTML.slice(0, 80))
    })
    assert.deepEqual(poor, [], scheme)
    await page.close()
  }
})

test('every control has a name, and headings skip no levels', { skip }, async () => {
  const page = await landing({ width: 360 })
  const tree = await page.tree()
  assert.deepEqual(tree.filter(({ role, name }) => /^(button|link|region|navigation)$/.test(role) && !name), [])
  const levels = tree.filter(({ role }) => role === 'heading').map(({ level }) => level)
  assert.equal(levels[0], 1)
  levels.forEach((level, i) => assert.ok(i === 0 || level <= levels[i - 1] + 1, `${levels}`))
  await page.close()
})

test('the session opens, and can be counted under another policy', { skip }, async () => {
  const page = await browser.page({ files })
  await page.open('https://page.test/session.html')
  await page.until(() => document.body.dataset.state === 'ready')
  await page.key('w')
  await page.until(() => !document.getElementById('whatif').hidden)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test('every link leads to an existing page and heading, or to another site over https', () => {
  const ids = new Map()
  const idsOf = (file) => {
    if (!ids.has(file)) ids.set(file, new Set([...readFileSync(file, 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)))
    return ids.get(file)
  }
  let count = 0
  for (const page of pages.filter((file) => file !== 'session.html')) {
    const file = path.join(files, page)
    for (const [, link] of readFileSync(file, 'utf8').matchAll(/(?:href|src|srcset)="([^"]*)"/g)) {
      if (link.startsWith('https:')) continue
      const [name, fragment] = link.split('#')
      const to = name ? path.join(path.dirname(file), name) : file
      assert.ok(existsSync(to), `${page}: ${link}`)
      if (fragment && !name.includes('reference/')) assert.ok(idsOf(to).has(fragment), `${page}: ${link}`)
      count++
    }
  }
  assert.ok(count > 1000)
})

test('the reference opens in a subfolder of a server', { skip: skip || !existsSync(path.join(files, 'reference')) }, async () => {
  const page = await browser.page({ files: path.dirname(files) })
  await page.open(`https://page.test/${path.basename(files)}/reference/documentation/sightlinecore/`)
  await page.until(() => document.querySelector('h1')?.textContent.includes('SightlineCore'))
  assert.deepEqual(page.errors, [])
  await page.close()
})
