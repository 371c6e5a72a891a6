// The engine as its tests use it: built by scripts/build-web, and loaded from its file.
import { readFile } from 'node:fs/promises'

export * from '../JavaScript/engine.mjs'

export const engineFile = process.env.SIGHTLINE_WASM ?? new URL('../../.build/web/sightline.wasm', import.meta.url)
const module = await WebAssembly.compile(await readFile(engineFile))

/** A module of its own: its memory, and what it exports. */
export const instantiate = async () => (await WebAssembly.instantiate(module, {})).exports
export const imports = WebAssembly.Module.imports(module)
export const exported = WebAssembly.Module.exports(module).map(({ name }) => name)
