// Bundles the viewer, an engine and a session into one page like `sightline view`, for tests without the command.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const viewer = new URL('../', import.meta.url)
const engine = process.env.SIGHTLINE_WASM ?? fileURLToPath(new URL('../../../.build/web/sightline.wasm', import.meta.url))
const importLine = /^import\s*\{[\w$,\s]*\}\s*from\s*'(\.[^']+)'\n/m

/** Concatenates a module and its imports, without import and export keywords. Top-level names must be unique. */
function bundle(file, done = new Map(), names = new Map()) {
  if (done.has(file.href)) return ''
  done.set(file.href, true)
  let text = readFileSync(file, 'utf8')
  let before = ''
  for (let match; (match = text.match(importLine));) {
    text = text.replace(match[0], '')
    before += bundle(new URL(match[1], file), done, names)
  }
  text = text.replace(/^export (?=(async |const |let |class |function))/gm, '')
  const rest = text.match(/^(export|import)\b.*/m)
  if (rest) throw new Error(`${file.pathname}: ${rest[0]}`)
  for (const [, name] of text.matchAll(/^(?:async )?(?:const|let|class|function\*?) ([\w$]+)/gm)) {
    if (names.has(name)) throw new Error(`${name} is declared in ${names.get(name)} and in ${file.pathname}`)
    names.set(name, file.pathname)
  }
  return before + text
}

export function page(session) {
  const script = bundle(new URL('main.mjs', viewer))
  const style = readFileSync(new URL('viewer.css', viewer), 'utf8')
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; img-src data:; `
    + `base-uri 'none'; form-action 'none'`
  const packed = (bytes) => gzipSync(bytes).toString('base64')
  const put = (html, what, by) => {
    if (!html.includes(what)) throw new Error(`index.html does not contain ${what}`)
    return html.replace(what, () => by)
  }
  let html = readFileSync(new URL('index.html', viewer), 'utf8')
  html = put(html, '<link rel="stylesheet" href="viewer.css">\n', '')
  html = put(html, '</head>', `<style>${style}</style>\n</head>`)
  html = put(html, '<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
  html = put(html, '<script type="module" src="main.mjs"></script>', `<script type="module">${script}</script>`)
  html = put(html, 'id="engine"></script>', `id="engine">${packed(readFileSync(engine))}</script>`)
  return put(html, 'id="session"></script>', `id="session">${packed(session)}</script>`)
}
