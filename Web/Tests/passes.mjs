// Measures a pass: a list of 100,000 rows, 60 points high, scrolled by 7 points per frame, as in `make bench`. Prints the median.
//
//     scripts/build-web && node Web/Tests/passes.mjs [TARGETS]
import { Engine, Records, instantiate } from './engine.mjs'

const targets = Number(process.argv[2] ?? 100_000)
const exports = await instantiate()
const engine = new Engine(exports, 390, 844)
const edits = new Records().container(1, 0, [0, 0, 390, 844]).rule(0, 0.7)
for (let row = 0; row < targets; row++) edits.target(row, 1, 0, 60 * row, 390, 60).watch(row, row, 0)
const began = performance.now()
engine.edit(edits)
engine.pass(0)
const built = performance.now() - began

// A host's work in a scrolling frame: one edit, written to the engine's input; one pass; the report.
const { sightline_input, sightline_edit, sightline_pass, sightline_report, memory } = exports
const times = []
let changes = 0
const frames = 20_000
for (let batch = 0; batch < frames / 100; batch++) {
  const began = performance.now()
  for (let i = 0; i < 100; i++) {
    const frame = 100 * batch + i
    const input = sightline_input(engine.handle, 24)
    const view = new DataView(memory.buffer)
    view.setUint32(input, 4, true)
    view.setUint32(input + 4, 1, true)
    view.setFloat64(input + 8, 0, true)
    view.setFloat64(input + 16, 7 * frame, true)
    sightline_edit(engine.handle, 24)
    sightline_pass(engine.handle, 16_666_667n * BigInt(frame + 1))
    changes += view.getUint32(sightline_report(engine.handle) + 20, true) / 32
  }
  times.push((performance.now() - began) * 10)
}
times.sort((a, b) => a - b)
console.log(`${targets} targets: ${times[times.length >> 1].toFixed(2)} µs a frame (edit, pass, report), ${changes} changes in ${frames};`
  + ` built in ${built.toFixed(0)} ms, ${(memory.buffer.byteLength / targets).toFixed(0)} bytes a target`)
