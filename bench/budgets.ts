/**
 * Gzipped kilobytes of a first visit of each screen: `npm test` fails above them, `node bench/budgets.ts` prints the
 * table.
 */
import { type Weight, weightOf, weightOfIslands } from './assets.ts'

type Budget = { js: number; css: number }

/** Of students: their scripts begin at once, and their styles are in the document (docs/decisions/0035-public-pages-are-documents.md). */
const PUBLIC_BUDGET: Budget = { js: 165, css: 18 }
const PUBLIC = Object.fromEntries(
  [
    'catalogue/landing/landing-page',
    'catalogue/list/catalogue-page',
    'catalogue/course/course-detail-page',
    'catalogue/course/free-lesson-page',
    'certificates/verification-page',
    'complaints/complaints-page',
    'awards/awards-page',
    'referrals/referrals-page',
    'brands/brands-page',
    'pages/questions-page',
  ].map((page) => [`features/${page}`, PUBLIC_BUDGET]),
)
/** Libraries that such a page may have in its late parts alone, by the names of vite.config.ts. */
const CAMPUS_ONLY = /\/assets\/(mantine|query|zod|forms|overlays)-/
/** What a guest's first press loads: no router either (docs/decisions/0036-islands.md). */
const ISLAND_BUDGET: Budget = { js: 100, css: 0 }
const NO_ISLAND = /\/assets\/(router|base|frame|mantine|query|zod|forms|overlays)-/
/** A complaint's check comes with the form's first key, and has the schema's library. */
const CHECK = 'app/features/complaints/check-sheet.ts'
const CHECK_BUDGET: Budget = { js: 126, css: 0 }
const NO_CHECK = /\/assets\/(router|base|frame|mantine|query)-/

/** Their forms load with the first key, their dialogs with the first press. */
const FORMS: Record<string, Budget> = {
  'accounts/access/login-page': { js: 184, css: 18 },
  'accounts/access/register-page': { js: 184, css: 18 },
  'accounts/access/reset-page': { js: 184, css: 18 },
  'accounts/access/verify-page': { js: 184, css: 18 },
  'orders/cart/cart-page': { js: 186, css: 16 },
  'orders/payment/payment-page': { js: 190, css: 18 },
}
const LATE_IN_FORMS = /\/assets\/(zod|forms|overlays)-/

const SCREENS: Record<string, Budget> = {
  'learning/dashboard/dashboard-page': { js: 190, css: 20 },
  'learning/courses/my-courses-page': { js: 180, css: 20 },
  'learning/courses/modules-page': { js: 186, css: 20 },
  'learning/lesson/lesson-page': { js: 194, css: 20 },
  'exams/exam-page': { js: 184, css: 16 },
  'calendar/calendar-page': { js: 184, css: 17 },
  'certificates/my-certificates-page': { js: 180, css: 18 },
  'forums/thread/forum-page': { js: 190, css: 18 },
  'notifications/notifications-page': { js: 187, css: 18 },
  'accounts/profile/profile-page': { js: 185, css: 18 },
  'prompts/prompts-page': { js: 180, css: 18 },
  'forums/list/list-page': { js: 180, css: 17 },
  'support/support-page': { js: 174, css: 18 },
}

/** The back office: its shell with the most used screens. */
const STAFF: Record<string, readonly string[]> = {
  bandeja: ['app/backoffice/inbox/inbox-page.tsx'],
}
const STAFF_BUDGET: Budget = { js: 187, css: 14 }

const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10

const rowOf = (route: string, { js, css, files }: Weight, budget: Budget, refused?: RegExp) => ({
  ...{ route, js: kilobytes(js), 'of js': budget.js, css: kilobytes(css), 'of css': budget.css },
  files: files.length,
  fits: kilobytes(js) <= budget.js && kilobytes(css) <= budget.css && !files.some((file) => refused?.test(file)),
})

async function weighAll(budgets: Record<string, Budget>, refused?: RegExp, atOnce: readonly string[] = []) {
  const weigh = async ([route, budget]: [string, Budget]) =>
    rowOf(route, await weightOf(route, atOnce), budget, refused)
  return Promise.all(Object.entries(budgets).map(weigh))
}

async function weighIslands() {
  const islands = Object.entries(await weightOfIslands([CHECK]))
  return islands.map(([source, weight]) =>
    source === CHECK ? rowOf(source, weight, CHECK_BUDGET, NO_CHECK) : rowOf(source, weight, ISLAND_BUDGET, NO_ISLAND),
  )
}

async function weighStaff() {
  const rows = await Promise.all(
    Object.entries(STAFF).map(async ([name, sources]) => {
      const [row] = await weighAll({ 'backoffice/shell/backoffice-layout': STAFF_BUDGET }, undefined, sources)
      return row && { ...row, route: `/gestion ${name}` }
    }),
  )
  return rows.filter((row) => row !== undefined)
}

const weighed = [
  ...(await weighIslands()),
  ...(await weighAll(PUBLIC, CAMPUS_ONLY)),
  ...(await weighAll(FORMS, LATE_IN_FORMS)),
  ...(await weighAll(SCREENS)),
  ...(await weighStaff()),
]
console.table(Object.fromEntries(weighed.map(({ route, ...rest }) => [route, rest])))
const over = weighed.filter(({ fits }) => !fits)
for (const { route } of over)
  console.error(
    `${route} weighs more than its budget, or has a library that it may not have: see docs/decisions/0015-page-weight.md`,
  )
process.exitCode = over.length > 0 ? 1 : 0
