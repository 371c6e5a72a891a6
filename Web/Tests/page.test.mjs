// The page written by `sightline view`: its contents, and that no text from a trace becomes markup.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Session } from '../Viewer/session.mjs'
import { engineFile } from './engine.mjs'
import { fixtures, folder, run, sessionOf } from './traces.mjs'

const elements = (page, name) => [...page.matchAll(new RegExp(`<${name}([^>]*)>([^]*?)</${name}>`, 'g'))]
  .map(([, attributes, text]) => ({ attributes, text }))
const data = (page, id) => elements(page, 'script').find(({ attributes }) => attributes.includes(`id="${id}"`)).text
const unpack = (text) => gunzipSync(Buffer.from(text, 'base64'))

/** Returns the page for a trace. */
function view(trace) {
  const file = join(folder, 'page.html')
  run('view', trace, '-o', file)
  return readFileSync(file, 'utf8')
}

const fixture = join(fixtures, 'feed.ndjson')

test('the engine and the session are in the page', () => {
  const page = view(fixture)
  const engine = unpack(data(page, 'engine'))
  assert.deepEqual(engine, readFileSync(engineFile))
  assert.deepEqual(new Uint8Array(unpack(data(page, 'session'))), sessionOf(fixture))
})

test('the policy allows only the script and the style of the page, by their hashes', () => {
  const page = view(fixture)
  const policies = [...page.matchAll(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g)].map(([, text]) => text)
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const scripts = elements(page, 'script').filter(({ attributes }) => attributes.trim() === 'type="module"')
  const styles = elements(page, 'style')
  assert.equal(scripts.length, 1)
  assert.equal(styles.length, 1)
  assert.deepEqual(policies, [
    `default-src 'none'; script-src ${hash(scripts[0].text)} 'wasm-unsafe-eval'; style-src ${hash(styles[0].text)}; `
    + `img-src data:; base-uri 'none'; form-action 'none'`,
  ])
  // The policy does not apply to content that precedes it.
  assert.ok(page.indexOf('Content-Security-Policy') < page.indexOf('<style>'))
  assert.doesNotMatch(page, /<link|<iframe|<img|src=|\son\w+=|style=/)
  assert.doesNotMatch(scripts[0].text, /^(import|export)\b/m)
})

test('names are in the page only in compressed form', () => {
  const names = [
    '</script><script>alert(1)</script>', '<!--<script>', '"onload="x', '\u202eesrever\u202c', 'long'.repeat(2500), '\u0000\u0007', '{{x}}',
  ]
  const line = (object) => `${JSON.stringify(object)}\n`
  const trace = join(folder, '<b>&amp;.ndjson')
  const rule = { of: 'item', thr: [0.5] }
  writeFileSync(trace, line({ k: 'meta', v: 1, ua: names[0], page: names[1], unit: names[2], viewport: [100, 100] })
    + line({ k: 'node', id: 0, p: -1, frame: [0, 0, 100, 100] }) + line({ k: 'step', s: 0, ms: 0, do: { name: names[0] } })
    + line({ k: 'view', s: 0, v: 0, root: 0 })
    + names.map((name, w) => line({ k: 'watch', s: 0, w, id: 0, v: 0, name, rule })).join(''))
  const page = view(trace)
  const plain = view(fixture)
  const rest = (page) => page.replace(data(page, 'session'), '')
  assert.equal(rest(page), rest(plain))
  assert.match(data(page, 'session'), /^[A-Za-z0-9+/]+=*$/)
  const { about } = new Session(new Uint8Array(unpack(data(page, 'session'))))
  assert.equal(about.trace, '<b>&amp;.ndjson')
  assert.equal(about.recorder, names[0])
  const shown = about.watches.map(({ name }) => name)
  assert.deepEqual(shown.slice(0, 4), names.slice(0, 4))
  assert.ok(shown[4].length < 300 && names[4].startsWith(shown[4].slice(0, -1)))
  assert.equal(shown.length, names.length)
})

test('a page is small', () => {
  const page = view(fixture)
  const session = data(page, 'session').length
  assert.ok(page.length - session < 325_000, `${page.length - session} bytes without a session`)
  assert.ok(session < 0.15 * readFileSync(fixture).length, `${session} bytes of session`)
})
