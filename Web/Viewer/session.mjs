// A recorded session: the times of its steps, their edits, and the metadata of their numbers.

const magic = 0x4E534C53
const utf8 = new TextDecoder()

export class Session {
  /**
   * Parses a session.
   *
   * - `times` are nanoseconds since the first step, exact up to a hundred days.
   * - `words` and `numbers` are the edits, as 32-bit words and as doubles. The edits of step `i` are the words from `starts[i]`
   *   up to `starts[i + 1]`.
   * - `about` is the JSON: the lists of containers, targets, covers, viewports, rules, policies and watches.
   */
  constructor(bytes) {
    const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (bytes.byteLength < 16 || header.getUint32(0, true) !== magic) throw new Error('not a recorded session')
    const version = header.getUint32(4, true)
    if (version !== 1) throw new Error(`this session has version ${version}; this viewer reads version 1`)

    let at = 16
    const take = (size) => {
      if (at + size > bytes.byteLength) throw new Error('the session is truncated')
      // Copy to get the alignment required by typed arrays.
      const part = new Uint8Array(size)
      part.set(bytes.subarray(at, at + size))
      at += size + (-size & 7)
      return part
    }
    this.about = JSON.parse(utf8.decode(take(header.getUint32(8, true))))
    this.steps = this.about.steps
    this.times = Float64Array.from(new BigInt64Array(take(8 * this.steps).buffer), Number)
    const starts = new Uint32Array(take(4 * (this.steps + 1)).buffer)
    const records = take(starts[this.steps])
    this.words = new Uint32Array(records.buffer)
    this.numbers = new Float64Array(records.buffer)
    this.starts = starts.map((byte) => byte >>> 2)
    if (starts.some((byte, i) => byte & 7 || byte < (starts[i - 1] ?? 0))) throw new Error('the steps of the session overlap')
  }

  /** The duration from the first step to the last, in nanoseconds. */
  get duration() { return this.times[this.steps - 1] ?? 0 }

  /** Whether passes also run at the engine's deadlines between the steps, as for a browser's trace. */
  get passesAtDeadlines() { return this.about.passes === 'deadlines' }

  /** The last step that begins at or before a time; 0 before the first. */
  step(time) {
    let low = 0, high = this.steps
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.times[middle] <= time) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }
}

/** Unpacks data in the page: base64 of a gzip stream. */
export async function unpack(text) {
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0))
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
