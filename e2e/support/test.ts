import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { sqlOver, type TestDatabase } from '../../server/test/sql.ts'
import { openSession } from './api.ts'
import { type DemoCourse, demoCourse, freshStudent, type Student } from './people.ts'
import { pressWhenReady } from './ready.ts'
import { type Campus, keepInside, keepSession, openCampus } from './visit.ts'
import { createWatch, type Watch, watchContext } from './watch.ts'

type Fixtures = {
  /** Problems of every page of this test; what is not allowed fails it. */
  watch: Watch
  /** A student that no other test knows, enrolled in the demo course. */
  student: Student
  /** Logs somebody in through the API and keeps token and user where the application looks for them. */
  login: (page: Page, who: Student) => Promise<void>
  /** A page in a browser of its own: another device. */
  newDevice: () => Promise<Page>
  /** Demands zero violations in both colour schemes. */
  axe: (page: Page) => Promise<void>
}

type WorkerFixtures = {
  database: TestDatabase
  course: DemoCourse
  dataDir: string
  /** The demo students' sessions: to look at screens, never to change anything. */
  campus: Campus
}

/** What axe demands; and of it, in the second scheme, what a change of colours can break. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the suite with its global setup`)
  return value
}

async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
  const axe = new AxeBuilder({ page })
  const result = await (colorScheme === 'light' ? axe.withTags(RULES) : axe.withRules(COLOUR_RULES)).analyze()
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, ...reasons] = failureSummary.split('\n')
      return `${colorScheme} ${id}: ${target.join(' ')}: ${reasons.join(' ').trim()}`
    }),
  )
}

/** The suite's `test`: the real application, a student of one's own, and no tolerance for errors in the page. */
export const test = base.extend<Fixtures & { watching: ReturnType<typeof createWatch> }, WorkerFixtures>({
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
  context: async ({ context, watching, baseURL, javaScriptEnabled }, use) => {
    await keepInside(context, baseURL ?? '')
    watchContext(context, watching)
    if (javaScriptEnabled !== false) pressWhenReady(context)
    await use(context)
  },
  student: async ({ database, course }, use) => use(await freshStudent(database, [course.id])),
  login: async ({ baseURL }, use) => {
    await use(async (page, { correo, password }) => {
      await keepSession(page, baseURL ?? '', await openSession(baseURL ?? '', correo, password))
    })
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
      // The next page begins as this one did: nothing changes colour while it is inspected.
      await page.emulateMedia({ colorScheme: 'light' })
      expect.soft(found, `accessibility of ${page.url()}`).toEqual([])
    })
  },
})

export { expect }
