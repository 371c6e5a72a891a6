// Checks that docs/reference/comparison.md is current.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { name } from '../../Tests/browsers.mjs'
import { comparison, file } from '../comparison.mjs'
import { peers } from '../peers.mjs'

test('docs/reference/comparison.md is current; `node Web/Comparison/comparison.mjs` writes it', { skip: name !== 'chromium' }, async () => {
  assert.equal(await comparison(), await readFile(file, 'utf8'))
})

test('every fact about a peer has a source', () => {
  const ids = Object.keys(peers[0].facts)
  for (const { name, facts } of peers) {
    assert.deepEqual(Object.keys(facts), ids, name)
    for (const [verdict, text, [url]] of Object.values(facts)) {
      assert.match(verdict, /^(yes|no|partly|unknown)$/)
      assert.ok(text && /^https:/.test(url), `${name}: ${text}`)
    }
  }
})
