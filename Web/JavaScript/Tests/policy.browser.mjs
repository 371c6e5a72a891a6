// The content security policy that Sightline requires, sent as a header.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launch, name } from '../../Tests/browsers.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const skip = name === 'chromium' ? false : 'only the Chromium driver sends headers'
let browser

before(async () => { if (!skip) browser = await launch() })
after(() => browser?.close())

/** Whether Sightline runs under a policy, with the engine as a file or as bytes in the page. */
async function runs(policy, engine = null) {
  const page = await browser.page({ files: root, headers: { 'Content-Security-Policy': policy } })
  await page.open('https://page.test/Web/JavaScript/Tests/policy.html')
  const result = await page.evaluate(async (engine) => {
    const { Sightline } = await import('/Web/JavaScript/sightline.mjs')
    try {
      await Sightline.load(engine ? Uint8Array.from(atob(engine), (letter) => letter.charCodeAt(0)) : '/.build/web/sightline.wasm')
    } catch { return false }
    return new Promise((resolve) => new Sightline({ rule: 0 }, () => resolve(true)).observe(document.body))
  }, engine)
  await page.close()
  return result
}

test('the policy in the README is sufficient, and each part is necessary', { skip }, async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const [, policy] = /Content-Security-Policy: (.*)/.exec(readme)
  assert.equal(policy, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'")
  assert.equal(await runs(policy), true)
  assert.equal(await runs(policy.replace(" 'wasm-unsafe-eval'", '')), false)
  const unconnected = policy.replace("; connect-src 'self'", '')
  assert.equal(await runs(unconnected), false)
  assert.equal(await runs(unconnected, await readFile(`${root}.build/web/sightline.wasm`, 'base64')), true)
})
