import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { sqlOver, type TestDatabase } from '../../server/test/sql.ts'
import { openSession } from './api.ts'
import { violations } from './axe.ts'
import { cutWhenOffline, type Line, openLine } from './line.ts'
import { countRequests } from './offline.ts'
import { type DemoCourse, demoCourse, freshStudent, type Student } from './people.ts'
import { pressWhenReady } from './ready.ts'
import type { Viewer } from './screen.ts'
import { type Campus, keepInside, keepSession, openCampus } from './visit.ts'
import { createWatch, type Watch, watchContext } from './watch.ts'

type Fixtures = {
  /** Unexpected problems of any page fail the test. */
  watch: Watch
  /** A student of this test alone, enrolled in the demo course. */
  student: Student
  /** Logs in through the API and stores token and user. */
  login: (page: Page, who: Student) => Promise<void>
  /** As a demo person, in the session that all tests of a worker share. */
  enter: (page: Page, viewer: Viewer) => Promise<void>
  /** A page in another browser, as on another device. */
  newDevice: () => Promise<Page>
  /** Fails on any violation in either colour scheme. */
  axe: (page: Page) => Promise<void>
}

type WorkerFixtures = {
  database: TestDatabase
  course: DemoCourse
  dataDir: string
  /** Sessions of the demo students, for reading only. */
  campus: Campus
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the suite with its global setup`)
  return value
}

/** Every test runs on the real application with its own student, and fails on errors in the page. */
export const test = base.extend<Fixtures & { watching: ReturnType<typeof createWatch>; line: Line }, WorkerFixtures>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a pattern here
    async ({}, use) => {
      const database = openDatabase(required('E2E_DATABASE_URL'), { pool: 2, name: 'navegador' })
      await use({ ...database, sql: sqlOver(database.pool) })
      await database.close()
    },
    { scope: 'worker' },
  ],
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a pattern here
    async ({}, use) => use(required('E2E_DATA_DIR')),
    { scope: 'worker' },
  ],
  campus: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a pattern here
    async ({}, use) => use(await openCampus(required('E2E_URL'))),
    { scope: 'worker' },
  ],
  course: [async ({ database }, use) => use(await demoCourse(database)), { scope: 'worker' }],
  watching: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a pattern here
    async ({}, use) => {
      const watching = createWatch()
      await use(watching)
      expect(watching.unexpected(), 'errors in the page').toEqual([])
    },
    { auto: true },
  ],
  watch: async ({ watching }, use) => use(watching),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a pattern here
  line: async ({}, use) => {
    const line = await openLine()
    await use(line)
    line.close()
  },
  proxy: async ({ line: { proxy } }, use) => use(proxy),
  context: async ({ context, line, watching, baseURL, javaScriptEnabled }, use) => {
    cutWhenOffline(context, line)
    await keepInside(context, baseURL ?? '')
    watchContext(context, watching)
    countRequests(context)
    if (javaScriptEnabled !== false) pressWhenReady(context)
    await use(context)
  },
  student: async ({ database, course }, use) => use(await freshStudent(database, [course.id])),
  login: async ({ baseURL }, use) => {
    await use(async (page, { correo, password }) => {
      await keepSession(page, baseURL ?? '', await openSession(baseURL ?? '', correo, password))
    })
  },
  enter: async ({ baseURL, campus }, use) => {
    await use((page, viewer) => keepSession(page, baseURL ?? '', campus.sessions[viewer]))
  },
  newDevice: async ({ browser, contextOptions, viewport, baseURL, watching, locale, timezoneId }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const options: Parameters<Browser['newContext']>[0] = { ...contextOptions, viewport, baseURL, locale, timezoneId }
      const context = await browser.newContext(options)
      opened.push(context)
      await keepInside(context, baseURL ?? '')
      watchContext(context, watching)
      pressWhenReady(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a pattern here
  axe: async ({}, use) => {
    await use(async (page) => {
      const found = [...(await violations(page, 'light')), ...(await violations(page, 'dark'))]
      // The colour scheme must not change during the next inspection.
      await page.emulateMedia({ colorScheme: 'light' })
      expect.soft(found, `accessibility of ${page.url()}`).toEqual([])
    })
  },
})

export { expect }
