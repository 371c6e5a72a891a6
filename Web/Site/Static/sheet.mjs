// The sheet over the cards: dragged by its handle, or moved with the arrow keys.
import { Sightline } from './engine/sightline.mjs'

const step = 32
const find = (id) => document.getElementById(id)

/** Sets up the sheet. `moved` is called after each change. */
export function useSheet(moved) {
  const sheet = find('sheet')
  const handle = find('handle')
  let grip = null
  Sightline.cover(sheet)

  const place = (left, top) => {
    sheet.style.left = `${Math.max(8 - sheet.offsetWidth / 2, Math.min(left, innerWidth - sheet.offsetWidth / 2))}px`
    sheet.style.top = `${Math.max(0, Math.min(top, innerHeight - 56))}px`
    moved()
  }
  const show = (isShown) => {
    sheet.hidden = !isShown
    find('toggle').setAttribute('aria-pressed', String(isShown))
    moved()
  }
  const dismiss = () => {
    show(false)
    find('toggle').focus()
  }

  find('toggle').onclick = () => {
    show(sheet.hidden)
    if (sheet.hidden) return
    const { left, width } = find('feed').getBoundingClientRect()
    place(left + (width - sheet.offsetWidth) / 2, innerHeight * 0.3)
    handle.focus({ preventScroll: true })
  }
  find('close').onclick = dismiss

  sheet.onpointerdown = (event) => {
    if (event.target.closest('#close')) return
    grip = [event.clientX - sheet.offsetLeft, event.clientY - sheet.offsetTop]
    sheet.setPointerCapture(event.pointerId)
  }
  sheet.onpointermove = (event) => { if (grip) place(event.clientX - grip[0], event.clientY - grip[1]) }
  sheet.onpointerup = sheet.onpointercancel = () => {
    if (grip) handle.focus({ preventScroll: true })
    grip = null
  }
  sheet.onkeydown = (event) => {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0]
    if (event.key === 'Escape') dismiss()
    else if (x || y) place(sheet.offsetLeft + x * step, sheet.offsetTop + y * step)
    else return
    event.preventDefault()
  }
  addEventListener('resize', () => { if (!sheet.hidden) place(sheet.offsetLeft, sheet.offsetTop) })
}
