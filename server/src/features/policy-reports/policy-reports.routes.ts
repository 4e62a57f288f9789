import { Message, messageBody } from '@campus/contract/common'
import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import { REPORTS } from '../../platform/http/headers.ts'
import type { App, Deps } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { PolicyReport, violationsOf } from './policy-reports.ts'

const LIMIT = limit('informe_direccion', 30, 60 * 60)

const TYPES = ['application/reports+json', 'application/csp-report']
const MAX_BYTES = 16 * 1024
/** Lines per request and per minute, so that no sender can fill the log. */
const MAX_PER_REQUEST = 5
const MAX_PER_MINUTE = 60

/** Logs what a browser reports of a refused script, style or frame: `content policy violated`. */
export function policyReportRoutes(app: App, { db }: Deps): void {
  let minute = 0
  let logged = 0
  function mayLog(): boolean {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, logged] = [now, 0]
    logged += 1
    return logged <= MAX_PER_MINUTE
  }
  // The parser exists only in this scope: elsewhere these types are refused.
  app.register(async (plain) => {
    const scope = plain.withTypeProvider<ZodTypeProvider>()
    scope.addContentTypeParser(TYPES, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
    scope.post(
      REPORTS,
      {
        bodyLimit: MAX_BYTES,
        config: { access: 'public' },
        schema: { tags: ['Salud'], body: PolicyReport, response: { 200: Message } },
      },
      async (request) => {
        await throttle(db, LIMIT, request.ip)
        for (const politica of violationsOf(request.body).slice(0, MAX_PER_REQUEST))
          if (mayLog()) request.log.warn({ politica }, 'content policy violated')
        return messageBody('Recibido.')
      },
    )
  })
}
