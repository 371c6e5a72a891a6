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
    // Several closures, rules and thresholds report the same change of an item, which is told once.
    const rows = new Map()
    for (let row = first; row < last; row++) rows.set(`${results.events.kind[row]} ${this.#item(results, row)}`, row)
    // Impressions first, as the most important events.
    const sorted = [...rows.values()].sort((a, b) => results.events.kind[b] - results.events.kind[a] || a - b)
    const texts = sorted.slice(0, mostEvents).map((row) => this.#text(results, row))
    if (sorted.length > texts.length) texts.push(`${whole(sorted.length - texts.length)} more`)
    this.event.textContent = texts.join(' · ')
  }

  #item({ events }, row) { return this.model.player.replay.watching.subjects[events.subject[row]].item }
  #text(results, row) {
    const { events } = results
    const name = isolated(this.model.items.title(this.#item(results, row)), 40)
    switch (events.kind[row]) {
      case eventKinds.impression: return `${name} seen`
      case eventKinds.entered: return `${name} in view, ${percent(events.fraction[row])}`
    }
    return `${name} left: ${reasonText(reasons[events.reason[row]], events.fraction[row])}`
  }
}
