import { Message } from '@campus/contract/common'
import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { REPORTS } from './headers.ts'
import type { App, Deps } from './http.ts'
import { throttle } from './throttle.ts'

const TYPES = ['application/reports+json', 'application/csp-report']
const MAX_BYTES = 16 * 1024
/** Of one request so many are told, and of all requests so many a minute: whoever sends them must not fill the log. */
const MOST_OF_ONE = 5
const MOST_A_MINUTE = 60

const text = z.string().max(8000).optional()

/** One report as Chromium sends it, in a list. */
const Report = z.looseObject({
  type: text,
  body: z.looseObject({ documentURL: text, blockedURL: text, effectiveDirective: text, sourceFile: text }).optional(),
})
/** One report as `report-uri` sends it. */
const Legacy = z.looseObject({
  'csp-report': z.looseObject({
    'document-uri': text,
    'blocked-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'source-file': text,
  }),
})
const Body = z.union([z.array(Report).max(50), Legacy])

/** What a report says, as far as the log keeps it. */
type Told = { pagina: string; regla: string; bloqueado: string; fuente: string }

/** An address without its query and fragment (a reset link's token is there), or the word that stands for one. */
function cleaned(value: string | undefined): string {
  if (value === undefined || value === '') return ''
  if (/^[a-z-]{1,30}$/.test(value)) return value
  const url = URL.parse(value)
  if (!url) return 'ilegible'
  return (url.host ? url.origin + url.pathname : url.protocol).slice(0, 200)
}

/** The rule's name; whatever else stands there is none. */
const ruleOf = (value = '') => /^[a-z-]{1,40}/.exec(value)?.[0] ?? ''

function toldBy(body: z.infer<typeof Body>): Told[] {
  if (!Array.isArray(body)) {
    const report = body['csp-report']
    const rule = report['effective-directive'] ?? report['violated-directive']
    return [
      {
        pagina: cleaned(report['document-uri']),
        regla: ruleOf(rule),
        bloqueado: cleaned(report['blocked-uri']),
        fuente: cleaned(report['source-file']),
      },
    ]
  }
  return body
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: report = {} }) => ({
      pagina: cleaned(report.documentURL),
      regla: ruleOf(report.effectiveDirective),
      bloqueado: cleaned(report.blockedURL),
      fuente: cleaned(report.sourceFile),
    }))
}

/**
 * Takes what browsers tell of a refused script, style or frame and writes it to the log, `content policy violated`: which page,
 * which rule, what. Anybody may send anything here, so little is kept of it: no query, no sample of the code, few a minute.
 */
export async function policyReports(app: App, { db }: Deps): Promise<void> {
  let minute = 0
  let told = 0
  function mayTell(): boolean {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, told] = [now, 0]
    told += 1
    return told <= MOST_A_MINUTE
  }
  await app.register(async (plain) => {
    const scope = plain.withTypeProvider<ZodTypeProvider>()
    // Only here: elsewhere these types are refused as any other is.
    scope.addContentTypeParser(TYPES, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
    scope.post(
      REPORTS,
      {
        bodyLimit: MAX_BYTES,
        config: { access: 'public' },
        schema: { tags: ['Salud'], body: Body, response: { 200: Message } },
      },
      async (request) => {
        await throttle(db, 'informe_direccion', request.ip)
        for (const politica of toldBy(request.body).slice(0, MOST_OF_ONE))
          if (mayTell()) request.log.warn({ politica }, 'content policy violated')
        return { message: 'Recibido.', mensaje: 'Recibido.' }
      },
    )
  })
}
