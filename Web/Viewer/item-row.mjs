// A row of the table of items.
import { reasons } from '../JavaScript/notation.mjs'
import { changeSigns } from './comparison.mjs'
import { duration, fittedName, percent, reasonText, signed, whole } from './format.mjs'

export const columns = [
  { name: 'item', title: 'Item', sorts: 'ascending' },
  // At the playhead.
  { name: 'now', title: 'Now', label: 'Visible now', sorts: 'descending' },
  { name: 'reason', title: 'Why not visible', label: 'Why not visible now', sorts: 'ascending' },
  // In the whole session.
  { name: 'inView', title: 'In view', label: 'In view in all', sorts: 'descending' },
  { name: 'otherInView', title: 'What if', label: 'In view, what if', sorts: 'descending' },
  { name: 'impressions', title: 'Seen', label: 'Seen in all', sorts: 'descending' },
  { name: 'otherImpressions', title: 'What if', label: 'Seen, what if', sorts: 'descending' },
]

/** The reason a subject is currently not visible, as text. Before its row exists and after it is gone, an item has no subject. */
export function reasonNow({ moment }, subject) {
  return subject < 0 ? 'not tracked now' : reasonText(reasons[moment.reasons[subject]], moment.fractions[subject])
}

/** A number under the other policy, with the difference. */
function compared(before, after, text) {
  return before === after ? text(after) : `${text(after)} (${signed(after - before, text)})`
}

/** Sets a property only if the value changes, since setting it causes layout. */
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
    Object.assign(this, { element, cells, item: -1, room: 0 })
  }

  /** Shows an item and its current subject at a row index. */
  show(item, subject, place, { model, comparison, nameWidth, measure }) {
    const { element, cells } = this
    const { results, otherResults } = model
    if (this.item !== item || this.room !== nameWidth) {
      Object.assign(this, { item, room: nameWidth })
      element.dataset.item = String(item)
      const title = fittedName(model.items.title(item), nameWidth, measure), number = model.items.number(item)
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
