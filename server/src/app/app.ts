import { randomUUID } from 'node:crypto'
import { OFFLINE_CALLS } from '@campus/contract/offline'
import { MAX_PHOTO_BYTES } from '@campus/contract/rules'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from '@fastify/type-provider-zod'
import underPressure from '@fastify/under-pressure'
import Fastify, { LogController } from 'fastify'
import { stagingRoutes } from '../content/document-kinds.ts'
import { exportRoutes } from '../content/export.routes.ts'
import { firstAcademyRoutes } from '../content/first-academy.ts'
import { academyRoutes } from '../features/academies/academies.routes.ts'
import { accountRoutes } from '../features/accounts/accounts.routes.ts'
import { copiedLinkRoutes } from '../features/accounts/links.staff.routes.ts'
import { profileRoutes } from '../features/accounts/profile.routes.ts'
import { registrationRoutes } from '../features/accounts/registration.routes.ts'
import { sessionsOf } from '../features/accounts/sessions.ts'
import { studentAccountRoutes } from '../features/accounts/student-account.routes.ts'
import { verificationRoutes } from '../features/accounts/verification.routes.ts'
import { staffCatalogueRoutes } from '../features/authoring/authoring.routes.ts'
import { uploadRoutes } from '../features/authoring/uploads.routes.ts'
import { awardRoutes } from '../features/awards/awards.routes.ts'
import { brandRoutes } from '../features/brands/brands.routes.ts'
import { settingsRoutes } from '../features/brands/settings.routes.ts'
import { createBrandResolver } from '../features/brands/visits.ts'
import { calendarRoutes } from '../features/calendar/calendar.routes.ts'
import { catalogueRoutes } from '../features/catalogue/catalogue.routes.ts'
import { certificateRoutes } from '../features/certificates/certificates.routes.ts'
import { commentRoutes } from '../features/comments/comments.routes.ts'
import { complaintRoutes } from '../features/complaints/complaints.routes.ts'
import { connectionRoutes } from '../features/connections/connections.routes.ts'
import { couponRoutes } from '../features/coupons/coupons.routes.ts'
import { examRoutes } from '../features/exams/exams.routes.ts'
import { forumRoutes } from '../features/forums/forums.routes.ts'
import { staffGroupRoutes } from '../features/groups/groups.staff.routes.ts'
import { healthRoutes } from '../features/health/health.routes.ts'
import { inboxRoutes } from '../features/inbox/inbox.routes.ts'
import { attendanceRoutes } from '../features/learning/attendance.routes.ts'
import { staffAttendanceRoutes } from '../features/learning/attendance.staff.routes.ts'
import { staffEnrolmentRoutes } from '../features/learning/enrolling.staff.routes.ts'
import { learningRoutes } from '../features/learning/learning.routes.ts'
import { staffMailRoutes } from '../features/notifications/mails.staff.routes.ts'
import { notificationRoutes } from '../features/notifications/notifications.routes.ts'
import { cartRoutes } from '../features/orders/cart.routes.ts'
import { forgetPreferences, tryKeys } from '../features/orders/gateway-account.ts'
import { orderRoutes } from '../features/orders/orders.routes.ts'
import { saleMailRoutes } from '../features/orders/sale-mails.routes.ts'
import { saleRoutes } from '../features/orders/sales.staff.routes.ts'
import { sellToEach } from '../features/orders/sales.staff.ts'
import { pageRoutes } from '../features/pages/pages.routes.ts'
import { policyReportRoutes } from '../features/policy-reports/policy-reports.routes.ts'
import { privacyRoutes } from '../features/privacy/privacy.routes.ts'
import { promptRoutes, staffPromptRoutes } from '../features/prompts/prompts.routes.ts'
import { referralRoutes } from '../features/referrals/referrals.routes.ts'
import { searchRoutes } from '../features/search/search.routes.ts'
import { seoRoutes } from '../features/seo/seo.routes.ts'
import { sharingRoutes } from '../features/sharing/sharing.routes.ts'
import { enrolmentsExportRoutes } from '../features/students/enrolments-export.routes.ts'
import { studentRoutes } from '../features/students/students.routes.ts'
import { requireStudent } from '../features/students/students.ts'
import { writingRoutes } from '../features/students/writing.routes.ts'
import { supportRoutes } from '../features/support/support.routes.ts'
import { teamRoutes } from '../features/team/team.routes.ts'
import { auditRoutes } from '../kit/audit/audit.routes.ts'
import { jobRoutes } from '../kit/batches/batches.routes.ts'
import { importRoutes } from '../kit/imports/imports.routes.ts'
import { pictureRoutes } from '../kit/pictures/pictures.routes.ts'
import { installAccess } from '../platform/http/access.ts'
import { installFailures, refuseAddress, refuseBytes } from '../platform/http/failures.ts'
import { installForms } from '../platform/http/forms.ts'
import { comesByHttps, installHeaders } from '../platform/http/headers.ts'
import type { App, Deps, Parts } from '../platform/http/http.ts'
import { installMetrics } from '../platform/http/metrics.ts'
import { collectOpenapi, serveOpenapi } from '../platform/http/openapi.ts'
import { installRequests } from '../platform/http/requests.ts'
import { loggerOptions } from '../platform/log.ts'
import { installPages } from '../platform/pages/pages.ts'
import { endsOf } from './cached-pages.ts'
import { IMPORT_KINDS, JOB_KINDS } from './job-kinds.ts'
import { createPresent } from './present.ts'

/** What each type of job does with its rows. */
const staffJobRoutes = (app: App, deps: Deps): void => jobRoutes(app, deps, JOB_KINDS)

const staffImportRoutes = (app: App, deps: Deps): void => importRoutes(app, deps, IMPORT_KINDS)

/** The shop says whose keys are given, and what a change of them ends. */
const connectedRoutes = (app: App, deps: Deps): void => connectionRoutes(app, deps, { tryKeys, forgetPreferences })

/** Who enrols people may say that they paid. */
const enrolmentRoutes = (app: App, deps: Deps): void => staffEnrolmentRoutes(app, deps, sellToEach)

/** Whose certificates staff may look into is the students' own rule. */
const certificatesRoutes = (app: App, deps: Deps): void => certificateRoutes(app, deps, requireStudent)

/** The application's table of contents: each feature's routes, a line each. */
const FEATURES = [
  healthRoutes,
  policyReportRoutes,
  pictureRoutes,
  brandRoutes,
  accountRoutes,
  firstAcademyRoutes,
  registrationRoutes,
  verificationRoutes,
  copiedLinkRoutes,
  studentAccountRoutes,
  profileRoutes,
  privacyRoutes,
  catalogueRoutes,
  learningRoutes,
  enrolmentRoutes,
  attendanceRoutes,
  staffAttendanceRoutes,
  examRoutes,
  certificatesRoutes,
  notificationRoutes,
  staffMailRoutes,
  commentRoutes,
  calendarRoutes,
  supportRoutes,
  searchRoutes,
  seoRoutes,
  sharingRoutes,
  orderRoutes,
  saleRoutes,
  saleMailRoutes,
  couponRoutes,
  staffGroupRoutes,
  forumRoutes,
  promptRoutes,
  staffPromptRoutes,
  cartRoutes,
  referralRoutes,
  pageRoutes,
  awardRoutes,
  complaintRoutes,
  auditRoutes,
  teamRoutes,
  settingsRoutes,
  connectedRoutes,
  academyRoutes,
  stagingRoutes,
  inboxRoutes,
  studentRoutes,
  enrolmentsExportRoutes,
  writingRoutes,
  staffJobRoutes,
  staffImportRoutes,
  staffCatalogueRoutes,
  uploadRoutes,
  exportRoutes,
]

/** How the pages are served: built, by the development server, or not at all (API tests). */
export type PagesMode = 'built' | 'dev' | 'none'

/** Mean delay of a second: far beyond what page rendering or a burst of logins causes. */
const MAX_EVENT_LOOP_DELAY_MS = 1000

function createServer(deps: Deps, secure: boolean): App {
  return Fastify({
    logger: loggerOptions(deps.config.logLevel, deps.config.logFormat),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustProxy,
    bodyLimit: 256 * 1024,
    // 50 MB at 350 kbit/s; bodies without a file have 15 s (platform/http/requests.ts).
    requestTimeout: 20 * 60_000,
    connectionTimeout: 20_000,
    // Node looks for late requests every 30 s unless it is told to.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
    clientErrorHandler: refuseBytes,
    keepAliveTimeout: 65_000,
    // HEAD would run GET handlers, among them the one that starts an attempt.
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // What still comes while it stops is answered like the rest (platform/http/requests.ts).
    return503OnClosing: false,
    frameworkErrors: refuseAddress(secure),
    routerOptions: { maxParamLength: 120, ignoreTrailingSlash: true },
  }).withTypeProvider<ZodTypeProvider>()
}

type Options = {
  pages?: PagesMode
}

/** Builds the application; it does not listen. Everything it needs comes in through `parts`. */
export async function buildApp(parts: Parts, { pages = 'none' }: Options = {}): Promise<App> {
  const secure = comesByHttps(parts.config)
  const present = createPresent(parts.database, () => app.log)
  const { brandOf, enter } = createBrandResolver(parts.db, secure, present)
  const deps: Deps = { ...parts, brandOf }
  const app = createServer(deps, secure)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Bodies are JSON or multipart; text would reach handlers unchecked.
  app.removeContentTypeParser('text/plain')
  installFailures(app)
  installHeaders(app, secure, OFFLINE_CALLS)
  installRequests(app)
  await app.register(underPressure, { maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS })
  installAccess(app, sessionsOf(deps.db))
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, brotliOptions: { params: { 1: 4 } } })
  await app.register(multipart, {
    limits: { fileSize: MAX_PHOTO_BYTES, files: 1, fields: 30, parts: 31, headerPairs: 50, fieldSize: 20_000 },
  })
  installForms(app)
  await collectOpenapi(app)
  installMetrics(app, deps)
  for (const routes of FEATURES) routes(app, deps)
  await serveOpenapi(app)
  if (pages !== 'none')
    await installPages(app, { dev: pages === 'dev', secure, worker: deps.config.worker, enter, present, endsOf })
  return app
}
