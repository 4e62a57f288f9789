import type { ExamHead } from '@campus/contract/grading'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { evaluaciones } from './exams.tables.ts'

/** Of `evaluaciones` joined with `cursos`. */
export const examHead = {
  id: evaluaciones.id,
  nombre: evaluaciones.nombre,
  modelo: evaluaciones.modelo,
  id_curso: cursos.id,
  curso: cursos.nombre,
  intentos: evaluaciones.intentos,
  duracion: evaluaciones.duracion,
  fecha_cierre: evaluaciones.fecha_cierre,
  preguntas: sql`(SELECT count(*) FROM preguntas p WHERE p.id_evaluacion = ${evaluaciones.id} AND p.activo)`.mapWith(
    Number,
  ),
}

/** The joined course is one that the caller grades. */
export const inGradedCourse = (caller: Caller): SQL | undefined =>
  and(eq(cursos.id_cliente, caller.id_cliente), coursesInScope(caller, 'calificar', sql`${cursos.id}`))

const readExam = (db: Db, caller: Caller, id: number) =>
  db
    .select(examHead)
    .from(evaluaciones)
    .innerJoin(cursos, eq(cursos.id, evaluaciones.id_curso))
    .where(and(eq(evaluaciones.id, id), inGradedCourse(caller)))

/** For jobs, whose parameters name the exam. */
export const gradesExam = async (db: Db, caller: Caller, parametros: unknown): Promise<boolean> =>
  (await readExam(db, caller, (parametros as { id_evaluacion: number }).id_evaluacion)).length > 0

/** An exam or a survey of the caller's courses, also a hidden one. @throws NO_ENCONTRADO */
export async function findExam(db: Db, caller: Caller, id: number): Promise<ExamHead> {
  const [found] = await readExam(db, caller, id)
  if (!found) throw fail('NO_ENCONTRADO')
  return found
}
