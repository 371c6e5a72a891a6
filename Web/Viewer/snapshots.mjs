// Snapshots of memory that share unchanged pages, so that a few dozen states of an engine take little more space than a
// few.

const pageSize = 4096
const pageWords = pageSize / 4
const chunkPages = 256

export class Snapshots {
  #chunks = []
  #uses = []
  #free = []
  /** The number of pages in use. */
  pages = 0

  get size() { return this.pages * pageSize }

  /** Copies parts of memory. Shares unchanged pages with the `previous` copy. */
  take(parts, previous = null) {
    return parts.map((bytes, part) => {
      const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2)
      const before = previous?.[part].pages ?? []
      const pages = new Uint32Array(Math.ceil(words.length / pageWords))
      for (let i = 0; i < pages.length; i++) {
        const page = words.subarray(i * pageWords, (i + 1) * pageWords)
        pages[i] = i < before.length && this.#isAsIn(before[i], page) ? before[i] : this.#add(page)
        this.#uses[pages[i]] += 1
      }
      return { pages, size: bytes.byteLength }
    })
  }

  /** Restores a copy. Memory added since stays unchanged. */
  restore(copy, parts) {
    copy.forEach(({ pages, size }, part) => {
      const words = new Int32Array(parts[part].buffer, parts[part].byteOffset, size >>> 2)
      for (let i = 0; i < pages.length; i++) {
        const page = this.#page(pages[i])
        const rest = words.length - i * pageWords
        words.set(rest < pageWords ? page.subarray(0, rest) : page, i * pageWords)
      }
    })
  }

  release(copy) {
    for (const { pages } of copy) {
      for (const page of pages) {
        this.#uses[page] -= 1
        if (this.#uses[page] > 0) continue
        this.#free.push(page)
        this.pages -= 1
      }
    }
  }

  #page(number) {
    const at = number % chunkPages * pageWords
    return this.#chunks[Math.floor(number / chunkPages)].subarray(at, at + pageWords)
  }

  #isAsIn(number, words) {
    const page = this.#page(number)
    for (let i = 0; i < words.length; i++) if (words[i] !== page[i]) return false
    return true
  }

  #add(words) {
    const number = this.#free.pop() ?? this.#uses.length
    if (number === this.#uses.length) {
      this.#uses.push(0)
      if (number % chunkPages === 0) this.#chunks.push(new Int32Array(chunkPages * pageWords))
    }
    this.#page(number).set(words)
    this.pages += 1
    return number
  }
}
