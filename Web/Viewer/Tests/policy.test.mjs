// Tests policies as Swift code and as command-line options, and formatting.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { duration, fittedName, narrowName, percent, reasonText, shortName } from '../format.mjs'
import { boxAround, Labels } from '../labels.mjs'
import { LaneFinder } from '../lane-finder.mjs'
import { commandText, swiftText } from '../policy.mjs'
import { roundStep, Span } from '../span.mjs'
import { override } from './encoder.mjs'

const swift = [
  [override(), 'ImpressionPolicy(rule: .fraction(0.5))'],
  [override({}, { dwell: '2000000000' }), 'ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(2))'],
  [override({ thresholds: [1] }, { dwell: '1500000000' }), 'ImpressionPolicy(rule: .fully, dwell: .milliseconds(1500))'],
  [override({ thresholds: [0] }, { dwell: '1' }), 'ImpressionPolicy(rule: .anyPixel, dwell: .nanoseconds(1))'],
  [override({ hysteresis: 0.5 - 0.4 }), 'ImpressionPolicy(rule: .fraction(0.5, exit: 0.4))'],
  [override({ thresholds: [0.7], hysteresis: 0.2 }), 'ImpressionPolicy(rule: .thresholds([0.7], hysteresis: 0.2))'],
  [override({ measure: 'viewport', minimumArea: 400 }), 'ImpressionPolicy(rule: .share(0.5, of: .viewport).minimumArea(400))'],
  [override({ measure: 'smaller', thresholds: [1], minimumOpacity: 0.5 }), 'ImpressionPolicy(rule: .asMuchAsFits.minimumOpacity(0.5))'],
  [override({ measure: 'edges', thresholds: [1] }), 'ImpressionPolicy(rule: .allEdgesSeen)'],
  [override({ thresholds: [0.25, 1], measure: 'smaller', hysteresis: 0.1 }),
    'ImpressionPolicy(rule: .thresholds([0.25, 1], of: .smaller, hysteresis: 0.1))'],
  [override({}, { repetition: 'session', cumulative: true, pauses: true, speed: 800 }),
    'ImpressionPolicy(rule: .fraction(0.5), accumulation: .cumulative, inactivity: .pauses, '
      + 'repetition: .oncePerSession, scrollSpeedLimit: 800)'],
  [override({}, { repetition: 'coolDown', value: '30000000000' }),
    'ImpressionPolicy(rule: .fraction(0.5), repetition: .afterCoolDown(.seconds(30)))'],
  [override({}, { repetition: 'day', value: '3' }), 'ImpressionPolicy(rule: .fraction(0.5), repetition: .perDay(3))'],
  [override({}, { repetition: 'visit' }), 'ImpressionPolicy(rule: .fraction(0.5), repetition: .oncePerScreenVisit)'],
  [override({}, { repetition: 'leaving' }), 'ImpressionPolicy(rule: .fraction(0.5), repetition: .afterLeaving)'],
  [override({}, {}, { margins: [-44, 0, 0.5, 0], ignoresCovers: true }),
    'ImpressionPolicy(rule: .fraction(0.5))\n// in a viewport with ViewportMargins.points(top: -44, bottom: 0.5)\n// and without covers'],
]

test('a policy is a Swift expression', () => {
  for (const [other, text] of swift) assert.equal(swiftText(other), text)
})

test('a policy is an option of the command', () => {
  const text = (...other) => commandText('a.ndjson', override(...other))
  assert.equal(text(), 'sightline replay a.ndjson --impressions 0.5')
  assert.equal(text({ thresholds: [0.25, 1], measure: 'viewport', hysteresis: 0.1, minimumOpacity: 0, minimumArea: 400 },
    { dwell: '1500000000', repetition: 'coolDown', value: '30000000000', cumulative: true, pauses: true, speed: 800.5 }),
  'sightline replay a.ndjson --impressions '
    + '0.25+1,dwell=1500ms,repeat=coolDown:30s,cumulative,pauses,speed=800.5,of=viewport,hysteresis=0.1,opacity=0,area=400')
  assert.equal(text({}, { repetition: 'leaving' }, { margins: [-44, 0, 0, 0], ignoresCovers: true }),
    'sightline replay a.ndjson --impressions 0.5,repeat=leaving --margins -44,0,0,0 --ignore-covers')
})

test('the command contains the trace name only if it is safe in a shell', () => {
  const name = (trace) => commandText(trace, override()).slice('sightline replay '.length, -' --impressions 0.5'.length)
  assert.equal(name('out/my trace-2.ndjson'), "'out/my trace-2.ndjson'")
  assert.equal(name('-x.ndjson'), './-x.ndjson')
  for (const trace of ['a;rm -rf ~', "a'b", 'a\nb', '$(x)', '\u202Ea', '', 'a'.repeat(1000)]) assert.equal(name(trace), 'TRACE')
})

test('names are truncated and isolated', () => {
  assert.equal(shortName('Row 1'), 'Row 1')
  assert.equal(shortName('a'.repeat(10_000)).length, 60)
  assert.equal(shortName('\u202Ea\u0000b\u200B'), 'ab')
  assert.equal(shortName('\uD800a'), '\uFFFDa')
  assert.equal(shortName('😀'.repeat(100), 10), `${'😀'.repeat(9)}…`)
  assert.equal(shortName(' \n'), '(no name)')
  assert.equal(narrowName('ID(feed: 1, number: 123)', 12), 'ID(fee… 123)')
})

test('percentages are 0 and 100 only if nothing or everything is visible', () => {
  assert.deepEqual([0, 0.001, 0.5, 0.999, 1 - 1e-9, 1].map(percent), ['0 %', '1 %', '50 %', '99 %', '100 %', '100 %'])
})

test('durations use a suitable unit', () => {
  assert.deepEqual([0, 16e6, 1e9, 1.25e9, 59.96e9, 3600e9].map(duration), ['0 s', '16 ms', '1 s', '1.25 s', '1:00 min', '1:00 h'])
})

test('a span zooms around a time and stays within the session', () => {
  const span = new Span(100e9)
  span.zoom(0.5, 50e9)
  assert.deepEqual([span.begin, span.end], [25e9, 75e9])
  span.move(1000e9)
  assert.deepEqual([span.begin, span.end], [50e9, 100e9])
  span.reveal(0)
  assert.equal(span.begin, 0)
  span.zoom(100, 0)
  assert.ok(span.isWhole)
  for (const length of [1e6, 1e9, 15e9, 91e9, 3600e9, 1e14]) assert.ok(length / roundStep(length, 10) <= 10 || length === 1e14)
})

test('a fitted name keeps its beginning and its end', () => {
  const measure = (text) => 10 * Array.from(text).length
  assert.equal(fittedName('article headline 12502', 220, measure), 'article headline 12502')
  assert.equal(fittedName('article headline 12502', 219, measure), 'article he…line 12502')
  assert.equal(fittedName('article headline 12502', 70, measure), 'art…502')
  assert.equal(fittedName('article headline 12502', 0, measure), 'a…2')
  assert.equal(fittedName('ab', 0, measure), 'ab')
})

test('geometric reasons are partial if something is in view', () => {
  assert.deepEqual([['outOfViewport', 0], ['outOfViewport', 0.79], ['covered', 0.5], ['tooSmall', 0.5], [null, 1]].map((each) => reasonText(...each)),
    ['out of view', 'partly out of view', 'partly covered', 'too small', ''])
})

test('a label is inside the window and does not overlap taken space', () => {
  const labels = new Labels(100, 50)
  assert.ok(labels.isFree([0, 0, 100, 50]))
  assert.ok(!labels.isFree([-1, 0, 20, 20]) && !labels.isFree([0, 40, 20, 51]))
  labels.take([20, 10, 40, 20])
  labels.take([-50, -50, 5, 5])
  assert.deepEqual([[20, 10, 21, 11], [39, 19, 60, 30], [40, 20, 60, 30], [0, 0, 5, 5], [5, 5, 20, 50]].map((box) => labels.isFree(box)),
    [false, false, true, false, true])
  assert.deepEqual(boxAround([0, 1, -1, 0, 10, 20], 0, 0, 4, 2), [8, 20, 10, 24])
})

test('finds the nearest lanes with items in view', () => {
  // Row i has item i, in view from i to i + 2 s; the first is always in view.
  const rows = 100
  const bars = { begin: Float64Array.from({ length: rows }, (_, i) => 1e9 * i), end: Float64Array.from({ length: rows }, (_, i) => 1e9 * (i + 2)) }
  bars.begin[0] = 0
  bars.end[0] = 100e9
  const order = Array.from({ length: rows }, (_, i) => i)
  const barsOf = { starts: Uint32Array.from({ length: rows + 1 }, (_, i) => i), order: Uint32Array.from(order) }
  const finder = new LaneFinder(order, [{ bars, barsOf }], 100e9)
  assert.equal(finder.best(0, 0, 10), 0)
  assert.equal(finder.best(50e9, 0, 10), 41)
  assert.equal(finder.best(50e9, 45.5, 10), 45.5)
  assert.equal(finder.best(50e9, 90, 10), 48)
})
