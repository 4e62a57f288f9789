/**
 * Gzipped kilobytes of a first visit of each screen: `npm test` fails above them, `node bench/budgets.ts` prints the
 * table.
 */
import { weightOf } from './assets.ts'

type Budget = { js: number; css: number }

/** Their scripts wait for the first press, and their styles are in the document (docs/decisions/0035-public-pages-are-documents.md). */
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
const CAMPUS_ONLY = /\/assets\/(mantine|query|forms|overlays)-/

const SCREENS: Record<string, Budget> = {
  'accounts/access/login-page': { js: 260, css: 45 },
  'accounts/access/register-page': { js: 260, css: 45 },
  'learning/dashboard/dashboard-page': { js: 260, css: 45 },
  'learning/courses/my-courses-page': { js: 260, css: 45 },
  'learning/courses/modules-page': { js: 260, css: 45 },
  'learning/lesson/lesson-page': { js: 260, css: 45 },
  'exams/exam-page': { js: 260, css: 45 },
  'calendar/calendar-page': { js: 260, css: 45 },
  'certificates/my-certificates-page': { js: 260, css: 45 },
  'forums/thread/forum-page': { js: 260, css: 45 },
  'notifications/notifications-page': { js: 260, css: 45 },
  'accounts/profile/profile-page': { js: 260, css: 45 },
  'prompts/prompts-page': { js: 260, css: 45 },
  'forums/list/list-page': { js: 260, css: 45 },
  'support/support-page': { js: 260, css: 45 },
}

/** The back office: its shell with the most used screens. */
const STAFF: Record<string, readonly string[]> = {
  bandeja: ['app/backoffice/inbox/inbox-page.tsx'],
}
const STAFF_BUDGET: Budget = { js: 260, css: 45 }

const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10

async function weighAll(budgets: Record<string, Budget>, atOnce: readonly string[] = []) {
  return Promise.all(
    Object.entries(budgets).map(async ([route, budget]) => {
      const { js, css, files } = await weightOf(route, atOnce)
      const apart = budget !== PUBLIC_BUDGET || !files.some((file) => CAMPUS_ONLY.test(file))
      const fits = apart && kilobytes(js) <= budget.js && kilobytes(css) <= budget.css
      return {
        ...{ route, js: kilobytes(js), 'of js': budget.js, css: kilobytes(css), 'of css': budget.css },
        ...{ files: files.length, fits },
      }
    }),
  )
}

async function weighStaff() {
  const rows = await Promise.all(
    Object.entries(STAFF).map(async ([name, sources]) => {
      const [row] = await weighAll({ 'backoffice/shell/backoffice-layout': STAFF_BUDGET }, sources)
      return row && { ...row, route: `/gestion ${name}` }
    }),
  )
  return rows.filter((row) => row !== undefined)
}

const weighed = [...(await weighAll(PUBLIC)), ...(await weighAll(SCREENS)), ...(await weighStaff())]
console.table(Object.fromEntries(weighed.map(({ route, ...rest }) => [route, rest])))
const over = weighed.filter(({ fits }) => !fits)
for (const { route } of over)
  console.error(
    `${route} weighs more than its budget, or has a library of the campus: see docs/decisions/0015-page-weight.md`,
  )
process.exitCode = over.length > 0 ? 1 : 0
