// The table of items. Only rows in view exist, so a hundred thousand items scroll like ten.
import { changeOrder, Comparison } from './comparison.mjs'
import { whole } from './format.mjs'
import { columns, ItemRow, reasonNow, set } from './item-row.mjs'

const rowHeight = 30
const mostRowsHeight = 15e6
/** The horizontal padding of a cell, both sides together. */
const cellPadding = 16
/** The maximum number of items that are re-sorted automatically by continually changing values. */
const mostSorted = 2000

export class ItemTable {
  #rows = []
  order = []

  constructor(model, { room, search, filter, count }) {
    Object.assign(this, { model, room, search, filter, count, sorted: 'impressions', isAscending: false, nameWidth: 300 })
    this.context = document.createElement('canvas').getContext('2d')
    this.#build()
    room.addEventListener('scroll', () => model.redraw())
    new ResizeObserver(() => {
      this.nameWidth = this.heads[0].clientWidth - cellPadding
      this.context.font = getComputedStyle(this.table).font
      model.redraw()
    }).observe(this.heads[0])
    new ResizeObserver(() => model.redraw()).observe(room)
    search.addEventListener('input', () => this.arrange())
    search.addEventListener('keydown', (event) => this.#searchKey(event))
    filter.addEventListener('change', () => this.arrange())
    model.addEventListener('change', ({ detail }) => {
      if (detail === 'policy') this.#compare()
      if (detail === 'selection') this.reveal(model.selected)
      if (detail === 'time' && this.#isLive && this.model.items.count <= mostSorted) this.arrange()
    })
  }

  #build() {
    this.table = document.createElement('table')
    this.table.setAttribute('role', 'grid')
    this.table.setAttribute('aria-label', 'Items')
    this.table.tabIndex = 0
    const head = this.table.createTHead().insertRow()
    this.heads = columns.map((column, i) => {
      const cell = document.createElement('th')
      cell.scope = 'col'
      cell.className = column.name
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = column.title
      if (column.label) button.setAttribute('aria-label', button.title = column.label)
      button.addEventListener('click', () => this.sort(column))
      cell.append(button)
      cell.setAttribute('aria-colindex', String(i + 1))
      head.append(cell)
      return cell
    })
    this.body = this.table.createTBody()
    this.above = document.createElement('div')
    this.below = document.createElement('div')
    this.room.append(this.above, this.table, this.below)
    this.body.addEventListener('click', (event) => {
      const row = event.target.closest('tr')
      if (row) this.model.select(Number(row.dataset.item))
    })
    this.body.addEventListener('dblclick', () => this.#goToFirst())
    this.body.addEventListener('pointermove', (event) => this.model.hover(Number(event.target.closest('tr')?.dataset.item ?? -1)))
    this.body.addEventListener('pointerleave', () => this.model.hover(-1))
    this.table.addEventListener('keydown', (event) => this.#key(event))
  }

  // MARK: Order

  get #isLive() { return this.sorted === 'now' || this.sorted === 'reason' }

  #compare() {
    const { model, table, filter } = this
    // What another policy gains or loses comes first.
    if (this.other !== model.other) this.isByChange = model.other !== null
    this.other = model.other
    this.comparison = new Comparison(model.results, model.otherResults)
    table.classList.toggle('compared', model.other !== null)
    filter.hidden = model.other === null
    if (!model.other) {
      filter.value = 'all'
      if (this.sorted.startsWith('other')) this.sorted = 'impressions'
    }
    this.arrange()
  }

  sort({ name, sorts }) {
    this.isAscending = this.sorted === name ? !this.isAscending : sorts === 'ascending'
    this.sorted = name
    this.isByChange = false
    this.arrange()
  }

  /** Filters and sorts the items. */
  arrange() {
    const { model: { items, results: { inView } }, search, filter } = this
    const query = search.value.trim().toLowerCase()
    const found = []
    for (let item = 0; item < items.count; item++) {
      if (query && !this.#matches(items.list[item], query)) continue
      const change = this.comparison.change(item)
      if (filter.value !== 'all' && !(filter.value === 'changed' ? change : change === filter.value)) continue
      found.push(item)
    }
    const key = this.#sortKey(found)
    const sign = this.isAscending ? 1 : -1
    const rank = (item) => this.isByChange ? changeOrder.indexOf(this.comparison.change(item)) : 0
    // Break ties by time in view, since a session may have thousands of rows without impressions.
    this.order = found.sort((a, b) => rank(a) - rank(b) || sign * compare(key(a), key(b)) || inView[b] - inView[a] || a - b)
    this.places = null
    this.count.textContent = found.length === items.count ? whole(items.count) : `${whole(found.length)} of ${whole(items.count)}`
    this.table.setAttribute('aria-rowcount', String(found.length + 1))
    this.heads.forEach((cell, i) => {
      const isSorted = columns[i].name === this.sorted && !this.isByChange
      cell.setAttribute('aria-sort', isSorted ? (this.isAscending ? 'ascending' : 'descending') : 'none')
    })
    this.model.redraw()
  }

  #matches({ name, identity, node }, query) {
    return [name, identity, node].some((text) => text !== null && String(text).toLowerCase().includes(query))
  }

  #sortKey(found) {
    const { model, model: { items, results, otherResults } } = this
    switch (this.sorted) {
      case 'item': return (item) => items.list[item].name ?? items.list[item].identity ?? items.list[item].node
      case 'inView': return (item) => results.inView[item]
      case 'otherInView': return (item) => otherResults.inView[item]
      case 'impressions': return (item) => results.impressions[item]
      case 'otherImpressions': return (item) => otherResults.impressions[item]
    }
    model.player.seek(model.step)
    model.moment.begin(model.time)
    model.moment.update(found.map((item) => this.#subject(item)))
    if (this.sorted === 'now') return (item) => model.moment.fractions[this.#subject(item)] ?? -1
    return (item) => reasonNow(model, this.#subject(item))
  }

  measure = (text) => this.context.measureText(text).width

  /** The current subject of an item, or -1. */
  #subject(item) {
    const { watching } = this.model.player.replay
    const subject = watching.subject(watching.target(item))
    return subject >= 0 && watching.subjects[subject].item === item ? subject : -1
  }

  // MARK: Positions

  get #head() { return this.table.tHead.offsetHeight || rowHeight }

  /** The height for rows in view. */
  get #height() { return this.room.clientHeight - this.#head }

  /** The scroll distance of the element per point of rows. */
  get #scale() {
    const hidden = this.order.length * rowHeight - this.#height
    const range = mostRowsHeight - this.#height
    return hidden > range ? range / hidden : 1
  }

  reveal(item) {
    this.places ??= new Map(this.order.map((item, place) => [item, place]))
    const place = this.places.get(item)
    if (place === undefined) return
    const { room } = this
    const scale = this.#scale
    const top = place * rowHeight, hidden = top + rowHeight - this.#height
    if (top * scale < room.scrollTop) room.scrollTop = top * scale
    else if (hidden * scale > room.scrollTop) room.scrollTop = hidden * scale
  }

  // MARK: Keys

  #key(event) {
    if (event.target !== this.table) return
    const { model, order } = this
    const page = Math.max(1, Math.floor(this.#height / rowHeight) - 1)
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }
    if (event.key === 'Enter') this.#goToFirst()
    else if (event.key in steps && !event.shiftKey && order.length > 0) {
      this.places ??= new Map(order.map((item, place) => [item, place]))
      const place = this.places.get(model.selected)
      const next = place === undefined && Math.abs(steps[event.key]) === 1 ? 0 : (place ?? 0) + steps[event.key]
      model.select(order[Math.min(Math.max(0, next), order.length - 1)])
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  #searchKey(event) {
    if (event.key === 'Enter' && this.order.length > 0) {
      this.model.select(this.order[0])
      this.table.focus()
    } else if (event.key === 'Escape') {
      this.search.value = ''
      this.arrange()
      this.table.focus()
    } else return
    event.preventDefault()
  }

  /** Goes to the time at which the selected item was first in view. */
  #goToFirst() {
    const { model } = this
    const first = Math.min(...[model.results, model.otherResults].filter(Boolean).map((results) => results.firstSeen(model.selected)))
    if (first < Infinity) model.goToTime(first)
  }

  // MARK: Drawing

  draw() {
    const { room, model, order } = this
    const scale = this.#scale
    const top = room.scrollTop / scale
    const first = Math.max(0, Math.min(Math.floor(top / rowHeight), order.length - 1))
    const count = Math.min(order.length - first, Math.ceil(room.clientHeight / rowHeight) + 1)
    while (this.#rows.length < count) this.#rows.push(new ItemRow(this.body, this.#rows.length))
    const shown = order.slice(first, first + count)
    const subjects = shown.map((item) => this.#subject(item))
    model.moment.update(subjects)
    this.#rows.forEach((row, i) => {
      row.element.hidden = i >= count
      if (i < count) row.show(shown[i], subjects[i], first + i, this)
    })
    const selected = this.#rows.find(({ item, element }) => item === model.selected && !element.hidden)
    if (selected) this.table.setAttribute('aria-activedescendant', selected.element.id)
    else this.table.removeAttribute('aria-activedescendant')
    // Shown rows keep their distances to the top of the room.
    const above = Math.max(0, first * rowHeight - top + room.scrollTop)
    set(this.above.style, 'height', `${above}px`)
    set(this.below.style, 'height', `${Math.max(0, Math.min(order.length * rowHeight, mostRowsHeight) - above - count * rowHeight)}px`)
  }
}

function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en', { numeric: true })
}
