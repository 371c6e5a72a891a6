// A browser for tests: headless Chromium, driven over its own protocol through a pipe, without dependencies except node.
//
//     const browser = await Browser.launch()
//     const page = await browser.page({ width: 360, height: 640, scheme: 'dark' })
//     await page.open(pathToFileURL('out/session.html'))        // or { files: folder }, and open('https://page.test/index.html')
//     await page.key('ArrowRight')
//     await page.evaluate((id) => document.getElementById(id).textContent, 'clock')
//     await page.until(() => document.body.dataset.state === 'ready')
//     page.errors                                               // errors in the page; page.requests: requested addresses
//     await browser.close()
//
// Nothing leaves the machine: no host name is resolved, and pages at https://page.test/ come from `files`.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The timeout of waits, in milliseconds. */
const patience = 60_000
const programs = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'].filter(Boolean)
const flags = [
  '--headless', '--remote-debugging-pipe', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--mute-audio',
  '--no-default-browser-check', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--disable-extensions', '--password-store=basic', '--force-color-profile=srgb', '--host-resolver-rules=MAP * ~NOTFOUND',
]
export const types = {
  '.html': 'text/html; charset=utf-8', '.mjs': 'text/javascript', '.js': 'text/javascript', '.css': 'text/css',
  '.wasm': 'application/wasm', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png',
}
const keys = {
  Enter: [13, '\r'], Tab: [9], Escape: [27], Backspace: [8], Delete: [46], Home: [36], End: [35], PageUp: [33], PageDown: [34],
  ArrowLeft: [37], ArrowUp: [38], ArrowRight: [39], ArrowDown: [40], ' ': [32, ' ', 'Space'],
}

export class Browser {
  #process; #profile; #gone
  #last = 0
  #pending = new Map()
  #listeners = new Map()

  static async launch(...more) {
    const program = programs.find((name) => spawnSync(name, ['--version']).status === 0)
    if (!program) throw new Error('browser: Chromium not found; install the package chromium, or set CHROMIUM to the program')
    const browser = new Browser()
    browser.#profile = await mkdtemp(path.join(tmpdir(), 'sightline-browser-'))
    // Chromium's sandbox does not work as root.
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    browser.#start(program, [...flags, ...root, ...more, `--user-data-dir=${browser.#profile}`, 'about:blank'])
    await browser.send('Browser.getVersion')
    return browser
  }

  #start(program, words) {
    this.#process = spawn(program, words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
    this.#gone = new Promise((resolve) => this.#process.once('close', resolve))
    this.#gone.then(() => this.#fail(new Error('browser: the process has ended')))
    this.#process.once('error', (error) => this.#fail(error))
    this.#process.stdio[3].on('error', () => {})
    const parts = []
    this.#process.stdio[4].on('data', (bytes) => {
      // Messages end with a zero byte. Join the pieces only when complete, since large messages arrive in thousands of pieces.
      for (let end; (end = bytes.indexOf(0)) >= 0; bytes = bytes.subarray(end + 1)) {
        parts.push(bytes.subarray(0, end))
        this.#receive(JSON.parse(Buffer.concat(parts.splice(0)).toString()))
      }
      if (bytes.length) parts.push(bytes)
    })
  }

  #receive({ id, sessionId = '', method, params, result, error }) {
    if (method) {
      this.#listeners.get(`${sessionId} ${method}`)?.forEach((listener) => listener(params))
      return
    }
    const { resolve, reject, sent } = this.#pending.get(id)
    this.#pending.delete(id)
    if (error) reject(new Error(`browser: ${sent}: ${error.message}`))
    else resolve(result)
  }

  #fail(error) {
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }

  /** Sends a protocol command to the page of a session or, without one, to the browser. */
  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, sent: method })
      this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  on(method, listener, sessionId = '') {
    const name = `${sessionId} ${method}`
    this.#listeners.set(name, [...this.#listeners.get(name) ?? [], listener])
  }

  /** Opens an isolated page. `files` is the folder served at https://page.test/, with `headers`. */
  async page({ width = 1280, height = 800, scheme = 'light', motion = 'reduce', files = null, headers = {} } = {}) {
    const { browserContextId } = await this.send('Target.createBrowserContext')
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true })
    const page = new Page(this, sessionId, browserContextId, files, headers)
    await page.begin()
    await page.resize(width, height)
    await page.emulate({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': motion })
    return page
  }

  /** Runs `body` and returns the events of the browser's own trace in these categories. */
  async trace(categories, body) {
    const events = []
    this.on('Tracing.dataCollected', ({ value }) => events.push(...value))
    await this.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: categories } })
    await body()
    const complete = new Promise((resolve) => this.on('Tracing.tracingComplete', resolve))
    await this.send('Tracing.end')
    await complete
    this.#listeners.delete(' Tracing.dataCollected')
    this.#listeners.delete(' Tracing.tracingComplete')
    return events
  }

  async close() {
    this.send('Browser.close').catch(() => {})
    await this.#gone
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

export class Page {
  /** Uncaught exceptions, console errors, and errors reported by the browser, such as blocked scripts and failed requests. */
  errors = []
  /** The texts of `console.log` and `console.debug`. */
  messages = []
  /** The addresses of all requests, except data and blob URLs. */
  requests = []

  constructor(browser, session, context, files, headers) {
    Object.assign(this, { browser, session, context, files, headers })
  }

  send(method, params) { return this.browser.send(method, params, this.session) }
  on(method, listener) { this.browser.on(method, listener, this.session) }

  async begin() {
    this.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) => this.errors.push(exception?.description ?? text))
    this.on('Runtime.consoleAPICalled', ({ type, args }) => {
      const text = args.map(({ value, description }) => value ?? description).join(' ')
      if (type === 'error' || type === 'assert') this.errors.push(text)
      if (type === 'log' || type === 'debug') this.messages.push(text)
    })
    this.on('Log.entryAdded', ({ entry }) => { if (entry.level === 'error') this.errors.push(entry.text) })
    this.on('Network.requestWillBeSent', ({ request }) => {
      if (!/^(data|blob):/.test(request.url)) this.requests.push(request.url)
    })
    this.on('Fetch.requestPaused', (paused) => this.#answer(paused))
    await Promise.all(['Page', 'Runtime', 'Log', 'Network'].map((domain) => this.send(`${domain}.enable`)))
    if (this.files) await this.send('Fetch.enable', { patterns: [{ urlPattern: 'https://page.test/*' }] })
  }

  async #answer({ requestId, request }) {
    const name = path.normalize(decodeURIComponent(new URL(request.url).pathname)).replace(/\/$/, '/index.html')
    const body = await readFile(path.join(this.files, name)).catch(() => null)
    const type = types[path.extname(name)] ?? 'application/octet-stream'
    // A missing icon is not an error.
    const none = name === '/favicon.ico' ? 204 : 404
    await this.send('Fetch.fulfillRequest', {
      requestId, responseCode: body ? 200 : none, body: (body ?? Buffer.from('')).toString('base64'),
      responseHeaders: Object.entries({ 'Content-Type': type, ...this.headers }).map(([name, value]) => ({ name, value })),
    }).catch(() => {})
  }

  /** Opens an address and waits until the page has loaded. */
  async open(url) {
    const loaded = new Promise((resolve) => this.on('Page.loadEventFired', resolve))
    const { errorText } = await this.send('Page.navigate', { url: String(url) })
    if (errorText) throw new Error(`browser: ${url}: ${errorText}`)
    await loaded
  }

  /** Calls a function in the page and returns its result or the value of its promise. Arguments and results are passed as JSON. */
  async evaluate(body, ...words) {
    const { result, exceptionDetails: failure } = await this.send('Runtime.evaluate', {
      expression: `(${body})(...${JSON.stringify(words)})`, awaitPromise: true, returnByValue: true, userGesture: true,
    })
    if (failure) throw new Error(`browser: ${failure.exception?.description ?? failure.text}`)
    return result.value
  }

  /** Waits until a function in the page returns a true value, checked on every document change. Throws after a timeout. */
  async until(condition, ...words) {
    await this.evaluate(`(...words) => new Promise((resolve, reject) => {
      const holds = () => (${condition})(...words)
      if (holds()) { resolve(); return }
      setTimeout(() => reject(new Error('timed out waiting for: ' + ${JSON.stringify(String(condition))})), ${patience})
      const observer = new MutationObserver(() => { if (holds()) { observer.disconnect(); resolve() } })
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    })`, ...words)
  }

  /** Waits until all changes so far are on the screen. */
  frame() {
    return this.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
  }

  async resize(width, height) {
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
  }
  async emulate(features) {
    await this.send('Emulation.setEmulatedMedia', {
      features: Object.entries(features).map(([name, value]) => ({ name, value })),
    })
  }

  async key(key, { shift = false, control = false, alt = false } = {}) {
    const [number = key.toUpperCase().charCodeAt(0), text = key.length === 1 ? key : '', name] = keys[key] ?? []
    const code = name ?? (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key)
    const event = { key, code, windowsVirtualKeyCode: number, modifiers: (alt ? 1 : 0) | (control ? 2 : 0) | (shift ? 8 : 0) }
    await this.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', text, ...event })
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }
  async type(text) { for (const key of text) await this.key(key) }

  /** The center of the first element that matches a selector, in window coordinates. */
  middle(selector) {
    return this.evaluate((selector) => {
      const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect()
      return [left + width / 2, top + height / 2]
    }, selector)
  }
  mouse(type, x, y, more = {}) {
    return this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, ...more })
  }
  /** Clicks a point in the window or the center of an element. */
  async click(...place) {
    const [x, y] = typeof place[0] === 'string' ? await this.middle(place[0]) : place
    await this.mouse('mouseMoved', x, y, { button: 'none' })
    await this.mouse('mousePressed', x, y)
    await this.mouse('mouseReleased', x, y)
  }
  async drag([fromX, fromY], [toX, toY], steps = 8) {
    await this.mouse('mousePressed', fromX, fromY)
    for (let i = 1; i <= steps; i++) {
      await this.mouse('mouseMoved', fromX + (toX - fromX) * i / steps, fromY + (toY - fromY) * i / steps, { buttons: 1 })
    }
    await this.mouse('mouseReleased', toX, toY)
  }
  wheel(x, y, deltaY, deltaX = 0, modifiers = 0) {
    return this.mouse('mouseWheel', x, y, { button: 'none', deltaX, deltaY, modifiers })
  }

  /** The accessibility tree: role, name, description and value of each node that is not ignored. */
  async tree() {
    const { nodes } = await this.send('Accessibility.getFullAXTree')
    return nodes.filter(({ ignored }) => !ignored).map(({ role, name, description, value, properties = [] }) => ({
      role: role?.value, name: name?.value ?? '', description: description?.value ?? '', value: value?.value,
      ...Object.fromEntries(properties.map(({ name, value }) => [name, value.value])),
    }))
  }

  /** Takes a screenshot as PNG and, if `file` is given, writes it there. */
  async screenshot(file = null) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' })
    const bytes = Buffer.from(data, 'base64')
    if (file) await writeFile(file, bytes)
    return bytes
  }

  close() { return this.browser.send('Target.disposeBrowserContext', { browserContextId: this.context }) }
}
