import { lettersAndDigits } from '@campus/contract/codes'
import { MEDIA } from '@campus/contract/media'
import type { OrderState } from '@campus/contract/order-rules'
import { STAFF_STATE_TEXTS } from '@campus/contract/order-rules'
import type { SaleRow, SalesQuery, SalesSums } from '@campus/contract/orders.staff'
import { rolesWith } from '@campus/contract/permissions'
import { Operation } from '@campus/contract/sales'
import { type SQL, sql } from 'drizzle-orm'
import { beginsUuid, conditionsOf, type List, listRows, matchesWords } from '../../kit/lists/lists.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { search } from '../../platform/http/searches.ts'

type Filters = Pick<SalesQuery, 'estado' | 'curso' | 'codigo' | 'registro'>

export const soles = (centimos: SQL): SQL => sql`round(${centimos} / 100.0, 2)`

const nameOf = (id: SQL): SQL => sql`(SELECT trim(s.nombres || ' ' || s.apellidos) FROM usuarios s WHERE s.id = ${id})`

/** Columns that a list and an order's page share, of `ordenes o`. */
export const HEAD = sql`o.numero, o.estado, ${soles(sql`o.total_centimos`)} AS total, o.creada_en, o.pagada_en,
  (SELECT json_build_object('id', u.id, 'nombres', u.nombres, 'apellidos', u.apellidos, 'correo', u.correo)
    FROM usuarios u WHERE u.id = o.id_usuario) AS comprador,
  (SELECT r.codigo FROM referidos r WHERE r.id = o.id_referido) AS codigo,
  ${nameOf(sql`coalesce(o.id_personal, (SELECT m.id_personal FROM movimientos m
    WHERE m.id_orden = o.id AND m.tipo = 'cobro' ORDER BY m.id LIMIT 1))`)} AS registrada_por,
  coalesce((SELECT sum(m.centimos) FILTER (WHERE m.tipo <> 'cobro') < 0 AND sum(m.centimos) < o.total_centimos
    FROM movimientos m WHERE m.id_orden = o.id), false) AS con_vuelta`

type HeadRow = { estado: OrderState; con_vuelta: boolean }

/** A paid order of which some came back says so; a double charge that came back is no part. */
export const toHead = <Row extends HeadRow>({ con_vuelta, ...row }: Row) => ({
  ...row,
  estado_texto: row.estado === 'pagada' && con_vuelta ? 'Devuelta en parte' : STAFF_STATE_TEXTS[row.estado],
})

type Money = Pick<SalesSums, 'cobrado' | 'devuelto' | 'neto'>

/** Of movements `m` with their `centimos`, as one JSON value. */
export const MONEY = sql`json_build_object(
  'cobrado', ${soles(sql`coalesce(sum(m.centimos) FILTER (WHERE m.tipo = 'cobro'), 0)`)},
  'devuelto', ${soles(sql`-coalesce(sum(m.centimos) FILTER (WHERE m.tipo <> 'cobro'), 0)`)},
  'neto', ${soles(sql`coalesce(sum(m.centimos), 0)`)})`

/** What is asked of the money alone. */
function moneyConditions({ desde_dia, hasta_dia, medio }: SalesQuery): SQL[] {
  return [
    ...(desde_dia ? [sql`v.dia >= ${desde_dia}::date`] : []),
    ...(hasta_dia ? [sql`v.dia <= ${hasta_dia}::date`] : []),
    // Its own statement for each, so that a rare one has its own plan.
    ...(medio ? [sql.raw(`v.medio = '${medio}'`)] : []),
  ]
}

const partOf = ({ curso }: SalesQuery): SQL =>
  curso ? sql`JOIN movimiento_lineas l ON l.id_movimiento = v.id AND l.id_curso = ${curso}` : sql``

const movementsWhere = ({ id_cliente }: Identity, asked: SalesQuery): SQL =>
  sql.join([sql`v.id_cliente = ${id_cliente}`, ...moneyConditions(asked)], sql` AND `)

/** The movements that the list counts: of a course its part alone. */
function countedMoney(identity: Identity, asked: SalesQuery): SQL {
  const centimos = asked.curso ? sql`l.centimos` : sql`v.centimos`
  return sql`(SELECT v.id_orden, v.tipo, ${centimos} AS centimos FROM movimientos v ${partOf(asked)} WHERE ${movementsWhere(identity, asked)})`
}

/** Found first: walking all orders to meet those of a past month, or of a new cashier, takes seconds. */
const isOneOf = (orders: SQL): SQL => sql`o.id = ANY (ARRAY(${orders}))`

/** Orders whose money the list counts. */
function movedOrders(identity: Identity, asked: SalesQuery): SQL {
  const moved = sql`FROM movimientos v ${partOf(asked)} WHERE ${movementsWhere(identity, asked)}`
  if (asked.desde_dia || asked.hasta_dia) return isOneOf(sql`SELECT DISTINCT v.id_orden ${moved}`)
  return asked.medio ? sql`EXISTS (SELECT ${moved} AND v.id_orden = o.id)` : sql`true`
}

const KINDS_OF_MONEY = ['cobro', 'devolucion', 'contracargo', 'ajuste']
const GATEWAYS = ['mercadopago', 'sandbox']

/** By the number, the buyer, or a number of the gateway or the bank; each by its index. */
const found = ({ id_cliente }: Identity, q: string): SQL => sql`o.id IN (
  SELECT p.id FROM usuarios u JOIN ordenes p ON p.id_usuario = u.id WHERE u.id_cliente = ${id_cliente} AND ${matchesWords(sql.raw('u.busqueda'), q)}
  UNION ALL SELECT p.id FROM ordenes p WHERE ${beginsUuid(sql.raw('p.numero'), q)}
  UNION ALL SELECT v.id_orden FROM movimientos v WHERE v.tipo = ANY (${sql.param(KINDS_OF_MONEY)}::text[]) AND v.id_pasarela = ${q}
  UNION ALL SELECT v.id_orden FROM movimientos v WHERE v.id_cliente = ${id_cliente} AND v.medio = ANY (${sql.param([...MEDIA])}::text[])
    AND v.operacion = ${Operation.safeParse(q).data ?? q} AND v.tipo = 'cobro'
  UNION ALL SELECT g.id_orden FROM pagos g WHERE g.pasarela = ANY (${sql.param(GATEWAYS)}::text[]) AND g.id_pago = ${q})`

function listFor(identity: Identity, asked: SalesQuery): List<Filters> {
  const money = countedMoney(identity, asked)
  return {
    from: sql.raw('ordenes o'),
    id: sql.raw('o.id'),
    columns: sql`${HEAD}, (SELECT ${MONEY} FROM ${money} m WHERE m.id_orden = o.id) AS dinero,
      ARRAY(SELECT l.nombre FROM orden_lineas l WHERE l.id_orden = o.id ORDER BY ${alphabetical(sql`l.nombre`)}) AS cursos,
      ARRAY(SELECT m.medio FROM movimientos m WHERE m.id_orden = o.id AND m.tipo = 'cobro' GROUP BY m.medio ORDER BY min(m.id)) AS medios`,
    sorts: {
      fecha: { by: sql.raw('o.creada_en'), type: 'timestamptz' },
      total: { by: sql.raw('o.total_centimos'), type: 'bigint' },
    },
    defaultSort: '-fecha',
    search: (q) => found(identity, q),
    filters: {
      estado: (estado) => sql`o.estado = ${estado}`,
      curso: (id) => sql`o.id IN (SELECT l.id_orden FROM orden_lineas l WHERE l.id_curso = ${id})`,
      codigo: (codigo) =>
        sql`o.id_referido = (SELECT r.id FROM referidos r WHERE r.codigo = ${lettersAndDigits(codigo)})`,
      registro: (who) => {
        if (who === 'en_linea')
          return sql`(o.id_personal IS NULL AND NOT EXISTS (SELECT FROM movimientos v
            WHERE v.id_orden = o.id AND v.tipo = 'cobro' AND v.id_personal IS NOT NULL))`
        return isOneOf(sql`SELECT p.id FROM ordenes p WHERE p.id_personal = ${who}
          UNION SELECT v.id_orden FROM movimientos v WHERE v.id_personal = ${who} AND v.tipo = 'cobro'`)
      },
    },
  }
}

const REGISTRARS = rolesWith('ventas.registrar', 'marca')

const registrars = (db: Db, { id_cliente }: Identity) =>
  query<{ id: number; nombre: string }>(
    db,
    sql`SELECT u.id, trim(u.nombres || ' ' || u.apellidos) AS nombre FROM usuarios u
      WHERE u.id_cliente = ${id_cliente} AND u.id IN (SELECT r.id_usuario FROM roles_personal r WHERE r.rol = ANY (${sql.param(REGISTRARS)}::text[]))
      ORDER BY ${alphabetical(sql`u.apellidos || ' ' || u.nombres`)}, u.id LIMIT 200`,
  )

/** Of a period: the sums of everything would read every movement. Orders are read only where something is asked of them. */
async function sumsOf(db: Db, list: List<Filters>, identity: Identity, asked: SalesQuery): Promise<SalesSums | null> {
  if (!asked.desde_dia && !asked.hasta_dia) return null
  const { estado, codigo, registro, q } = asked
  const where = sql.join(conditionsOf(list, { estado, codigo, registro, q }, sql`o.id = m.id_orden`), sql` AND `)
  const orders = estado || codigo || registro || q ? sql`JOIN ordenes o ON ${where}` : sql``
  const read = (tx: Db) =>
    query<{ sumas: SalesSums }>(
      tx,
      sql`SELECT ${MONEY}::jsonb || jsonb_build_object('ordenes', count(DISTINCT m.id_orden) FILTER (WHERE m.tipo = 'cobro')) AS sumas
        FROM ${countedMoney(identity, asked)} m ${orders}`,
    )
  const [row] = await (q ? search(db, read) : read(db))
  if (!row) throw fail('NO_DISPONIBLE')
  return row.sumas
}

/** The brand's orders of every medium; of a period with the sums of all that the filters leave (docs/product/shop.md 7). @throws DATOS_INVALIDOS */
export async function listSales(db: Db, identity: Identity, asked: SalesQuery) {
  const list = listFor(identity, asked)
  const ofBrand = sql`o.id_cliente = ${identity.id_cliente}`
  const scope = sql`${ofBrand} AND ${movedOrders(identity, asked)}`
  const { data, ...page } = await listRows<Omit<SaleRow, keyof Money> & HeadRow & { dinero: Money }, Filters>(
    db,
    list,
    asked,
    scope,
  )
  const rows: SaleRow[] = data.map(({ dinero, ...row }) => ({ ...toHead(row), ...dinero }))
  const sumas = await sumsOf(db, list, identity, asked)
  return { ...page, data: rows, sumas, personal: await registrars(db, identity) }
}
