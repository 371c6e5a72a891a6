// The details of the selected or hovered item at the current step.
import { reasons } from '../JavaScript/notation.mjs'
import { duration, isolated, percent, reasonText } from './format.mjs'

export class Details {
  constructor(model, list) {
    this.model = model
    this.values = new Map()
    for (const name of ['Item', 'Visible', 'Dwell', 'In view', 'Impressions']) {
      const row = document.createElement('div')
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
    if (item < 0) {
      this.#set('Item', 'none selected')
      for (const name of ['Visible', 'Dwell', 'In view', 'Impressions']) this.#set(name, '–')
      return
    }
    const { watching } = model.player.replay
    const { moment, player: { results } } = model
    const subject = watching.subject(watching.target(item))
    const isWatched = subject >= 0 && watching.subjects[subject].item === item
    moment.update(isWatched ? [subject] : [])
    const title = model.items.title(item), number = model.items.number(item)
    this.#set('Item', title === number ? number : `${isolated(title)} · ${number}`)
    this.#set('Visible', isWatched ? this.#visible(subject) : 'not watched')
    this.#set('Dwell', isWatched ? this.#dwell(subject) : '–')
    this.#set('In view', `${duration(results.inView[item])}, ${results.exposures[item]}×`)
    this.#set('Impressions', isWatched && this.model.moment.counts[subject] !== results.impressions[item]
      ? `${moment.counts[subject]} of ${results.impressions[item]}` : `${results.impressions[item]}`)
  }

  #visible(subject) {
    const { moment } = this.model
    const reason = reasonText(reasons[moment.reasons[subject]], moment.fractions[subject])
    return percent(moment.fractions[subject]) + (reason ? `, ${reason}` : '')
  }

  #dwell(subject) {
    const { moment, player: { replay } } = this.model
    const policy = replay.watching.policyOf(subject)
    if (policy === undefined) return 'no policy'
    return `${percent(moment.progress[subject])} of ${duration(Number(replay.policy(policy).dwell))}`
  }

  #set(name, text) {
    const value = this.values.get(name)
    if (value.textContent !== text) value.textContent = text
  }
}
