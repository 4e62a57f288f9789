import { EXAM_MODEL } from '@campus/contract/rules'
import type { ExamChoice, StudentAttempt, StudentOrder } from '@campus/contract/students.staff'
import { sql } from 'drizzle-orm'
import { type List, listRows } from '../../kit/lists/lists.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { SHOWN_EXAM } from '../exams/exams.tables.ts'
import { CAME_IN } from '../orders/orders.tables.ts'
import { requireStudent } from './students.ts'

type Asked = { desde?: string | undefined }
type Part = List<object>

const attemptsFor = (identity: Identity): Part => ({
  from: sql`detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id
    JOIN evaluaciones e ON e.id = d.id_evaluacion AND e.modelo = ${EXAM_MODEL} JOIN cursos c ON c.id = e.id_curso`,
  id: sql.raw('i.id'),
  columns: sql`i.id, i.numero, i.estado, i.inicio, i.enviado_en, i.nota, i.nota_maxima, i.aprobado, e.nombre AS evaluacion,
    c.nombre AS curso, ${coursesInScope(identity, 'calificar')} AS calificable, CASE WHEN i.estado = 'pendiente' THEN
      (SELECT min(r.id) FROM respuestas r WHERE r.id_intento = i.id AND r.puntos IS NULL) END AS por_calificar`,
  sorts: { inicio: { by: sql.raw('i.inicio'), type: 'timestamptz' } },
  defaultSort: '-inicio',
  filters: {},
})

/** Their attempts in the caller's courses. @throws NO_ENCONTRADO */
export async function attemptsOfStudent(db: Db, identity: Identity, id: number, { desde }: Asked) {
  await requireStudent(db, identity, id)
  const scope = sql`d.id_alumno = ${id} AND ${coursesInScope(identity, 'alumnos.ver')}`
  return listRows<StudentAttempt, object>(db, attemptsFor(identity), { desde }, scope)
}

const MAX_EXAMS = 1000

/** The exams of their courses that the caller grades, by course and module. @throws NO_ENCONTRADO */
export async function examsOfStudent(db: Db, identity: Identity, id: number): Promise<ExamChoice[]> {
  await requireStudent(db, identity, id)
  return query<ExamChoice>(
    db,
    sql`SELECT e.id, e.nombre, c.id AS id_curso, c.nombre AS curso, m.nombre AS modulo
      FROM matriculas JOIN cursos c ON c.id = matriculas.id_curso
      JOIN evaluaciones e ON e.id_curso = c.id AND e.modelo = ${EXAM_MODEL} AND ${SHOWN_EXAM}
      LEFT JOIN modulos m ON m.id = e.id_modulo
      WHERE matriculas.id_usuario = ${id} AND ${coursesInScope(identity, 'calificar')}
      ORDER BY ${alphabetical(sql`c.nombre`)}, c.id, m.orden NULLS LAST, m.id, e.id LIMIT ${MAX_EXAMS}`,
  )
}

const ORDERS: Part = {
  from: sql.raw('ordenes o'),
  id: sql.raw('o.id'),
  columns: sql`o.numero, o.estado, round(o.total_centimos / 100.0, 2) AS total, o.creada_en, o.pagada_en,
    (SELECT round(-coalesce(sum(m.centimos), 0) / 100.0, 2) FROM movimientos m WHERE m.id_orden = o.id AND NOT ${CAME_IN}) AS devuelto,
    (SELECT round(coalesce(sum(m.centimos), 0) / 100.0, 2) FROM movimientos m WHERE m.id_orden = o.id AND ${CAME_IN}) AS cobrado,
    ARRAY(SELECT l.nombre FROM orden_lineas l WHERE l.id_orden = o.id ORDER BY ${alphabetical(sql`l.nombre`)}) AS cursos`,
  sorts: { creada: { by: sql.raw('o.creada_en'), type: 'timestamptz' } },
  defaultSort: '-creada',
  filters: {},
}

/** @throws NO_ENCONTRADO */
export async function ordersOfStudent(db: Db, identity: Identity, id: number, { desde }: Asked) {
  await requireStudent(db, identity, id)
  const scope = sql`o.id_usuario = ${id} AND o.id_cliente = ${identity.id_cliente}`
  return listRows<StudentOrder, object>(db, ORDERS, { desde }, scope)
}
