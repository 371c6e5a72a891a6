// The panel to choose another policy, with its effects.
import { presets } from '../JavaScript/notation.mjs'
import { Comparison } from './comparison.mjs'
import { duration, percent, signed, whole } from './format.mjs'
import { commandText, presetPolicy, recordedPolicy, repetitionOf, swiftText } from './policy.mjs'
import { numberFields, whatIfMarkup } from './whatif-markup.mjs'

/** The words of a dwell. */
const after = (nanoseconds) => nanoseconds === 0 ? 'at once' : `for ${duration(nanoseconds)}`

/** The delay in milliseconds between the last change of a field and the next run. */
const patience = 60

export class WhatIf {
  #timer = 0

  constructor(model, panel, button, live) {
    Object.assign(this, { model, panel, button, live })
    panel.innerHTML = whatIfMarkup
    this.limit = panel.querySelector('.limit')
    this.field = (name) => panel.querySelector(`[name="${name}"]`)
    this.#addPresets()
    this.fill(this.#initial())
    panel.querySelector('form').addEventListener('input', (event) => this.#edited(event.target))
    panel.querySelector('form').addEventListener('submit', (event) => event.preventDefault())
    panel.querySelector('.close').addEventListener('click', () => this.toggle(false))
    for (const name of ['swift', 'command']) panel.querySelector(`.copy-${name}`).addEventListener('click', () => this.#copy(name))
    button.addEventListener('click', () => this.toggle())
    model.addEventListener('change', ({ detail }) => { if (detail === 'policy') this.#compare() })
  }

  toggle(isOpen = this.panel.hidden) {
    this.panel.hidden = !isOpen
    this.button.setAttribute('aria-expanded', String(isOpen))
    document.body.classList.toggle('comparing', isOpen)
    if (isOpen) {
      this.#run()
      this.field('preset').focus()
    } else {
      clearTimeout(this.#timer)
      this.model.compare(null)
      this.button.focus()
    }
  }

  // MARK: Fields

  #addPresets() {
    const select = this.field('preset')
    const { policies, rules } = this.model.session.about
    const add = (value, text) => select.add(new Option(text, value))
    policies.forEach((policy, number) => {
      const { measure, thresholds: [threshold] } = rules[policy.rule]
      const share = measure === 'edges' ? 'all edges' : percent(threshold)
      add(`recorded ${number}`, `Recorded: ${share} ${after(Number(policy.dwell))}`)
    })
    for (const [name, { label, share, seconds }] of Object.entries(presets)) add(name, `${label}: ${percent(share)} ${after(seconds * 1e9)}`)
    add('custom', 'Custom')
  }

  /** The most common policy of the session's watches, or else half of the item for a second. */
  #initial() {
    const { policies, watches } = this.model.session.about
    if (policies.length === 0) return 'mrcDisplay'
    const counts = policies.map(() => 0)
    for (const { policy } of watches) if (policy !== undefined) counts[policy] += 1
    return `recorded ${counts.indexOf(Math.max(...counts))}`
  }

  #preset(name) {
    if (name.startsWith('recorded ')) return recordedPolicy(this.model.session.about, Number(name.slice(9)))
    return presetPolicy(name)
  }

  /** Writes a preset to the fields, except those for margins and covers. */
  fill(name) {
    const { rule, policy } = this.#preset(name)
    // Settings without a field keep their values from the preset.
    this.base = { rule, policy }
    this.field('preset').value = name
    this.field('measure').value = rule.measure
    this.field('threshold').value = this.field('threshold-range').value = rule.thresholds[0] * 100
    this.field('dwell').value = this.field('dwell-range').value = Number(policy.dwell) / 1e9
    this.field('repetition').value = policy.repetition
    const { unit } = repetitionOf(policy.repetition)
    this.field('cool-down').value = unit === 'duration' ? Number(policy.value) / 1e9 : 30
    this.field('day').value = unit === 'count' ? policy.value : 3
    this.field('cumulative').checked = policy.cumulative
    this.field('pauses').checked = policy.pauses
    for (const { name, option, scale } of numberFields) this.field(option).value = rule[name] * scale
    this.field('speed').value = policy.speed ?? ''
    this.#show()
  }

  /** The number in a field, within its bounds. */
  #number(name, otherwise = 0) {
    const { value, min, max } = this.field(name)
    const number = value === '' ? otherwise : Number(value)
    if (!Number.isFinite(number)) return otherwise
    return Math.min(max === '' ? Infinity : Number(max), Math.max(min === '' ? -Infinity : Number(min), number))
  }

  /** The policy in the fields. */
  read() {
    const { rule, policy } = this.base
    // Fields may round or limit a recorded value.
    const integer = (name, recorded, unit = 1) => Number(this.field(name).value) === Number(recorded) / unit
      ? recorded : String(Math.round(this.#number(name) * unit))
    const measure = this.field('measure').value
    // The field changes the first threshold of a rule.
    const threshold = measure === 'edges' ? 1 : this.#number('threshold') / 100
    const isSame = Math.abs(threshold - rule.thresholds[0]) < 1e-9
    const repetition = this.field('repetition').value
    const { unit } = repetitionOf(repetition)
    const value = unit === 'duration' ? integer('cool-down', policy.value, 1e9) : unit === 'count' ? integer('day', policy.value) : '0'
    return {
      rule: {
        ...rule, measure, thresholds: isSame ? rule.thresholds : [threshold], hysteresis: Math.min(threshold, rule.hysteresis),
        ...Object.fromEntries(numberFields.map(({ name, option, usual, scale }) => [name, this.#number(option, usual * scale) / scale])),
      },
      policy: {
        dwell: integer('dwell', policy.dwell, 1e9), repetition, value,
        cumulative: this.field('cumulative').checked, pauses: this.field('pauses').checked, speed: this.#number('speed') || null,
      },
      margins: this.field('window').checked ? ['top', 'right', 'bottom', 'left'].map((side) => this.#number(side)) : null,
      ignoresCovers: !this.field('covers').checked,
    }
  }

  /** Sets a number beyond the bounds of its field to the bound, and says so. */
  #limit(field) {
    if (field.type !== 'number') return
    const { value, min, max, name } = field
    const number = value === '' ? value : String(this.#number(name))
    this.limit.hidden = Number(number) === Number(value)
    if (this.limit.hidden) return
    field.value = number
    const unit = field.nextSibling?.textContent.trim() ?? ''
    this.limit.textContent = `${number}${unit && ` ${unit}`} is the ${number === max ? 'most' : 'least'}`
    field.closest('fieldset:not(.margins), label').after(this.limit)
  }

  #edited(field) {
    this.#limit(field)
    if (field.name === 'preset') {
      if (field.value !== 'custom') this.fill(field.value)
    } else if (!['window', 'covers', 'top', 'right', 'bottom', 'left'].includes(field.name)) {
      this.field('preset').value = 'custom'
    }
    for (const name of ['threshold', 'dwell']) {
      if (field.name === name) this.field(`${name}-range`).value = field.value
      if (field.name === `${name}-range`) this.field(name).value = field.value
    }
    this.#show()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#run(), patience)
  }

  /** Shows the applicable fields, and the policy as text. */
  #show() {
    const { unit } = repetitionOf(this.field('repetition').value)
    this.field('cool-down').closest('label').hidden = unit !== 'duration'
    this.field('day').closest('label').hidden = unit !== 'count'
    this.field('threshold').closest('fieldset').disabled = this.field('measure').value === 'edges'
    this.panel.querySelector('.margins').hidden = !this.field('window').checked
    const override = this.read()
    this.texts = { swift: swiftText(override), command: commandText(this.model.session.about.trace ?? 'TRACE', override) }
    for (const name of ['swift', 'command']) this.panel.querySelector(`.${name}-text`).textContent = this.texts[name]
  }

  // MARK: Results

  async #run() {
    const bar = this.panel.querySelector('progress')
    const override = this.read()
    bar.hidden = false
    try {
      await this.model.compare(override, (share) => { bar.value = share })
    } catch (error) {
      this.live(`The session cannot be run under this policy: ${error.message}`)
      throw error
    } finally {
      // Another run may have begun.
      if (this.model.override === override) bar.hidden = true
    }
  }

  #compare() {
    const { model, panel } = this
    const { recorded, other } = new Comparison(model.results, model.otherResults).totals
    const rows = [['impressions', whole], ['seen', whole], ['shown', whole], ['inView', duration]]
    for (const [name, text] of rows) {
      const [before, after, change] = panel.querySelectorAll(`.${name} td`)
      before.textContent = text(recorded[name])
      after.textContent = other ? text(other[name]) : '–'
      const difference = other ? other[name] - recorded[name] : 0
      change.textContent = difference === 0 ? (other ? '=' : '–') : signed(difference, text)
      change.className = difference > 0 ? 'gain' : difference < 0 ? 'loss' : ''
    }
    if (other) this.live(`What if: ${whole(other.impressions)} impressions instead of ${whole(recorded.impressions)}`)
  }

  async #copy(name) {
    const button = this.panel.querySelector(`.copy-${name}`)
    try {
      await navigator.clipboard.writeText(this.texts[name])
      this.live('Copied')
      button.dataset.done = ''
      setTimeout(() => delete button.dataset.done, 1500)
    } catch {
      // If the page may not write to the clipboard, select the text for manual copying.
      getSelection().selectAllChildren(this.panel.querySelector(`.${name}-text`))
      this.live('The text is selected; copy it with the keyboard')
    }
  }
}
