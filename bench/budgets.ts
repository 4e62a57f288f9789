/**
 * What a first visit of each screen may load, gzipped, in kilobytes of 1000 bytes: `npm test` fails above it, `node bench/budgets.ts`
 * prints the table. The bars are those of the architecture page: 200 of JavaScript for the landing, 260 for screens, 45 of CSS.
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
  'landing/landing-page': { js: 200, css: 45 },
  'catalogue/catalogue-page': { js: 260, css: 45 },
  'course-detail/course-detail-page': { js: 260, css: 45 },
  'certificates/verification-page': { js: 260, css: 45 },
  'referrals/referrals-page': { js: 260, css: 45 },
  'accounts/login-page': { js: 260, css: 45 },
  'accounts/register-page': { js: 260, css: 45 },
}
const SCREENS: Record<string, Budget> = {
  'dashboard/dashboard-page': { js: 260, css: 45 },
  'courses/my-courses-page': { js: 260, css: 45 },
  'courses/modules-page': { js: 260, css: 45 },
  'lesson/lesson-page': { js: 260, css: 45 },
  'exams/exam-page': { js: 260, css: 45 },
  'calendar/calendar-page': { js: 260, css: 45 },
  'certificates/my-certificates-page': { js: 260, css: 45 },
  'forum/forum-page': { js: 260, css: 45 },
  'notifications/notifications-page': { js: 260, css: 45 },
  'profile/profile-page': { js: 260, css: 45 },
  'prompts/prompts-page': { js: 260, css: 45 },
  'forums/list-page': { js: 260, css: 45 },
  'support/support-page': { js: 260, css: 45 },
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
