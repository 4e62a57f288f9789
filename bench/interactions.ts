/**
 * How soon the screen reacts to a press on a processor four times slower, by the browser's own event timing: `npm run
 * bench:interactions`. The aim is 100 ms.
 */
import { openSession } from '../e2e/support/api.ts'
import { startApplication } from '../e2e/support/application.ts'
import { examOn } from '../e2e/support/exam-screen.ts'
import { openProfile, type Profile } from '../e2e/support/profile.ts'
import { keepInside, keepSession } from '../e2e/support/visit.ts'
import { loadNow, resultsFile, writeResults } from './results.ts'
import { makeAcademy, PASSWORD } from './students.ts'

type Page = Awaited<ReturnType<Profile['context']['newPage']>>
type Locator = ReturnType<Page['locator']>

const SLOWER = 4
const TIMES = 6

/** Records the longest press-to-paint of each interaction, and the share of our handlers. */
const WATCH = `{
  const record = { longest: 0, ours: 0 }
  globalThis.campusPresses = record
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, processingStart, processingEnd } of list.getEntries()) {
      if (interactionId === 0) continue
      record.longest = Math.max(record.longest, duration)
      record.ours = Math.max(record.ours, processingEnd - processingStart)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}`

/** Milliseconds from the press to the paint, and those of our handlers. */
type Press = { paint: number; ours: number }

/** At least 16 ms, the threshold of the browser's record. */
async function timePress(page: Page, target: Locator): Promise<Press> {
  await target.scrollIntoViewIfNeeded()
  await page.evaluate('Object.assign(campusPresses, { longest: 0, ours: 0 })')
  await target.click()
  // Entries are delivered after their paint.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))')
  const [longest, ours] = await Promise.all(
    ['longest', 'ours'].map(async (key) => Number(await page.evaluate(`campusPresses.${key}`))),
  )
  return { paint: Math.max(16, longest ?? 0), ours: Math.round(ours ?? 0) }
}

async function measureExam(page: Page, url: string): Promise<Press[]> {
  await page.goto(url)
  const exam = examOn(page)
  // A final exam asks first.
  await page.addLocatorHandler(page.getByRole('button', { name: 'Rendirlo igual' }), (button) => button.click())
  await exam.start()
  const times: Press[] = []
  for (let n = 0; n < TIMES; n++) {
    times.push(await timePress(page, page.getByRole('radio', { name: n % 2 === 0 ? 'B' : 'C', exact: true })))
    await exam.saved.first().waitFor()
  }
  return times
}

async function measureComments(page: Page, url: string) {
  await page.goto(`${url}#comentarios`)
  await page.getByRole('heading', { level: 2, name: /^Comentarios/ }).scrollIntoViewIfNeeded()
  const items = page.getByRole('article')
  await items.nth(TIMES).waitFor()
  const like: Press[] = []
  const reply: Press[] = []
  for (let n = 0; n < TIMES; n++) {
    like.push(await timePress(page, items.nth(n).getByRole('button', { name: /^Me gusta/ })))
    reply.push(await timePress(page, items.nth(n).getByRole('button', { name: /^Responder a/ })))
  }
  return { like, reply }
}

const application = await startApplication()
const browser = await openProfile(0)
try {
  const { students } = await makeAcademy(application.databaseUrl)
  const [student] = students
  if (!student) throw new Error('no student was made')
  const exam = `/examen/${student.examenes[0]}/${student.curso}/curso`
  const lesson = `/miscursos/${student.curso}/modulos/${student.modulo}/leccion/${student.leccion}`
  const { context } = browser
  await keepInside(context, application.url)
  const page = await context.newPage()
  await page.addInitScript({ content: WATCH })
  await keepSession(page, application.url, await openSession(application.url, student.correo, PASSWORD))
  const tools = await context.newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const comments = await measureComments(page, application.url + lesson)
  const measured = { 'choosing an answer': await measureExam(page, application.url + exam), ...comments }
  const load = loadNow()
  const rows = Object.entries(measured).map(([press, times]) => {
    const sorted = times.toSorted((a, b) => a.paint - b.paint)
    const median = sorted[Math.floor(sorted.length / 2)]
    return { press, 'median ms': median?.paint, 'longest ms': sorted.at(-1)?.paint, 'of it ours': median?.ours }
  })
  console.table(rows)
  console.log(`Processor ${SLOWER} times slower; load of the machine: ${load}.`)
  await writeResults(resultsFile('interactions'), { slower: SLOWER, load, measured })
} finally {
  await browser.close()
  await application.stop()
}
