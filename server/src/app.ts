import { randomUUID } from 'node:crypto'
import { MAX_PHOTO_BYTES } from '@campus/contract/rules'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from '@fastify/type-provider-zod'
import Fastify, { LogController } from 'fastify'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { profileRoutes } from './features/accounts/profile.routes.ts'
import { registrationRoutes } from './features/accounts/registration.routes.ts'
import { sessionsOf } from './features/accounts/sessions.ts'
import { attendanceRoutes } from './features/attendance/attendance.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { awardRoutes } from './features/awards/awards.routes.ts'
import { brandRoutes } from './features/brands/brands.routes.ts'
import { createBrandResolver } from './features/brands/visits.ts'
import { calendarRoutes } from './features/calendar/calendar.routes.ts'
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts'
import { certificateRoutes } from './features/certificates/certificates.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { complaintRoutes } from './features/complaints/complaints.routes.ts'
import { examRoutes } from './features/exams/exams.routes.ts'
import { forumRoutes } from './features/forums/forums.routes.ts'
import { learningRoutes } from './features/learning/learning.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { cartRoutes } from './features/orders/cart.routes.ts'
import { orderRoutes } from './features/orders/orders.routes.ts'
import { pageRoutes } from './features/pages/pages.routes.ts'
import { promptRoutes } from './features/prompts/prompts.routes.ts'
import { referralRoutes } from './features/referrals/referrals.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { seoRoutes } from './features/seo/seo.routes.ts'
import { supportRoutes } from './features/support/support.routes.ts'
import { storageRoutes } from './platform/files/storage.routes.ts'
import { installAccess } from './platform/http/access.ts'
import { onContentChange } from './platform/http/content-changes.ts'
import { installFailures, refuseAddress, refuseBytes } from './platform/http/failures.ts'
import { installForms } from './platform/http/forms.ts'
import { comesByHttps, installHeaders } from './platform/http/headers.ts'
import { healthRoutes } from './platform/http/health.ts'
import { installHostCheck } from './platform/http/hosts.ts'
import type { App, Deps, Parts } from './platform/http/http.ts'
import { installMetrics } from './platform/http/metrics.ts'
import { collectOpenapi, serveOpenapi } from './platform/http/openapi.ts'
import { policyReports } from './platform/http/policy-reports.ts'
import { installRequestContext } from './platform/http/request-context.ts'
import { installStopping } from './platform/http/stopping.ts'
import { errorForLog, installLog, logStream } from './platform/log.ts'
import { installPages } from './platform/pages/pages.ts'

/** The application's table of contents: each feature's routes, a line each. */
const FEATURES = [
  brandRoutes,
  accountRoutes,
  registrationRoutes,
  profileRoutes,
  catalogueRoutes,
  learningRoutes,
  attendanceRoutes,
  examRoutes,
  certificateRoutes,
  notificationRoutes,
  commentRoutes,
  calendarRoutes,
  supportRoutes,
  searchRoutes,
  seoRoutes,
  orderRoutes,
  forumRoutes,
  promptRoutes,
  cartRoutes,
  referralRoutes,
  pageRoutes,
  awardRoutes,
  complaintRoutes,
  auditRoutes,
]

/** How the pages are served: built, by the development server, or not at all (API tests). */
export type PagesMode = 'built' | 'dev' | 'none'

const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.password_confirmation',
  '*.password_actual',
  '*.token',
]

function createServer(deps: Deps, secure: boolean): App {
  return Fastify({
    logger: {
      level: deps.config.logLevel,
      redact: REDACTED,
      stream: logStream,
      // A reset link's token is in the query: it must not reach the log.
      serializers: {
        req: (request) => ({ method: request.method, url: request.url.split('?')[0], remoteAddress: request.ip }),
        err: errorForLog,
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    // Node looks for late requests every 30 s unless it is told to.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
    clientErrorHandler: refuseBytes,
    keepAliveTimeout: 65_000,
    // HEAD would run GET handlers, among them the one that starts an attempt.
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // What still comes while it stops is answered like the rest (platform/stopping.ts).
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
  const { brandOf, forget } = createBrandResolver(parts.db)
  const deps: Deps = { ...parts, brandOf }
  const secure = comesByHttps(deps.config)
  const app = createServer(deps, secure)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Bodies are JSON or multipart; text would reach handlers unchecked (safety.md section 3).
  app.removeContentTypeParser('text/plain')
  installFailures(app)
  installStopping(app)
  installHeaders(app, secure)
  installHostCheck(app)
  installLog(app)
  installRequestContext(app)
  installAccess(app, sessionsOf(deps.db))
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, brotliOptions: { params: { 1: 4 } } })
  await app.register(multipart, {
    limits: { fileSize: MAX_PHOTO_BYTES, files: 1, fields: 30, parts: 31, headerPairs: 50, fieldSize: 20_000 },
  })
  installForms(app)
  await collectOpenapi(app)
  installMetrics(app, deps)
  healthRoutes(app, deps)
  await policyReports(app, deps)
  storageRoutes(app, deps)
  for (const routes of FEATURES) routes(app, deps)
  await serveOpenapi(app)
  const kept = pages === 'none' ? undefined : await installPages(app, { dev: pages === 'dev', secure, brandOf })
  onContentChange(app, deps.database, () => {
    forget()
    kept?.clear()
  })
  return app
}
