// The page: unpacks the embedded engine and session, and creates the views.
import { Details } from './details.mjs'
import { clockTime, isolated, shortName, whole } from './format.mjs'
import { SessionItems } from './items.mjs'
import { keyHelp, listenToKeys } from './keys.mjs'
import { Model } from './model.mjs'
import { Palette } from './palette.mjs'
import { Session, unpack } from './session.mjs'
import { Stage } from './stage.mjs'
import { ItemTable } from './table.mjs'
import { Timeline } from './timeline.mjs'
import { Transport } from './transport.mjs'
import { WhatIf } from './whatif.mjs'

const find = (id) => document.getElementById(id)

async function load() {
  const [engine, bytes] = await Promise.all(['engine', 'session'].map((id) => unpack(find(id).textContent)))
  const module = await WebAssembly.compile(engine)
  const session = new Session(bytes)
  const items = new SessionItems(session)
  const model = new Model(session, items, async () => (await WebAssembly.instantiate(module, {})).exports)
  await model.load((share) => { find('loading-progress').value = share })
  return model
}

function describe({ session, session: { about }, items }) {
  const trace = shortName(about.trace ?? 'session')
  find('trace').textContent = trace
  document.title = `${trace} – Sightline`
  const [width, height] = about.window
  find('facts').textContent = [
    about.recorder && isolated(about.recorder, 40), about.page && isolated(about.page, 40), `${width} × ${height}`,
    clockTime(session.duration), `${whole(session.steps)} steps`, `${whole(items.count)} items`,
  ].filter(Boolean).join(' · ')
}

function build(model) {
  const palette = new Palette(find('theme'), () => model.redraw())
  const timeline = new Timeline(model, palette, {
    tracks: find('tracks'), ruler: find('ruler'), lanes: find('lanes'), room: find('lanes-room'), canvas: find('lanes-canvas'),
    playhead: find('playhead'), handle: find('playhead-handle'),
  })
  const stage = new Stage(model, palette, find('stage'), find('stage-text'))
  const table = new ItemTable(model, { room: find('rows'), search: find('search'), filter: find('filter'), count: find('items-count') })
  const live = (text) => { find('live').textContent = text }
  const whatIf = new WhatIf(model, find('whatif'), find('open-whatif'), live)
  const details = new Details(model, find('details')), transport = new Transport(model, timeline, find)
  for (const view of [stage, details, timeline, table, transport]) model.add(view)

  for (const [keys, text] of keyHelp) {
    const row = find('help-keys').insertRow()
    row.append(Object.assign(document.createElement('th'), { scope: 'row', textContent: keys }))
    row.insertCell().textContent = text
  }
  find('open-help').addEventListener('click', () => find('help').showModal())
  listenToKeys(model, { timeline, whatIf, palette, search: find('search'), help: find('help') })
  find('shown').addEventListener('change', ({ target }) => model.show(target.value))
  for (const [name, isPrinting] of [['beforeprint', true], ['afterprint', false]]) {
    addEventListener(name, () => {
      timeline.print(isPrinting, () => document.documentElement.classList.toggle('printing', isPrinting))
      palette.print(isPrinting)
      model.draw()
    })
  }
  model.addEventListener('change', ({ detail }) => {
    if (detail === 'selection' && model.selected >= 0) timeline.reveal(model.selected)
    if (detail !== 'policy') return
    find('shown').hidden = model.other === null
    find('shown').querySelector(`[value="${model.player === model.other ? 'other' : 'recorded'}"]`).checked = true
    document.body.dataset.shown = model.player === model.other ? 'other' : 'recorded'
  })
  model.show('recorded')
  // Select an item initially, so that its details are visible.
  if (timeline.order.length > 0) model.select(timeline.order[0])
}

try {
  const model = await load()
  describe(model)
  find('loading').hidden = true
  find('main').hidden = false
  build(model)
  document.body.dataset.state = 'ready'
  // For debugging and tests.
  globalThis.sightline = model
} catch (error) {
  document.body.dataset.state = 'failed'
  find('loading-progress').hidden = true
  find('loading-text').textContent = `This session cannot be shown: ${shortName(String(error.message), 200)}`
  console.error(error)
}
