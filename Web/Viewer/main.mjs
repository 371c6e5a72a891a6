// The page's beginning: unpacks the engine and the session that lie in it.
import { Engine } from '../JavaScript/engine.mjs'

async function unpackElement(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent.trim()), (letter) => letter.charCodeAt(0))
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const { instance } = await WebAssembly.instantiate(await unpackElement('engine'), {})
const sessionBytes = await unpackElement('session')
const about = JSON.parse(new TextDecoder().decode(sessionBytes.subarray(16, 16 + new DataView(sessionBytes.buffer).getUint32(8, true))))
document.getElementById('trace').textContent = about.trace
document.getElementById('facts').textContent =
  `${about.steps} steps, ${about.targets.length} targets, engine ${new Engine(instance.exports).handle}`
document.body.dataset.state = 'ready'
