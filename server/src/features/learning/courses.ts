import { MAX_LESSONS, MAX_MODULES } from '@campus/contract/course-limits'
import type { ModuleGrade } from '@campus/contract/exams'
import type { DetailedCourse, OutlinedModule } from '@campus/contract/learning'
import { EXAM_MODEL } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Db, query } from '../../platform/db/database.ts'
import { argument, CALLER, type Caller } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import {
  COURSE_COLUMNS,
  courseVisible,
  GIVES_CERTIFICATE,
  TEACHERS_OF_COURSE,
  type Visit,
  visibleToCaller,
  withCleanDescription,
} from '../catalogue/catalogue.ts'
import { groupIn, OFFERED_GROUPS, seesClass } from '../groups/groups.ts'
import { PROGRESS_COLUMNS, preparedWithProgress, progressTable, updateProgress } from '../progress/progress.ts'
import {
  bestAttempt,
  certificateCode,
  done,
  evaluationCards,
  FILES,
  LESSON_ORDER,
  openAttempt,
} from './course-parts.ts'
import { isOpenTo, type Subject } from './enrolments.ts'
import { followed, isEnrolled } from './learning.ts'

type Usuario = SQL | number | null

/** `acceso.matriculado`: whether the user is enrolled, computed once per course. */
const access = (usuario: Usuario) =>
  sql`LATERAL (SELECT ${isEnrolled(usuario, sql.raw('c.id'))} AS matriculado OFFSET 0) acceso`
const LIVE = sql.raw('acceso.matriculado')

/** The student's place `p` in course `c`, while enrolled. */
const place = (usuario: Usuario) =>
  sql`LEFT JOIN LATERAL ${progressTable(usuario, sql`SELECT c.id WHERE ${LIVE}`)} p ON true`

/** {@link OutlinedModule} rows of modules `mo` of course `c`, plus the columns of `more`; an exam alone is no offer to a guest. */
const modules = (usuario: Usuario, which: SQL, more: SQL) => sql`
  SELECT mo.id, mo.id_curso, mo.nombre, mo.horas, t.cantidad_lecciones, t.primera_leccion_id,
    coalesce((SELECT true FROM evaluaciones e
      WHERE e.id_modulo = mo.id AND e.estado = 1 AND e.modelo = ${EXAM_MODEL} LIMIT 1), false) AS tiene_examen,
    CASE WHEN ${LIVE} THEN json_build_object('completadas', t.completadas, 'nota', b.nota, 'nota_maxima', b.nota_maxima,
      'porcentaje', b.porcentaje, 'codigo_certificado', ${certificateCode(usuario, sql`z.id_modulo = mo.id`)}) END AS estado,
    CASE WHEN ${LIVE} THEN ${openAttempt(usuario, sql`e.id_modulo = mo.id`)} END AS intento_abierto, ${more}
  FROM modulos mo
  CROSS JOIN LATERAL (SELECT count(*) AS cantidad_lecciones, (array_agg(l.id ORDER BY l.orden, l.id))[1] AS primera_leccion_id,
    count(*) FILTER (WHERE ${LIVE} AND ${done(usuario)}) AS completadas
    FROM lecciones l WHERE l.id_modulo = mo.id AND l.activo) t
  LEFT JOIN LATERAL ${bestAttempt(usuario, sql`ev.id_modulo = mo.id`)} b ON ${LIVE}
  WHERE mo.activo AND (t.cantidad_lecciones > 0 OR ${LIVE}) AND ${which} ORDER BY mo.orden, mo.id LIMIT ${MAX_MODULES}`

const lessons = (columns: SQL) => sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${columns} FROM lecciones l
  WHERE l.id_modulo = mo.id AND l.activo ORDER BY ${LESSON_ORDER} LIMIT ${MAX_LESSONS}) t) AS lecciones`
/** Of a query with the student's {@link place} in the course. */
const OUTLINE = sql`${lessons(sql.raw('l.id, l.titulo, l.duracion, l.gratis'))},
  CASE WHEN p.id_curso IS NOT NULL THEN json_build_object('siguiente', p.siguiente, 'estado_avance', p.estado_avance) END AS curso`

type Outline = { modulos: OutlinedModule[] }

const outline = (usuario: Usuario, id: SQL | number, visible: SQL) =>
  sql`SELECT (SELECT coalesce(json_agg(m), '[]') FROM (${modules(usuario, sql`mo.id_curso = c.id`, OUTLINE)}) m) AS modulos
    FROM cursos c CROSS JOIN ${access(usuario)} ${place(usuario)} WHERE c.id = ${id} AND ${visible}`

const COURSE = argument('curso')
type OfCourse = Caller & { curso: number }

/** The caller's progress in the course, while enrolled. */
const OWN = sql`${followed(CALLER.id)} AND matriculas.id_curso = ${COURSE}`

const outlineForCaller = preparedWithProgress<Outline, OfCourse>(
  outline(CALLER.id, COURSE, visibleToCaller(CALLER)),
  OWN,
)

/** Outlines of the modules, with progress when enrolled (docs/product/learning.md 2.1). @throws NO_ENCONTRADO */
export async function listModules(db: Db, visit: Visit, curso: number): Promise<OutlinedModule[]> {
  const [course] = visit.identity
    ? await outlineForCaller(db, { ...visit.identity, curso })
    : await query<Outline>(db, outline(null, curso, courseVisible(visit)))
  if (!course) throw fail('NO_ENCONTRADO')
  return course.modulos
}

/** @throws NO_ENCONTRADO */
export async function findModule(db: Db, visit: Visit, id: number): Promise<OutlinedModule> {
  const usuario = visit.identity?.id ?? null
  if (usuario)
    await updateProgress(
      db,
      sql`${followed(usuario)} AND matriculas.id_curso = (SELECT id_curso FROM modulos WHERE id = ${id})`,
    )
  const [row] = await query<OutlinedModule>(
    db,
    sql`SELECT m.* FROM cursos c CROSS JOIN ${access(usuario)} ${place(usuario)}
      CROSS JOIN LATERAL (${modules(usuario, sql`mo.id = ${id} AND mo.id_curso = c.id`, OUTLINE)}) m
      WHERE c.id = (SELECT id_curso FROM modulos WHERE id = ${id}) AND ${courseVisible(visit)}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

/** Start of the student's next live class of course `c`. */
const nextClass = (
  usuario: Usuario,
) => sql`(SELECT min(s.inicio) FROM modulos mo JOIN lecciones l ON l.id_modulo = mo.id AND l.activo
  JOIN sesiones s ON s.id_leccion = l.id WHERE mo.id_curso = c.id AND mo.activo AND s.inicio > now()
    AND s.cancelada_en IS NULL AND ${seesClass(groupIn(usuario, sql.raw('c.id')))})`

const detailed = (usuario: Usuario, id: SQL | number, visible: SQL) => {
  const details = sql`${lessons(sql`l.id, l.titulo, l.duracion, l.gratis, ${LIVE} AND ${done(usuario)} AS completada,
      CASE WHEN l.gratis THEN ${FILES} ELSE '[]' END AS archivos`)},
    ${evaluationCards(usuario, sql`e.id_modulo = mo.id`, LIVE)} AS evaluaciones`
  return sql`SELECT ${COURSE_COLUMNS}, c.id_cliente, ${GIVES_CERTIFICATE} AS certificado, ${nextClass(usuario)} AS proxima_clase, acceso.matriculado, ${TEACHERS_OF_COURSE} AS docentes,
      ${PROGRESS_COLUMNS}, ${OFFERED_GROUPS} AS grupos,
      CASE WHEN ${LIVE} THEN ${openAttempt(usuario, sql`e.id_curso = c.id`)} END AS intento_abierto,
      (SELECT coalesce(json_agg(m), '[]') FROM (${modules(usuario, sql`mo.id_curso = c.id`, details)}) m) AS modulos,
      ${evaluationCards(usuario, sql`e.id_curso = c.id AND e.id_modulo IS NULL`, LIVE)} AS evaluaciones
    FROM cursos c JOIN categorias k ON k.id = c.id_categoria CROSS JOIN ${access(usuario)}
    ${place(usuario)} WHERE c.id = ${id} AND ${visible}`
}

const detailedForCaller = preparedWithProgress<DetailedCourse, OfCourse>(
  detailed(CALLER.id, COURSE, visibleToCaller(CALLER)),
  OWN,
)

/** The course with its outline, and progress when enrolled. @throws NO_ENCONTRADO */
export async function findDetailedCourse(db: Db, visit: Visit, curso: number): Promise<DetailedCourse> {
  const [course] = visit.identity
    ? await detailedForCaller(db, { ...visit.identity, curso })
    : await query<DetailedCourse>(db, detailed(null, curso, courseVisible(visit)))
  if (!course) throw fail('NO_ENCONTRADO')
  return withCleanDescription(course)
}

/** A student's best result in a module (docs/product/exams.md 4.8). @throws NO_ENCONTRADO when never enrolled */
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
