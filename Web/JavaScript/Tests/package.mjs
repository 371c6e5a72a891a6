// Installs the package as an app does: imports it in node, compiles, bundles and runs it. scripts/test package runs this if esbuild
// and rollup are installed; SIGHTLINE_PACKAGE is the folder with the tarball.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { Browser } from '../../Tests/browser.mjs'

const app = join(process.env.SIGHTLINE_PACKAGE, 'app')
const installed = join(app, 'node_modules/sightline-web')
const run = (program, ...words) => execFileSync(program, words, { cwd: app, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
let browser

before(async () => {
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "name": "app", "type": "module", "private": true }')
  const [tarball] = readdirSync(process.env.SIGHTLINE_PACKAGE).filter((name) => name.endsWith('.tgz'))
  run('npm', 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join('..', tarball))
  browser = await Browser.launch()
})
after(() => browser.close())

const body = `
  const sightline = new Sightline({ rule: 1 }, ([entry]) => { document.body.dataset.said = entry.kind })
  sightline.observe(document.getElementById('a'))`
const inline = `
  import { Sightline } from 'sightline-web'
  import { engine } from 'sightline-web/inline'
  await Sightline.load(engine)${body}`
const beside = `
  import { Sightline } from 'sightline-web'
  await Sightline.load()${body}`
const asset = `
  import { Sightline } from 'sightline-web'
  import engine from 'sightline-web/sightline.wasm'
  await Sightline.load(new URL(engine, import.meta.url))${body}`

const esbuild = (...more) => ['esbuild', 'app.mjs', '--bundle', '--minify', '--format=esm', '--target=es2022', '--outdir=dist', ...more]

const cases = {
  'without a bundler': { source: beside, modules: true },
  'esbuild, the engine in the bundle': { source: inline, bundle: esbuild(), isAlone: true },
  'esbuild, the engine as a file': { source: asset, bundle: esbuild('--loader:.wasm=file') },
  'esbuild, the engine copied beside': { source: beside, bundle: esbuild(), copies: true },
  'rollup, the engine in the bundle': { source: inline, bundle: ['rollup', 'app.mjs', '--format', 'es', '--dir', 'dist', '-c', 'rollup.config.mjs'], isAlone: true },
  'rollup, the engine copied beside': { source: beside, bundle: ['rollup', 'app.mjs', '--format', 'es', '--dir', 'dist', '-c', 'rollup.config.mjs'], copies: true },
}

test('the tarball contains the required files, and no tests', () => {
  const names = readdirSync(installed).filter((name) => !name.endsWith('.mjs')).sort()
  assert.deepEqual(names, ['LICENSE', 'README.md', 'inline.d.ts', 'package.json', 'sightline.d.ts', 'sightline.wasm'])
  assert.ok(readdirSync(installed).includes('inline.mjs'))
})

test('the command of the quick start installs the same files', () => {
  const start = join(process.env.SIGHTLINE_PACKAGE, 'start')
  mkdirSync(start)
  const guide = readFileSync(new URL('../../../docs/guides/start-web.md', import.meta.url), 'utf8')
  const [, ...words] = /^(npm install .*) .*$/m.exec(guide)[1].split(' ')
  execFileSync('npm', [...words, '--offline', '--no-audit', '--no-fund', fileURLToPath(new URL('..', import.meta.url))], { cwd: start, stdio: 'ignore' })
  assert.deepEqual(readdirSync(join(start, 'node_modules/sightline-web')), readdirSync(installed))
})

test('node can import it, and loading fails with the reason', () => {
  const said = run('node', '--input-type=module', '-e', `
    import { Sightline } from 'sightline-web'
    import { engine } from 'sightline-web/inline'
    const message = await Sightline.load(engine).then(() => null, (error) => error.message)
    console.log(JSON.stringify([typeof Sightline.load, new WebAssembly.Module(engine) instanceof WebAssembly.Module, message]))`)
  assert.deepEqual(JSON.parse(said), ['function', true, 'Sightline: no document; load it in a browser'])
})

test('TypeScript compiles an app that uses it', () => {
  copyFileSync(fileURLToPath(new URL('consumer.mts', import.meta.url)), join(app, 'consumer.mts'))
  run('tsc', '--noEmit', '--strict', '--target', 'es2022', '--module', 'node16', '--lib', 'es2022,dom,dom.iterable', 'consumer.mts')
})

for (const [name, { source, bundle, modules, copies, isAlone }] of Object.entries(cases)) {
  test(name, async (t) => {
    writeFileSync(join(app, 'app.mjs'), source)
    // Replaces the plugin that resolves node_modules, which Debian lacks.
    writeFileSync(join(app, 'rollup.config.mjs'), `
      export default { plugins: [{ resolveId: (name) => name.startsWith('sightline-web')
        ? '${installed}/' + (name.endsWith('inline') ? 'inline' : 'sightline') + '.mjs' : null }] }`)
    execFileSync('rm', ['-rf', join(app, 'dist')])
    if (bundle) run(...bundle)
    else mkdirSync(join(app, 'dist'))
    if (copies) copyFileSync(join(installed, 'sightline.wasm'), join(app, 'dist/sightline.wasm'))
    const map = modules ? '<script type="importmap">{ "imports": { "sightline-web": "./node_modules/sightline-web/sightline.mjs" } }</script>' : ''
    const script = bundle ? `dist/${readdirSync(join(app, 'dist')).find((name) => /^app.*js$/.test(name))}` : 'app.mjs'
    writeFileSync(join(app, 'index.html'), `<!doctype html>${map}<div id="a" style="height: 100px"></div><script type="module" src="${script}"></script>`)
    const page = await browser.page({ files: app })
    await page.open('https://page.test/index.html')
    await page.until(() => document.body.dataset.said === 'entered')
    assert.deepEqual(page.errors, [])
    if (isAlone) assert.deepEqual(page.requests.filter((address) => !address.endsWith('.ico')), ['https://page.test/index.html', `https://page.test/${script}`])
    if (bundle) {
      const bytes = readFileSync(join(app, script))
      t.diagnostic(`${script}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} compressed`)
    }
    await page.close()
  })
}
