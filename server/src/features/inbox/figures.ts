import type { AcademyFigures } from '@campus/contract/inbox'
import { type SQL, sql } from 'drizzle-orm'
import { countedRows } from '../../kit/lists/lists.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { MONTH, TODAY } from './lima.ts'

const sales = (id_cliente: number, since: SQL) => sql`(SELECT to_json(v) FROM (
  SELECT count(*)::int AS ordenes, round(coalesce(sum(o.total_centimos), 0) / 100.0, 2) AS soles FROM ordenes o
  WHERE o.id_cliente = ${id_cliente} AND o.estado = 'pagada' AND o.pagada_en >= ${since}) v)`

const enrolments = (id_cliente: number, since: SQL) =>
  // The role is asked for each enrolment; a join would read all students for the few of today.
  countedRows(sql`FROM matriculas m JOIN cursos c ON c.id = m.id_curso
    WHERE c.id_cliente = ${id_cliente} AND m.fecha_matricula >= ${since}
      AND (SELECT u.tipo_cliente FROM usuarios u WHERE u.id = m.id_usuario) = 'Alumno'`)

const activeStudents = (id_cliente: number) =>
  countedRows(sql`FROM usuarios u WHERE u.id_cliente = ${id_cliente} AND u.tipo_cliente = 'Alumno' AND u.estado = 1
    AND (EXISTS (SELECT FROM accesos a WHERE a.id_usuario = u.id AND a.usado_en > now() - interval '7 days')
      OR EXISTS (SELECT FROM auditoria x WHERE x.sobre = u.id AND x.accion = 'acceso_concedido'
        AND x.id_cliente = ${id_cliente} AND x.fecha > now() - interval '7 days'))`)

const figuresOf = (id_cliente: number) => sql`SELECT ${sales(id_cliente, TODAY)} AS ventas_hoy,
  ${sales(id_cliente, MONTH)} AS ventas_mes, ${enrolments(id_cliente, TODAY)} AS matriculas_hoy,
  ${enrolments(id_cliente, MONTH)} AS matriculas_mes,
  ${activeStudents(id_cliente)} AS alumnos_activos`

/** How the caller's academy does, in one statement. */
export async function readFigures(db: Db, { id_cliente }: Identity): Promise<AcademyFigures> {
  const [figures] = await query<AcademyFigures>(db, figuresOf(id_cliente))
  if (!figures) throw fail('NO_DISPONIBLE')
  return figures
}
