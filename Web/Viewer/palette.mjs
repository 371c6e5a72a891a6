// The colours for canvases, from the style sheet, and the choice between light and dark.

const names = [
  'back', 'panel', 'raised', 'text', 'muted', 'line', 'grid', 'recorded', 'other', 'gained', 'lost', 'cover',
  'window', 'playhead', 'selected',
]
const schemes = ['system', 'light', 'dark']
const signs = { system: '◐', light: '☀', dark: '☾' }
const wording = { system: 'system', light: 'light', dark: 'dark' }

export class Palette {
  constructor(button, changed) {
    this.button = button
    this.changed = changed
    this.scheme = 'system'
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
      matchMedia(query).addEventListener('change', () => this.read())
    }
    button.addEventListener('click', () => this.next())
    this.read()
  }

  next() {
    this.scheme = schemes[(schemes.indexOf(this.scheme) + 1) % schemes.length]
    this.#use(this.scheme)
    this.button.textContent = signs[this.scheme]
    this.button.setAttribute('aria-label', `Colours: ${wording[this.scheme]}`)
  }

  /** Uses light colours on paper. */
  print(isPrinting) { this.#use(isPrinting ? 'light' : this.scheme) }

  #use(scheme) {
    if (scheme === 'system') delete document.documentElement.dataset.scheme
    else document.documentElement.dataset.scheme = scheme
    this.read()
  }

  read() {
    const style = getComputedStyle(document.documentElement)
    for (const name of names) this[name] = style.getPropertyValue(`--${name}`).trim()
    this.font = getComputedStyle(document.body).fontFamily
    this.changed()
  }
}

/** Resizes a canvas to a size in points at the screen's resolution. Returns its context, or null if the size is empty. */
export function prepare(canvas, width, height) {
  const scale = Math.min(3, window.devicePixelRatio || 1)
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)]
  if (across <= 0 || down <= 0) return null
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across
    canvas.height = down
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }
  const context = canvas.getContext('2d')
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, width, height)
  return context
}
