// The engine for tests, as built by scripts/build-web.
import { readFile } from 'node:fs/promises'

export * from '../JavaScript/engine.mjs'

export const engineFile = process.env.SIGHTLINE_WASM ?? new URL('../../.build/web/sightline.wasm', import.meta.url)
const module = await WebAssembly.compile(await readFile(engineFile))

/** Creates a separate instance of the module and returns its exports. */
export const instantiate = async () => (await WebAssembly.instantiate(module, {})).exports
export const imports = WebAssembly.Module.imports(module)
export const exported = WebAssembly.Module.exports(module).map(({ name }) => name)
