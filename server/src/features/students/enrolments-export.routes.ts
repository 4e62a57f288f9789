import { Readable } from 'node:stream'
import { EnrolmentsExport, EnrolmentsExportBody, EnrolmentsExportLink } from '@campus/contract/enrolments.staff'
import { WRONG_PASSWORD_TEXT } from '@campus/contract/team'
import { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import { callerOf } from '../../kit/batches/batches.ts'
import { areManyOpen } from '../../platform/db/parts.ts'
import { fail } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { checkCurrentPassword } from '../accounts/accounts.ts'
import { countExported, enrolmentLines } from './enrolments-export.ts'

const EXPORTS = limit('exportar_matriculas_usuario', 20, 60 * 60)
/** Downloads, which a broken connection repeats. */
const DOWNLOADS = limit('exportar_matriculas_marca', 60, 60 * 60)
const LINK_SECONDS = 60

const id = z.coerce.number().int().positive()
const Params = z.object({ marca: id, persona: id, filtros: z.string().max(1000) })
// A malformed query is an invalid signature: 404, not 422.
const lenient = z.string().optional().catch(undefined)
const Query = z.object({ vence: lenient, firma: lenient })

const pathOf = ({ marca, persona, filtros }: z.output<typeof Params>) =>
  `/api/exportar-matriculas/${marca}/${persona}/${filtros}`

const written = (asked: EnrolmentsExport): string => Buffer.from(JSON.stringify(asked)).toString('base64url')
const read = (filtros: string): EnrolmentsExport =>
  EnrolmentsExport.parse(JSON.parse(Buffer.from(filtros, 'base64url').toString()))

/** The list of enrolments as a file (docs/product/staff.md 14). */
export function enrolmentsExportRoutes(app: App, { db, database, signer }: Deps): void {
  const tags = ['Gestión']
  app.post(
    '/api/gestion/matriculas/exportar',
    {
      config: { access: 'alumnos.ver' },
      schema: { tags, body: EnrolmentsExportBody, response: { 200: EnrolmentsExportLink } },
    },
    async (request) => {
      const identity = identityOf(request)
      const { password, ...body } = request.body
      await throttle(db, EXPORTS, String(identity.id))
      await checkCurrentPassword(db, identity.id, password, { campo: 'password', text: WRONG_PASSWORD_TEXT })
      const filas = await countExported(db, identity, body)
      const { q: _, ...filters } = body
      const detalle = { hecho: 'matrículas exportadas', ...filters, matriculas: filas }
      await audit(db, 'gestion', { objeto: body.curso ? `curso:${body.curso}` : 'matriculas', detalle })
      const path = pathOf({ marca: identity.id_cliente, persona: identity.id, filtros: written(body) })
      return { data: { enlace: signer.sign(path, LINK_SECONDS), filas } }
    },
  )
  app.get(
    '/api/exportar-matriculas/:marca/:persona/:filtros',
    {
      config: { access: 'public' },
      schema: { tags, params: Params, querystring: Query, response: { 200: z.any() } },
    },
    async (request, reply) => {
      const { marca, persona, filtros } = request.params
      if (!signer.check(pathOf(request.params), request.query)) throw fail('NO_ENCONTRADO')
      const caller = await callerOf(db, { pedido_por: persona, id_cliente: marca })
      if (!caller || !can(caller, 'alumnos.ver')) throw fail('NO_ENCONTRADO')
      await throttle(db, DOWNLOADS, String(marca))
      if (areManyOpen()) throw fail('NO_DISPONIBLE', { retryAfter: 5 })
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="matriculas.csv"',
          'cache-control': 'private, no-store',
        })
        .send(Readable.from(enrolmentLines(database, caller, read(filtros))))
    },
  )
}
