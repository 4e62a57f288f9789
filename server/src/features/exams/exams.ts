import type { Evaluation, EvaluationDetail, Question } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { shownHtml } from '../../kit/html/html.ts'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { cursos, modulos } from '../catalogue/catalogue.tables.ts'
import { findClosedExams, requireEnrolment, requireModule } from '../learning/learning.ts'
import { currentDetail, requireEvaluation } from './attempts.ts'
import { openAttempt } from './closing.ts'
import { CLOSING, detalle_evaluacion, encuestas_respondidas, evaluaciones, reachableBy, SHOWN } from './exams.tables.ts'
import { forStaff, liveQuestions, withoutKey } from './questions.ts'

const ofQuestions = (aggregate: string) =>
  sql`(SELECT ${sql.raw(aggregate)} FROM preguntas p WHERE p.id_evaluacion = ${evaluaciones.id} AND p.activo)`.mapWith(
    Number,
  )

/** Minutes of an attempt of that student. */
const minutes = sql`${evaluaciones.duracion} + coalesce(${detalle_evaluacion.minutos_extra}, 0)`

const evaluationColumns = {
  id: evaluaciones.id,
  nombre: evaluaciones.nombre,
  modelo: evaluaciones.modelo,
  instrucciones: evaluaciones.instrucciones,
  intentos: evaluaciones.intentos,
  duracion: minutes.mapWith(evaluaciones.duracion),
  fecha_apertura: evaluaciones.fecha_apertura,
  fecha_cierre: CLOSING.mapWith(evaluaciones.fecha_cierre),
  id_curso: evaluaciones.id_curso,
  id_modulo: evaluaciones.id_modulo,
  curso: cursos.nombre,
  /** Null when it was removed, too. */
  modulo: sql<string | null>`CASE WHEN ${modulos.activo} THEN ${modulos.nombre} END`,
  cantidad_preguntas: ofQuestions('count(*)'),
  nota_maxima: ofQuestions('coalesce(sum(p.valor), 0)'),
  ahora: sql`now()`.mapWith(detalle_evaluacion.fecha_evaluacion),
  abierta: sql<boolean>`${SHOWN} AND coalesce(${evaluaciones.fecha_apertura} <= now(), true) AND coalesce(${CLOSING} > now(), true)`,
}

const selectEvaluations = (db: Db, { id }: Identity, where: SQL | undefined) =>
  db
    .select(evaluationColumns)
    .from(evaluaciones)
    .innerJoin(cursos, eq(cursos.id, evaluaciones.id_curso))
    .leftJoin(modulos, eq(modulos.id, evaluaciones.id_modulo))
    .leftJoin(
      detalle_evaluacion,
      and(eq(detalle_evaluacion.id_evaluacion, evaluaciones.id), eq(detalle_evaluacion.id_alumno, id)),
    )
    .where(where)
    .orderBy(asc(evaluaciones.modelo), asc(evaluaciones.id))

type Row = Awaited<ReturnType<typeof selectEvaluations>>[number]

/** Those of one course as the caller sees them; for its staff nothing is closed. */
async function toEvaluations(db: Db, { id }: Identity, staff: boolean, rows: Row[]): Promise<Evaluation[]> {
  const exam = staff ? undefined : rows.find(({ modelo }) => modelo === EXAM_MODEL)
  const closed = exam ? await findClosedExams(db, id, exam.id_curso) : {}
  return rows.map((row) => ({
    ...row,
    instrucciones: shownHtml(row.instrucciones),
    cerrado_por_lecciones: closed[row.id] ?? null,
  }))
}

/** @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findEvaluation(db: Db, identity: Identity, id: number): Promise<Evaluation> {
  const [row] = await selectEvaluations(db, identity, and(eq(evaluaciones.id, id), reachableBy(identity.id)))
  if (!row) throw fail('NO_ENCONTRADO')
  const { staff } = await requireEnrolment(db, identity, row.id_curso)
  const [evaluation] = await toEvaluations(db, identity, staff, [row])
  if (!evaluation) throw fail('NO_ENCONTRADO')
  return evaluation
}

/** @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function evaluationsOfModule(db: Db, identity: Identity, idModulo: number): Promise<Evaluation[]> {
  const { staff } = await requireModule(db, identity, idModulo)
  const rows = await selectEvaluations(db, identity, and(eq(evaluaciones.id_modulo, idModulo), SHOWN))
  return toEvaluations(db, identity, staff, rows)
}

/** Those of the course itself, without its modules'. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function evaluationsOfCourse(
  db: Db,
  identity: Identity,
  idCurso: number,
  kind: 'examen' | 'encuesta',
): Promise<Evaluation[]> {
  const { staff } = await requireEnrolment(db, identity, idCurso)
  const model =
    kind === 'examen' ? sql`${evaluaciones.modelo} = ${EXAM_MODEL}` : sql`${evaluaciones.modelo} <> ${EXAM_MODEL}`
  const own = and(eq(evaluaciones.id_curso, idCurso), sql`${evaluaciones.id_modulo} IS NULL`, model, SHOWN)
  return toEvaluations(db, identity, staff, await selectEvaluations(db, identity, own))
}

/**
 * Students read the frozen questions of their open attempt, staff the current ones with the key.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_INTENTO_ABIERTO
 */
export async function readQuestions(db: Db, identity: Identity, idEvaluacion: number): Promise<Question[]> {
  const { staff } = await requireEvaluation(db, identity, idEvaluacion)
  if (staff) return (await liveQuestions(db, idEvaluacion)).map(forStaff)
  const found = await currentDetail(db, idEvaluacion, identity.id)
  const open = found && (await openAttempt(db, found.detail.id))
  if (!open || open.vencido) throw fail('SIN_INTENTO_ABIERTO')
  return withoutKey(open.preguntas, open.respuestas)
}

/**
 * Null before the first attempt. Staff may read exams, but not who answered a survey.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO
 */
export async function studentDetail(
  db: Db,
  identity: Identity,
  idEvaluacion: number,
  idAlumno: number,
): Promise<EvaluationDetail | null> {
  const { staff, modelo } = await requireEvaluation(db, identity, idEvaluacion)
  const mayRead = idAlumno === identity.id || (staff && modelo === EXAM_MODEL)
  if (!mayRead) throw fail('SIN_PERMISO')
  const found = await currentDetail(db, idEvaluacion, idAlumno)
  return found?.detail ?? null
}

export async function forgetSurveys(tx: Db, usuario: number): Promise<void> {
  await tx.delete(encuestas_respondidas).where(eq(encuestas_respondidas.id_alumno, usuario))
}

type NewExams = { nombres: string[]; modelo: 'examen' | 'encuesta'; id_modulo: number | null; envio: string }

/** Hidden rows with ids; a repeated request finds those of the first. */
export const addExams = (tx: Db, id_curso: number, { nombres, modelo, id_modulo, envio }: NewExams) =>
  query<{ id: number; nombre: string }>(
    tx,
    sql`INSERT INTO evaluaciones (id_curso, id_modulo, clave, nombre, modelo, duracion, estado, nuevo)
      SELECT ${id_curso}, ${id_modulo}::bigint, ${envio} || '-' || n, nombre, ${modelo === 'examen' ? 1 : 2},
        ${modelo === 'examen' ? 60 : null}::int, 0, true
      FROM unnest(${sql.param(nombres)}::text[]) WITH ORDINALITY AS t(nombre, n) ORDER BY n
      ON CONFLICT (id_curso, coalesce(id_modulo, 0), clave) DO UPDATE SET clave = excluded.clave RETURNING id, nombre`,
  )

type FileExam = {
  id_curso: number
  id_modulo: number | null
  clave: string
  nombre: string
  modelo: 'examen' | 'encuesta'
}

/** Hidden rows for what files name; their ids in that order. */
export async function addFileExams(tx: Db, all: FileExam[]): Promise<number[]> {
  const values = recordset(
    all.map((exam, n) => ({ ...exam, n })),
    'x(id_curso bigint, id_modulo bigint, clave text, nombre text, modelo text, n int)',
  )
  const rows = await query<{ id: number }>(
    tx,
    sql`INSERT INTO evaluaciones (id_curso, id_modulo, clave, nombre, modelo, duracion, estado)
      SELECT x.id_curso, x.id_modulo, x.clave, x.nombre, CASE x.modelo WHEN 'examen' THEN 1 ELSE 2 END,
        CASE x.modelo WHEN 'examen' THEN 60 END, 0
      FROM ${values} ORDER BY x.n RETURNING id`,
  )
  return rows.map(({ id }) => id)
}

/** The published exams of a course and their copies, found again by their keys. */
const copiedExams = (from: number, to: number) => sql`(SELECT e.id AS old, k.id AS new FROM evaluaciones e
    LEFT JOIN modulos m ON m.id = e.id_modulo LEFT JOIN modulos n ON n.id_curso = ${to} AND n.clave = m.clave
    JOIN evaluaciones k ON k.id_curso = ${to} AND k.clave = e.clave AND k.id_modulo IS NOT DISTINCT FROM n.id
    WHERE e.id_curso = ${from} AND e.estado = 1)`

/** All exams of a course, with their copies or null. */
export const examPairs = (tx: Db, from: number, to: number) =>
  query<{ old: number; new: number | null }>(
    tx,
    sql`SELECT e.id AS old, x.new FROM evaluaciones e LEFT JOIN ${copiedExams(from, to)} x ON x.old = e.id
      WHERE e.id_curso = ${from}`,
  )

type Head = { objeto: string; nombre: string }

/** Writes the instructions of a course's exams with the links that `relink` gives them. */
export async function relinkExams(tx: Db, course: number, relink: (html: string, of: Head) => string): Promise<void> {
  const rows = await query<{ id: number; nombre: string; instrucciones: string }>(
    tx,
    sql`SELECT id, nombre, instrucciones FROM evaluaciones WHERE id_curso = ${course} AND instrucciones LIKE '%<a %'`,
  )
  const now = rows.map(({ id, nombre, instrucciones }) => ({
    id,
    instrucciones: relink(instrucciones, { objeto: `evaluacion:${id}`, nombre }),
  }))
  await tx.execute(sql`UPDATE evaluaciones e SET instrucciones = x.instrucciones
    FROM ${recordset(now, 'x(id bigint, instrucciones text)')} WHERE e.id = x.id`)
}

/**
 * Copies the published exams and surveys of a course to its copy, whose modules have the same keys; `lessons` are its
 * pairs `old`, `new`. Dates belong to the course's own term and stay behind.
 */
export async function copyExams(tx: Db, from: number, to: number, lessons: SQL): Promise<void> {
  const exams = copiedExams(from, to)
  // Places are renumbered, so that each question finds its copy by exam and place.
  const questions = sql`(SELECT p.*, x.new AS copia, row_number() OVER (PARTITION BY x.new ORDER BY p.orden, p.id) AS lugar
    FROM ${exams} x JOIN preguntas p ON p.id_evaluacion = x.old AND p.activo)`
  await tx.execute(sql`INSERT INTO evaluaciones (id_curso, id_modulo, clave, nombre, instrucciones, modelo, intentos, duracion)
    SELECT ${to}, n.id, e.clave, e.nombre, e.instrucciones, e.modelo, e.intentos, e.duracion FROM evaluaciones e
    LEFT JOIN modulos m ON m.id = e.id_modulo LEFT JOIN modulos n ON n.id_curso = ${to} AND n.clave = m.clave
    WHERE e.id_curso = ${from} AND e.estado = 1 AND (e.id_modulo IS NULL OR n.id IS NOT NULL) ORDER BY e.id`)
  await tx.execute(sql`INSERT INTO preguntas (id_evaluacion, pregunta, tipo_pregunta, valor, imagen, imagen_alt, criterio,
      respuestas, explicacion, id_leccion, segundo, orden)
    SELECT q.copia, q.pregunta, q.tipo_pregunta, q.valor, q.imagen, q.imagen_alt, q.criterio, q.respuestas, q.explicacion,
      l.new, q.segundo, q.lugar FROM ${questions} q LEFT JOIN ${lessons} l ON l.old = q.id_leccion ORDER BY q.copia, q.lugar`)
  await tx.execute(sql`INSERT INTO opciones (id_pregunta, opcion, condicion, orden)
    SELECT k.id, o.opcion, o.condicion, o.orden FROM ${questions} q
    JOIN preguntas k ON k.id_evaluacion = q.copia AND k.orden = q.lugar JOIN opciones o ON o.id_pregunta = q.id
    ORDER BY k.id, o.orden`)
}
