import { couponCode } from '@campus/contract/coupon-rules'
import type { Coupon, CouponBody, CouponRow, CouponsQuery, NewCoupon } from '@campus/contract/coupons'
import { type SQL, sql } from 'drizzle-orm'
import { audit, lastEdit } from '../../kit/audit/audit.ts'
import { type List, listRows, matchesWords } from '../../kit/lists/lists.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query, sentBefore } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { cupones } from './coupons.tables.ts'
import { ON_HOLD, USED } from './coupons.ts'

const LIMIT = sql`CASE WHEN c.de_un_uso THEN (SELECT count(*) FROM cupon_codigos k WHERE k.id_cupon = c.id)::int ELSE c.usos END`

/** Not seen yet. */
const OVER = sql`(SELECT count(*) FROM cupon_usos u WHERE u.id_cupon = c.id AND u.de_mas AND u.visto_por IS NULL)::int`

const STATE = sql`CASE WHEN c.cerrado_en IS NOT NULL THEN 'cerrado' WHEN c.hasta < ${LIMA_TODAY} THEN 'terminado'
  WHEN ${LIMIT} > 0 AND ${USED} >= ${LIMIT} THEN 'agotado' WHEN c.desde > ${LIMA_TODAY} THEN 'por_empezar' ELSE 'vigente' END`

const COLUMNS = sql`c.id, c.nombre, c.porcentaje, round(c.descuento_centimos / 100.0, 2) AS descuento, c.desde, c.hasta, c.creado_en,
  CASE WHEN NOT c.de_un_uso THEN (SELECT k.codigo FROM cupon_codigos k WHERE k.id_cupon = c.id) END AS codigo,
  ${LIMIT} AS limite, ${USED} AS usos, ${STATE} AS estado, ${OVER} AS pasados`

type Filters = Pick<CouponsQuery, 'estado'>

/** By the name or a code. */
const found = (id_cliente: number) => (q: string) =>
  sql`(${matchesWords(sql.raw('c.busqueda'), q)} OR c.id IN (
  SELECT k.id_cupon FROM cupon_codigos k WHERE k.id_cliente = ${id_cliente} AND k.codigo = ${couponCode(q) ?? ''}))`

export const listCoupons = (db: Db, { id_cliente }: Identity, asked: CouponsQuery) =>
  listRows<CouponRow, Filters>(
    db,
    {
      ...{ from: sql.raw('cupones c'), id: sql.raw('c.id') },
      columns: sql`${COLUMNS}, (SELECT count(*) FROM cupon_cursos x WHERE x.id_cupon = c.id)::int AS cursos`,
      sorts: {
        creado: { by: sql.raw('c.creado_en'), type: 'timestamptz' },
        nombre: { by: alphabetical(sql.raw('c.nombre')), type: 'text' },
      },
      defaultSort: '-creado',
      search: found(id_cliente),
      filters: { estado: (estado) => (estado === 'pasado' ? sql`${OVER} > 0` : sql`${STATE} = ${estado}`) },
    } satisfies List<Filters>,
    asked,
    sql`c.id_cliente = ${id_cliente}`,
  )

const NAME_OF = (id: SQL) => sql`(SELECT trim(p.nombres || ' ' || p.apellidos) FROM usuarios p WHERE p.id = ${id})`

/** @throws NO_ENCONTRADO */
export async function findCoupon(db: Db, { id_cliente }: Pick<Identity, 'id_cliente'>, id: number): Promise<Coupon> {
  const [row] = await query<Coupon>(
    db,
    sql`SELECT ${COLUMNS}, c.usos_persona, ${ON_HOLD} AS apartados, c.cerrado_en, c.version, ${NAME_OF(sql.raw('c.id_usuario'))} AS creado_por,
      EXISTS (SELECT FROM cupon_usos u WHERE u.id_cupon = c.id) AS estrenado,
      (SELECT coalesce(json_agg(json_build_object('id', k.id, 'nombre', k.nombre) ORDER BY ${alphabetical(sql.raw('k.nombre'))}), '[]')
        FROM cupon_cursos x JOIN cursos k ON k.id = x.id_curso WHERE x.id_cupon = c.id) AS cursos,
      (SELECT coalesce(json_agg(to_json(z)), '[]') FROM (SELECT o.numero, ${NAME_OF(sql.raw('o.id_usuario'))} AS comprador, u.usado_en
        FROM cupon_usos u JOIN ordenes o ON o.id = u.id_orden WHERE u.id_cupon = c.id AND u.de_mas AND u.visto_por IS NULL
        ORDER BY u.usado_en DESC LIMIT 50) z) AS de_mas
    FROM cupones c WHERE c.id = ${id} AND c.id_cliente = ${id_cliente}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

/** @throws DATOS_INVALIDOS for one of another brand */
async function writeCourses(tx: Db, { id_cliente }: Identity, id: number, cursos: number[]): Promise<void> {
  await tx.execute(sql`DELETE FROM cupon_cursos WHERE id_cupon = ${id}`)
  const written = await query<{ id: number }>(
    tx,
    sql`INSERT INTO cupon_cursos (id_cupon, id_curso) SELECT ${id}::bigint, k.id FROM cursos k
      WHERE k.id = ANY (${sql.param(cursos)}::bigint[]) AND k.id_cliente = ${id_cliente} RETURNING id_curso AS id`,
  )
  if (written.length < cursos.length) throw invalid('cursos', 'Uno de los cursos ya no existe.')
}

const centimosOf = (soles: number | null) => (soles === null ? null : Math.round(soles * 100))

/** A repeated request finds the coupon of the first. @throws DATOS_INVALIDOS */
export async function createCoupon(
  db: Db,
  identity: Identity,
  { codigo, envio, ...terms }: NewCoupon,
): Promise<Coupon> {
  const { id_cliente } = identity
  const id = await db.transaction(async (tx) => {
    const before = await sentBefore(tx, cupones, identity.id, envio)
    if (before) return before
    const [made] = await query<{ id: number }>(
      tx,
      sql`INSERT INTO cupones (id_cliente, nombre, porcentaje, descuento_centimos, desde, hasta, usos, usos_persona, de_un_uso, id_usuario, envio)
        VALUES (${id_cliente}, ${terms.nombre}, ${terms.porcentaje}::int, ${centimosOf(terms.descuento)}::int, ${terms.desde}::date, ${terms.hasta}::date,
          ${codigo === null ? null : terms.usos}::int, ${terms.usos_persona}::int, ${codigo === null}, ${identity.id}, ${envio ?? null}::uuid) RETURNING id`,
    )
    if (!made) throw new Error('the coupon was not inserted')
    await writeCourses(tx, identity, made.id, terms.cursos)
    if (codigo !== null) await takeCode(tx, identity, made.id, codigo)
    const { nombre, porcentaje, descuento } = terms
    const detalle = { hecho: 'creado', nombre, codigo, porcentaje, descuento }
    await audit(tx, 'gestion', { objeto: `cupon:${made.id}`, detalle })
    return made.id
  })
  return findCoupon(db, identity, id)
}

/** @throws DATOS_INVALIDOS under `codigo` */
async function takeCode(tx: Db, { id_cliente }: Identity, id: number, codigo: string): Promise<void> {
  const [taken] = await query<{ id: number }>(
    tx,
    sql`INSERT INTO cupon_codigos (id_cupon, id_cliente, codigo) VALUES (${id}, ${id_cliente}, ${codigo}) ON CONFLICT DO NOTHING RETURNING id`,
  )
  if (!taken) throw invalid('codigo', 'Otro cupón ya tiene este código.')
}

const setOf = (rows: { id: number }[]) =>
  rows
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join()

/** @throws DATOS_INVALIDOS for what an order already rests on */
function checkChange(now: Coupon, next: CouponBody): void {
  const discount = now.porcentaje !== next.porcentaje || now.descuento !== next.descuento
  const courses = setOf(now.cursos) !== setOf(next.cursos.map((id) => ({ id })))
  const text = 'Ya hay compras con este cupón: para cambiarlo, crea otro.'
  if (now.estrenado && discount) throw invalid(next.porcentaje === null ? 'descuento' : 'porcentaje', text)
  if (now.estrenado && courses) throw invalid('cursos', text)
  const taken = now.usos + now.apartados
  if (now.codigo !== null && next.usos !== null && next.usos < taken)
    throw invalid('usos', `Ya se usó o está apartado ${taken} ${taken === 1 ? 'vez' : 'veces'}.`)
}

/** The coupon as it is; orders of it wait. @throws NO_ENCONTRADO */
export async function lockCoupon(tx: Db, { id_cliente }: Identity, id: number): Promise<Coupon> {
  await tx.execute(sql`SELECT FROM cupones WHERE id = ${id} AND id_cliente = ${id_cliente} FOR NO KEY UPDATE`)
  return findCoupon(tx, { id_cliente }, id)
}

/** Saves over the version that was read. @throws NO_ENCONTRADO, CAMBIO_MIENTRAS, DATOS_INVALIDOS */
export async function saveCoupon(db: Db, identity: Identity, id: number, body: CouponBody): Promise<Coupon> {
  const objeto = `cupon:${id}`
  const { nombre, porcentaje, descuento, desde, hasta, usos, usos_persona, cursos, version } = body
  return db.transaction(async (tx) => {
    const now = await lockCoupon(tx, identity, id)
    if (now.version !== version)
      throw fail('CAMBIO_MIENTRAS', { actual: { datos: now, version: now.version, ...(await lastEdit(tx, objeto)) } })
    checkChange(now, body)
    await tx.execute(sql`UPDATE cupones SET nombre = ${nombre}, porcentaje = ${porcentaje}::int, descuento_centimos = ${centimosOf(descuento)}::int,
      desde = ${desde}::date, hasta = ${hasta}::date, usos = CASE WHEN de_un_uso THEN NULL ELSE ${usos}::int END,
      usos_persona = ${usos_persona}::int, version = version + 1 WHERE id = ${id}`)
    await writeCourses(tx, identity, id, cursos)
    const detalle = { hecho: 'cambiado', nombre, porcentaje, descuento, desde, hasta, usos, usos_persona }
    await audit(tx, 'gestion', { objeto, detalle })
    return findCoupon(tx, identity, id)
  })
}

/** No purchase takes it any more; those that were begun keep it. @throws NO_ENCONTRADO */
export async function closeCoupon(db: Db, identity: Identity, id: number): Promise<Coupon> {
  return db.transaction(async (tx) => {
    const now = await lockCoupon(tx, identity, id)
    if (now.cerrado_en !== null) return now
    await tx.execute(sql`UPDATE cupones SET cerrado_en = now(), version = version + 1 WHERE id = ${id}`)
    await audit(tx, 'gestion', { objeto: `cupon:${id}`, detalle: { hecho: 'cerrado', nombre: now.nombre } })
    return findCoupon(tx, identity, id)
  })
}

/** Staff have seen that these orders were paid beyond the limit. @throws NO_ENCONTRADO */
export async function markSeen(db: Db, identity: Identity, id: number, ordenes: string[]): Promise<Coupon> {
  return db.transaction(async (tx) => {
    await findCoupon(tx, identity, id)
    const seen = await query<{ numero: string }>(
      tx,
      sql`UPDATE cupon_usos u SET visto_por = ${identity.id} FROM ordenes o WHERE o.id = u.id_orden AND u.id_cupon = ${id}
        AND u.de_mas AND u.visto_por IS NULL AND o.numero = ANY (${sql.param(ordenes)}::uuid[]) RETURNING o.numero`,
    )
    const detalle = { hecho: 'usos de más vistos', ordenes: seen.map(({ numero }) => numero) }
    if (seen.length > 0) await audit(tx, 'gestion', { objeto: `cupon:${id}`, detalle })
    return findCoupon(tx, identity, id)
  })
}
