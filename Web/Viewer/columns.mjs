// A growable table of numbers with one typed array per field: a few bytes per row, and no objects.

export class Columns {
  #capacity = 256
  count = 0

  /** `types`: the array type of each field, by name. */
  constructor(types) {
    this.types = types
    for (const [name, Type] of Object.entries(types)) this[name] = new Type(this.#capacity)
  }

  /** Appends a row of zeros and returns its index. */
  add() {
    if (this.count === this.#capacity) {
      this.#capacity *= 2
      for (const [name, Type] of Object.entries(this.types)) {
        const larger = new Type(this.#capacity)
        larger.set(this[name])
        this[name] = larger
      }
    }
    return this.count++
  }
}

/** Groups rows by a field with values from 0. The rows of `group` are at `order[starts[group]]` up to `starts[group + 1]`, in order. */
export function grouped(field, count, groups) {
  const starts = new Uint32Array(groups + 1)
  for (let row = 0; row < count; row++) starts[field[row] + 1] += 1
  for (let group = 0; group < groups; group++) starts[group + 1] += starts[group]
  const next = starts.slice()
  const order = new Uint32Array(count)
  for (let row = 0; row < count; row++) order[next[field[row]]++] = row
  return { starts, order }
}

/** The number of values at most `limit` among the first `count`, which are in ascending order. */
export function countUpTo(numbers, count, limit) {
  let low = 0, high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle] <= limit) low = middle + 1
    else high = middle
  }
  return low
}
