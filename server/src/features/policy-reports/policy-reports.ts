import { z } from 'zod'

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
/** What a browser sends about a script, style or frame that the page's policy refused. */
export const PolicyReport = z.union([z.array(Report).max(50), Legacy])

/** What the log stores of a report. Anyone may send anything here: no query, no sample of the code. */
type Violation = { pagina: string; regla: string; bloqueado: string; fuente: string }

/** A URL without query and fragment (a reset link carries its token there), or the keyword that replaces one. */
function cleaned(value: string | undefined): string {
  if (value === undefined || value === '') return ''
  if (/^[a-z-]{1,30}$/.test(value)) return value
  const url = URL.parse(value)
  if (!url) return 'ilegible'
  return (url.host ? url.origin + url.pathname : url.protocol).slice(0, 200)
}

const ruleOf = (value = '') => /^[a-z-]{1,40}/.exec(value)?.[0] ?? ''

/** The violations that a report names. */
export function violationsOf(body: z.infer<typeof PolicyReport>): Violation[] {
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
