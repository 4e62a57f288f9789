import type { AcademyFigures } from '@campus/contract/inbox'
import { type SQL, sql } from 'drizzle-orm'
import { countedRows } from '../../kit/lists/lists.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { ACTIVE_LATELY, OPEN_ACCOUNT } from '../students/students.ts'
import { FIRST_OF_MONTH, MONTH, TODAY } from './lima.ts'

/** Sums of movements, so that the list of *Ventas* for these days says the same. */
const sales = (id_cliente: number, since: SQL) => sql`(SELECT to_json(v) FROM (
  SELECT count(DISTINCT m.id_orden) FILTER (WHERE m.tipo = 'cobro')::int AS ordenes,
    round(coalesce(sum(m.centimos), 0) / 100.0, 2) AS soles FROM movimientos m
  WHERE m.id_cliente = ${id_cliente} AND m.dia >= ${since} AND m.dia <= ${LIMA_TODAY}) v)`

const enrolments = (id_cliente: number, since: SQL) =>
  // The account is asked for each enrolment; a join would read all students for the few of today.
  countedRows(sql`FROM matriculas m JOIN cursos c ON c.id = m.id_curso
    WHERE c.id_cliente = ${id_cliente} AND m.fecha_matricula >= ${since}
      AND (SELECT u.id_cliente = ${id_cliente} AND ${OPEN_ACCOUNT} FROM usuarios u WHERE u.id = m.id_usuario)`)

const activeStudents = (id_cliente: number) =>
  countedRows(sql`FROM usuarios u WHERE u.id_cliente = ${id_cliente} AND ${OPEN_ACCOUNT} AND ${ACTIVE_LATELY}`)

const figuresOf = (id_cliente: number) => sql`SELECT ${sales(id_cliente, LIMA_TODAY)} AS ventas_hoy,
  ${sales(id_cliente, FIRST_OF_MONTH)} AS ventas_mes, ${enrolments(id_cliente, TODAY)} AS matriculas_hoy,
  ${enrolments(id_cliente, MONTH)} AS matriculas_mes,
  ${activeStudents(id_cliente)} AS alumnos_activos`

/** How the caller's academy does, in one statement. */
export async function readFigures(db: Db, { id_cliente }: Identity): Promise<AcademyFigures> {
  const [figures] = await query<AcademyFigures>(db, figuresOf(id_cliente))
  if (!figures) throw fail('NO_DISPONIBLE')
  return figures
}
