// Runs the program of docs/guides/start-web.md in a folder laid out as in the guide, and compares what it prints.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launch, name } from '../../Tests/browsers.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const skip = name === 'chromium' ? false : 'only the Chromium driver reads the console'
const guide = readFileSync(join(root, 'docs/guides/start-web.md'), 'utf8')
const blocks = (mark) => [...guide.matchAll(new RegExp(`^<!-- ${mark} -->\n\`\`\`\\w*\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text)
const [program] = blocks('file Examples/Start/Web/index.html')
const outputs = blocks('output').map((text) => text.trimEnd().split('\n'))
const app = mkdtempSync(join(tmpdir(), 'sightline-start-'))
let browser

before(async () => {
  // As installed: the modules and the engine.
  const installed = join(app, 'node_modules/sightline-web')
  mkdirSync(installed, { recursive: true })
  const folder = join(root, 'Web/JavaScript')
  for (const file of readdirSync(folder).filter((file) => file.endsWith('.mjs'))) cpSync(join(folder, file), join(installed, file))
  cpSync(join(root, '.build/web/sightline.wasm'), join(installed, 'sightline.wasm'))
  if (!skip) browser = await launch()
})
after(() => {
  rmSync(app, { recursive: true })
  return browser?.close()
})

/** Runs the program, scrolls by each distance once the lines before it are printed, and returns the lines. */
async function run(html, counts, distances) {
  writeFileSync(join(app, 'index.html'), html)
  const page = await browser.page({ files: app })
  await page.open('https://page.test/')
  const printed = async (count) => { while (page.messages.length < count) await new Promise((resolve) => setTimeout(resolve, 50)) }
  for (const [i, distance] of distances.entries()) {
    await printed(counts[i])
    await page.evaluate((distance) => { document.querySelector('#list').scrollBy(0, distance) }, distance)
  }
  await printed(counts.at(-1))
  assert.deepEqual(page.errors, [])
  const lines = [...page.messages]
  await page.close()
  return lines
}

test('the guide shows the program', () => {
  assert.equal(program, readFileSync(join(root, 'Examples/Start/Web/index.html'), 'utf8'))
})

test('the program prints what the guide says', { skip }, async () => {
  const [first, second] = outputs
  assert.deepEqual(await run(program, [first.length, first.length + second.length], [1e6]), [...first, ...second])
})

test('with visibilityLog(), it prints each change', { skip }, async () => {
  const lines = outputs[2]
  const logged = program.replace('await Sightline.load()\n', (line) => `${line}  Sightline.visibilityLog()\n`)
  assert.deepEqual(await run(logged, [lines.length - 2, lines.length], [60]), lines)
})
