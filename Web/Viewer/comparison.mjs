// Compares two policies on one session.

/** The order of changes by importance. */
export const changeOrder = ['lost', 'gained', 'changed', null]
export const changeSigns = { gained: '▲', lost: '▼', changed: '•' }

export class Comparison {
  constructor(recorded, other) {
    Object.assign(this, { recorded, other })
    this.totals = { recorded: totals(recorded), other: other && totals(other) }
  }

  /** `gained`: seen only under the other policy; `lost`: only under the recorded one; `changed`: in both, with other numbers; null: same. */
  change(item) {
    const { recorded, other } = this
    if (!other) return null
    const [before, after] = [recorded.impressions[item], other.impressions[item]]
    if (before === 0 && after > 0) return 'gained'
    if (before > 0 && after === 0) return 'lost'
    return before !== after || recorded.inView[item] !== other.inView[item] ? 'changed' : null
  }
}

function totals({ impressions, inView, exposures, marks, bars }) {
  return {
    impressions: marks.count, seen: impressions.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0),
    exposures: bars.count, shown: exposures.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0),
    inView: inView.reduce((sum, time) => sum + time, 0),
  }
}
