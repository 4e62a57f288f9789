import type { AcademyFigures } from '@campus/contract/inbox'
import { MAX_COUNTED } from '@campus/contract/staff'
import { type SQL, sql } from 'drizzle-orm'
import { countedRows } from '../../kit/lists/lists.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { moneyOfDays } from '../orders/orders.ts'
import { LET_IN_LATELY, OPEN_ACCOUNT, SEEN_LATELY } from '../students/students.ts'
import { FIRST_OF_MONTH, MONTH, TODAY } from './lima.ts'

const enrolments = (id_cliente: number, since: SQL) =>
  // The few other accounts are read once: each student's own row would be ten thousand.
  countedRows(sql`FROM matriculas m JOIN cursos c ON c.id = m.id_curso
    WHERE c.id_cliente = ${id_cliente} AND m.fecha_matricula >= ${since}
      AND m.id_usuario NOT IN (SELECT u.id FROM usuarios u WHERE NOT (${OPEN_ACCOUNT}))`)

/** Those with a session are counted first: where they are many, no more is read than a count has. */
const activeStudents = (id_cliente: number) => {
  const students = (seen: SQL) =>
    countedRows(
      sql`FROM usuarios u WHERE u.id_cliente = ${id_cliente} AND u.estado = 1 AND ${OPEN_ACCOUNT} AND ${seen}`,
    )
  return sql`(SELECT CASE WHEN s.n = ${MAX_COUNTED} THEN s.n
      ELSE least(${MAX_COUNTED}::int, s.n + ${students(sql`${LET_IN_LATELY} AND NOT ${SEEN_LATELY}`)}) END
    FROM (SELECT ${students(SEEN_LATELY)} AS n OFFSET 0) s)`
}

const figuresOf = (id_cliente: number) => sql`SELECT ${moneyOfDays(id_cliente, LIMA_TODAY, LIMA_TODAY)} AS ventas_hoy,
  ${moneyOfDays(id_cliente, FIRST_OF_MONTH, LIMA_TODAY)} AS ventas_mes, ${enrolments(id_cliente, TODAY)} AS matriculas_hoy,
  ${enrolments(id_cliente, MONTH)} AS matriculas_mes,
  ${activeStudents(id_cliente)} AS alumnos_activos`

/** How the caller's academy does, in one statement. */
export async function readFigures(db: Db, { id_cliente }: Identity): Promise<AcademyFigures> {
  const [figures] = await query<AcademyFigures>(db, figuresOf(id_cliente))
  if (!figures) throw fail('NO_DISPONIBLE')
  return figures
}
