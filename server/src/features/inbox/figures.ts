import type { AcademyFigures } from '@campus/contract/inbox'
import { MAX_COUNTED } from '@campus/contract/staff'
import { type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
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

/** Counts that read up to ten thousand rows. */
const LONG = { matriculas_mes: (id: number) => enrolments(id, MONTH), alumnos_activos: activeStudents }
type Long = keyof typeof LONG

const REACHED_MS = 60_000

/** How the caller's academy does, in one statement. A count that reached what is told is taken as it was for a minute. */
export function figuresReader(db: Db) {
  const reached = new LRUCache<string, true>({ max: 1000, ttl: REACHED_MS })
  return async ({ id_cliente }: Identity): Promise<AcademyFigures> => {
    const asked = Object.keys(LONG) as Long[]
    const fresh = asked.filter((name) => !reached.has(`${name}:${id_cliente}`))
    const long = asked.map((name) => {
      const count = fresh.includes(name) ? LONG[name](id_cliente) : sql`${MAX_COUNTED}::int`
      return sql`${count} AS ${sql.raw(name)}`
    })
    const [figures] = await query<AcademyFigures>(
      db,
      sql`SELECT ${moneyOfDays(id_cliente, LIMA_TODAY, LIMA_TODAY)} AS ventas_hoy, ${moneyOfDays(id_cliente, FIRST_OF_MONTH, LIMA_TODAY)} AS ventas_mes,
        ${enrolments(id_cliente, TODAY)} AS matriculas_hoy, ${sql.join(long, sql`, `)}`,
    )
    if (!figures) throw fail('NO_DISPONIBLE')
    for (const name of fresh) if (figures[name] >= MAX_COUNTED) reached.set(`${name}:${id_cliente}`, true)
    return figures
  }
}
