// Compares page features with IntersectionObserver: the rows of behaviours.mjs, in Chromium. Other browsers lack some features.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launch, name } from '../../Tests/browsers.mjs'
import { rows } from './behaviours.mjs'

const skip = name === 'chromium' ? false : 'requires Chromium'
let browser, page

before(async () => {
  if (skip) return
  browser = await launch('--hide-scrollbars')
  page = await browser.page({ width: 400, height: 600, files: fileURLToPath(new URL('../../..', import.meta.url)), motion: 'no-preference' })
  await page.open('https://page.test/Web/JavaScript/Tests/behaviours.html')
  await page.until(() => 'run' in globalThis)
})
after(() => browser?.close())

for (const [i, { name, steps, why }] of rows.entries()) {
  test(name, { skip }, async () => {
    const found = await page.evaluate((i) => run(i), i)
    const answers = steps.filter((step) => typeof step === 'string')
    assert.deepEqual(found, answers)
    assert.ok(why || !answers.some((answer) => answer.includes('|')), 'a deviation has a reason')
    assert.deepEqual(page.errors, [])
  })
}
