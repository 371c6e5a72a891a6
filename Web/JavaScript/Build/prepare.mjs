// Adds the generated files of the package: the engine, the engine as a module, and the licence. `npm pack` and
// `npm install --install-links` run it, so that installing a packed package doesn't require Swift.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../', import.meta.url)
const folder = new URL('../', import.meta.url)
const engine = new URL('.build/web/sightline.wasm', root)
execFileSync(fileURLToPath(new URL('scripts/build-web', root)), { stdio: 'inherit' })
copyFileSync(new URL('LICENSE', root), new URL('LICENSE', folder))
copyFileSync(engine, new URL('sightline.wasm', folder))
writeFileSync(new URL('inline.mjs', folder), `// Written by Build/prepare.mjs.
export const engine = Uint8Array.from(atob("${readFileSync(engine, 'base64')}"), (letter) => letter.charCodeAt(0))
`)
