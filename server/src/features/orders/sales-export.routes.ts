import { Readable } from 'node:stream'
import { SalesExportBody, SalesExportLink } from '@campus/contract/receipts'
import { WRONG_PASSWORD_TEXT } from '@campus/contract/team'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { checkCurrentPassword } from '../accounts/accounts.ts'
import { type Period, salesLines } from './sales-export.ts'

const EXPORTS = limit('exportar_ventas_usuario', 20, 60 * 60)
/** Downloads, which a broken connection repeats. */
const DOWNLOADS = limit('exportar_ventas_marca', 60, 60 * 60)
const LINK_SECONDS = 60

const day = z.iso.date()
const Params = z.object({ marca: z.coerce.number().int().positive(), desde: day, hasta: day })
// A malformed query is an invalid signature: 404, not 422.
const lenient = z.string().optional().catch(undefined)
const Query = z.object({ vence: lenient, firma: lenient })

const pathOf = ({ marca, desde, hasta }: z.output<typeof Params>) => `/api/exportar-ventas/${marca}/${desde}/${hasta}`

async function countLines(db: Db, marca: number, { desde_dia, hasta_dia }: Period): Promise<number> {
  const [row] = await query<{ filas: number }>(
    db,
    sql`SELECT count(*)::int AS filas FROM movimientos m
      WHERE m.id_cliente = ${marca} AND m.dia BETWEEN ${desde_dia}::date AND ${hasta_dia}::date`,
  )
  return row?.filas ?? 0
}

/** The movements of a period for who keeps the books (docs/product/staff.md 17.9). */
export function salesExportRoutes(app: App, { db, signer }: Deps): void {
  const tags = ['Gestión']
  app.post(
    '/api/gestion/ventas/exportar',
    { config: { access: 'contabilidad' }, schema: { tags, body: SalesExportBody, response: { 200: SalesExportLink } } },
    async (request) => {
      const { id, id_cliente: marca } = identityOf(request)
      const { password, ...period } = request.body
      await throttle(db, EXPORTS, String(id))
      await checkCurrentPassword(db, id, password, { campo: 'password', text: WRONG_PASSWORD_TEXT })
      const filas = await countLines(db, marca, period)
      const detalle = {
        hecho: 'ventas exportadas',
        desde: period.desde_dia,
        hasta: period.hasta_dia,
        movimientos: filas,
      }
      await audit(db, 'gestion', { objeto: 'ventas', detalle })
      const path = pathOf({ marca, desde: period.desde_dia, hasta: period.hasta_dia })
      return { data: { enlace: signer.sign(path, LINK_SECONDS), filas } }
    },
  )
  app.get(
    '/api/exportar-ventas/:marca/:desde/:hasta',
    {
      config: { access: 'public' },
      schema: { tags, params: Params, querystring: Query, response: { 200: z.any() } },
    },
    async (request, reply) => {
      const { marca, desde, hasta } = request.params
      if (!signer.check(pathOf(request.params), request.query)) throw fail('NO_ENCONTRADO')
      await throttle(db, DOWNLOADS, String(marca))
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="ventas-${desde}-a-${hasta}.csv"`,
          'cache-control': 'private, no-store',
        })
        .send(Readable.from(salesLines(db, marca, { desde_dia: desde, hasta_dia: hasta })))
    },
  )
}
