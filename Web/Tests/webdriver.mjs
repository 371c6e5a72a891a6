// Firefox and WebKitGTK for tests, with the methods of browser.mjs that WebDriver supports: Firefox over its own protocol
// (Marionette), WebKitGTK through WebKitWebDriver. The accessibility tree is not available.
//
// There is only one window, and so one page at a time. Pages at https://page.test/ come from a local server.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, createServer as listen } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { types } from './browser.mjs'

const patience = 60_000
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** WebDriver's codes for keys without a character. */
const keys = {
  Backspace: 0xe003, Tab: 0xe004, Enter: 0xe007, Shift: 0xe008, Control: 0xe009, Alt: 0xe00a, Escape: 0xe00c, PageUp: 0xe00e,
  PageDown: 0xe00f, End: 0xe010, Home: 0xe011, ArrowLeft: 0xe012, ArrowUp: 0xe013, ArrowRight: 0xe014, ArrowDown: 0xe015, Delete: 0xe017,
}
const keyOf = (name) => name in keys ? String.fromCharCode(keys[name]) : name

const freePort = () => new Promise((resolve) => {
  const server = listen().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => resolve(port))
  })
})
/** Starts a program and retries `attempt` until it succeeds. Returns the process and the result. */
async function start(program, words, attempt) {
  const child = spawn(program, words, { stdio: 'ignore' })
  let failure = null
  child.once('error', (error) => { failure = error })
  for (const end = Date.now() + patience; Date.now() < end && !failure; await pause(100)) {
    const answer = await attempt().catch(() => null)
    if (answer) return [child, answer]
  }
  child.kill()
  throw new Error(`browser: ${failure ? `${program} cannot be started: ${failure.message}` : `${program} did not answer`}`)
}

/** Firefox: length-prefixed JSON messages over TCP. */
class Marionette {
  #process; #profile; #socket
  #bytes = Buffer.alloc(0)
  #last = 0
  #pending = new Map()

  async begin() {
    const profile = this.#profile = await mkdtemp(path.join(tmpdir(), 'sightline-firefox-'))
    const port = await freePort()
    const settings = {
      'marionette.port': port, 'ui.prefersReducedMotion': 1,
      'toolkit.legacyUserProfileCustomizations.stylesheets': true, 'datareporting.policy.dataSubmissionEnabled': false,
    }
    await writeFile(path.join(profile, 'user.js'),
      Object.entries(settings).map(([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});\n`).join(''))
    // Allow windows as narrow as a phone.
    await mkdir(path.join(profile, 'chrome'))
    await writeFile(path.join(profile, 'chrome', 'userChrome.css'), '* { min-width: 0 !important }\n')
    const program = process.env.FIREFOX ?? 'firefox-esr'
    const reach = () => new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject)
    })
    ;[this.#process, this.#socket] = await start(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], reach)
    this.#socket.on('data', (bytes) => this.#receive(bytes))
    await this.send('NewSession')
  }
  #receive(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    for (let colon; (colon = this.#bytes.indexOf(':')) >= 0;) {
      const end = colon + 1 + Number(this.#bytes.subarray(0, colon).toString())
      if (this.#bytes.length < end) return
      const message = JSON.parse(this.#bytes.subarray(colon + 1, end).toString())
      this.#bytes = this.#bytes.subarray(end)
      // The first message is a greeting, not a response.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message
      const { resolve, reject } = this.#pending.get(id)
      this.#pending.delete(id)
      if (error) reject(new Error(`browser: ${error.message}`))
      else resolve(result?.value)
    }
  }
  send(name, params = {}) {
    const id = ++this.#last
    const text = JSON.stringify([0, id, name.includes(':') ? name : `WebDriver:${name}`, params])
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  }

  open(url) { return this.send('Navigate', { url }) }
  wait(milliseconds) { return this.send('SetTimeouts', { script: milliseconds }) }
  run(script, args) { return this.send('ExecuteAsyncScript', { script, args }) }
  resize(width, height) { return this.send('SetWindowRect', { width, height }) }
  act(actions) { return this.send('PerformActions', { actions }) }
  screenshot() { return this.send('TakeScreenshot', { full: false, hash: false }) }
  async end() {
    const gone = new Promise((resolve) => this.#process.once('close', resolve))
    this.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {})
    await gone
    this.#socket.destroy()
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** WebKitGTK: W3C WebDriver over HTTP. */
class WebKit {
  #process; #address; #session

  async begin() {
    const port = await freePort()
    this.#address = `http://127.0.0.1:${port}`
    const program = process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver'
    ;[this.#process] = await start(program, [`--port=${port}`], () => this.#send('GET', '/status'))
    const { sessionId } = await this.#send('POST', '/session', { capabilities: { alwaysMatch: {} } })
    this.#session = `/session/${sessionId}`
  }
  async #send(method, place, body) {
    const answer = await fetch(this.#address + place, { method, body: body && JSON.stringify(body) })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`browser: ${value.error}: ${value.message}`)
    return value
  }
  #request(place, body) { return this.#send('POST', this.#session + place, body) }

  open(url) { return this.#request('/url', { url }) }
  wait(milliseconds) { return this.#request('/timeouts', { script: milliseconds }) }
  run(script, args) { return this.#request('/execute/async', { script, args }) }
  resize(width, height) { return this.#request('/window/rect', { width, height }) }
  act(actions) { return this.#request('/actions', { actions }) }
  screenshot() { return this.#send('GET', `${this.#session}/screenshot`) }
  async end() {
    await this.#send('DELETE', this.#session).catch(() => {})
    const gone = new Promise((resolve) => this.#process.once('close', resolve))
    this.#process.kill()
    await gone
  }
}

const drivers = { firefox: Marionette, webkit: WebKit }

/** Serves the files of a folder and returns the server. */
async function serve(folder) {
  const server = createServer(async ({ url }, response) => {
    const name = path.normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname))
    const body = await readFile(path.join(folder, name)).catch(() => null)
    response.writeHead(body ? 200 : 404, { 'Content-Type': types[path.extname(name)] ?? 'application/octet-stream' }).end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

export class OtherBrowser {
  #driver
  #servers = new Map()

  static async launch(name) {
    if (!(name in drivers)) throw new Error(`browser: ${name} is unknown; use one of chromium, ${Object.keys(drivers).join(', ')}`)
    const browser = new OtherBrowser()
    browser.#driver = new drivers[name]()
    await browser.#driver.begin()
    await browser.#driver.wait(patience)
    return browser
  }
  async page({ width = 1280, height = 800, files = null } = {}) {
    await this.#driver.open('about:blank')
    if (files && !this.#servers.has(files)) this.#servers.set(files, await serve(files))
    const page = new OtherPage(this.#driver, files && `http://127.0.0.1:${this.#servers.get(files).address().port}/`)
    await page.resize(width, height)
    return page
  }
  async close() {
    await this.#driver.end()
    for (const server of this.#servers.values()) server.close()
  }
}

class OtherPage {
  /** Uncaught exceptions and console errors since the page was loaded, as of the last response. `requests`: requested addresses. */
  errors = []
  requests = []
  #driver; #address

  constructor(driver, address) {
    this.#driver = driver
    this.#address = address
  }

  async open(url) {
    await this.#driver.open(String(url).replace('https://page.test/', this.#address))
    await this.evaluate(() => {
      const errors = window.errorsOfThePage = []
      // Ignore errors handled by the page.
      addEventListener('error', (event) => Promise.resolve().then(() => { if (!event.defaultPrevented) errors.push(event.message) }))
      addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
      const { error } = console
      console.error = (...words) => {
        errors.push(words.join(' '))
        error.apply(console, words)
      }
    })
  }

  /** Evaluates in the page's own world if its policy allows it, or else in an isolated one. */
  async evaluate(body, ...words) {
    const text = `(${body})(...${JSON.stringify(words)})`
    const answer = await this.#driver.run(`
      const done = arguments[arguments.length - 1]
      const beside = async () => ${text}
      const run = async () => {
        let inside
        try { inside = window.eval('async () => ' + arguments[0]) } catch { inside = beside }
        return inside()
      }
      const answer = (result) => done(JSON.stringify({ ...result, errors: window.errorsOfThePage ?? [],
        requests: [location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)] }))
      run().then((value) => answer({ value }), (error) => answer({ failure: String(error) + '\\n' + error?.stack }))`, [text])
    const { value, failure, errors, requests } = JSON.parse(answer)
    this.errors = errors
    this.requests = requests.filter((address) => !/^(data|blob):/.test(address))
    if (failure) throw new Error(`browser: ${failure}`)
    return value
  }

  async until(condition, ...words) {
    await this.evaluate(`(...words) => new Promise((resolve, reject) => {
      const end = Date.now() + ${patience / 2}
      const look = () => {
        if ((${condition})(...words)) resolve()
        else if (Date.now() > end) reject(new Error('timed out waiting for: ' + ${JSON.stringify(String(condition))}))
        else setTimeout(look, 20)
      }
      look()
    })`, ...words)
  }
  frame() {
    return this.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
  }

  /** Sets the size of the window's content, without borders and toolbars. */
  async resize(width, height) {
    let [outerWidth, outerHeight] = [width, height]
    for (let attempt = 0; attempt < 3; attempt++) {
      await this.#driver.resize(outerWidth, outerHeight)
      await pause(100)
      const [barsX, barsY] = await this.evaluate(() => [outerWidth - innerWidth, outerHeight - innerHeight])
      outerWidth = width + barsX
      outerHeight = height + barsY
    }
  }

  #keys(...steps) {
    const actions = steps.map(([type, name]) => ({ type, value: keyOf(name) }))
    return this.#driver.act([{ type: 'key', id: 'keyboard', actions }])
  }
  key(key, { shift = false, control = false, alt = false } = {}) {
    const held = [shift && 'Shift', control && 'Control', alt && 'Alt'].filter(Boolean)
    return this.#keys(...held.map((name) => ['keyDown', name]), ['keyDown', key], ['keyUp', key], ...held.map((name) => ['keyUp', name]))
  }
  async type(text) { for (const key of text) await this.key(key) }

  middle(selector) {
    return this.evaluate((selector) => {
      const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect()
      return [left + width / 2, top + height / 2]
    }, selector)
  }
  #pointer(...actions) {
    return this.#driver.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }
  async click(...place) {
    const [x, y] = (typeof place[0] === 'string' ? await this.middle(place[0]) : place).map(Math.round)
    await this.#pointer({ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 })
  }
  async drag([fromX, fromY], [toX, toY], steps = 8) {
    const moves = Array.from({ length: steps + 1 }, (_, i) => ({
      type: 'pointerMove', duration: 20, x: Math.round(fromX + (toX - fromX) * i / steps), y: Math.round(fromY + (toY - fromY) * i / steps),
    }))
    const [first, ...others] = moves
    await this.#pointer(first, { type: 'pointerDown', button: 0 }, ...others, { type: 'pointerUp', button: 0 })
  }

  /** `modifiers`: 2 for Control. */
  wheel(x, y, deltaY, deltaX = 0, modifiers = 0) {
    const held = (type) => ({ type: 'key', id: 'keyboard', actions: modifiers === 2 ? [{ type, value: keyOf('Control') }] : [] })
    const turn = { type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX, deltaY, duration: 0, origin: 'viewport' }
    return this.#driver.act([held('keyDown')])
      .then(() => this.#driver.act([{ type: 'wheel', id: 'wheel', actions: [turn] }]))
      .then(() => this.#driver.act([held('keyUp')]))
  }

  async screenshot(file = null) {
    const bytes = Buffer.from(await this.#driver.screenshot(), 'base64')
    if (file) await writeFile(file, bytes)
    return bytes
  }
  async close() {}
}
