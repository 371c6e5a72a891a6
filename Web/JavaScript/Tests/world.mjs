// Random documents and changes, in the page. After each change, the results of both observers are compared for every element.
export const random = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const frame = () => new Promise(requestAnimationFrame)
/** Waits until changes have been laid out, detected and evaluated. */
export const frames = async () => {
  await frame()
  await frame()
  await frame()
}

export class World {
  items = []
  #number = 0
  /** `isNew`: with features that only some browsers or their observers support. */
  constructor(next, isNew = true) {
    this.next = next
    this.newer = isNew ? ['cut', 'zoomed', 'anchored'] : []
    this.newerBoxes = isNew ? ['zoomed'] : []
    this.newerSteps = isNew ? ['top', 'away'] : []
    const { body } = document
    body.replaceChildren()
    body.append(...this.some(3))
    body.append(this.box('scroller', this.box('row', ...this.some(12)), ...this.some(6)))
    body.append(this.box('section', this.box('sticky', ...this.some(1)), ...this.some(14)))
    body.append(this.box('scroller static', ...this.some(4), this.item('out'), this.item('sticky'), ...this.some(4)))
    body.append(this.box('shifted', this.box('clip', ...this.some(3)), this.item('fixed')))
    body.append(this.box('scaled', this.box('scroller', ...this.some(9))))
    body.append(this.item('fixed'), this.item('scaled'), this.item('sticky'))
    const host = this.box('')
    host.attachShadow({ mode: 'open' }).append(document.querySelector('style').cloneNode(true), this.box('scroller', ...this.some(5)))
    body.append(host, ...this.some(9), this.frame = Object.assign(document.createElement('iframe'), { style: 'position: fixed; top: -90px; height: 9px' }))
  }
  item(name = '') {
    const item = document.createElement('div')
    item.className = `item ${name}`
    item.id = `item${++this.#number}`
    item.textContent = item.id
    this.items.push(item)
    return item
  }
  some(count) { return Array.from({ length: count }, () => this.item()) }
  box(name, ...children) {
    const box = document.createElement('div')
    box.className = name
    box.append(...children)
    return box
  }

  pick(list) { return list[Math.floor(this.next() * list.length)] }
  get boxes() {
    const all = [...document.querySelectorAll('div:not(.item)')]
    return [...all, ...all.flatMap(({ shadowRoot }) => shadowRoot ? [...shadowRoot.querySelectorAll('div:not(.item)')] : [])]
  }

  /** Makes a random change and returns its name. */
  step() {
    const { next } = this
    const scrollers = this.boxes.filter((box) => box.classList.contains('scroller'))
    const change = this.pick([
      'scroll', 'scroll', 'scroll', 'scroll', 'inner', 'inner', 'inner', 'jump', 'insert', 'remove', 'move', 'class', 'size', 'text',
      'boxClass', 'sheet', 'hide', ...this.newerSteps,
    ])
    const item = this.pick(this.items)
    const box = this.pick(this.boxes)
    switch (change) {
      case 'scroll': scrollBy(0, Math.floor((next() - 0.5) * 300)); break
      case 'jump': scrollTo(0, Math.floor(next() * document.documentElement.scrollHeight)); break
      case 'inner': this.pick(scrollers).scrollBy(Math.floor((next() - 0.5) * 200), Math.floor((next() - 0.5) * 200)); break
      case 'insert': {
        const fresh = this.item()
        box.insertBefore(fresh, this.pick([...box.children, null]))
        this.observe(fresh)
        break
      }
      case 'remove': if (this.items.length > 40) item.remove(); break
      case 'move': box.append(item); break
      case 'class': item.classList.toggle(this.pick(['sticky', 'fixed', 'out', 'scaled', 'shifted', 'narrow', ...this.newer])); break
      case 'size': item.style.height = `${20 + Math.floor(next() * 150)}px`; break
      case 'text': item.textContent = 'words '.repeat(Math.floor(next() * 40)); break
      case 'boxClass': box.classList.toggle(this.pick(['shifted', 'narrow', 'static', 'clip', 'scroller', 'sticky', ...this.newerBoxes])); break
      case 'sheet': {
        const sheet = document.createElement('style')
        sheet.textContent = `.item:nth-child(${2 + Math.floor(next() * 5)}n) { margin-left: ${Math.floor(next() * 30)}px }`
        document.head.append(sheet)
        break
      }
      case 'top': {
        // Into the top layer and back.
        box.popover ??= 'manual'
        if (box.isConnected) box.togglePopover()
        break
      }
      // Into the document of a frame and back.
      case 'away': (item.ownerDocument === document ? this.frame.contentDocument.body : box).append(item); break
      case 'hide': this.pick([item, box]).classList.toggle('gone')
    }
    return `${change} ${item.id} ${box.className}`
  }

  /** The ratio of each item according to the browser's own observer. */
  ratios(root = null) {
    return new Promise((resolve) => {
      const observer = new IntersectionObserver((entries) => {
        observer.disconnect()
        resolve(new Map(entries.map(({ target, intersectionRatio, isIntersecting, boundingClientRect: { width, height } }) =>
          // IntersectionObserver reports a ratio of 1 for elements without an area.
          [target, isIntersecting && width * height > 0 && target.ownerDocument === document ? intersectionRatio : 0])))
      }, { root })
      for (const item of this.items) observer.observe(item)
    })
  }
}
