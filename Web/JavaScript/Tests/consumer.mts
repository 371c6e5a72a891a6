// Typical TypeScript code, and errors that the compiler must report. scripts/check web compiles it against the package; it never
// runs.
import { Sightline } from 'sightline-web'
import type { SightlineEntry, SightlineExposure, SightlineOptions, SightlinePolicy, SightlineReason, SightlineState } from 'sightline-web'

await Sightline.load()
await Sightline.load(fetch('/engine'))
await Sightline.load(new URL('sightline.wasm', import.meta.url))
Sightline.beginSession()
Sightline.beginScreenVisit()
Sightline.invalidate()
Sightline.needsActivity = !Sightline.needsActivity
Sightline.keyboardCovers = !Sightline.keyboardCovers
Sightline.backgroundTimeout = Sightline.backgroundTimeout === null ? 600_000 : null
Sightline.defaults = { rule: 0.5, policy: 'mrcDisplay' }
// @ts-expect-error: only a rule and a policy have defaults
Sightline.defaults = { margins: 10 }
const stop: () => void = Sightline.visibilityLog(document.body)
stop()
// @ts-expect-error: true or false
Sightline.needsActivity = 'blur'

const element: Element = document.body
Sightline.cover(element, { isFriendly: true })
Sightline.uncover(element)
// @ts-expect-error: a selector is not an element
Sightline.cover('#header')

const policy: SightlinePolicy = { dwell: 1000, repetition: 'leaving', isCumulative: true, pauses: true, speedLimit: 800 }
const options: SightlineOptions = {
  rule: { threshold: [0.5, 1], of: 'smaller', hysteresis: 0.1, minimumOpacity: 0.5, minimumArea: 100 },
  root: element,
  margins: { top: -64, bottom: '10%' },
  policy,
}
const sightline = new Sightline(options, (entries, observer) => {
  for (const entry of entries) {
    const { target, kind, threshold, fraction, reason, time }: SightlineEntry = entry
    const rect: DOMRectReadOnly | null = entry.visibleRect
    const why: SightlineReason | null = reason
    console.log(target.id, kind === 'entered', threshold + fraction + time, why, rect?.width, entry.isVisible)
    // @ts-expect-error: entries are read-only
    entry.fraction = 1
  }
  observer.disconnect()
}, (impressions) => {
  for (const { id, target, time, exposure } of impressions) {
    const { total, longest, exposures, impressions: count }: SightlineExposure = exposure
    console.log(id, target.tagName, time, total + longest, exposures + count)
  }
})
sightline.observe(element, { id: 'card' })
sightline.unobserve(element)

const state: SightlineState | null = sightline.state(element)
// @ts-expect-error: null if the element is not observed
console.log(state.fraction)
console.log(state?.isFullyVisible, state?.viewportRect.height)
console.log(sightline.exposure('card')?.progress)

new Sightline()
new Sightline({ rule: 0.5, root: document, margins: '10px' })
// @ts-expect-error: a root is an element
new Sightline({ root: '.list' })
// @ts-expect-error: no such measure
new Sightline({ rule: { of: 'moon' } })
// @ts-expect-error: a margin is a number, pixels or a percentage
new Sightline({ margins: '1em' })
// @ts-expect-error: no such repetition
new Sightline({ policy: { repetition: 'often' } })
new Sightline({ policy: { repetition: { day: 3 } } })
new Sightline({ rule: '0.5,area=400', policy: 'mrcDisplay,repeat=session' })
new Sightline({ policy: null })
// @ts-expect-error: no such option
new Sightline({ policy: { dwel: 1000 } })
// @ts-expect-error: an option of IntersectionObserver
new Sightline({ rootMargin: '10px' })
// @ts-expect-error: a cool-down needs a time
new Sightline({ policy: { repetition: 'coolDown' } })
