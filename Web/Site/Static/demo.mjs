// The landing page's cards, observed by Sightline and by the usual recipe.
import { reasonLabels } from './engine/notation.mjs'
import { Sightline } from './engine/sightline.mjs'
import { Recipe } from './recipe.mjs'
import { useSheet } from './sheet.mjs'

const renewal = 3000
const find = (id) => document.getElementById(id)
const make = (name, className = '', text = '') => Object.assign(document.createElement(name), { className, textContent: text })
const percent = (fraction) => `${Math.floor(fraction * 100 + 1e-6)} %`

/** A card: its element, which may be replaced, and the display of its state in the card and in the table. */
class Card {
  seen = false
  /** How often the recipe counted it, and its mistakes. */
  counted = 0
  mistake = ''

  constructor(element) {
    this.id = element.dataset.id
    this.element = element
    element.append(this.#makeStatus())
    this.row = make('tr')
    this.share = make('i', 'share')
    this.text = make('span')
    const visible = make('td')
    visible.append(this.share, this.text)
    const name = make('th', '', element.dataset.name)
    name.scope = 'row'
    this.cells = { sightline: make('td'), recipe: make('td') }
    this.row.append(name, visible, this.cells.sightline, this.cells.recipe)
  }
  #makeStatus() {
    this.bar = make('i', 'share')
    this.dwell = make('i', 'dwell')
    this.number = make('b')
    this.word = make('span')
    const status = make('p', 'status')
    status.append(this.number, this.word, this.bar, this.dwell)
    return status
  }

  /** Replaces the element by an equal one. */
  renew() {
    const old = this.element
    this.element = old.cloneNode(true)
    this.element.lastChild.replaceWith(this.#makeStatus())
    old.replaceWith(this.element)
    return old
  }

  show(state, exposure) {
    const reason = state?.reason ?? null
    // The fraction counts area only, and people see nothing of a transparent card.
    const fraction = reason === 'transparent' ? 0 : state?.fraction ?? 0
    const word = reasonLabels[reason] ?? ''
    this.seen = (exposure?.impressions ?? 0) > 0
    const time = `${((exposure?.total ?? 0) / 1000).toFixed(1)} s`
    for (const bar of [this.share, this.bar]) bar.style.setProperty('--part', fraction.toFixed(4))
    this.dwell.style.setProperty('--part', this.seen ? 1 : (exposure?.progress ?? 0).toFixed(3))
    for (const element of [this.element, this.row]) {
      element.classList.toggle('seen', this.seen)
      element.classList.toggle('visible', reason === null)
    }
    setText(this.number, percent(fraction))
    setText(this.word, reason && reason !== 'outOfViewport' ? word : this.seen ? `seen, ${time} visible` : 'not seen yet')
    setText(this.text, fraction > 0 ? percent(fraction) : word)
    setText(this.cells.sightline, this.seen ? `✓ ${time}` : '–')
    setText(this.cells.recipe, this.counted > 1 ? `✓ ${this.counted}×` : this.counted ? '✓' : '–')
    this.cells.recipe.classList.toggle('wrong', this.mistake !== '')
    this.cells.recipe.title = this.mistake
    if (this.mistake) this.cells.recipe.append(make('small', '', this.mistake))
  }
}

function setText(element, text) {
  if (element.firstChild?.data !== text || element.childNodes.length > 1) element.textContent = text
}

await Sightline.load(new URL('engine/sightline.wasm', import.meta.url)).catch((error) => {
  find('summary').textContent = 'The engine could not be loaded.'
  throw error
})

const cards = new Map([...document.querySelectorAll('.card')].map((element) => [element.dataset.id, new Card(element)]))
find('rows').replaceChildren(...[...cards.values()].map(({ row }) => row))

const sightline = new Sightline({ rule: 0.5, policy: { dwell: 1000 } }, request, request)
const recipe = new Recipe((element) => {
  const card = cards.get(element.dataset.id)
  const reason = sightline.state(element)?.reason
  card.counted++
  if (reason) card.mistake = `while ${reasonLabels[reason]}`
  else if (card.counted > 1) card.mistake ||= 'again and again'
  request()
})
function observe({ element, id }) {
  sightline.observe(element, { id })
  recipe.observe(element)
}

let isRequested = false
let timer = 0
function request() {
  if (isRequested) return
  isRequested = true
  requestAnimationFrame(render)
}
function render() {
  isRequested = false
  let isVisible = false
  let seen = 0
  let wrong = 0
  for (const card of cards.values()) {
    const state = sightline.state(card.element)
    card.show(state, sightline.exposure(card.id))
    isVisible ||= (state?.fraction ?? 0) > 0
    seen += card.seen
    wrong += card.mistake !== ''
  }
  setText(find('summary'), `${seen} of ${cards.size} seen. Recipe: ${wrong} wrong.`)
  // Time in view advances while the page is at rest. Without visible cards, nothing runs.
  clearTimeout(timer)
  if (isVisible && !document.hidden) timer = setTimeout(request, 100)
}

for (const card of cards.values()) observe(card)
for (const kind of ['scroll', 'resize']) addEventListener(kind, request, { capture: true, passive: true })
document.addEventListener('visibilitychange', request)
setInterval(() => {
  if (document.hidden) return
  for (const card of cards.values()) {
    if (!('renews' in card.element.dataset)) continue
    const old = card.renew()
    sightline.unobserve(old)
    recipe.unobserve(old)
    observe(card)
  }
}, renewal)

// In narrow windows the panel covers the cards.
Sightline.cover(find('panel'))
find('more').onclick = () => {
  const isOpen = find('panel').classList.toggle('open')
  find('more').setAttribute('aria-expanded', String(isOpen))
}
useSheet(request)
request()
document.body.dataset.state = 'ready'
