// Runs the cases in Chromium and writes docs/reference/comparison.md: node Web/Comparison/comparison.mjs. A test checks that the document is current.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Browser } from '../Tests/browser.mjs'
import { holdClock } from '../JavaScript/Tests/clock.mjs'
import { appear, measured, notMentioned, notReported, peers } from './peers.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const file = `${root}docs/reference/comparison.md`
const runnable = ['Sightline', '`IntersectionObserver`', 'Preference key']
const marks = { yes: '✓', no: '✗', partly: '(✓)', unknown: '?' }

/** Runs every case, each in its own page. */
async function results() {
  const browser = await Browser.launch('--hide-scrollbars')
  const ran = []
  for (const id of Object.keys(peers[0].facts)) {
    const page = await browser.page({ width: 400, height: 600, files: root })
    await page.open('https://page.test/Web/Comparison/page.html')
    await page.evaluate(holdClock)
    ran.push({ id, ...await page.evaluate(async (id) => (await import('/Web/Comparison/cases.mjs')).run(id), id) })
    if (page.errors.length) throw new Error(`${id}: ${page.errors}`)
    await page.close()
  }
  await browser.close()
  return ran
}

const row = (...cells) => `| ${cells.join(' | ')} |\n`

/** The text of the document. */
export async function comparison() {
  const ran = await results()
  const sources = []
  const cite = ([url, title]) => {
    let index = sources.findIndex((source) => source.url === url && source.title === title)
    if (index < 0) index = sources.push({ url, title }) - 1
    return `[[${index + 1}]](#sources)`
  }
  const titles = [...runnable, ...peers.map(({ name }) => name)]
  let table = row('Case', ...titles) + `|---${'|:-:'.repeat(titles.length)}|\n`
  let details = ''
  for (const { id, name, answers } of ran) {
    table += row(`[${name}](#${id})`, ...answers.map(([holds]) => marks[holds ? 'yes' : 'no']), ...peers.map(({ facts }) => marks[facts[id][0]]))
    details += `<a id="${id}"></a>\n\n**${name}.** `
    const texts = [...new Set(answers.map(([, text]) => text))]
    const names = (text) => runnable.filter((_, index) => answers[index][1] === text).join(', ')
    details += texts.map((text) => `${names(text)}: ${text}`).join('; ') + '.\n\n'
    const told = peers.filter(({ facts }) => ![notReported, notMentioned].includes(facts[id][1]))
    details += told.map(({ name, facts }) => `- ${name}: ${facts[id][1]} ${cite(facts[id][2])}`).join('\n') + '\n\n'
  }
  const detect = peers.find(({ name }) => name === 'ImpressionKit').facts.dwell[2]
  const text = `# Comparison

Thirteen questions about a view on screen, answered for Sightline and six alternatives. \`Web/Comparison\` runs the cases of the first three
columns in Chromium and writes this page; a test fails if an answer changes. The rest comes from the [sources](#sources).

✓ right · (✓) partly · ✗ wrong or not offered · ? its documents don't say

${table}
Of the alternatives, only Open Measurement and, coarsely, ImpressionKit give a reason, and none can be tested [without a
screen](../../Sources/SightlineTesting/SightlineTesting.docc/Testing-what-people-see.md).

## iOS 18 has it built in

From iOS 18 on, \`onScrollVisibilityChange\` is right for a threshold: start a video at half, fade a picture in. It needs no scroll view: on iOS
18.6, iOS 27 and macOS 27 it also works in a \`safeAreaInset\`, a sheet or a full-screen cover, and reports a view that \`offset\` moves off screen
as invisible ${cite(measured)}. In a sheet on macOS, it reports \`false\`, then \`true\`, as the sheet appears. iOS 27 adds no visibility API. It
doesn't replace an impression:

- Its closure gets a \`Bool\`, without a time, fraction or reason. A dwell needs a timer for each row, stopped when the row leaves or is replaced
  or the app is hidden.
- It belongs to a view. "Once per item" needs a set of ids, kept across lists, recycling and screens. \`onScrollTargetVisibilityChange\` lists
  the scroll targets on screen, in no documented order.
- Apple's page doesn't mention covers, opacity, nested carousels or insets, so a row under a sheet or a bar may count.

[Migrating](../guides/migrating.md#onscrollvisibilitychange) shows both.

## When each alternative is the better choice

- **\`onAppear\`** loads data for a row about to be shown.
- **\`IntersectionObserver\`** needs no download and is enough for lazy loading.
- **Open Measurement** is required where advertisers buy verified impressions: its scripts are certified, and Sightline isn't.
- **ImpressionKit** is small and proven in shipped apps; Sightline's hosts for Apple's platforms haven't run on a [device](platforms.md) yet.

## Cost

| System | When it looks | Cost |
|---|---|---|
| Sightline | after layout, in frames with changes | the items on screen: [benchmarks](benchmarks.md) |
| \`IntersectionObserver\` | in every rendered frame | each observed element: [measured](../../Web/JavaScript/README.md#cost) |
| Preference key | whenever a row's geometry changes | each row: [measured](benchmarks.md#a-pass-of-the-engine) |
| ImpressionKit | a timer for each view, every 0.2 s by default | each observed view, even at rest ${cite(detect)} |

## The cases

Left out: \`onAppear\` where it would need geometry, time or the app's state ${cite(appear)}, and systems whose documents don't mention the
subject.

${details}## Sources

`
  return text + sources.map(({ url, title }, index) => `${index + 1}. [${title}](${url})\n`).join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(file, await comparison())
