// The visibility of targets at the current step, computed on demand.

export class Moment {
  #now = 1

  constructor(replay) {
    const count = replay.watching.subjects.length
    this.replay = replay
    this.stamps = new Uint32Array(count)
    /** By subject: the visible fraction by its rule's measure, the reason it is not visible (0 if it is), and its dwell. */
    this.fractions = new Float64Array(count)
    this.reasons = new Uint8Array(count)
    this.progress = new Float32Array(count)
    this.counts = new Uint32Array(count)
  }

  /** Moves to another step or time. */
  begin(time) {
    this.#now += 1
    this.time = time
  }

  /** Updates the values of these subjects. */
  update(subjects) {
    const unknown = subjects.filter((subject) => subject >= 0 && this.stamps[subject] !== this.#now)
    if (unknown.length === 0) return
    for (const subject of unknown) this.stamps[subject] = this.#now
    const counted = []
    this.replay.measure(unknown, (i, fraction, opacity, reason) => {
      const subject = unknown[i]
      this.fractions[subject] = fraction
      this.reasons[subject] = reason
      this.progress[subject] = 0
      this.counts[subject] = 0
      if (this.replay.watching.subjects[subject].policy !== undefined) counted.push(subject)
    })
    this.replay.progress(counted, this.time, (i, progress, count) => {
      this.progress[counted[i]] = progress
      this.counts[counted[i]] = count
    })
  }
}
