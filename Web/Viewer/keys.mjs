// The keyboard shortcuts of the page. They work wherever the focus is, except for keys used by the focused field.

/** The help for each key: its name and description. */
export const keyHelp = [
  ['Space', 'play, pause'], ['← →', 'previous, next step'], ['Shift ← →', 'previous, next event'], ['Home End', 'first, last step'],
  ['↑ ↓', 'previous, next lane or row'], ['+ −', 'zoom in, out'], ['0', 'whole session'],
  ['Enter', 'first time the row was in view'],
  ['/', 'search'], ['w', 'what if'], ['t', 'light, dark'], ['?', 'these keys'],
]

/** Whether the focused element handles a key itself. */
function isTaken({ target, key }) {
  if (!(target instanceof Element)) return false
  if (target.closest('dialog[open]')) return true
  if (target.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"])')) return key !== 'Escape'
  if (target.matches('input[type="radio"], input[type="range"]')) return /^(Arrow|Home|End|Page| )/.test(key)
  return target.matches('button, summary, input[type="checkbox"]') && (key === ' ' || key === 'Enter')
}

export function listenToKeys(model, { timeline, whatIf, palette, search, help }) {
  const direction = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }
  const actions = {
    ' ': () => model.play(),
    ArrowLeft: (event) => move(event), ArrowRight: (event) => move(event),
    ArrowUp: (event) => select(event), ArrowDown: (event) => select(event),
    Home: () => model.goTo(0), End: () => model.goTo(model.session.steps - 1),
    '+': () => timeline.zoom(1), '=': () => timeline.zoom(1), '-': () => timeline.zoom(-1), 0: () => timeline.fit(),
    '/': () => search.focus(), w: () => whatIf.toggle(), t: () => palette.next(), '?': () => help.showModal(),
    Escape: () => { if (!whatIf.panel.hidden) whatIf.toggle(false) },
  }
  const move = ({ key, shiftKey }) => {
    model.play(false)
    if (shiftKey) model.goToEvent(direction[key])
    else model.goTo(model.step + direction[key])
  }
  const select = ({ key }) => {
    timeline.selectNext(direction[key])
    timeline.reveal(model.selected)
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action(event)
  })
}
