import { MOST_COURSE_TEACHERS, MOST_LESSONS, MOST_MODULES } from '@campus/contract/course-limits'
import type { ModuleGrade } from '@campus/contract/exams'
import type { DetailedCourse, OutlinedModule } from '@campus/contract/learning'
import { EXAM_MODEL } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import {
  COURSE_COLUMNS,
  COURSE_VISIBLE,
  courseAsShown,
  TEACHER_COLUMNS,
  type Visit,
  visitValues,
} from '../catalogue/catalogue.ts'
import { ME } from './learning.ts'
import {
  bestAttempt,
  certificateCode,
  DONE,
  ENROLLED,
  evaluationCards,
  LAST_LESSON,
  LESSON_ORDER,
  PROGRESS,
} from './pieces.ts'
import { OF_TEACHER, type Subject } from './subject.ts'

/** Whether the visit is an enrolled student's: a column of `acceso`, computed once per course. */
const ACCESS = sql`LATERAL (SELECT ${ENROLLED} AS matriculado OFFSET 0) acceso`
const LIVE = sql.raw('acceso.matriculado')

/** Modules `mo` as {@link OutlinedModule} has them, with what `more` adds, from course `c` with its `acceso`. */
const modules = (which: SQL, more: SQL = sql``) => sql`
  SELECT mo.id, mo.id_curso, mo.nombre, mo.horas, t.cantidad_lecciones, t.primera_leccion_id,
    coalesce((SELECT true FROM evaluaciones e
      WHERE e.id_modulo = mo.id AND e.estado = 1 AND e.modelo = ${sql.raw(String(EXAM_MODEL))} LIMIT 1), false) AS tiene_examen,
    CASE WHEN ${LIVE} THEN json_build_object('completadas', t.completadas, 'nota', b.nota, 'nota_maxima', b.nota_maxima,
      'porcentaje', b.porcentaje, 'codigo_certificado', ${certificateCode(sql`z.id_modulo = mo.id`)}) END AS estado${more}
  FROM modulos mo
  CROSS JOIN LATERAL (SELECT count(*) AS cantidad_lecciones, (array_agg(l.id ORDER BY l.orden, l.id))[1] AS primera_leccion_id,
    count(*) FILTER (WHERE ${LIVE} AND ${DONE}) AS completadas
    FROM lecciones l WHERE l.id_modulo = mo.id AND l.activo) t
  LEFT JOIN LATERAL ${bestAttempt(sql`ev.id_modulo = mo.id`)} b ON ${LIVE}
  WHERE mo.activo AND ${which} ORDER BY mo.orden, mo.id LIMIT ${sql.raw(String(MOST_MODULES))}`

const lessonsInOutline = sql`, (SELECT coalesce(json_agg(t), '[]') FROM (
  SELECT l.id, l.titulo, l.duracion FROM lecciones l WHERE l.id_modulo = mo.id AND l.activo ORDER BY ${LESSON_ORDER}
  LIMIT ${sql.raw(String(MOST_LESSONS))}) t) AS lecciones`

const modulesOfCourse = hotRows<{ modulos: OutlinedModule[] }>(
  'modulos_de_curso',
  sql`SELECT (SELECT coalesce(json_agg(m), '[]') FROM (${modules(sql`mo.id_curso = c.id`, lessonsInOutline)}) m) AS modulos
    FROM cursos c CROSS JOIN ${ACCESS} WHERE c.id = ${sql.placeholder('id')}::int AND ${COURSE_VISIBLE}`,
)

/** A course's modules in outline, enough for a syllabus, with the student's state when enrolled (contract section 4). @throws NO_ENCONTRADO */
export async function listModules(db: Db, visit: Visit, idCurso: number): Promise<OutlinedModule[]> {
  const [course] = await modulesOfCourse(db, { ...visitValues(visit), id: idCurso })
  if (!course) throw fail('NO_ENCONTRADO')
  return course.modulos
}

const oneModule = hotRows<OutlinedModule>(
  'modulo',
  sql`SELECT m.* FROM cursos c CROSS JOIN ${ACCESS}
    CROSS JOIN LATERAL (${modules(sql`mo.id = ${sql.placeholder('id')}::int AND mo.id_curso = c.id`, lessonsInOutline)}) m
    WHERE c.id = (SELECT id_curso FROM modulos WHERE id = ${sql.placeholder('id')}::int) AND ${COURSE_VISIBLE}`,
)

/** One module in outline, with the student's state when enrolled. @throws NO_ENCONTRADO */
export async function findModule(db: Db, visit: Visit, id: number): Promise<OutlinedModule> {
  const [found] = await oneModule(db, { ...visitValues(visit), id })
  if (!found) throw fail('NO_ENCONTRADO')
  return found
}

const lessonsWithTicks = sql`(SELECT coalesce(json_agg(t), '[]') FROM (
  SELECT l.id, l.titulo, l.duracion, ${LIVE} AND ${DONE} AS completada FROM lecciones l
  WHERE l.id_modulo = mo.id AND l.activo ORDER BY ${LESSON_ORDER}
  LIMIT ${sql.raw(String(MOST_LESSONS))}) t)`

const moduleDetails = sql`, ${lessonsWithTicks} AS lecciones,
  ${evaluationCards(sql`e.id_modulo = mo.id`, LIVE)} AS evaluaciones`

const oneDetailedCourse = hotRows<DetailedCourse>(
  'curso_detallado',
  sql`SELECT ${COURSE_COLUMNS}, acceso.matriculado,
      CASE WHEN ${LIVE} THEN ${PROGRESS} END AS progreso, CASE WHEN ${LIVE} THEN ${LAST_LESSON} END AS continuar,
      (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${TEACHER_COLUMNS} FROM curso_docentes cd
        JOIN usuarios u ON u.id = cd.id_usuario AND u.estado = 1 WHERE cd.id_curso = c.id ORDER BY cd.orden, u.id
        LIMIT ${sql.raw(String(MOST_COURSE_TEACHERS))}) t) AS docentes,
      (SELECT coalesce(json_agg(m), '[]') FROM (${modules(sql`mo.id_curso = c.id`, moduleDetails)}) m) AS modulos,
      ${evaluationCards(sql`e.id_curso = c.id AND e.id_modulo IS NULL`, LIVE)} AS evaluaciones,
      CASE WHEN ${LIVE} THEN ${certificateCode(sql`z.id_curso = c.id AND z.id_modulo IS NULL`)} END AS codigo_certificado
    FROM cursos c JOIN categorias k ON k.id = c.id_categoria CROSS JOIN ${ACCESS}
    WHERE c.id = ${sql.placeholder('id')}::int AND ${COURSE_VISIBLE}`,
)

/** A course whole: outline for anyone, and for the enrolled student what is done. @throws NO_ENCONTRADO */
export async function findDetailedCourse(db: Db, visit: Visit, id: number): Promise<DetailedCourse> {
  const [course] = await oneDetailedCourse(db, { ...visitValues(visit), id })
  if (!course) throw fail('NO_ENCONTRADO')
  return courseAsShown(course)
}

const gradeOfModule = hotRows<z.infer<typeof ModuleGrade>>(
  'nota_de_modulo',
  sql`SELECT b.nota, b.nota_maxima, b.porcentaje FROM modulos mo JOIN cursos c ON c.id = mo.id_curso
    LEFT JOIN LATERAL ${bestAttempt(sql`ev.id_modulo = mo.id`)} b ON true
    WHERE mo.id = ${sql.placeholder('id')}::int AND c.id_cliente = ${sql.placeholder('marca')}::int
      AND EXISTS (SELECT 1 FROM matriculas m WHERE m.id_curso = c.id AND m.id_usuario = ${ME}) AND ${OF_TEACHER}`,
)

/** Best result of a student in a module (contract section 4). @throws NO_ENCONTRADO when they were never enrolled there */
export async function findModuleGrade(db: Db, identity: Identity, subject: Subject, idModulo: number) {
  const [grade] = await gradeOfModule(db, { ...subject, marca: identity.id_cliente, id: idModulo })
  if (!grade) throw fail('NO_ENCONTRADO')
  return grade
}
