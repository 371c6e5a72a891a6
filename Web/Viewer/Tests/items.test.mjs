// Tests the names of items.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionItems } from '../items.mjs'
import { Session } from '../session.mjs'
import { Encoder } from './encoder.mjs'

function titles(...names) {
  const encoder = new Encoder()
  const scroller = encoder.container(0, [0, 0, 100, 100])
  names.forEach((name, i) => encoder.watch(encoder.target(scroller, 0, 50 * i, 100, 50), { identity: i + 1, name }))
  const items = new SessionItems(new Session(encoder.step(0).bytes))
  return names.map((_, item) => items.title(item))
}

test('a name is shown without that of its list where it stays unique', () => {
  assert.deepEqual(titles('feed/card 1', 'feed/card 2', 'shop/card 2', 'shop/card 3'), ['card 1', 'feed/card 2', 'shop/card 2', 'card 3'])
  assert.deepEqual(titles('Main feed: a', 'feed · b', 'b', 'c: ', '/d', '12:30', null), ['a', 'feed · b', 'b', 'c: ', '/d', '12:30', 'item 7'])
})
