import type { Evaluation, EvaluationDetail, Question } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { shownHtml } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { cursos, modulos } from '../catalogue/catalogue.tables.ts'
import { requireEnrolment, requireModule } from '../learning/learning.ts'
import { requireEvaluation, settledDetail } from './attempts.ts'
import { openAttempt } from './closing.ts'
import { detalle_evaluacion, encuestas_respondidas, evaluaciones } from './exams.tables.ts'
import { asAsked, liveQuestions } from './questions.ts'

const evaluationColumns = {
  id: evaluaciones.id,
  nombre: evaluaciones.nombre,
  modelo: evaluaciones.modelo,
  instrucciones: evaluaciones.instrucciones,
  intentos: evaluaciones.intentos,
  duracion: evaluaciones.duracion,
  fecha_apertura: evaluaciones.fecha_apertura,
  fecha_cierre: evaluaciones.fecha_cierre,
  id_curso: evaluaciones.id_curso,
  id_modulo: evaluaciones.id_modulo,
  curso: cursos.nombre,
  modulo: modulos.nombre,
  cantidad_preguntas:
    sql<number>`(SELECT count(*) FROM preguntas p WHERE p.id_evaluacion = ${evaluaciones.id} AND p.activo)`.mapWith(
      Number,
    ),
  nota_maxima:
    sql<number>`(SELECT coalesce(sum(p.valor), 0) FROM preguntas p WHERE p.id_evaluacion = ${evaluaciones.id} AND p.activo)`.mapWith(
      Number,
    ),
  ahora: sql`now()`.mapWith(detalle_evaluacion.fecha_evaluacion),
  abierta: sql<boolean>`coalesce(${evaluaciones.fecha_apertura} <= now(), true) AND coalesce(${evaluaciones.fecha_cierre} > now(), true)`,
}

const selectEvaluations = (db: Db, where: SQL | undefined) =>
  db
    .select(evaluationColumns)
    .from(evaluaciones)
    .innerJoin(cursos, eq(cursos.id, evaluaciones.id_curso))
    .leftJoin(modulos, eq(modulos.id, evaluaciones.id_modulo))
    .where(and(eq(evaluaciones.estado, 1), where))
    .orderBy(asc(evaluaciones.modelo), asc(evaluaciones.id))

const asShown = (evaluation: Evaluation): Evaluation => ({
  ...evaluation,
  instrucciones: shownHtml(evaluation.instrucciones),
})

/** An exam or survey as its first page shows it. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findEvaluation(db: Db, identity: Identity, id: number): Promise<Evaluation> {
  const [evaluation] = await selectEvaluations(db, eq(evaluaciones.id, id))
  if (!evaluation) throw fail('NO_ENCONTRADO')
  await requireEnrolment(db, identity, evaluation.id_curso)
  return asShown(evaluation)
}

/** A module's exams and, after them, its surveys; `modelo` tells them apart. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function evaluationsOfModule(db: Db, identity: Identity, idModulo: number): Promise<Evaluation[]> {
  await requireModule(db, identity, idModulo)
  return (await selectEvaluations(db, eq(evaluaciones.id_modulo, idModulo))).map(asShown)
}

/** The exams, or the surveys, of a course itself, without its modules'. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function evaluationsOfCourse(
  db: Db,
  identity: Identity,
  idCurso: number,
  kind: 'examen' | 'encuesta',
): Promise<Evaluation[]> {
  await requireEnrolment(db, identity, idCurso)
  const model =
    kind === 'examen' ? sql`${evaluaciones.modelo} = ${EXAM_MODEL}` : sql`${evaluaciones.modelo} <> ${EXAM_MODEL}`
  const own = and(eq(evaluaciones.id_curso, idCurso), sql`${evaluaciones.id_modulo} IS NULL`, model)
  return (await selectEvaluations(db, own)).map(asShown)
}

async function questionsForStaff(db: Db, idEvaluacion: number): Promise<Question[]> {
  const live = await liveQuestions(db, idEvaluacion)
  return live.map(({ id, pregunta, tipo_pregunta, valor, opciones }) => ({
    id,
    pregunta,
    tipo_pregunta,
    valor,
    opciones,
    id_opcion: null,
    respuesta: null,
    secuencia: 0,
  }))
}

/**
 * The questions of the student's open attempt, from its frozen copy, with what was saved (contract section 4). The course's
 * staff read the questions as they are now, with `condicion`.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_INTENTO_ABIERTO
 */
export async function readQuestions(db: Db, identity: Identity, idEvaluacion: number): Promise<Question[]> {
  const { staff } = await requireEvaluation(db, identity, idEvaluacion)
  if (staff) return questionsForStaff(db, idEvaluacion)
  // Closes an attempt whose time is over.
  const found = await settledDetail(db, idEvaluacion, identity.id)
  const open = found && (await openAttempt(db, found.detail.id))
  if (!open || open.vencido) throw fail('SIN_INTENTO_ABIERTO')
  return asAsked(open.preguntas, open.respuestas)
}

/**
 * A student's detail of an evaluation as it is now, or null before there is one. The course's staff may read any of its
 * students' exams, but not who answered a survey.
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
  const found = await settledDetail(db, idEvaluacion, idAlumno)
  return found?.detail ?? null
}

/** Deletes which surveys a person answered, with their account. */
export async function forgetSurveys(tx: Db, usuario: number): Promise<void> {
  await tx.delete(encuestas_respondidas).where(eq(encuestas_respondidas.id_alumno, usuario))
}
