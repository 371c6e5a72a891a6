// The fields of the what-if panel, without any text of a session.
import { measureLabels, measures, repetitions, ruleNumbers } from '../JavaScript/notation.mjs'

const field = (name, text, attributes, unit = '') => `
  <label>${text} <span class="unit"><input type="number" name="${name}" ${attributes}>${unit}</span></label>`

const ranged = (name, text, range, number, unit) => `
  <fieldset class="ranged">
    <legend>${text}</legend>
    <input type="range" name="${name}-range" ${range} aria-label="${text}">
    <span class="unit"><input type="number" name="${name}" ${number} aria-label="${text}, ${unit}">${unit}</span>
  </fieldset>`

/** The words of a name in Swift: "once per session". */
const spaced = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The numbers of a rule with a field, and the scale of its unit. */
export const numberFields = ruleNumbers.filter(({ label }) => label).map((number) => ({ ...number, scale: number.unit === '%' ? 100 : 1 }))

const row = (name, text) => `<tr class="${name}"><th scope="row">${text}</th><td></td><td></td><td></td></tr>`

export const whatIfMarkup = `
<div class="bar">
  <h2 id="whatif-title">What if</h2>
  <progress max="1" hidden aria-label="Running through the session"></progress>
  <button type="button" class="icon close" aria-label="Close what if">✕</button>
</div>
<table class="totals" aria-label="Effects of the policy">
  <thead><tr>
    <td></td><th scope="col" class="is-recorded">Recorded</th><th scope="col" class="is-other">What if</th><th scope="col">Change</th>
  </tr></thead>
  <tbody>
    ${row('impressions', 'Impressions')}${row('seen', 'Items seen')}${row('shown', 'Items in view')}${row('inView', 'Time in view')}
  </tbody>
</table>
<form>
  <label>Policy <select name="preset"></select></label>
  <p class="limit" role="status" hidden></p>
  <label>Measured against <select name="measure">
    ${measures.map((word, code) => `<option value="${word}">${measureLabels[code]}</option>`).join('')}
  </select></label>
  ${ranged('threshold', 'Visible', 'min="0" max="100" step="1"', 'min="0" max="100" step="any"', '%')}
  ${ranged('dwell', 'For', 'min="0" max="10" step="0.1"', 'min="0" max="9e9" step="any"', 's')}
  <label>Counts <select name="repetition">
    ${repetitions.map(({ word, swift }) => `<option value="${word}">${spaced(swift)}</option>`).join('')}
  </select></label>
  ${field('cool-down', 'Cool-down', 'min="0" max="9e9" step="any"', 's')}
  ${field('day', 'Limit', 'min="1" max="1000000" step="1"')}
  <label class="check"><input type="checkbox" name="cumulative"> Time accumulates over exposures</label>
  <label class="check"><input type="checkbox" name="pauses"> Time pauses while the app is inactive</label>
  <label class="check"><input type="checkbox" name="covers" checked> Covers hide content below</label>
  <label class="check"><input type="checkbox" name="window"> Use the window with margins</label>
  <fieldset class="margins" hidden>
    <legend>Margins in points; negative for bars</legend>
    ${field('top', 'Top', 'value="0" step="any"')}${field('right', 'Right', 'value="0" step="any"')}
    ${field('bottom', 'Bottom', 'value="0" step="any"')}${field('left', 'Left', 'value="0" step="any"')}
  </fieldset>
  <details>
    <summary>More</summary>
    ${numberFields.map(({ option, label, unit, range: [low, high], scale }) =>
    field(option, label, `min="${low * scale}" max="${Math.min(1e12, high * scale)}" step="any"`, unit)).join('')}
    ${field('speed', 'Maximum scroll speed', 'min="0" max="1e9" step="any" placeholder="none"', 'pt/s')}
  </details>
</form>
<div class="copies">
  <button type="button" class="copy-swift">Copy as Swift</button>
  <pre class="swift-text" tabindex="0" aria-label="The policy in Swift"></pre>
  <button type="button" class="copy-command">Copy as command</button>
  <pre class="command-text" tabindex="0" aria-label="The command"></pre>
</div>
`
