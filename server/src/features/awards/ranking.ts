import type { ClosedMonth, OwnRank, PointEntry, Prize, RankingRow } from '@campus/contract/awards'
import { RANKING_TOP, TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'

type Paging = { page: number; per_page: number }

/** Whose ranking, and whether the reader is a visitor, who sees the surname's initial alone. */
export type Table = { marca: number; mes?: string; visitante: boolean }

const BRAND = sql`${sql.placeholder('marca')}::int`
const VISITOR = sql`${sql.placeholder('visitante')}::boolean`
const FROM = sql`${sql.placeholder('desde')}::int`
const UP_TO = sql`${sql.placeholder('cantidad')}::int`
/** Written out, so that the planner knows how few rows it joins to people: of a parameter it would think a tenth of all. */
const AT_MOST = sql.raw(String(RANKING_TOP))
const USER = sql`${sql.placeholder('usuario')}::int`
/** The first day of the asked month, or of the one that runs in Lima. */
const MONTH = sql`coalesce((${sql.placeholder('mes')}::text || '-01')::date,
  date_trunc('month', now() AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)})::date)`
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
const OF_MONTH = sql`m.id_cliente = ${BRAND} AND m.mes = ${MONTH}`

type Found<Row> = { total: number; data: Row[] }

const running = hotRows<Found<RankingRow>>(
  'ranking_en_curso',
  sql`SELECT (SELECT count(*) FROM (SELECT 1 FROM puntos_mes m WHERE ${OF_MONTH} LIMIT ${AT_MOST}) t) AS total,
    (SELECT coalesce(json_agg(f ORDER BY f.puesto), '[]') FROM (
      SELECT t.puesto, ${shownName('u', VISITOR)}, u.pais, t.puntos
      FROM (SELECT * FROM (SELECT m.id_usuario, m.puntos, row_number() OVER (ORDER BY ${BEST_FIRST}) AS puesto FROM puntos_mes m
        WHERE ${OF_MONTH} ORDER BY ${BEST_FIRST} LIMIT ${UP_TO} OFFSET ${FROM}) s LIMIT ${AT_MOST}) t
      JOIN usuarios u ON u.id = t.id_usuario) f) AS data`,
)

const closed = hotRows<Found<RankingRow>>(
  'ranking_cerrado',
  sql`SELECT (SELECT count(*) FROM rankings_cerrados r WHERE r.id_cliente = ${BRAND} AND r.mes = ${MONTH}
      AND r.puesto <= ${AT_MOST}) AS total,
    (SELECT coalesce(json_agg(f ORDER BY f.puesto), '[]') FROM (
      SELECT r.puesto, ${shownName('r', VISITOR)}, r.pais, r.puntos
      FROM (SELECT * FROM rankings_cerrados c WHERE c.id_cliente = ${BRAND} AND c.mes = ${MONTH} AND c.puesto > ${FROM}
        AND c.puesto <= ${FROM} + ${UP_TO} ORDER BY c.puesto LIMIT ${AT_MOST}) r LEFT JOIN usuarios u ON u.id = r.id_usuario) f) AS data`,
)

const pageOf = <Row>({ total, data }: Found<Row>, { page, per_page }: Paging) => pageOfRows(data, total, page, per_page)

/**
 * A page of a brand's ranking, of which the first {@link RANKING_TOP} are shown: the month that runs, or another as it
 * was frozen. A month that is over and not frozen yet shows as it stands.
 */
export async function listRanking(db: Db, { marca, mes, visitante }: Table, paging: Paging) {
  const desde = (paging.page - 1) * paging.per_page
  const cantidad = Math.max(0, Math.min(paging.per_page, RANKING_TOP - desde))
  const values = { marca, visitante, mes: mes ?? null, desde, cantidad }
  const [frozen] = mes ? await closed(db, values) : []
  const [found] = frozen?.total ? [frozen] : await running(db, values)
  return pageOf(found ?? { total: 0, data: [] }, paging)
}

const me = hotRows<Omit<OwnRank, 'puesto' | 'puntos' | 'vecinos'>>(
  'ranking_yo',
  sql`SELECT to_char(${MONTH}, ${MONTH_NAME}) AS mes, ${shownName('u', sql.raw('false'))}, u.pais, u.ranking_iniciales AS iniciales
    FROM usuarios u WHERE u.id = ${USER}`,
)

const MINE = sql`SELECT y.* FROM puntos_mes y WHERE y.id_usuario = ${USER} AND y.mes = ${MONTH}`
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

const runningPlace = hotRows<Place>(
  'ranking_mio',
  sql`WITH fila AS (${MINE}), yo AS (
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

const closedPlace = hotRows<Place>(
  'ranking_mio_cerrado',
  sql`SELECT yo.puesto, yo.puntos, (SELECT coalesce(json_agg(v ORDER BY v.puesto), '[]') FROM (
      SELECT r.puesto, ${shownName('r', sql.raw('false'))}, r.pais, r.puntos
      FROM rankings_cerrados r LEFT JOIN usuarios u ON u.id = r.id_usuario
      WHERE r.id_cliente = yo.id_cliente AND r.mes = yo.mes AND r.puesto BETWEEN yo.puesto - 2 AND yo.puesto + 2
        AND r.puesto <> yo.puesto) v) AS vecinos
    FROM rankings_cerrados yo WHERE yo.id_cliente = ${BRAND} AND yo.mes = ${MONTH} AND yo.id_usuario = ${USER}`,
)

/** The signed-in person's place in a month with who stands next to it; counted from the index, not from the table. */
export async function findOwnRank(db: Db, identity: Identity, mes?: string): Promise<OwnRank> {
  const values = { usuario: identity.id, marca: identity.id_cliente, mes: mes ?? null }
  const [person] = await me(db, values)
  const [frozen] = mes ? await closedPlace(db, values) : []
  const [place] = frozen ? [frozen] : await runningPlace(db, values)
  if (!person) throw new Error('the token names nobody')
  return { ...person, puesto: place?.puesto ?? null, puntos: place?.puntos ?? 0, vecinos: place?.vecinos ?? [] }
}

const entries = hotRows<Found<PointEntry>>(
  'puntos_de_usuario',
  sql`WITH suyos AS (SELECT p.* FROM puntos p WHERE p.id_usuario = ${USER}
      AND (${sql.placeholder('mes')}::text IS NULL OR p.mes = (${sql.placeholder('mes')}::text || '-01')::date))
    SELECT (SELECT count(*) FROM suyos) AS total, (SELECT coalesce(json_agg(f), '[]') FROM (
      SELECT id, motivo, detalle, puntos, to_char(mes, ${MONTH_NAME}) AS mes, creado_en AS fecha FROM suyos
      ORDER BY creado_en DESC, id DESC LIMIT ${UP_TO} OFFSET ${FROM}) f) AS data`,
)

/** A page of the signed-in person's own ledger, newest first, of one month or of all. */
export async function listPoints(db: Db, usuario: number, mes: string | undefined, paging: Paging) {
  const values = { usuario, mes: mes ?? null, cantidad: paging.per_page, desde: (paging.page - 1) * paging.per_page }
  const [found] = await entries(db, values)
  return pageOf(found ?? { total: 0, data: [] }, paging)
}

/** The first row of each closed month tells of the month; how many took part is its last. */
const months = hotRows<Found<ClosedMonth>>(
  'meses_cerrados',
  sql`WITH meses AS (SELECT r.mes FROM rankings_cerrados r WHERE r.id_cliente = ${BRAND} AND r.puesto = 1)
    SELECT (SELECT count(*) FROM meses) AS total, (SELECT coalesce(json_agg(f), '[]') FROM (
      SELECT to_char(p.mes, ${MONTH_NAME}) AS mes, (SELECT max(r.puesto) FROM rankings_cerrados r
        WHERE r.id_cliente = ${BRAND} AND r.mes = p.mes) AS participantes
      FROM (SELECT mes FROM meses ORDER BY mes DESC LIMIT ${UP_TO} OFFSET ${FROM}) p ORDER BY p.mes DESC) f) AS data`,
)

/** A page of a brand's closed months, newest first. */
export async function listClosedMonths(db: Db, marca: number, paging: Paging) {
  const [found] = await months(db, { marca, cantidad: paging.per_page, desde: (paging.page - 1) * paging.per_page })
  return pageOf(found ?? { total: 0, data: [] }, paging)
}

const activePrizes = hotRows<Prize>(
  'premios',
  sql`SELECT p.id, p.imagen, p.premio, p.puesto FROM premios p WHERE p.id_cliente = ${BRAND} AND p.estado = 1
    ORDER BY p.puesto, p.orden, p.id`,
)

/** The prizes of a brand, best rank first. */
export const listPrizes = (db: Db, marca: number): Promise<Prize[]> => activePrizes(db, { marca })
