// Rows of numbers that are added one by one, each field in an array of its own: a few bytes a row, and no object.

export class Columns {
  #capacity = 256
  count = 0

  /** Each field by its name, with the type of its array. */
  constructor(types) {
    this.types = types
    for (const [name, Type] of Object.entries(types)) this[name] = new Type(this.#capacity)
  }

  /** Makes a row, all zeros, and returns its number. */
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

/** The rows by what one of their fields says, which counts from 0: those of `group` are `order[starts[group]]` and on, in order. */
export function grouped(field, count, groups) {
  const starts = new Uint32Array(groups + 1)
  for (let row = 0; row < count; row++) starts[field[row] + 1] += 1
  for (let group = 0; group < groups; group++) starts[group + 1] += starts[group]
  const next = starts.slice()
  const order = new Uint32Array(count)
  for (let row = 0; row < count; row++) order[next[field[row]]++] = row
  return { starts, order }
}

/** How many of the first `count` numbers, which ascend, are at most `limit`. */
export function countUpTo(numbers, count, limit) {
  let low = 0, high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle] <= limit) low = middle + 1
    else high = middle
  }
  return low
}
