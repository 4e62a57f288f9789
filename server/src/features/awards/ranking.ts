import type { ClosedMonth, OwnRank, PointEntry, Prize, RankingRow } from '@campus/contract/awards'
import { RANKING_TOP, TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'

type Paging = { page: number; per_page: number }

export type Ranking = { marca: number; mes?: string; guest: boolean }

/** The first day of `YYYY-MM`, or of the current month in Lima. */
const monthOf = (mes: string | undefined): SQL => sql`coalesce((${mes ?? null}::text || '-01')::date,
  date_trunc('month', now() AT TIME ZONE ${TIME_ZONE})::date)`
const MONTH_NAME = sql.raw(`'YYYY-MM'`)

/** The first letter or digit, as `firstLetter` of the contract; empty where there is none. */
const initial = (text: string) => `coalesce(upper(substring(${text} from '[[:alnum:]]')) || '.', '')`

/** Initials for users who prefer them; guests see the surname's initial (docs/product/community.md 4.2). */
const shownName = (row: string, guest: SQL): SQL => {
  const [names, surnames] = row === 'u' ? ['u.nombres', 'u.apellidos'] : [`${row}.nombre`, `${row}.apellido`]
  const hidden = sql.raw('coalesce(u.ranking_iniciales, false)')
  return sql`CASE WHEN ${hidden} THEN ${sql.raw(initial(names))} ELSE ${sql.raw(names)} END AS nombre,
    CASE WHEN ${hidden} OR ${guest} THEN ${sql.raw(initial(surnames))} ELSE ${sql.raw(surnames)} END AS apellido`
}

/** Must match the index of `puntos_mes`. */
const BEST_FIRST = sql.raw('m.puntos DESC NULLS LAST, m.alcanzado_en, m.id_usuario')
type Found<Row> = { total: number; data: Row[] }

type Rows = Ranking & { desde: number; cantidad: number }

const runningPage = (db: Db, { marca, mes, guest, desde, cantidad }: Rows) => {
  const ofMonth = sql`m.id_cliente = ${marca} AND m.mes = ${monthOf(mes)}`
  return query<Found<RankingRow>>(
    db,
    sql`SELECT (SELECT count(*) FROM (SELECT 1 FROM puntos_mes m WHERE ${ofMonth} LIMIT ${RANKING_TOP}) t) AS total,
      (SELECT coalesce(json_agg(f ORDER BY f.puesto), '[]') FROM (
        SELECT t.puesto, ${shownName('u', sql`${guest}::boolean`)}, u.pais, t.puntos
        FROM (SELECT m.id_usuario, m.puntos, row_number() OVER (ORDER BY ${BEST_FIRST}) AS puesto FROM puntos_mes m
          WHERE ${ofMonth} ORDER BY ${BEST_FIRST} LIMIT ${cantidad} OFFSET ${desde}) t
        JOIN usuarios u ON u.id = t.id_usuario) f) AS data`,
  )
}

const closedPage = (db: Db, { marca, mes, guest, desde, cantidad }: Rows) => {
  const ofMonth = sql`c.id_cliente = ${marca} AND c.mes = ${monthOf(mes)}`
  return query<Found<RankingRow>>(
    db,
    sql`SELECT (SELECT count(*) FROM rankings_cerrados c WHERE ${ofMonth} AND c.puesto <= ${RANKING_TOP}) AS total,
      (SELECT coalesce(json_agg(f ORDER BY f.puesto), '[]') FROM (
        SELECT r.puesto, ${shownName('r', sql`${guest}::boolean`)}, r.pais, r.puntos
        FROM (SELECT * FROM rankings_cerrados c WHERE ${ofMonth} AND c.puesto > ${desde}::int
          AND c.puesto <= ${desde}::int + ${cantidad}::int ORDER BY c.puesto) r
        LEFT JOIN usuarios u ON u.id = r.id_usuario) f) AS data`,
  )
}

const pageOf = <Row>({ total, data }: Found<Row>, { page, per_page }: Paging) => pageOfRows(data, total, page, per_page)

/** Shows {@link RANKING_TOP} ranks; a finished month not frozen yet shows its current state. */
export async function listRanking(db: Db, { marca, mes, guest }: Ranking, paging: Paging) {
  const desde = (paging.page - 1) * paging.per_page
  const cantidad = Math.max(0, Math.min(paging.per_page, RANKING_TOP - desde))
  const rows = { marca, guest, mes, desde, cantidad }
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

/** Bounds the index scan to the brand's month. */
const WITH_ME = sql.raw('m.id_cliente = me.id_cliente AND m.mes = me.mes')
const BEFORE_ME = sql.raw(`m.puntos >= me.puntos
  AND (m.puntos > me.puntos OR (m.alcanzado_en, m.id_usuario) < (me.alcanzado_en, me.id_usuario))`)
const AFTER_ME = sql.raw(`m.puntos <= me.puntos
  AND (m.puntos < me.puntos OR (m.alcanzado_en, m.id_usuario) > (me.alcanzado_en, me.id_usuario))`)

type Place = Pick<OwnRank, 'puntos' | 'vecinos'> & { puesto: number }

const neighbours = (side: SQL, order: SQL, place: SQL): SQL => sql`SELECT me.puesto ${place} AS puesto,
    ${shownName('u', sql.raw('false'))}, u.pais, c.puntos
  FROM me CROSS JOIN LATERAL (SELECT s.*, row_number() OVER () AS n FROM (
    SELECT m.id_usuario, m.puntos FROM puntos_mes m WHERE ${WITH_ME} AND ${side} ORDER BY ${order} LIMIT 2) s) c
  JOIN usuarios u ON u.id = c.id_usuario`

const runningPlace = (db: Db, usuario: number, mes: string | undefined) =>
  query<Place>(
    db,
    sql`WITH own AS (SELECT y.* FROM puntos_mes y WHERE y.id_usuario = ${usuario} AND y.mes = ${monthOf(mes)}), me AS (
      SELECT own.*, 1 + (SELECT count(*) FROM puntos_mes m, (SELECT own.*) me WHERE ${WITH_ME} AND m.puntos > me.puntos)
        + (SELECT count(*) FROM puntos_mes m, (SELECT own.*) me WHERE ${WITH_ME} AND m.puntos = me.puntos
          AND (m.alcanzado_en, m.id_usuario) < (me.alcanzado_en, me.id_usuario)) AS puesto FROM own
    ), vecinos AS (
      ${neighbours(BEFORE_ME, sql.raw('m.puntos ASC NULLS FIRST, m.alcanzado_en DESC, m.id_usuario DESC'), sql.raw('- c.n'))}
      UNION ALL
      ${neighbours(AFTER_ME, BEST_FIRST, sql.raw('+ c.n'))}
    )
    SELECT me.puesto, me.puntos, (SELECT coalesce(json_agg(v ORDER BY v.puesto), '[]') FROM vecinos v) AS vecinos FROM me`,
  )

const closedPlace = (db: Db, { id, id_cliente }: Identity, mes: string) =>
  query<Place>(
    db,
    sql`SELECT me.puesto, me.puntos, (SELECT coalesce(json_agg(v ORDER BY v.puesto), '[]') FROM (
      SELECT r.puesto, ${shownName('r', sql.raw('false'))}, r.pais, r.puntos
      FROM rankings_cerrados r LEFT JOIN usuarios u ON u.id = r.id_usuario
      WHERE r.id_cliente = me.id_cliente AND r.mes = me.mes AND r.puesto BETWEEN me.puesto - 2 AND me.puesto + 2
        AND r.puesto <> me.puesto) v) AS vecinos
    FROM rankings_cerrados me WHERE me.id_cliente = ${id_cliente} AND me.mes = ${monthOf(mes)} AND me.id_usuario = ${id}`,
  )

export async function findOwnRank(db: Db, identity: Identity, mes?: string): Promise<OwnRank> {
  const [person] = await ownName(db, identity.id, mes)
  const [frozen] = mes ? await closedPlace(db, identity, mes) : []
  const [place] = frozen ? [frozen] : await runningPlace(db, identity.id, mes)
  if (!person) throw new Error('the user of the token does not exist')
  return { ...person, puesto: place?.puesto ?? null, puntos: place?.puntos ?? 0, vecinos: place?.vecinos ?? [] }
}

export async function listPoints(db: Db, usuario: number, mes: string | undefined, paging: Paging) {
  const month = mes ?? null
  const [found] = await query<Found<PointEntry>>(
    db,
    sql`WITH own AS (SELECT p.* FROM puntos p WHERE p.id_usuario = ${usuario}
        AND (${month}::text IS NULL OR p.mes = (${month}::text || '-01')::date))
      SELECT (SELECT count(*) FROM own) AS total, (SELECT coalesce(json_agg(f), '[]') FROM (
        SELECT id, motivo, detalle, puntos, to_char(mes, ${MONTH_NAME}) AS mes, creado_en AS fecha FROM own
        ORDER BY creado_en DESC, id DESC LIMIT ${paging.per_page} OFFSET ${(paging.page - 1) * paging.per_page}) f) AS data`,
  )
  return pageOf(found ?? { total: 0, data: [] }, paging)
}

/** The first rank of a month represents it, the last rank is its number of participants. */
export async function listClosedMonths(db: Db, marca: number, paging: Paging) {
  const [found] = await query<Found<ClosedMonth>>(
    db,
    sql`WITH months AS (SELECT r.mes FROM rankings_cerrados r WHERE r.id_cliente = ${marca} AND r.puesto = 1)
      SELECT (SELECT count(*) FROM months) AS total, (SELECT coalesce(json_agg(f), '[]') FROM (
        SELECT to_char(p.mes, ${MONTH_NAME}) AS mes, (SELECT max(r.puesto) FROM rankings_cerrados r
          WHERE r.id_cliente = ${marca} AND r.mes = p.mes) AS participantes
        FROM (SELECT mes FROM months ORDER BY mes DESC
          LIMIT ${paging.per_page} OFFSET ${(paging.page - 1) * paging.per_page}) p ORDER BY p.mes DESC) f) AS data`,
  )
  return pageOf(found ?? { total: 0, data: [] }, paging)
}

export const listPrizes = (db: Db, marca: number): Promise<Prize[]> =>
  query<Prize>(
    db,
    sql`SELECT p.id, p.imagen, p.premio, p.puesto FROM premios p WHERE p.id_cliente = ${marca} AND p.estado = 1
      ORDER BY p.puesto, p.orden, p.id`,
  )
