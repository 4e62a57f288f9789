import type { RefundRow, RefundsQuery } from '@campus/contract/refunding'
import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type List, listRows, matchesWords } from '../../kit/lists/lists.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { REFUND_STATE, SENT_REFUND, SENT_REFUNDS } from './refunding.ts'

type Filters = Pick<RefundsQuery, 'estado' | 'desde_dia' | 'hasta_dia'>

const DAY = sql`(d.creado_en AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)})::date`

const REFUNDS: List<Filters> = {
  from: sql`${SENT_REFUNDS} JOIN usuarios u ON u.id = o.id_usuario`,
  id: sql.raw('d.id'),
  columns: sql`${SENT_REFUND}, trim(u.nombres || ' ' || u.apellidos) AS comprador`,
  sorts: { fecha: { by: sql.raw('d.creado_en'), type: 'timestamptz' } },
  defaultSort: '-fecha',
  search: (q) => matchesWords(sql.raw('u.busqueda'), q),
  filters: {
    estado: (estado) => sql`${REFUND_STATE} = ${estado}`,
    desde_dia: (day) => sql`${DAY} >= ${day}`,
    hasta_dia: (day) => sql`${DAY} <= ${day}`,
  },
}

/** What staff of the brand gave back, newest first. */
export const listRefunds = (db: Db, { id_cliente }: Identity, asked: RefundsQuery) =>
  listRows<RefundRow, Filters>(db, REFUNDS, asked, sql`d.id_cliente = ${id_cliente}`)
