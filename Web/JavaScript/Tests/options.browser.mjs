// Tests that nothing a page passes is ignored. Web/Tests/options.test.mjs and texts.test.mjs test the values themselves.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atClock, inPage, square } from './in-page.mjs'

test('a wrong argument is an error that names it', async () => {
  const said = await inPage(square('a'), async () => {
    const a = find('a')
    const sightline = new Sightline()
    const bodies = [
      () => new Sightline({ rule: 0.5, policy: { dwel: 60_000 } }), () => new Sightline({ rootMargin: '10px' }), () => new Sightline({ rule: 'garbage' }),
      () => new Sightline({ policy: '0.5,dwel=60s' }), () => new Sightline({ root: '.list' }), () => new Sightline(0.5), () => new Sightline({}, {}),
      () => new Sightline({}, undefined, 1), () => sightline.observe(a, 'a'), () => sightline.observe(a, { key: 1 }), () => sightline.observe('#a'),
      () => sightline.unobserve(null), () => sightline.state(undefined), () => Sightline.cover(null), () => Sightline.cover(a, { friendly: true }),
      () => Sightline.cover(a, { isFriendly: 'no' }), () => Sightline.uncover('#a'), () => { Sightline.needsActivity = 'no' },
      () => { Sightline.keyboardCovers = null }, () => { Sightline.inputTimeout = '5' },
    ]
    const said = bodies.map((body) => { try { return String(body()) } catch (error) { return `${error.name}: ${error.message}` } })
    const misspelt = new Function('Sightline', '"use strict"; Sightline.inputTimout = null')
    try { misspelt(Sightline) } catch (error) { said.push(error.name) }
    return said
  })
  assert.deepEqual(said.map((text) => text.replace('Sightline: ', '')), [
    'TypeError: unknown key "dwel" in policy. Did you mean dwell? The keys are rule, dwell, repetition, isCumulative, pauses, speedLimit',
    'TypeError: unknown key "rootMargin" in options. Did you mean margins? The keys are rule, root, margins, policy',
    'SyntaxError: rule is "garbage": it must be full, fits, any, edges, or a fraction from 0 to 1',
    'SyntaxError: policy is "0.5,dwel=60s": "dwel=60s" is not an option; the first part may be followed by dwell=2s, '
      + 'repeat=once|session|visit|leaving|coolDown:30s|day:3, cumulative, pauses, speed=800, of=item|viewport|smaller|edges, hysteresis=0.1, opacity=0.5, area=400',
    'TypeError: root is ".list", not an element of this document, or the document',
    'TypeError: options is 0.5, not an object with rule, root, margins, policy',
    'TypeError: onChange is an object, not a function',
    'TypeError: onImpression is 1, not a function',
    'TypeError: the second argument of observe() is "a", not an object with id',
    'TypeError: unknown key "key" in the second argument of observe(). The keys are id',
    'TypeError: the argument is "#a", not an element',
    'TypeError: the argument is null, not an element',
    'TypeError: the argument is undefined, not an element',
    'TypeError: the argument is null, not an element',
    'TypeError: unknown key "friendly" in the second argument of cover(). Did you mean isFriendly? The keys are isFriendly',
    'TypeError: isFriendly is "no", not true or false',
    'TypeError: the argument is "#a", not an element',
    'TypeError: needsActivity is "no", not true or false',
    'TypeError: keyboardCovers is null, not true or false',
    'TypeError: inputTimeout is "5", not a number',
    'TypeError',
  ])
})

test('a wrong engine is an error', async () => {
  const said = await inPage('', async () => {
    const { Sightline } = await import('/Web/JavaScript/sightline.mjs?again')
    const said = []
    for (const source of [{ url: 'a.wasm' }, null, 5]) said.push(await Sightline.load(source).then(() => 'loaded', ({ name, message }) => `${name}: ${message}`))
    await Sightline.load('/.build/web/sightline.wasm')
    return said
  })
  assert.deepEqual(said, ['an object', 'null', '5'].map((text) => `TypeError: Sightline: the argument of load() is ${text}, not the engine or its URL`))
})

test('rules and policies as text do what the objects do', async () => {
  const said = await atClock(square('a'), async () => {
    const said = []
    for (const [name, options] of Object.entries({
      text: { rule: '0.5', policy: '0.5,dwell=1s' }, object: { rule: 0.5, policy: { dwell: 1000 } }, slow: { rule: '0.5', policy: '0.5,dwell=60s' },
    })) new Sightline(options, ([{ kind }]) => said.push(`${name} ${kind}`), ([{ exposure }]) => said.push(`${name} ${exposure.total}`)).observe(find('a'), { id: name })
    await frames()
    clock.advance(1000)
    await frames()
    return said
  })
  assert.deepEqual(said.sort(), ['object 1000', 'object entered', 'slow entered', 'text 1000', 'text entered'])
})

test('defaults apply to observers that do not give their own options', async () => {
  const said = await atClock(square('a', 'margin-top: 540px'), async () => {
    const said = []
    const wrong = [{ rule: 'garbage' }, { policy: { dwel: 1 } }, { margins: 1 }, null]
    for (const value of wrong) try { Sightline.defaults = value } catch (error) { said.push(`${error.name}: ${error.message}`) }
    Sightline.defaults = { rule: 0.5, policy: '0.5,dwell=1s' }
    try { new Function('Sightline', '"use strict"; Sightline.defaults.rule = 0')(Sightline) } catch (error) { said.push(error.name) }
    for (const [name, options] of Object.entries({ plain: undefined, own: { rule: 1, policy: { dwell: 2000 } }, none: { policy: null } })) {
      new Sightline(options, ([{ kind }]) => said.push(`${name} ${kind}`), () => said.push(`${name} counted`)).observe(find('a'), { id: name })
    }
    await frames()
    clock.advance(1000)
    await frames()
    return [...said, Sightline.defaults.policy]
  })
  assert.deepEqual(said, [
    'SyntaxError: Sightline: defaults.rule is "garbage": it must be full, fits, any, edges, or a fraction from 0 to 1',
    'TypeError: Sightline: unknown key "dwel" in defaults.policy. Did you mean dwell? The keys are rule, dwell, repetition, isCumulative, pauses, speedLimit',
    'TypeError: Sightline: unknown key "margins" in defaults. The keys are rule, policy',
    'TypeError: Sightline: defaults is null, not an object with rule, policy',
    'TypeError', 'plain entered', 'none entered', 'plain counted', '0.5,dwell=1s',
  ])
})

test('the log prints each change once, with the reason', async () => {
  const lines = await atClock(`${square('a', 'position: absolute; top: 0')}<div id="list">${square('b')}<p class="note">text</p></div>`, async () => {
    const lines = []
    console.info = () => {}
    console.debug = (line) => lines.push(line)
    const stop = Sightline.visibilityLog()
    const sightline = new Sightline({ rule: [0.5, 1], policy: { rule: 0.5, dwell: 1000 } })
    sightline.observe(find('a'), { id: 'card 7' })
    sightline.observe(find('b'))
    sightline.observe(document.querySelector('p'))
    await frames()
    clock.advance(1000)
    find('a').style.top = '-48px'
    await frames()
    find('a').style.top = '-200px'
    find('b').remove()
    await frames()
    stop()
    find('a').style.top = '0'
    await frames()
    const stopPart = Sightline.visibilityLog(find('list'))
    find('list').style.display = find('a').style.display = 'none'
    await frames()
    stopPart()
    return lines
  })
  assert.deepEqual(lines, [
    'card 7: visible at 100 %', 'card 7: up to 100 %', 'div#b: visible at 100 %', 'div#b: up to 100 %',
    'p.note: visible at 100 %', 'p.note: up to 100 %',
    'card 7: seen', 'div#b: seen', 'p.note: seen',
    'card 7: down to 52 %, out of viewport', 'card 7: not visible at 0 %, out of viewport',
    'div#b: down to 0 %, removed', 'div#b: not visible at 0 %, removed',
    'p.note: down to 0 %, hidden', 'p.note: not visible at 0 %, hidden',
  ])
})
