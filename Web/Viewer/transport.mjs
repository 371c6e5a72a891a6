// Playback controls, the clock, and the events of the current step.
import { reasons } from '../JavaScript/engine.mjs'
import { eventKinds } from './analysis.mjs'
import { clockTime, isolated, percent, reasonText, whole } from './format.mjs'

const mostEvents = 3

export class Transport {
  #shown = ''

  constructor(model, timeline, find) {
    Object.assign(this, { model, clock: find('clock'), position: find('position'), event: find('event'), playButton: find('play') })
    const actions = {
      play: () => model.play(), 'previous-step': () => this.#step(-1), 'next-step': () => this.#step(1),
      'previous-event': () => this.#event(-1), 'next-event': () => this.#event(1),
      'zoom-in': () => timeline.zoom(1), 'zoom-out': () => timeline.zoom(-1), 'zoom-fit': () => timeline.fit(),
    }
    for (const [id, action] of Object.entries(actions)) find(id).addEventListener('click', action)
    find('speed').addEventListener('change', ({ target }) => { model.speed = Number(target.value) })
    model.addEventListener('change', ({ detail }) => {
      if (detail === 'playing') this.#showPlaying()
      // The step may have other events.
      else if (detail === 'policy') this.#shown = ''
    })
  }

  #step(direction) {
    this.model.play(false)
    this.model.goTo(this.model.step + direction)
  }
  #event(direction) {
    this.model.play(false)
    this.model.goToEvent(direction)
  }

  #showPlaying() {
    const { isPlaying } = this.model
    this.playButton.textContent = isPlaying ? '❚❚' : '▶'
    this.playButton.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play')
    document.body.dataset.playing = String(isPlaying)
    // Do not announce events during playback.
    this.event.setAttribute('aria-live', isPlaying ? 'off' : 'polite')
  }

  draw() {
    const { model } = this
    this.clock.textContent = clockTime(model.time)
    this.position.textContent = `${whole(model.step + 1)} / ${whole(model.session.steps)}`
    const { results } = model.player
    const key = `${model.step} ${model.shown}`
    if (key === this.#shown) return
    this.#shown = key
    const [first, last] = results.eventsOf(model.step)
    const texts = []
    const rows = []
    for (let row = first; row < last && rows.length < 200; row++) rows.push(row)
    // Impressions first, as the most important events.
    rows.sort((a, b) => results.events.kind[b] - results.events.kind[a] || a - b)
    for (const row of rows.slice(0, mostEvents)) texts.push(this.#text(results, row))
    if (last - first > texts.length) texts.push(`${whole(last - first - texts.length)} more`)
    this.event.textContent = texts.join(' · ')
  }

  #text({ events }, row) {
    const { items, player: { replay } } = this.model
    const { item } = replay.watching.subjects[events.subject[row]]
    const name = isolated(items.title(item), 40)
    switch (events.kind[row]) {
      case eventKinds.impression: return `${name} seen`
      case eventKinds.entered: return `${name} in view, ${percent(events.fraction[row])}`
    }
    return `${name} left: ${reasonText(reasons[events.reason[row]], events.fraction[row])}`
  }
}
