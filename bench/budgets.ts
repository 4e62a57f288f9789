/**
 * What a first visit of each screen may load, gzipped: `npm test` fails above it, `node bench/budgets.ts` prints the table.
 * The bars are 150 KB of JavaScript for the landing, 220 for screens and 30 of CSS, in kilobytes of 1000 bytes; none is above
 * its bar. A ceiling stands a little above what the page weighs today, and only goes down: what was won is not lost unseen.
 */
import { weightOf } from './assets.ts'

type Budget = { js: number; css: number }

/** What the frame brings as soon as it runs, for everybody. */
const FRAME = ['app/shell/toasts.tsx']
/** And for whoever is logged in. */
const SIGNED = [
  ...FRAME,
  'app/features/notifications/bell.tsx',
  'app/features/search/search-box.tsx',
  'app/shell/user-menu.tsx',
]

const PUBLIC: Record<string, Budget> = {
  'landing/landing-page': { js: 147, css: 24 },
  'catalogue/catalogue-page': { js: 169, css: 24 },
  'course-detail/course-detail-page': { js: 172, css: 24 },
  'certificates/verification-page': { js: 177, css: 24 },
  'referrals/referrals-page': { js: 182, css: 24 },
  'accounts/login-page': { js: 199, css: 24 },
  'accounts/register-page': { js: 203, css: 24 },
}
const SCREENS: Record<string, Budget> = {
  'dashboard/dashboard-page': { js: 192, css: 30 },
  'courses/my-courses-page': { js: 189, css: 30 },
  'courses/modules-page': { js: 203, css: 30 },
  'lesson/lesson-page': { js: 207, css: 30 },
  'exams/exam-page': { js: 219, css: 30 },
  'calendar/calendar-page': { js: 212, css: 30 },
  'certificates/my-certificates-page': { js: 190, css: 30 },
  'forum/forum-page': { js: 203, css: 30 },
  'notifications/notifications-page': { js: 199, css: 30 },
  'profile/profile-page': { js: 220, css: 30 },
  'prompts/prompts-page': { js: 193, css: 30 },
  'forums/list-page': { js: 216, css: 30 },
  'support/support-page': { js: 195, css: 30 },
}

const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10

async function weighAll(budgets: Record<string, Budget>, atOnce: readonly string[]) {
  return Promise.all(
    Object.entries(budgets).map(async ([route, budget]) => {
      const { js, css, files } = await weightOf(route, atOnce)
      const fits = kilobytes(js) <= budget.js && kilobytes(css) <= budget.css
      return { route, js: kilobytes(js), 'of js': budget.js, css: kilobytes(css), 'of css': budget.css, files, fits }
    }),
  )
}

const weighed = [...(await weighAll(PUBLIC, FRAME)), ...(await weighAll(SCREENS, SIGNED))]
console.table(Object.fromEntries(weighed.map(({ route, ...rest }) => [route, rest])))
const over = weighed.filter(({ fits }) => !fits)
for (const { route } of over)
  console.error(`${route} weighs more than its budget: see docs/decisions/0015-page-weight.md`)
process.exitCode = over.length > 0 ? 1 : 0
