// The playhead of the timeline: a slider for pointer and keyboard.
import { clockTime, whole } from './format.mjs'

export class Playhead {
  constructor(model, timeline, line, handle) {
    Object.assign(this, { model, timeline, line, handle })
    handle.addEventListener('pointerdown', (event) => this.drag(event))
    handle.setAttribute('aria-valuemax', String(model.session.steps))
  }

  /** Follows the pointer until it is released. */
  drag(event, ended = () => {}) {
    const { model, timeline, handle } = this
    event.preventDefault()
    event.stopPropagation()
    handle.focus({ preventScroll: true })
    handle.setPointerCapture(event.pointerId)
    model.play(false)
    const { left } = timeline.tracks.getBoundingClientRect()
    const move = ({ clientX }) => model.goToTime(timeline.timeAt(clientX - left))
    const end = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', end)
      handle.removeEventListener('pointercancel', end)
      ended()
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', end)
    move(event)
  }

  draw(height) {
    const { model, timeline, line, handle } = this
    const x = timeline.place(model.time)
    // Hiding it would lose the focus.
    line.classList.toggle('outside', x < timeline.left - 1 || x > timeline.width)
    line.style.height = `${height}px`
    line.style.transform = `translateX(${x}px)`
    if (this.step === model.step) return
    this.step = model.step
    handle.setAttribute('aria-valuenow', String(model.step + 1))
    handle.setAttribute('aria-valuetext', `${clockTime(model.time)}, step ${whole(model.step + 1)} of ${whole(model.session.steps)}`)
  }
}
