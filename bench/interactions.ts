/**
 * How soon the screen answers a finger, with a processor four times slower: choosing an answer in an exam, liking a comment,
 * opening a reply. What is measured is the browser's own event timing, from the press to the next paint: `npm run bench:interactions`.
 * The aim is 100 ms; the figures are printed and kept in bench/results/.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { openSession } from '../e2e/support/api.ts'
import { startApplication } from '../e2e/support/application.ts'
import { examOn } from '../e2e/support/exam-screen.ts'
import { courseWithExam, freshStudent } from '../e2e/support/people.ts'
import { openProfile, type Profile } from '../e2e/support/profile.ts'
import { keepInside, keepSession } from '../e2e/support/visit.ts'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { aPerson } from '../server/test/builders.ts'
import { ROOT } from './load.ts'

type Page = Awaited<ReturnType<Profile['context']['newPage']>>
type Locator = ReturnType<Page['locator']>

const SLOWER = 4
const TIMES = 6
const COMMENTS = 20

/** Keeps the longest press-to-paint of each interaction, in the page, and how much of it our code took. */
const WATCH = `{
  const kept = { longest: 0, ours: 0 }
  globalThis.campusPresses = kept
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, processingStart, processingEnd } of list.getEntries()) {
      if (interactionId === 0) continue
      kept.longest = Math.max(kept.longest, duration)
      kept.ours = Math.max(kept.ours, processingEnd - processingStart)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}`

/** The milliseconds of a press until the paint, and those that our handlers took of them. */
type Press = { paint: number; ours: number }

/** Presses, and answers how long it took; at least the threshold of the browser's own record, 16. */
async function timePress(page: Page, target: Locator): Promise<Press> {
  await target.scrollIntoViewIfNeeded()
  await page.evaluate('Object.assign(campusPresses, { longest: 0, ours: 0 })')
  await target.click()
  // Entries come after the paint that they speak of.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))')
  const [longest, ours] = await Promise.all(
    ['longest', 'ours'].map(async (key) => Number(await page.evaluate(`campusPresses.${key}`))),
  )
  return { paint: Math.max(16, longest ?? 0), ours: Math.round(ours ?? 0) }
}

/** A course with an exam of ten questions and a lesson with comments, and who studies it. */
async function prepare(database: Database) {
  const { course, modulo, path } = await courseWithExam(database, { values: Array.from({ length: 10 }, () => 2) })
  const student = await freshStudent(database, [course.id])
  const other = await aPerson(database.db)
  const lesson = modulo.lecciones[0]?.id ?? 0
  await database.sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion, fecha)
    SELECT 'Comentario de medida ' || n, ${other.id}, ${lesson}, now() - make_interval(mins => n) FROM generate_series(1, ${COMMENTS}) n`
  return { student, exam: path, lesson: `/miscursos/${course.id}/modulos/${modulo.id}/leccion/${lesson}` }
}

async function measureExam(page: Page, url: string): Promise<Press[]> {
  await page.goto(url)
  const exam = examOn(page)
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
const database = openDatabase(application.databaseUrl, { pool: 2, name: 'bench' })
const browser = await openProfile(0)
try {
  const { student, exam, lesson } = await prepare(database)
  const { context } = browser
  await keepInside(context, application.url)
  const page = await context.newPage()
  await page.addInitScript({ content: WATCH })
  await keepSession(page, application.url, await openSession(application.url, student.correo, student.password))
  const tools = await context.newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const comments = await measureComments(page, application.url + lesson)
  const measured = { 'choosing an answer': await measureExam(page, application.url + exam), ...comments }
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10
  const rows = Object.entries(measured).map(([press, times]) => {
    const sorted = times.toSorted((a, b) => a.paint - b.paint)
    const median = sorted[Math.floor(sorted.length / 2)]
    return { press, 'median ms': median?.paint, 'longest ms': sorted.at(-1)?.paint, 'of it ours': median?.ours }
  })
  console.table(rows)
  console.log(`Processor ${SLOWER} times slower; load of the machine: ${load}.`)
  await mkdir(join(ROOT, 'bench/results'), { recursive: true })
  const made = { at: new Date().toISOString(), slower: SLOWER, load, measured }
  await writeFile(join(ROOT, 'bench/results/interactions.json'), `${JSON.stringify(made, null, 2)}\n`)
} finally {
  await browser.close()
  await database.close()
  await application.stop()
}
