import type {
  EnrolmentFilters,
  EnrolmentRow,
  EnrolmentsExport,
  EnrolmentsQuery,
  Following,
} from '@campus/contract/enrolments.staff'
import { MAX_CHOSEN } from '@campus/contract/lists'
import { TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { conditionsOf, type List, listIds, listRows } from '../../kit/lists/lists.ts'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/db/prepared.ts'
import type { Identity } from '../../platform/http/http.ts'
import { BOUGHT_BY, ENROLMENT_STATE, LIMA_TODAY, LIVE_ENROLMENT } from '../learning/learning.ts'
import { progressNow, readWithProgress, updateProgress } from '../progress/progress.ts'
import { AT_RISK, FACTS, type Facts, followingOf, referencesOf } from './at-risk.ts'
import { coursesToChoose, IN_STATE, OPEN_ACCOUNT, searched } from './students.ts'

type Filters = Omit<EnrolmentFilters, 'q'>

/** What opened the course last: a paid order or a member of the staff; null for older ones. */
const ORIGIN = sql.raw(`(SELECT o.origen FROM (
    SELECT 'compra' AS origen, o.pagada_en AS fecha FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id AND l.id_curso = c.id
      WHERE o.id_usuario = u.id AND o.estado = 'pagada'
    UNION ALL SELECT 'a_mano', x.fecha FROM auditoria x
      WHERE x.sobre = u.id AND x.accion = 'gestion' AND x.objeto = 'curso:' || c.id
        AND x.detalle ->> 'hecho' IN ('matriculada', 'reabierta')) o
  ORDER BY o.fecha DESC NULLS LAST LIMIT 1)`)

/** Began or was reopened since the first of the month in Lima. */
const OF_THIS_MONTH = sql`matriculas.fecha_matricula >= date_trunc('month', (${LIMA_TODAY})::timestamp) AT TIME ZONE ${TIME_ZONE}`

const ROWS = sql.raw(
  `matriculas LEFT JOIN cursos c ON c.id = matriculas.id_curso JOIN usuarios u ON u.id = matriculas.id_usuario`,
)
const STORED = sql.raw(
  'LEFT JOIN avances p ON p.id_usuario = matriculas.id_usuario AND p.id_curso = matriculas.id_curso',
)

const NOW = sql`LEFT JOIN LATERAL ${progressNow(sql.raw('matriculas.id_usuario'), sql.raw('matriculas.id_curso'))} p ON true`

const COLUMNS = sql`matriculas.id, matriculas.secuencia AS version, u.id AS id_usuario, u.nombres, u.apellidos, u.falta_nombre, u.foto_perfil, u.correo, c.id AS id_curso, c.nombre AS curso,
    matriculas.id_grupo, (SELECT g.nombre FROM grupos g WHERE g.id = matriculas.id_grupo) AS grupo,
    matriculas.fecha_matricula AS desde, matriculas.fecha_vencimiento AS vence, ${ENROLMENT_STATE} AS estado,
    coalesce(p.porcentaje, 0) AS avance, ${ORIGIN} AS origen`

/** `references`: of the one course whose students at risk are looked for. */
const listFor = (caller: Caller, references = sql``, progress = STORED): List<Filters> => ({
  from: sql`${ROWS} ${progress} ${references}`,
  id: sql.raw('matriculas.id'),
  columns: sql`${COLUMNS}, ${BOUGHT_BY} IS NOT NULL AS comprada`,
  sorts: { fecha: { by: sql.raw('matriculas.fecha_matricula'), type: 'timestamptz' } },
  defaultSort: '-fecha',
  search: (q) => searched(caller, q),
  filters: {
    curso: (id) => sql`matriculas.id_curso = ${id}`,
    grupo: (id) => sql`matriculas.id_grupo = ${id}`,
    estado: (estado) => IN_STATE[estado],
    periodo: () => OF_THIS_MONTH,
    riesgo: () => AT_RISK,
  },
})

/** In the caller's courses, or the one that is asked for, of accounts that are not closed. */
async function scopeFor(db: Db, identity: Caller, { curso }: Filters): Promise<SQL> {
  // As values, because a small brand's rows are only found fast where the planner knows how few they are.
  const courses = (await coursesToChoose(db, identity)).map(({ id }) => id)
  const reach = curso
    ? sql`${courses.includes(curso)}::boolean`
    : sql`matriculas.id_curso = ANY (${sql.param(courses)}::bigint[])`
  return sql`${reach} AND u.id_cliente = ${identity.id_cliente} AND ${OPEN_ACCOUNT}`
}

/** What one read of a course's list brings up to date, of its newest students; the rest is read as it was computed last. */
const MOST_BEHIND = 1000
const NEWEST = 5000

/** The list as it is asked for; in a course with what its students are compared with. */
async function askedList(db: Db, identity: Identity, { curso, riesgo }: Filters) {
  if (!curso) return { list: listFor(identity), references: null }
  const newest = sql`SELECT matriculas.id_usuario, matriculas.id_curso FROM matriculas
    WHERE matriculas.id_curso = ${curso} AND ${LIVE_ENROLMENT} ORDER BY matriculas.fecha_matricula DESC LIMIT ${NEWEST}`
  await updateProgress(db, newest, MOST_BEHIND)
  const references = await referencesOf(db, curso)
  return { list: listFor(identity, riesgo ? references : sql``), references }
}

export type ListedEnrolment = Omit<EnrolmentRow, 'seguimiento'>

/** How the students of a page do in its course. */
async function followingOfPage(
  db: Db,
  references: SQL | null,
  rows: ListedEnrolment[],
): Promise<Map<number, Following>> {
  if (!references || rows.length === 0) return new Map()
  const facts = await query<{ id: number; hechos: Facts }>(
    db,
    sql`SELECT matriculas.id, ${FACTS} AS hechos FROM ${ROWS} ${STORED} ${references}
      WHERE matriculas.id = ANY (${sql.param(rows.map(({ id }) => id))}::bigint[])`,
  )
  return new Map(facts.map(({ id, hechos }) => [id, followingOf(hechos)]))
}

/** A page of enrolments (docs/product/staff.md 14). @throws DATOS_INVALIDOS */
export async function listEnrolmentsOfStaff(db: Db, identity: Identity, asked: EnrolmentsQuery) {
  const scope = await scopeFor(db, identity, asked)
  const { list, references } = await askedList(db, identity, asked)
  const page = await readWithProgress(
    db,
    () => listRows<ListedEnrolment, Filters>(db, list, asked, scope),
    ({ data }) => sql`SELECT id_usuario, id_curso FROM ${recordset(data, 'q(id_usuario bigint, id_curso bigint)')}`,
  )
  const following = await followingOfPage(db, references, page.data)
  return { ...page, data: page.data.map((row) => ({ ...row, seguimiento: following.get(row.id) ?? null })) }
}

/** The ids of those that the list finds, `most` at the most, to do something with all of them. */
export async function findEnrolments(db: Db, identity: Identity, asked: EnrolmentFilters, most = MAX_CHOSEN) {
  const { list } = await askedList(db, identity, asked)
  return listIds(db, list, asked, await scopeFor(db, identity, asked), most)
}

/** The list for a file, with the progress of now: what only reads cannot bring it up to date. */
export async function listToExport(db: Db, caller: Caller, asked: EnrolmentsExport) {
  const list = listFor(caller, asked.curso ? await referencesOf(db, asked.curso) : sql``, NOW)
  return {
    ...list,
    columns: COLUMNS,
    found: sql.join(conditionsOf(list, asked, await scopeFor(db, caller, asked)), sql` AND `),
  }
}
