import type { ExamHead } from '@campus/contract/grading'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { coursesInScope } from '../catalogue/catalogue.ts'
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
export const inGradedCourse = (identity: Identity): SQL | undefined =>
  and(eq(cursos.id_cliente, identity.id_cliente), coursesInScope(identity, 'calificar', sql`${cursos.id}`))

/** An exam or a survey of the caller's courses, also a hidden one. @throws NO_ENCONTRADO */
export async function findExam(db: Db, identity: Identity, id: number): Promise<ExamHead> {
  const [found] = await db
    .select(examHead)
    .from(evaluaciones)
    .innerJoin(cursos, eq(cursos.id, evaluaciones.id_curso))
    .where(and(eq(evaluaciones.id, id), inGradedCourse(identity)))
  if (!found) throw fail('NO_ENCONTRADO')
  return found
}
