import { MOST_LESSONS, MOST_MODULES } from '@campus/contract/course-limits'
import type { ModuleGrade } from '@campus/contract/exams'
import type { DetailedCourse, OutlinedModule } from '@campus/contract/learning'
import { EXAM_MODEL } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { query } from '../../platform/db/query.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { COURSE_COLUMNS, courseAsShown, courseVisible, TEACHERS_OF_COURSE, type Visit } from '../catalogue/catalogue.ts'
import { isOpenTo, type Subject } from './enrolments.ts'
import { isEnrolled } from './learning.ts'
import { bestAttempt, certificateCode, done, evaluationCards, LESSON_ORDER, lastLesson, progress } from './pieces.ts'

/** Hot reads of signed-in students are prepared; public pages are cached whole. */
const read = <Row extends object>(db: Db, { identity }: Visit, name: string, text: SQL) =>
  identity ? preparedQuery<Row>(db, name, text) : query<Row>(db, text)

const visitor = ({ identity }: Visit) => identity?.id ?? null

/** Whether the visit is an enrolled student's: the column `acceso.matriculado`, computed once per course. */
const access = (visit: Visit) =>
  sql`LATERAL (SELECT ${isEnrolled(visitor(visit), sql.raw('c.id'))} AS matriculado OFFSET 0) acceso`
const LIVE = sql.raw('acceso.matriculado')

/** Modules `mo` of course `c` with its `acceso`, as {@link OutlinedModule} has them, with the columns of `more` added. */
const modules = (usuario: number | null, which: SQL, more: SQL) => sql`
  SELECT mo.id, mo.id_curso, mo.nombre, mo.horas, t.cantidad_lecciones, t.primera_leccion_id,
    coalesce((SELECT true FROM evaluaciones e
      WHERE e.id_modulo = mo.id AND e.estado = 1 AND e.modelo = ${EXAM_MODEL} LIMIT 1), false) AS tiene_examen,
    CASE WHEN ${LIVE} THEN json_build_object('completadas', t.completadas, 'nota', b.nota, 'nota_maxima', b.nota_maxima,
      'porcentaje', b.porcentaje, 'codigo_certificado', ${certificateCode(usuario, sql`z.id_modulo = mo.id`)}) END AS estado, ${more}
  FROM modulos mo
  CROSS JOIN LATERAL (SELECT count(*) AS cantidad_lecciones, (array_agg(l.id ORDER BY l.orden, l.id))[1] AS primera_leccion_id,
    count(*) FILTER (WHERE ${LIVE} AND ${done(usuario)}) AS completadas
    FROM lecciones l WHERE l.id_modulo = mo.id AND l.activo) t
  LEFT JOIN LATERAL ${bestAttempt(usuario, sql`ev.id_modulo = mo.id`)} b ON ${LIVE}
  WHERE mo.activo AND ${which} ORDER BY mo.orden, mo.id LIMIT ${MOST_MODULES}`

/** The lessons of module `mo` with these columns, as a JSON list. */
const lessons = (columns: SQL) => sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${columns} FROM lecciones l
  WHERE l.id_modulo = mo.id AND l.activo ORDER BY ${LESSON_ORDER} LIMIT ${MOST_LESSONS}) t) AS lecciones`
const OUTLINE = lessons(sql.raw('l.id, l.titulo, l.duracion'))

/** A course's modules in outline, with the student's state when enrolled (contract section 4). @throws NO_ENCONTRADO */
export async function listModules(db: Db, visit: Visit, idCurso: number): Promise<OutlinedModule[]> {
  const [course] = await read<{ modulos: OutlinedModule[] }>(
    db,
    visit,
    'modulos_de_curso',
    sql`SELECT (SELECT coalesce(json_agg(m), '[]') FROM (${modules(visitor(visit), sql`mo.id_curso = c.id`, OUTLINE)}) m) AS modulos
      FROM cursos c CROSS JOIN ${access(visit)} WHERE c.id = ${idCurso} AND ${courseVisible(visit)}`,
  )
  if (!course) throw fail('NO_ENCONTRADO')
  return course.modulos
}

/** One module in outline, with the student's state when enrolled. @throws NO_ENCONTRADO */
export async function findModule(db: Db, visit: Visit, id: number): Promise<OutlinedModule> {
  const [found] = await query<OutlinedModule>(
    db,
    sql`SELECT m.* FROM cursos c CROSS JOIN ${access(visit)}
      CROSS JOIN LATERAL (${modules(visitor(visit), sql`mo.id = ${id} AND mo.id_curso = c.id`, OUTLINE)}) m
      WHERE c.id = (SELECT id_curso FROM modulos WHERE id = ${id}) AND ${courseVisible(visit)}`,
  )
  if (!found) throw fail('NO_ENCONTRADO')
  return found
}

/** A course whole: outline for anyone, and for the enrolled student what is done. @throws NO_ENCONTRADO */
export async function findDetailedCourse(db: Db, visit: Visit, id: number): Promise<DetailedCourse> {
  const usuario = visitor(visit)
  const details = sql`${lessons(sql`l.id, l.titulo, l.duracion, ${LIVE} AND ${done(usuario)} AS completada`)},
    ${evaluationCards(usuario, sql`e.id_modulo = mo.id`, LIVE)} AS evaluaciones`
  const [course] = await read<DetailedCourse>(
    db,
    visit,
    'curso_detallado',
    sql`SELECT ${COURSE_COLUMNS}, acceso.matriculado, ${TEACHERS_OF_COURSE} AS docentes,
      CASE WHEN ${LIVE} THEN ${progress(usuario)} END AS progreso, CASE WHEN ${LIVE} THEN ${lastLesson(usuario)} END AS continuar,
      (SELECT coalesce(json_agg(m), '[]') FROM (${modules(usuario, sql`mo.id_curso = c.id`, details)}) m) AS modulos,
      ${evaluationCards(usuario, sql`e.id_curso = c.id AND e.id_modulo IS NULL`, LIVE)} AS evaluaciones,
      CASE WHEN ${LIVE} THEN ${certificateCode(usuario, sql`z.id_curso = c.id AND z.id_modulo IS NULL`)} END AS codigo_certificado
    FROM cursos c JOIN categorias k ON k.id = c.id_categoria CROSS JOIN ${access(visit)}
    WHERE c.id = ${id} AND ${courseVisible(visit)}`,
  )
  if (!course) throw fail('NO_ENCONTRADO')
  return courseAsShown(course)
}

/** Best result of a student in a module (contract section 4). @throws NO_ENCONTRADO when they were never enrolled there */
export async function findModuleGrade(db: Db, identity: Identity, subject: Subject, idModulo: number) {
  const { usuario } = subject
  const [grade] = await query<z.infer<typeof ModuleGrade>>(
    db,
    sql`SELECT b.nota, b.nota_maxima, b.porcentaje FROM modulos mo JOIN cursos c ON c.id = mo.id_curso
      LEFT JOIN LATERAL ${bestAttempt(usuario, sql`ev.id_modulo = mo.id`)} b ON true
      WHERE mo.id = ${idModulo} AND c.id_cliente = ${identity.id_cliente} AND ${isOpenTo(subject)}
        AND EXISTS (SELECT 1 FROM matriculas m WHERE m.id_curso = c.id AND m.id_usuario = ${usuario})`,
  )
  if (!grade) throw fail('NO_ENCONTRADO')
  return grade
}
