import type { Evaluation, EvaluationDetail, Question, StartedAttempt } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, hot, hotRows } from '../../platform/db/database.ts'
import { shownHtml } from '../../platform/html.ts'
import { Failure, fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { cursos, modulos } from '../catalogue/catalogue.tables.ts'
import {
  accessValues,
  type CourseAccess,
  checkAccess,
  courseAccess,
  ME,
  requireEnrolment,
} from '../learning/learning.ts'
import { liveQuestions, settledDetail, settledDetailFor, startAttempt } from './attempts.ts'
import { GRACE } from './details.ts'
import { detalle_evaluacion, encuestas_respondidas, evaluaciones, type FrozenQuestion } from './exams.tables.ts'

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

const evaluationById = hot((db) =>
  selectEvaluations(db, eq(evaluaciones.id, sql.placeholder('id'))).prepare('evaluacion'),
)

const asShown = (evaluation: Evaluation): Evaluation => ({
  ...evaluation,
  instrucciones: shownHtml(evaluation.instrucciones),
})

const accessToModule = hot((db) =>
  db
    .select(courseAccess)
    .from(modulos)
    .innerJoin(cursos, eq(cursos.id, modulos.id_curso))
    .where(and(eq(modulos.id, sql.placeholder('modulo')), eq(modulos.activo, true)))
    .prepare('acceso_a_modulo'),
)

/** An exam or survey as its first page shows it. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findEvaluation(db: Db, identity: Identity, id: number): Promise<Evaluation> {
  const [evaluation] = await evaluationById(db, { id })
  if (!evaluation) throw fail('NO_ENCONTRADO')
  await requireEnrolment(db, identity, evaluation.id_curso)
  return asShown(evaluation)
}

/** A module's exams and, after them, its surveys; `modelo` tells them apart. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function evaluationsOfModule(db: Db, identity: Identity, idModulo: number): Promise<Evaluation[]> {
  const [row] = await accessToModule(db, { ...accessValues(identity), modulo: idModulo })
  checkAccess(row)
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

async function questionsForStaff(db: Db, evaluacion: number): Promise<Question[]> {
  const live = await liveQuestions(db, { evaluacion })
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

type SavedAnswer = { id_pregunta: number; id_opcion: number | null; respuesta: string | null; secuencia: number }

type Sitting = CourseAccess & { intento: { preguntas: FrozenQuestion[]; respuestas: SavedAnswer[] } | null }

/** What a person may do in an evaluation's course, and the student's live attempt with what is saved: one read. */
const sitting = hotRows<Sitting>(
  'preguntas_del_intento',
  sql`SELECT e.id_curso, ${courseAccess.visible} AS visible, ${courseAccess.staff} AS staff, ${courseAccess.enrolled} AS enrolled,
    (SELECT json_build_object('preguntas', i.preguntas, 'respuestas', coalesce((
        SELECT json_agg(json_build_object('id_pregunta', r.id_pregunta, 'id_opcion', r.id_opcion, 'respuesta', r.respuesta,
          'secuencia', r.secuencia)) FROM respuestas r WHERE r.id_intento = i.id), '[]'))
      FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.estado = 'abierto'
      WHERE d.id_evaluacion = e.id AND d.id_alumno = ${ME} AND i.limite + ${GRACE} >= now()) AS intento
  FROM evaluaciones e JOIN cursos ON cursos.id = e.id_curso
  WHERE e.id = ${sql.placeholder('evaluacion')}::int AND e.estado = 1`,
)

/** An attempt's questions as its student sees them, with what was saved; the key stays behind. */
function asAsked(preguntas: FrozenQuestion[], respuestas: SavedAnswer[]): Question[] {
  const saved = new Map(respuestas.map((answer) => [answer.id_pregunta, answer]))
  return preguntas.map((question) => {
    const answer = saved.get(question.id)
    return {
      id: question.id,
      pregunta: question.pregunta,
      tipo_pregunta: question.tipo_pregunta,
      valor: question.valor,
      opciones: question.opciones.map(({ id, opcion }) => ({ id, opcion })),
      id_opcion: answer?.id_opcion ?? null,
      respuesta: answer?.respuesta ?? null,
      secuencia: answer?.secuencia ?? 0,
    }
  })
}

/**
 * The questions of the student's open attempt, from its frozen copy, with what was saved (contract section 4). The course's
 * staff read the questions as they are now, with `condicion`.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_INTENTO_ABIERTO
 */
export async function readQuestions(db: Db, identity: Identity, idEvaluacion: number): Promise<Question[]> {
  const [row] = await sitting(db, { ...accessValues(identity), evaluacion: idEvaluacion })
  const { staff, intento } = checkAccess(row)
  if (staff) return questionsForStaff(db, idEvaluacion)
  if (!intento) {
    // One whose time is over is closed, with all that comes of it, by whoever looks.
    await settledDetail(db, idEvaluacion, identity.id)
    throw fail('SIN_INTENTO_ABIERTO')
  }
  return asAsked(intento.preguntas, intento.respuestas)
}

const TRIES = 3

/** {@link startAttempt} with the questions, so that a student on a slow line waits once. @throws as both do */
export async function enterAttempt(db: Db, identity: Identity, idDetalle: number): Promise<StartedAttempt> {
  for (let tries = 1; ; tries++) {
    const { detail, asks } = await startAttempt(db, identity, idDetalle)
    if (asks) return { ...detail, preguntas: asAsked(asks, []) }
    try {
      return { ...detail, preguntas: await readQuestions(db, identity, detail.id_evaluacion) }
    } catch (error) {
      // Another tab handed it in between the two: who asks to start now starts the next one.
      const handedIn = error instanceof Failure && error.code === 'SIN_INTENTO_ABIERTO'
      if (!handedIn || tries === TRIES) throw error
    }
  }
}

/**
 * A student's detail of an evaluation, or null before there is one. The course's staff may read any of its students'.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO
 */
export async function studentDetail(
  db: Db,
  identity: Identity,
  idEvaluacion: number,
  idAlumno: number,
): Promise<EvaluationDetail | null> {
  const found = await settledDetailFor(db, identity, idEvaluacion, idAlumno)
  return found?.detail ?? null
}

/** Deletes which surveys a person answered, with their account. */
export async function forgetSurveys(tx: Db, usuario: number): Promise<void> {
  await tx.delete(encuestas_respondidas).where(eq(encuestas_respondidas.id_alumno, usuario))
}
