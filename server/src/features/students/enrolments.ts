import { MAX_CHOSEN } from '@campus/contract/enrolment-acts'
import type { EnrolmentRow, EnrolmentsQuery } from '@campus/contract/enrolments.staff'
import { TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type List, listIds, listRows } from '../../kit/lists/lists.ts'
import { type Db, recordset } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { ENROLMENT_STATE, LIMA_TODAY } from '../learning/learning.ts'
import { readWithProgress } from '../progress/progress.ts'
import { coursesToChoose, IN_STATE, OPEN_ACCOUNT, searched } from './students.ts'

type Filters = Pick<EnrolmentsQuery, 'curso' | 'estado' | 'periodo'>

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

const listFor = (identity: Identity): List<Filters> => ({
  from: sql.raw(
    `matriculas LEFT JOIN cursos c ON c.id = matriculas.id_curso JOIN usuarios u ON u.id = matriculas.id_usuario
      LEFT JOIN avances p ON p.id_usuario = matriculas.id_usuario AND p.id_curso = matriculas.id_curso`,
  ),
  id: sql.raw('matriculas.id'),
  columns: sql`matriculas.id, matriculas.secuencia AS version, u.id AS id_usuario, u.nombres, u.apellidos, u.falta_nombre, u.foto_perfil, u.correo, c.id AS id_curso, c.nombre AS curso,
    matriculas.fecha_matricula AS desde, matriculas.fecha_vencimiento AS vence, ${ENROLMENT_STATE} AS estado,
    coalesce(p.porcentaje, 0) AS avance, ${ORIGIN} AS origen`,
  sorts: { fecha: { by: sql.raw('matriculas.fecha_matricula'), type: 'timestamptz' } },
  defaultSort: '-fecha',
  search: (q) => searched(identity, q),
  filters: {
    curso: (id) => sql`matriculas.id_curso = ${id}`,
    estado: (estado) => IN_STATE[estado],
    periodo: () => OF_THIS_MONTH,
  },
})

/** In the caller's courses, of accounts that are not closed. */
async function scopeFor(db: Db, identity: Identity): Promise<SQL> {
  // As values, because a small brand's rows are only found fast where the planner knows how few they are.
  const courses = (await coursesToChoose(db, identity)).map(({ id }) => id)
  return sql`matriculas.id_curso = ANY (${sql.param(courses)}::bigint[])
    AND u.id_cliente = ${identity.id_cliente} AND ${OPEN_ACCOUNT}`
}

/** A page of enrolments (docs/product/staff.md 14). @throws DATOS_INVALIDOS */
export async function listEnrolmentsOfStaff(db: Db, identity: Identity, asked: EnrolmentsQuery) {
  const scope = await scopeFor(db, identity)
  return readWithProgress(
    db,
    () => listRows<EnrolmentRow, Filters>(db, listFor(identity), asked, scope),
    ({ data }) => sql`SELECT id_usuario, id_curso FROM ${recordset(data, 'q(id_usuario bigint, id_curso bigint)')}`,
  )
}

/** Those that the list finds, to do something with all of them. */
export async function enrolmentIds(db: Db, identity: Identity, asked: EnrolmentsQuery): Promise<number[]> {
  return listIds(db, listFor(identity), asked, await scopeFor(db, identity), MAX_CHOSEN)
}
