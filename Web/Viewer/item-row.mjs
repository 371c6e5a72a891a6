// A row of the table of items.
import { reasons } from '../JavaScript/engine.mjs'
import { changeSigns } from './comparison.mjs'
import { duration, narrowName, percent, reasonTexts, signed, whole } from './format.mjs'

export const columns = [
  { name: 'item', title: 'Item', sorts: 'ascending' },
  { name: 'now', title: 'Now', sorts: 'descending' },
  { name: 'inView', title: 'In view', sorts: 'descending' },
  { name: 'otherInView', title: 'What if', label: 'In view, what if', sorts: 'descending' },
  { name: 'impressions', title: 'Seen', label: 'Impressions', sorts: 'descending' },
  { name: 'otherImpressions', title: 'What if', label: 'Impressions, what if', sorts: 'descending' },
  { name: 'reason', title: 'Why not visible', sorts: 'ascending' },
]

/** Why what an item is watched as is not visible now, in words. */
export function reasonNow({ moment }, subject) {
  return subject < 0 ? 'not watched' : reasonTexts[reasons[moment.reasons[subject]]] ?? ''
}

/** A number under the other policy, with what it differs by. */
function compared(before, after, text) {
  return before === after ? text(after) : `${text(after)} (${signed(after - before, text)})`
}

/** Sets a property only if it is another value: what is set anew is laid out anew. */
export function set(object, name, value) { if (object[name] !== value) object[name] = value }

export class ItemRow {
  constructor(body, number) {
    const element = body.insertRow()
    element.id = `row-${number}`
    const cells = {}
    columns.forEach(({ name }, i) => {
      const cell = element.insertCell()
      cell.className = name
      cell.setAttribute('role', 'gridcell')
      cell.setAttribute('aria-colindex', String(i + 1))
      cells[name] = cell.appendChild(document.createElement(name === 'item' ? 'bdi' : 'span'))
    })
    cells.number = cells.item.parentElement.appendChild(document.createElement('small'))
    cells.bar = cells.now.parentElement.appendChild(document.createElement('i'))
    cells.bar.setAttribute('aria-hidden', 'true')
    Object.assign(this, { element, cells, item: -1, letters: 0 })
  }

  /** Shows an item: what it is watched as now, in which row of all, and with so many letters for its name. */
  show(item, subject, place, letters, { model, comparison }) {
    const { element, cells } = this
    const { results, otherResults } = model
    if (this.item !== item || this.letters !== letters) {
      Object.assign(this, { item, letters })
      element.dataset.item = String(item)
      const title = narrowName(model.items.title(item), letters), number = model.items.number(item)
      cells.item.textContent = title
      cells.number.textContent = title === number ? '' : number
    }
    set(element, 'ariaRowIndex', String(place + 2))
    set(element, 'ariaSelected', String(item === model.selected))
    const fraction = subject < 0 ? 0 : model.moment.fractions[subject]
    set(cells.now, 'textContent', subject < 0 ? '–' : percent(fraction))
    set(cells.bar.style, 'transform', `scaleX(${fraction.toFixed(3)})`)
    set(cells.reason, 'textContent', reasonNow(model, subject))
    set(cells.inView, 'textContent', results.inView[item] > 0 ? duration(results.inView[item]) : '–')
    set(cells.impressions, 'textContent', whole(results.impressions[item]))
    const change = comparison.change(item)
    set(element, 'className', `${change ?? ''}${item === model.hovered ? ' hovered' : ''}`)
    if (!otherResults) return
    set(cells.otherInView, 'textContent', compared(results.inView[item], otherResults.inView[item], duration))
    const sign = results.impressions[item] === otherResults.impressions[item] ? '' : ` ${changeSigns[change]}`
    set(cells.otherImpressions, 'textContent', compared(results.impressions[item], otherResults.impressions[item], whole) + sign)
  }
}
