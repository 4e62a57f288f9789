import type { ClosedMonth, OwnRank, PointEntry, Prize, RankingRow } from '@campus/contract/awards'
import { RANKING_TOP, TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'

type Paging = { page: number; per_page: number }

/** Whose ranking, and whether the reader is a visitor, who sees the surname's initial alone. */
export type Table = { marca: number; mes?: string; visitante: boolean }

/** The first day of the given month (`YYYY-MM`), or of the current one in Lima. */
const monthOf = (mes: string | undefined): SQL => sql`coalesce((${mes ?? null}::text || '-01')::date,
  date_trunc('month', now() AT TIME ZONE ${TIME_ZONE})::date)`
const MONTH_NAME = sql.raw(`'YYYY-MM'`)

const initial = (text: string) => `CASE WHEN ${text} = '' THEN '' ELSE upper(left(${text}, 1)) || '.' END`

/** A name as the table shows it: initials for who prefers them, the surname's initial for visitors (contract section 4). */
const shownName = (row: string, visitor: SQL): SQL => {
  const [names, surnames] = row === 'u' ? ['u.nombres', 'u.apellidos'] : [`${row}.nombre`, `${row}.apellido`]
  const hidden = sql.raw('coalesce(u.ranking_iniciales, false)')
  return sql`CASE WHEN ${hidden} THEN ${sql.raw(initial(names))} ELSE ${sql.raw(names)} END AS nombre,
    CASE WHEN ${hidden} OR ${visitor} THEN ${sql.raw(initial(surnames))} ELSE ${sql.raw(surnames)} END AS apellido`
}

/** The order of the table, which its index has: points, then who got there first. */
const BEST_FIRST = sql.raw('m.puntos DESC NULLS LAST, m.alcanzado_en, m.id_usuario')
type Found<Row> = { total: number; data: Row[] }

type Rows = Table & { desde: number; cantidad: number }

const runningPage = (db: Db, { marca, mes, visitante, desde, cantidad }: Rows) => {
  const ofMonth = sql`m.id_cliente = ${marca} AND m.mes = ${monthOf(mes)}`
  return query<Found<RankingRow>>(
    db,
    sql`SELECT (SELECT count(*) FROM (SELECT 1 FROM puntos_mes m WHERE ${ofMonth} LIMIT ${RANKING_TOP}) t) AS total,
      (SELECT coalesce(json_agg(f ORDER BY f.puesto), '[]') FROM (
        SELECT t.puesto, ${shownName('u', sql`${visitante}::boolean`)}, u.pais, t.puntos
        FROM (SELECT m.id_usuario, m.puntos, row_number() OVER (ORDER BY ${BEST_FIRST}) AS puesto FROM puntos_mes m
          WHERE ${ofMonth} ORDER BY ${BEST_FIRST} LIMIT ${cantidad} OFFSET ${desde}) t
        JOIN usuarios u ON u.id = t.id_usuario) f) AS data`,
  )
}

const closedPage = (db: Db, { marca, mes, visitante, desde, cantidad }: Rows) => {
  const ofMonth = sql`c.id_cliente = ${marca} AND c.mes = ${monthOf(mes)}`
  return query<Found<RankingRow>>(
    db,
    sql`SELECT (SELECT count(*) FROM rankings_cerrados c WHERE ${ofMonth} AND c.puesto <= ${RANKING_TOP}) AS total,
      (SELECT coalesce(json_agg(f ORDER BY f.puesto), '[]') FROM (
        SELECT r.puesto, ${shownName('r', sql`${visitante}::boolean`)}, r.pais, r.puntos
        FROM (SELECT * FROM rankings_cerrados c WHERE ${ofMonth} AND c.puesto > ${desde}::int
          AND c.puesto <= ${desde}::int + ${cantidad}::int ORDER BY c.puesto) r
        LEFT JOIN usuarios u ON u.id = r.id_usuario) f) AS data`,
  )
}

const pageOf = <Row>({ total, data }: Found<Row>, { page, per_page }: Paging) => pageOfRows(data, total, page, per_page)

/**
 * A page of a brand's ranking, of which the first {@link RANKING_TOP} are shown: the month that runs, or another as it
 * was frozen. A month that is over and not frozen yet shows as it stands.
 */
export async function listRanking(db: Db, { marca, mes, visitante }: Table, paging: Paging) {
  const desde = (paging.page - 1) * paging.per_page
  const cantidad = Math.max(0, Math.min(paging.per_page, RANKING_TOP - desde))
  const rows = { marca, visitante, mes, desde, cantidad }
  const [frozen] = mes ? await closedPage(db, rows) : []
  const [found] = frozen?.total ? [frozen] : await runningPage(db, rows)
  return pageOf(found ?? { total: 0, data: [] }, paging)
}

const ownName = (db: Db, usuario: number, mes: string | undefined) =>
  query<Omit<OwnRank, 'puesto' | 'puntos' | 'vecinos'>>(
    db,
    sql`SELECT to_char(${monthOf(mes)}, ${MONTH_NAME}) AS mes, ${shownName('u', sql.raw('false'))}, u.pais,
      u.ranking_iniciales AS iniciales FROM usuarios u WHERE u.id = ${usuario}`,
  )

/** Of the same month and brand as `yo`; with it the index ends where the count does. */
const WITH_ME = sql.raw('m.id_cliente = yo.id_cliente AND m.mes = yo.mes')
const BEFORE_ME = sql.raw(`m.puntos >= yo.puntos
  AND (m.puntos > yo.puntos OR (m.alcanzado_en, m.id_usuario) < (yo.alcanzado_en, yo.id_usuario))`)
const AFTER_ME = sql.raw(`m.puntos <= yo.puntos
  AND (m.puntos < yo.puntos OR (m.alcanzado_en, m.id_usuario) > (yo.alcanzado_en, yo.id_usuario))`)

type Place = Pick<OwnRank, 'puntos' | 'vecinos'> & { puesto: number }

const neighbours = (side: SQL, order: SQL, place: SQL): SQL => sql`SELECT yo.puesto ${place} AS puesto,
    ${shownName('u', sql.raw('false'))}, u.pais, c.puntos
  FROM yo CROSS JOIN LATERAL (SELECT s.*, row_number() OVER () AS n FROM (
    SELECT m.id_usuario, m.puntos FROM puntos_mes m WHERE ${WITH_ME} AND ${side} ORDER BY ${order} LIMIT 2) s) c
  JOIN usuarios u ON u.id = c.id_usuario`

const runningPlace = (db: Db, usuario: number, mes: string | undefined) =>
  query<Place>(
    db,
    sql`WITH fila AS (SELECT y.* FROM puntos_mes y WHERE y.id_usuario = ${usuario} AND y.mes = ${monthOf(mes)}), yo AS (
      SELECT fila.*, 1 + (SELECT count(*) FROM puntos_mes m, (SELECT fila.*) yo WHERE ${WITH_ME} AND m.puntos > yo.puntos)
        + (SELECT count(*) FROM puntos_mes m, (SELECT fila.*) yo WHERE ${WITH_ME} AND m.puntos = yo.puntos
          AND (m.alcanzado_en, m.id_usuario) < (yo.alcanzado_en, yo.id_usuario)) AS puesto FROM fila
    ), vecinos AS (
      ${neighbours(BEFORE_ME, sql.raw('m.puntos ASC NULLS FIRST, m.alcanzado_en DESC, m.id_usuario DESC'), sql.raw('- c.n'))}
      UNION ALL
      ${neighbours(AFTER_ME, BEST_FIRST, sql.raw('+ c.n'))}
    )
    SELECT yo.puesto, yo.puntos, (SELECT coalesce(json_agg(v ORDER BY v.puesto), '[]') FROM vecinos v) AS vecinos FROM yo`,
  )

const closedPlace = (db: Db, { id, id_cliente }: Identity, mes: string) =>
  query<Place>(
    db,
    sql`SELECT yo.puesto, yo.puntos, (SELECT coalesce(json_agg(v ORDER BY v.puesto), '[]') FROM (
      SELECT r.puesto, ${shownName('r', sql.raw('false'))}, r.pais, r.puntos
      FROM rankings_cerrados r LEFT JOIN usuarios u ON u.id = r.id_usuario
      WHERE r.id_cliente = yo.id_cliente AND r.mes = yo.mes AND r.puesto BETWEEN yo.puesto - 2 AND yo.puesto + 2
        AND r.puesto <> yo.puesto) v) AS vecinos
    FROM rankings_cerrados yo WHERE yo.id_cliente = ${id_cliente} AND yo.mes = ${monthOf(mes)} AND yo.id_usuario = ${id}`,
  )

/** The signed-in person's place in a month with who stands next to it; counted from the index, not from the table. */
export async function findOwnRank(db: Db, identity: Identity, mes?: string): Promise<OwnRank> {
  const [person] = await ownName(db, identity.id, mes)
  const [frozen] = mes ? await closedPlace(db, identity, mes) : []
  const [place] = frozen ? [frozen] : await runningPlace(db, identity.id, mes)
  if (!person) throw new Error('the token names nobody')
  return { ...person, puesto: place?.puesto ?? null, puntos: place?.puntos ?? 0, vecinos: place?.vecinos ?? [] }
}

/** A page of the signed-in person's own ledger, newest first, of one month or of all. */
export async function listPoints(db: Db, usuario: number, mes: string | undefined, paging: Paging) {
  const month = mes ?? null
  const [found] = await query<Found<PointEntry>>(
    db,
    sql`WITH suyos AS (SELECT p.* FROM puntos p WHERE p.id_usuario = ${usuario}
        AND (${month}::text IS NULL OR p.mes = (${month}::text || '-01')::date))
      SELECT (SELECT count(*) FROM suyos) AS total, (SELECT coalesce(json_agg(f), '[]') FROM (
        SELECT id, motivo, detalle, puntos, to_char(mes, ${MONTH_NAME}) AS mes, creado_en AS fecha FROM suyos
        ORDER BY creado_en DESC, id DESC LIMIT ${paging.per_page} OFFSET ${(paging.page - 1) * paging.per_page}) f) AS data`,
  )
  return pageOf(found ?? { total: 0, data: [] }, paging)
}

/** A page of a brand's closed months, newest first. The first row of a month stands for it; its last place counts who took part. */
export async function listClosedMonths(db: Db, marca: number, paging: Paging) {
  const [found] = await query<Found<ClosedMonth>>(
    db,
    sql`WITH meses AS (SELECT r.mes FROM rankings_cerrados r WHERE r.id_cliente = ${marca} AND r.puesto = 1)
      SELECT (SELECT count(*) FROM meses) AS total, (SELECT coalesce(json_agg(f), '[]') FROM (
        SELECT to_char(p.mes, ${MONTH_NAME}) AS mes, (SELECT max(r.puesto) FROM rankings_cerrados r
          WHERE r.id_cliente = ${marca} AND r.mes = p.mes) AS participantes
        FROM (SELECT mes FROM meses ORDER BY mes DESC
          LIMIT ${paging.per_page} OFFSET ${(paging.page - 1) * paging.per_page}) p ORDER BY p.mes DESC) f) AS data`,
  )
  return pageOf(found ?? { total: 0, data: [] }, paging)
}

/** The prizes of a brand, best rank first. */
export const listPrizes = (db: Db, marca: number): Promise<Prize[]> =>
  query<Prize>(
    db,
    sql`SELECT p.id, p.imagen, p.premio, p.puesto FROM premios p WHERE p.id_cliente = ${marca} AND p.estado = 1
      ORDER BY p.puesto, p.orden, p.id`,
  )
