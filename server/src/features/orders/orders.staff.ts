import { lettersAndDigits } from '@campus/contract/codes'
import { couponCode } from '@campus/contract/coupon-rules'
import { MEDIA, type Medium } from '@campus/contract/media'
import type { OrderState } from '@campus/contract/order-rules'
import { STAFF_STATE_TEXTS, UNPAID_STATES } from '@campus/contract/order-rules'
import type { SaleRow, SalesQuery, SalesSums } from '@campus/contract/orders.staff'
import { rolesWith } from '@campus/contract/permissions'
import { RECEIPTS } from '@campus/contract/receipt-names'
import { ReceiptNumber } from '@campus/contract/receipts'
import { TIME_ZONE } from '@campus/contract/rules'
import { Operation } from '@campus/contract/sales'
import { MAX_COUNTED } from '@campus/contract/staff'
import { type SQL, sql } from 'drizzle-orm'
import { beginsUuid, countedRows, type List, listRows, matchesWords } from '../../kit/lists/lists.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { couponOfOrder, ordersWithCoupon } from '../coupons/coupons.ts'
import { owedOf, owing } from './instalments.ts'
import { manyOrders, sumsOfMoney } from './money-sums.ts'
import { CAME_IN } from './orders.tables.ts'

type Filters = Pick<SalesQuery, 'estado' | 'codigo' | 'cuotas'>

export const soles = (centimos: SQL): SQL => sql`round(${centimos} / 100.0, 2)`

const nameOf = (id: SQL): SQL => sql`(SELECT trim(s.nombres || ' ' || s.apellidos) FROM usuarios s WHERE s.id = ${id})`

type Money = Pick<SalesSums, 'cobrado' | 'devuelto' | 'neto'>

/** Of movements `m` with their `centimos`, as one JSON value. */
const MONEY = sql`json_build_object(
  'cobrado', ${soles(sql`coalesce(sum(m.centimos) FILTER (WHERE ${CAME_IN}), 0)`)},
  'devuelto', ${soles(sql`-coalesce(sum(m.centimos) FILTER (WHERE NOT ${CAME_IN}), 0)`)},
  'neto', ${soles(sql`coalesce(sum(m.centimos), 0)`)})`

/** What the movements of `ordenes o` tell: who registered the payment, the media as they came, the money, whether some came back. */
const TOLD = sql`(SELECT json_build_object('registrada_por', ${nameOf(sql`coalesce(o.id_personal, t.cobrada_por)`)},
    'con_vuelta', t.con_vuelta, 'medios', t.medios, 'dinero', t.dinero)
  FROM (SELECT (array_agg(m.id_personal ORDER BY m.id) FILTER (WHERE m.tipo = 'cobro'))[1] AS cobrada_por,
      coalesce(sum(m.centimos) FILTER (WHERE NOT ${CAME_IN}) < 0 AND sum(m.centimos) < o.total_centimos, false) AS con_vuelta,
      coalesce(array_agg(m.medio ORDER BY m.id) FILTER (WHERE m.tipo = 'cobro'), '{}') AS medios, ${MONEY} AS dinero
    FROM movimientos m WHERE m.id_orden = o.id) t)`

/** Columns that a list and an order's page share, of `ordenes o`. */
export const HEAD = sql`o.numero, o.estado, ${soles(sql`o.total_centimos`)} AS total, ${soles(owedOf('o'))} AS debe, o.creada_en, o.pagada_en,
  (SELECT json_build_object('id', u.id, 'nombres', u.nombres, 'apellidos', u.apellidos, 'correo', u.correo)
    FROM usuarios u WHERE u.id = o.id_usuario) AS comprador,
  coalesce((SELECT r.codigo FROM referidos r WHERE r.id = o.id_referido), ${couponOfOrder(sql.raw('o.id'))}) AS codigo, ${TOLD} AS dicho`

export type HeadRow = {
  estado: OrderState
  debe: number
  dicho: { registrada_por: string | null; con_vuelta: boolean; medios: Medium[]; dinero: Money }
}

/** A paid order that owes instalments, or of which some came back, says so; a double charge that came back is no part. */
function stateText({ estado, debe, dicho }: HeadRow): string {
  if (debe > 0) return 'En cuotas'
  return estado === 'pagada' && dicho.con_vuelta ? 'Devuelta en parte' : STAFF_STATE_TEXTS[estado]
}

export const toHead = <Row extends HeadRow>(all: Row) => {
  const { dicho, ...row } = all
  return { ...row, ...dicho.dinero, registrada_por: dicho.registrada_por, estado_texto: stateText(all) }
}

/** A course of the brand alone. */
const courseOf = ({ id_cliente }: Identity, curso: number): SQL =>
  sql`(SELECT k.id FROM cursos k WHERE k.id = ${curso} AND k.id_cliente = ${id_cliente})`

const PARTS = sql.raw('movimiento_lineas l JOIN movimientos v ON v.id = l.id_movimiento')

/** The movements `v` that the list counts, or a course's parts `l` of them. Orders without any are left out. */
function countedMoney(identity: Identity, { desde_dia, hasta_dia, medio, registro, curso }: SalesQuery) {
  const columns = (letter: 'l' | 'v', id: string) => ({
    ...{ dia: sql.raw(`${letter}.dia`), orden: sql.raw(`${letter}.id_orden`), id: sql.raw(id) },
    centimos: sql.raw(`${letter}.centimos`),
  })
  const { dia, ...of } = curso ? columns('l', 'l.id_movimiento') : columns('v', 'v.id')
  const asked = [
    ...(desde_dia ? [sql`${dia} >= ${desde_dia}::date`] : []),
    ...(hasta_dia ? [sql`${dia} <= ${hasta_dia}::date`] : []),
    // Its own statement for each, so that a rare one has its own plan.
    ...(medio ? [sql.raw(`v.medio = '${medio}'`)] : []),
    ...(typeof registro === 'number' ? [sql`v.id_registro = ${registro}`] : []),
  ]
  const given = [
    curso ? sql`l.id_curso = ${courseOf(identity, curso)}` : sql`v.id_cliente = ${identity.id_cliente}`,
    ...(registro === 'en_linea' ? [sql`v.id_registro IS NULL`] : []),
  ]
  const ofCourse = medio || registro ? PARTS : sql.raw('movimiento_lineas l')
  return {
    ...{ ...of, dia, any: asked.length > 0, where: sql.join([...given, ...asked], sql` AND `) },
    from: curso ? ofCourse : sql.raw('movimientos v'),
    withKinds: curso ? PARTS : sql.raw('movimientos v'),
  }
}

type Counted = ReturnType<typeof countedMoney>
type Rows = Pick<List<Filters>, 'from' | 'id' | 'sorts' | 'defaultSort' | 'count'> & { scope: SQL }

const periodOf = ({ desde_dia, hasta_dia }: SalesQuery) => {
  const [from, to] = [desde_dia, hasta_dia].map((day) => (day ? sql`${day}::date` : undefined))
  return { from, to }
}

/** Rows are counted only where the sums of days do not say that there are more than is told. */
const countedUnlessMany = ({ id_cliente }: Identity, asked: SalesQuery, count: SQL): SQL =>
  sql`(SELECT CASE WHEN ${manyOrders(id_cliente, periodOf(asked), asked)} THEN ${MAX_COUNTED}::int ELSE ${count} END)`

/** By the last movement that is counted. */
function rowsByMoney(identity: Identity, { from, where, dia, id, orden }: Counted, asked: SalesQuery): Rows {
  const later = sql`SELECT FROM (SELECT ${orden} AS id_orden, ${dia} AS dia, ${id} AS id FROM ${from} WHERE ${where}) w
    WHERE w.id_orden = o.id AND (w.dia, w.id) > (${dia}, ${id})`
  const count = sql`(SELECT least(count(DISTINCT ${orden}), ${MAX_COUNTED})::int FROM ${from} WHERE ${where})`
  return {
    ...{ from: sql`${from} JOIN ordenes o ON o.id = ${orden}`, scope: sql`${where} AND NOT EXISTS (${later})`, id },
    ...{ sorts: { dinero: { by: dia, type: 'date' } }, defaultSort: '-dinero' },
    ...(!asked.estado && { count: countedUnlessMany(identity, asked, count) }),
  }
}

/** By number, which follows the creation. */
function rowsOfCourse(identity: Identity, curso: number): Rows {
  const id = sql.raw('c.id_orden')
  return {
    ...{ from: sql.raw('orden_lineas c JOIN ordenes o ON o.id = c.id_orden'), id },
    ...{ scope: sql`c.id_curso = ${courseOf(identity, curso)}`, sorts: { numero: { by: id, type: 'bigint' } } },
    defaultSort: '-numero',
  }
}

const UNPAID: readonly (OrderState | undefined)[] = [...UNPAID_STATES, 'cancelada']

/** Days of what was not paid are those of its creation. */
function createdOn({ desde_dia, hasta_dia }: SalesQuery): SQL[] {
  const midnight = (day: string, plus: number) =>
    sql`(${day}::date + ${plus}::int)::timestamp AT TIME ZONE ${TIME_ZONE}`
  return [
    ...(desde_dia ? [sql`o.creada_en >= ${midnight(desde_dia, 0)}`] : []),
    ...(hasta_dia ? [sql`o.creada_en < ${midnight(hasta_dia, 1)}`] : []),
  ]
}

/** Which rows the list has, the newest first, each way by an index. */
function rowsOf(identity: Identity, asked: SalesQuery): Rows {
  const { estado, q, codigo, cuotas, curso, registro, medio } = asked
  const money = countedMoney(identity, asked)
  // What is found by something else, or in a rare state, is looked through for money.
  if (money.any && !q && !codigo && !cuotas && (!estado || estado === 'pagada'))
    return rowsByMoney(identity, money, asked)
  const byDay = UNPAID.includes(estado) && !medio && typeof registro !== 'number'
  const conditions = [
    ...(registro === 'en_linea' ? [sql`o.id_personal IS NULL`] : []),
    ...(byDay ? createdOn(asked) : []),
    ...(money.any && !byDay
      ? [sql`(SELECT true FROM ${money.from} WHERE ${money.where} AND ${money.orden} = o.id LIMIT 1)`]
      : []),
  ]
  const rows: Rows = curso
    ? rowsOfCourse(identity, curso)
    : {
        ...{ from: sql.raw('ordenes o'), id: sql.raw('o.id'), scope: sql`o.id_cliente = ${identity.id_cliente}` },
        ...{ sorts: { creada: { by: sql.raw('o.creada_en'), type: 'timestamptz' } }, defaultSort: '-creada' },
      }
  const count = countedRows(sql`FROM ${sql.raw(curso ? 'orden_lineas c' : 'ordenes o')} WHERE ${rows.scope}`)
  return {
    ...{ ...rows, scope: sql.join([rows.scope, ...conditions], sql` AND `) },
    ...(!(estado || q || codigo || cuotas || registro) && { count: countedUnlessMany(identity, asked, count) }),
  }
}

const KINDS_OF_MONEY = ['cobro', 'devolucion', 'contracargo', 'ajuste']
const GATEWAYS = ['mercadopago', 'sandbox']

/** By the number, the buyer, or a number of the gateway, the bank or the receipt; each by its index. */
const found = ({ id_cliente }: Identity, q: string): SQL => sql`o.id IN (
  SELECT p.id FROM usuarios u JOIN ordenes p ON p.id_usuario = u.id WHERE u.id_cliente = ${id_cliente} AND ${matchesWords(sql.raw('u.busqueda'), q)}
  UNION ALL SELECT p.id FROM ordenes p WHERE ${beginsUuid(sql.raw('p.numero'), q)}
  UNION ALL SELECT v.id_orden FROM movimientos v WHERE v.tipo = ANY (${sql.param(KINDS_OF_MONEY)}::text[]) AND v.id_pasarela = ${q}
  UNION ALL SELECT v.id_orden FROM movimientos v WHERE v.id_cliente = ${id_cliente} AND v.medio = ANY (${sql.param([...MEDIA])}::text[])
    AND v.operacion = ${Operation.safeParse(q).data ?? q} AND v.tipo = 'cobro' AND v.anulado_en IS NULL
  UNION ALL SELECT c.id_orden FROM comprobantes c WHERE c.id_cliente = ${id_cliente} AND c.tipo = ANY (${sql.param([...RECEIPTS])}::text[])
    AND c.numero = ${ReceiptNumber.safeParse(q).data ?? q}
  UNION ALL SELECT g.id_orden FROM pagos g WHERE g.pasarela = ANY (${sql.param(GATEWAYS)}::text[]) AND g.id_pago = ${q})`

function listFor(identity: Identity, asked: SalesQuery): List<Filters> & { scope: SQL } {
  const money = countedMoney(identity, asked)
  const part = sql`, (SELECT ${MONEY} FROM (SELECT v.tipo, ${money.centimos} AS centimos FROM ${money.withKinds}
    WHERE ${money.where} AND ${money.orden} = o.id) m) AS dinero`
  return {
    ...rowsOf(identity, asked),
    columns: sql`${HEAD}, ARRAY(SELECT l.nombre FROM orden_lineas l WHERE l.id_orden = o.id) AS cursos${
      money.any || asked.curso || asked.registro ? part : sql``
    }`,
    search: (q) => found(identity, q),
    filters: {
      estado: (estado) => sql`o.estado = ${estado}`,
      cuotas: owing,
      codigo: (codigo) =>
        couponCode(codigo) === null
          ? sql`o.id_referido = (SELECT r.id FROM referidos r WHERE r.codigo = ${lettersAndDigits(codigo)})`
          : sql`o.id IN ${ordersWithCoupon(identity.id_cliente, codigo)}`,
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

/** Of a period, and of what a sum of days can tell apart: not of words, states and codes. */
async function sumsFor(db: Db, { id_cliente }: Identity, asked: SalesQuery): Promise<SalesSums | null> {
  const { desde_dia, hasta_dia, q, estado, codigo, cuotas } = asked
  if ((!desde_dia && !hasta_dia) || q || estado || codigo || cuotas) return null
  const [row] = await query<{ sumas: SalesSums }>(
    db,
    sql`SELECT ${sumsOfMoney(id_cliente, periodOf(asked), asked)} AS sumas`,
  )
  return row?.sumas ?? null
}

type ListedRow = Omit<SaleRow, keyof Money | 'medios' | 'registrada_por' | 'estado_texto'> &
  HeadRow & { /** Where not all of it is counted. */ dinero?: Money }

/** The brand's orders of every medium; of a period with its sums (docs/product/shop.md 7). @throws DATOS_INVALIDOS */
export async function listSales(db: Db, identity: Identity, asked: SalesQuery) {
  const { scope, ...list } = listFor(identity, asked)
  const { q, estado, codigo, cuotas, desde } = asked
  const { data, ...page } = await listRows<ListedRow, Filters>(db, list, { q, estado, codigo, cuotas, desde }, scope)
  const rows: SaleRow[] = data.map(({ dinero, ...row }) => ({
    ...{ ...toHead(row), ...dinero },
    cursos: row.cursos.toSorted((one, other) => one.localeCompare(other, 'es')),
    medios: [...new Set(row.dicho.medios)],
  }))
  return { ...page, data: rows, sumas: await sumsFor(db, identity, asked), personal: await registrars(db, identity) }
}
