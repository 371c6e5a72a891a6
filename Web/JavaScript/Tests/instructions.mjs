// Measures the main-thread instructions of a scrolling frame, which depend less on other load than the time. Uses Linux's counters
// through `perf`; scripts/bench web runs it if they are available.
//
// Compares a page that only listens for scrolls, one that also reads the offset, and one with Sightline, each minus an idle page.
// Prints the median and the minimum of several rounds; the median includes V8's compilation of hot code.
import { spawn, spawnSync } from 'node:child_process'
import { Browser } from '../../Tests/browser.mjs'
import { build, open, scroll } from './compare.mjs'

const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 100000]
const rounds = Number(process.env.SIGHTLINE_ROUNDS ?? 7)
const frames = 256
const event = 'instructions:u'

if (spawnSync('perf', ['stat', '-x', ',', '-e', event, 'true'], { encoding: 'utf8' }).stderr?.match(/^\d+,/m) == null) {
  console.log('Instructions are not counted: perf is missing or not permitted.')
  process.exit()
}

const cases = {
  nothing: () => {},
  'a listener': () => document.addEventListener('scroll', () => {}, { capture: true, passive: true }),
  'and one offset read': () => {
    let sum = 0
    document.addEventListener('scroll', () => { sum += scrollY }, { capture: true, passive: true })
  },
  Sightline: null,
}

/** The instructions of a frame in each round. */
async function measure(count, prepare) {
  const browser = await Browser.launch()
  const page = await open(browser, prepare === null)
  if (prepare) await page.evaluate(prepare)
  await build(page, count, prepare ? 'none' : 'ours')
  const used = async () => new Map((await browser.send('SystemInfo.getProcessInfo')).processInfo
    .filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]))
  const before = await used()
  await scroll(page, frames)
  const [[process]] = [...await used()].map(([id, time]) => [id, time - (before.get(id) ?? 0)]).sort(([, a], [, b]) => b - a)
  const results = []
  for (let round = 0; round < rounds; round++) results.push(await instructions(process, () => scroll(page, frames)) / frames)
  await browser.close()
  return results.sort((a, b) => a - b)
}

/** The instructions of a process's main thread while `body` runs. */
async function instructions(process, body) {
  const perf = spawn('perf', ['stat', '-x', ',', '-t', process, '-e', event], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((resolve) => perf.once('close', resolve))
  let text = ''
  perf.stderr.on('data', (bytes) => { text += bytes })
  // perf does not report when it is ready.
  await new Promise((resolve) => setTimeout(resolve, 300))
  await body()
  perf.kill('SIGINT')
  await ended
  return Number(/^(\d+),/m.exec(text)[1])
}

console.log(`| Blocks | ${Object.keys(cases).slice(1).map((name) => `${name}, instructions a frame | minimum`).join(' | ')} |`)
console.log(`|--:|${'--:|--:|'.repeat(Object.keys(cases).length - 1)}`)
for (const count of counts) {
  const results = []
  for (const prepare of Object.values(cases)) results.push(await measure(count, prepare))
  const [nothing, ...others] = results
  const cells = others.flatMap((list) => [list[rounds >> 1] - nothing[rounds >> 1], list[0] - nothing[0]])
  console.log(`| ${[count, ...cells].map((value) => Math.round(value).toLocaleString('en')).join(' | ')} |`)
}
