// The colours of the page for what is drawn, from its style sheet; and the choice between light and dark.

const names = [
  'back', 'panel', 'raised', 'text', 'muted', 'line', 'grid', 'recorded', 'other', 'gained', 'lost', 'cover',
  'window', 'playhead', 'selected',
]
const schemes = ['system', 'light', 'dark']
const signs = { system: '◐', light: '☀', dark: '☾' }
const wording = { system: 'as the system', light: 'light', dark: 'dark' }

export class Palette {
  constructor(button, changed) {
    this.button = button
    this.changed = changed
    this.scheme = 'system'
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.read())
    button.addEventListener('click', () => this.next())
    this.read()
  }

  next() {
    this.scheme = schemes[(schemes.indexOf(this.scheme) + 1) % schemes.length]
    if (this.scheme === 'system') delete document.documentElement.dataset.scheme
    else document.documentElement.dataset.scheme = this.scheme
    this.button.textContent = signs[this.scheme]
    this.button.setAttribute('aria-label', `Colours: ${wording[this.scheme]}`)
    this.read()
  }

  read() {
    const style = getComputedStyle(document.documentElement)
    for (const name of names) this[name] = style.getPropertyValue(`--${name}`).trim()
    this.font = getComputedStyle(document.body).fontFamily
    this.changed()
  }
}

/** Makes a canvas as sharp as the screen, of a size in points. Returns its context, or null if it has no room. */
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
