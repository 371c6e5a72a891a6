// Runs the cases in Chromium and writes docs/reference/comparison.md: node Web/Comparison/comparison.mjs. A test checks that the document is current.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Browser } from '../Tests/browser.mjs'
import { holdClock } from '../JavaScript/Tests/clock.mjs'
import { peers } from './peers.mjs'

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
  const note = ([, text, [url, title]]) => {
    let index = sources.findIndex((source) => source.url === url && source.title === title)
    if (index < 0) index = sources.push({ url, title }) - 1
    return `${text} [[${index + 1}]](#sources)`
  }
  const titles = [...runnable, ...peers.map(({ name }) => name)]
  let table = row('Case', ...titles) + `|---${'|:-:'.repeat(titles.length)}|\n`
  let details = ''
  for (const { id, name, answers } of ran) {
    table += row(`[${name}](#${id})`, ...answers.map(([holds]) => marks[holds ? 'yes' : 'no']), ...peers.map(({ facts }) => marks[facts[id][0]]))
    details += `<a id="${id}"></a>\n\n**${name}.** `
    details += answers.map(([, text], index) => `${runnable[index]}: ${text}`).join('; ') + '.\n\n'
    details += peers.map(({ name, facts }) => `- ${name}: ${note(facts[id])}`).join('\n') + '\n\n'
  }
  const list = sources.map(({ url, title }, index) => `${index + 1}. [${title}](${url})\n`).join('')
  return `# Comparison

Thirteen questions about a view on screen, answered for Sightline and six alternatives. The answers in the first three columns come from
Chromium, where \`Web/Comparison/cases.mjs\` runs them on the same elements and generates this page. A test fails if an answer changes. The
other systems don't run there; their answers come from the [sources](#sources).

✓ right · (✓) partly · ✗ wrong or not offered · ? its documents don't say

${table}
None of the alternatives gives a reason for not being visible except Open Measurement and, coarsely, ImpressionKit, and none can be tested
without a screen ([SightlineTesting](../../Sources/SightlineTesting/SightlineTesting.docc/Testing-what-people-see.md)).

## iOS 18 has it built in

\`onScrollVisibilityChange\` is right for a threshold in one scroll view from iOS 18 on: start a video at half, fade a picture in. Use it for
that. It doesn't replace an impression:

- Its closure gets a \`Bool\`. A dwell needs a timer for each row, stopped when the row leaves, the app is hidden or the row is replaced.
- It belongs to a view. "Once per item" needs a set of ids, kept across lists, recycling and screens.
- Apple's page doesn't mention covers, opacity, nested carousels or insets, so a row under a sheet or a bar may count.
- It says nothing about the time in view, the fraction or the reason.

[Migrating](../guides/migrating.md#onscrollvisibilitychange) shows both. Sightline runs from iOS 16 on.

## When each alternative is the better choice

- **\`onAppear\`** loads data for a row about to be shown; it should come early.
- **\`IntersectionObserver\`** needs no download. For lazy loading on a web page it's enough.
- **Open Measurement** is required where advertisers buy verified impressions. Its verification scripts are certified; Sightline's aren't.
- **ImpressionKit** is small and has counted impressions in shipped apps for years; Sightline's hosts for Apple's platforms haven't run on a
  device yet ([Platforms](platforms.md)).

## Cost

| System | How it looks | Cost |
|---|---|---|
| Sightline | after layout, in frames with changes | the items on screen: [benchmarks](benchmarks.md) |
| \`IntersectionObserver\` | in every rendered frame | each observed element: [measured](../../Web/JavaScript/README.md#cost) |
| Preference key | whenever a row's geometry changes | each row: [measured](benchmarks.md#a-pass-of-the-engine) |
| ImpressionKit | a timer for each view, every 0.2 s by default | each observed view, even at rest [[${sources.findIndex(({ title }) => title.endsWith('`detect()`')) + 1}]](#sources) |

## The cases

${details}## Sources

${list}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(file, await comparison())
