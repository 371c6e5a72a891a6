// The details of the selected or hovered item: at the current step, and in the whole session.
import { reasons } from '../JavaScript/notation.mjs'
import { duration, isolated, percent, reasonText, secondsOf } from './format.mjs'

const atPlayhead = ['Item', 'Visible now', 'Dwell now']
const inSession = ['In view in all', 'Seen in all']

export class Details {
  constructor(model, list) {
    this.model = model
    this.values = new Map()
    for (const name of [...atPlayhead, ...inSession]) {
      const row = document.createElement('div')
      if (inSession.includes(name)) row.className = 'session'
      const term = document.createElement('dt')
      const value = document.createElement('dd')
      term.textContent = name
      row.append(term, value)
      list.append(row)
      this.values.set(name, value)
    }
  }

  draw() {
    const { model } = this
    const item = model.hovered >= 0 ? model.hovered : model.selected
    if (item < 0) return this.#show('none selected', '–', '–', '–', '–')
    const { watching } = model.player.replay
    const { moment, player: { results } } = model
    const subject = watching.subject(watching.target(item))
    const isWatched = subject >= 0 && watching.subjects[subject].item === item
    moment.update(isWatched ? [subject] : [])
    const title = model.items.list[item].name ?? model.items.title(item), number = model.items.number(item)
    const [seen, total] = [isWatched ? moment.counts[subject] : results.impressions[item], results.impressions[item]]
    this.#show(title === number ? number : `${isolated(title)} · ${number}`, isWatched ? this.#visible(subject) : 'not tracked now',
      isWatched ? this.#dwell(subject, item) : '–', `${duration(results.inView[item])}, ${results.exposures[item]}×`,
      seen === total ? `${total}×` : `${seen} of ${total} so far`)
  }

  #visible(subject) {
    const { moment } = this.model
    const reason = reasonText(reasons[moment.reasons[subject]], moment.fractions[subject])
    return percent(moment.fractions[subject]) + (reason ? `, ${reason}` : '')
  }

  /** How much of its dwell the item has reached, or had when it left. */
  #dwell(subject, item) {
    const { moment, time, player: { replay, results } } = this.model
    const policy = replay.watching.policyOf(subject)
    if (policy === undefined) return 'no policy'
    const dwell = Number(replay.policy(policy).dwell)
    if (dwell === 0) return 'counts at once'
    const left = moment.progress[subject] === 0 ? results.lastLeft(item, time) : null
    return `${left === null ? secondsOf(moment.progress[subject] * dwell) : `left after ${secondsOf(left)}`} of ${secondsOf(dwell)}`
  }

  #show(...texts) {
    [...this.values.values()].forEach((value, i) => { if (value.textContent !== texts[i]) value.textContent = texts[i] })
  }
}
