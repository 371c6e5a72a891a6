// The analysis of a session in a single run: its events, and the exposures and impressions of each item.
import { Columns, countUpTo, grouped } from './columns.mjs'
import { edits } from '../JavaScript/notation.mjs'
import { recordSize } from './records.mjs'

export const eventKinds = { entered: 0, left: 1, impression: 2 }

export class Recorder {
  /** Threshold crossings and impressions; times in nanoseconds since the first step. */
  events = new Columns({
    step: Uint32Array, kind: Uint8Array, subject: Uint32Array, target: Uint32Array, threshold: Uint16Array, fraction: Float64Array,
    reason: Uint8Array, time: Float64Array,
  })
  /** The exposures of items, ordered by their end: the periods above the lowest threshold of their rule, in any target. */
  bars = new Columns({ item: Uint32Array, begin: Float64Array, end: Float64Array })
  /** The impressions of items, and the indices of their events. */
  marks = new Columns({ item: Uint32Array, time: Float64Array, event: Uint32Array })
  /** The scroll offsets of containers over time. */
  scrolls = new Columns({ container: Uint32Array, time: Float64Array, x: Float64Array, y: Float64Array })
  /** The steps with events. */
  eventSteps = new Columns({ step: Uint32Array })
  entered = 0
  left = 0

  constructor(replay, items) {
    Object.assign(this, { replay, items })
    this.open = new Uint32Array(items.count)
    this.since = new Float64Array(items.count)
    this.isIn = new Uint8Array(replay.watching.subjects.length)
    this.inView = new Float64Array(items.count)
    this.exposures = new Uint32Array(items.count)
    this.impressions = new Uint32Array(items.count)
    this.offsets = new Float64Array(2 * replay.scene.containers.count)
    this.scrollCounts = new Uint32Array(replay.scene.containers.count)
    this.isComplete = false
  }

  // MARK: Recording

  begin(step) {
    this.step = step
    this.#noteScrolls(step)
  }

  passed(replay, time) {
    const changes = replay.word(4), changesEnd = changes + replay.word(5)
    const impressions = replay.word(6), impressionsEnd = impressions + replay.word(7)
    if (changes === changesEnd && impressions === impressionsEnd) return
    const { words, numbers } = replay
    const { watching } = replay
    for (let at = changes; at < changesEnd; at += 32) {
      const [kind, watch, target, threshold] = words.subarray(at >>> 2, (at >>> 2) + 4)
      const subject = watching.subjectOf(watch)
      this.note(kind, subject, target, threshold, numbers[(at >>> 3) + 2], words[(at >>> 2) + 6], time)
      if (threshold === 0) this.cross(subject, kind === eventKinds.entered, time)
      if (watching.isShadow(watch)) continue
      if (kind === eventKinds.entered) this.entered += 1
      else this.left += 1
    }
    for (let at = impressions; at < impressionsEnd; at += 72) {
      const subject = words[(at >>> 2) + 2], target = words[(at >>> 2) + 3]
      const when = replay.time(at + 16)
      const event = this.note(eventKinds.impression, subject, target, 0, 0, 0, when)
      const mark = this.marks.add()
      const item = watching.subjects[subject].item
      this.marks.item[mark] = item
      this.marks.time[mark] = when
      this.marks.event[mark] = event
      this.impressions[item] += 1
    }
  }

  /** Handles the end of a subject's watch. */
  ended(subject, time) { this.cross(subject, false, time) }

  note(kind, subject, target, threshold, fraction, reason, time) {
    const { events, eventSteps, step } = this
    const row = events.add()
    events.step[row] = step
    events.kind[row] = kind
    events.subject[row] = subject
    events.target[row] = target
    events.threshold[row] = threshold
    events.fraction[row] = fraction
    events.reason[row] = reason
    events.time[row] = time
    if (eventSteps.count === 0 || eventSteps.step[eventSteps.count - 1] !== step) eventSteps.step[eventSteps.add()] = step
    return row
  }

  cross(subject, isIn, time) {
    const { watching } = this.replay
    if ((this.isIn[subject] === 1) === isIn || !watching.isMain(subject)) return
    this.isIn[subject] = isIn ? 1 : 0
    const { item } = watching.subjects[subject]
    if (isIn) {
      if (this.open[item] === 0) this.since[item] = time
      this.open[item] += 1
    } else {
      this.open[item] -= 1
      if (this.open[item] === 0) this.close(item, time)
    }
  }

  close(item, time) {
    const bar = this.bars.add()
    this.bars.item[bar] = item
    this.bars.begin[bar] = this.since[item]
    this.bars.end[bar] = time
    this.inView[item] += time - this.since[item]
    this.exposures[item] += 1
  }

  #noteScrolls(step) {
    const { words, numbers, starts, times } = this.replay.session
    for (let at = starts[step]; at < starts[step + 1]; at += recordSize(words, at) >>> 2) {
      const kind = words[at], container = words[at + 1]
      if (kind !== edits.scroll && kind !== edits.setContainer && kind !== edits.addContainer) continue
      const offset = (at >>> 1) + (kind === edits.scroll ? 1 : 6)
      const x = numbers[offset], y = numbers[offset + 1]
      if (x === this.offsets[2 * container] && y === this.offsets[2 * container + 1]) continue
      this.offsets[2 * container] = x
      this.offsets[2 * container + 1] = y
      const row = this.scrolls.add()
      this.scrolls.container[row] = container
      this.scrolls.time[row] = times[step]
      this.scrolls.x[row] = x
      this.scrolls.y[row] = y
      this.scrollCounts[container] += 1
    }
  }

  // MARK: Results

  finish(time) {
    for (let item = 0; item < this.items.count; item++) if (this.open[item] > 0) this.close(item, time)
    this.barsOf = grouped(this.bars.item, this.bars.count, this.items.count)
    this.marksOf = grouped(this.marks.item, this.marks.count, this.items.count)
    this.scrollsOf = grouped(this.scrolls.container, this.scrolls.count, this.scrollCounts.length)
    this.isComplete = true
  }

  /** The time at which an item is first in view; infinity if never. */
  firstSeen(item) {
    const { starts, order } = this.barsOf
    return starts[item] < starts[item + 1] ? this.bars.begin[order[starts[item]]] : Infinity
  }

  /** The length of the exposure that ended last before a time; `null` if there is none, or a later one has begun. */
  lastLeft(item, time) {
    const { bars, barsOf: { starts, order } } = this
    let length = null
    for (let i = starts[item]; i < starts[item + 1] && bars.begin[order[i]] <= time; i++) {
      const end = bars.end[order[i]]
      length = end <= time ? end - bars.begin[order[i]] : null
    }
    return length
  }

  /** The previous and next step with events; the step itself if there is no such step. */
  eventStepBefore(step) {
    const { eventSteps } = this
    const count = countUpTo(eventSteps.step, eventSteps.count, step - 1)
    return count > 0 ? eventSteps.step[count - 1] : step
  }
  eventStepAfter(step) {
    const { eventSteps } = this
    const count = countUpTo(eventSteps.step, eventSteps.count, step)
    return count < eventSteps.count ? eventSteps.step[count] : step
  }

  /** The range of rows with the events of a step. */
  eventsOf(step) {
    const { events } = this
    return [countUpTo(events.step, events.count, step - 1), countUpTo(events.step, events.count, step)]
  }
}
