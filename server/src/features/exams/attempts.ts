import { randomInt } from 'node:crypto'
import type { EvaluationDetail } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import { Failure, fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http.ts'
import { audit } from '../audit/audit.ts'
import { requireEnrolment } from '../learning/learning.ts'
import { closeAttempts, type OpenAttempt, selectOpen } from './closing.ts'
import { findDetail, type KnownDetail, readDetail } from './details.ts'
import {
  detalle_evaluacion,
  encuestas_respondidas,
  evaluaciones,
  type FrozenQuestion,
  intentos_evaluacion,
  opciones,
  preguntas,
} from './exams.tables.ts'
import { maximumOf } from './scoring.ts'

const lockedColumns = {
  id: detalle_evaluacion.id,
  id_alumno: detalle_evaluacion.id_alumno,
  id_evaluacion: evaluaciones.id,
  id_curso: evaluaciones.id_curso,
  modelo: evaluaciones.modelo,
  intentos: detalle_evaluacion.intentos,
  permitidos: sql<number>`${evaluaciones.intentos} + ${detalle_evaluacion.intentos_extra}`,
  minutos: sql<number>`${evaluaciones.duracion} + ${detalle_evaluacion.minutos_extra}`,
  fecha_cierre: evaluaciones.fecha_cierre,
  abierta: sql<boolean>`${evaluaciones.estado} = 1
    AND coalesce(${evaluaciones.fecha_apertura} <= now(), true) AND coalesce(${evaluaciones.fecha_cierre} > now(), true)`,
}

async function selectLocked(tx: Db, where: SQL | undefined) {
  const [row] = await tx
    .select(lockedColumns)
    .from(detalle_evaluacion)
    .innerJoin(evaluaciones, eq(evaluaciones.id, detalle_evaluacion.id_evaluacion))
    .where(where)
    .for('update', { of: detalle_evaluacion })
  return row
}

/** A student's detail, held until the transaction ends. */
export type LockedDetail = NonNullable<Awaited<ReturnType<typeof selectLocked>>>

/**
 * Holds the student's own detail: starts, saves, submissions and the sweeper take turns on it.
 * @throws NO_ENCONTRADO for another student's, SIN_MATRICULA without a live enrolment
 */
export async function lockDetail(tx: Db, identity: Identity, idDetalle: number): Promise<LockedDetail> {
  const own = and(eq(detalle_evaluacion.id, idDetalle), eq(detalle_evaluacion.id_alumno, identity.id))
  const row = await selectLocked(tx, own)
  if (!row) throw fail('NO_ENCONTRADO')
  await requireEnrolment(tx, identity, row.id_curso)
  return row
}

/** The open attempt of a held detail, if there is one. */
export async function openAttempt(tx: Db, idDetalle: number): Promise<OpenAttempt | undefined> {
  const [attempt] = await selectOpen(tx).where(
    and(eq(intentos_evaluacion.id_detalle, idDetalle), eq(intentos_evaluacion.estado, 'abierto')),
  )
  return attempt
}

/** The same, after closing it if its time is over: nobody finds an attempt open that is not. */
export async function liveAttempt(tx: Db, idDetalle: number): Promise<OpenAttempt | undefined> {
  const attempt = await openAttempt(tx, idDetalle)
  if (!attempt?.vencido) return attempt
  await closeAttempts(tx, [attempt])
  return undefined
}

/**
 * Runs work on a held detail. A refusal is answered with `return fail(...)` and thrown after the commit, so that an
 * expired attempt which the work closed on its way stays closed.
 */
export async function commitThenThrow<T>(db: Db, work: (tx: Db) => Promise<T | Failure>): Promise<T> {
  const outcome = await db.transaction(work)
  if (outcome instanceof Failure) throw outcome
  return outcome
}

/** The questions of an evaluation as they are now, in order, key included. */
export function liveQuestions(db: Db, idEvaluacion: number): Promise<FrozenQuestion[]> {
  return db
    .select({
      id: preguntas.id,
      pregunta: preguntas.pregunta,
      tipo_pregunta: preguntas.tipo_pregunta,
      valor: preguntas.valor,
      explicacion: preguntas.explicacion,
      id_leccion: preguntas.id_leccion,
      segundo: preguntas.segundo,
      opciones: sql<FrozenQuestion['opciones']>`coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', o.id, 'opcion', o.opcion, 'condicion', o.condicion) ORDER BY o.orden)
        FROM ${opciones} o WHERE o.id_pregunta = ${preguntas}.id), '[]')`,
    })
    .from(preguntas)
    .where(and(eq(preguntas.id_evaluacion, idEvaluacion), eq(preguntas.activo, true)))
    .orderBy(asc(preguntas.orden), asc(preguntas.id))
}

function shuffled<T>(items: T[]): T[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
  }
  return mixed
}

async function refusal(tx: Db, detail: LockedDetail): Promise<Failure | undefined> {
  if (detail.modelo !== EXAM_MODEL) {
    const answered = await tx
      .select({ id: encuestas_respondidas.id_alumno })
      .from(encuestas_respondidas)
      .where(
        and(
          eq(encuestas_respondidas.id_evaluacion, detail.id_evaluacion),
          eq(encuestas_respondidas.id_alumno, detail.id_alumno),
        ),
      )
    if (answered.length > 0) return fail('ENCUESTA_RESPONDIDA')
  }
  if (!detail.abierta) return fail('EXAMEN_CERRADO')
  if (detail.modelo === EXAM_MODEL && detail.intentos >= detail.permitidos) return fail('SIN_INTENTOS')
  return undefined
}

/** Freezes what the attempt is about: questions, their order, a shuffled order of options, values and the limit. */
async function beginAttempt(tx: Db, detail: LockedDetail): Promise<Failure | undefined> {
  const refused = await refusal(tx, detail)
  if (refused) return refused
  const questions = await liveQuestions(tx, detail.id_evaluacion)
  const nota_maxima = maximumOf(questions)
  // An exam of nothing would be passed by everybody; a survey has no values.
  if (questions.length === 0 || (detail.modelo === EXAM_MODEL && nota_maxima <= 0)) return fail('EXAMEN_SIN_PREGUNTAS')
  const numero = detail.intentos + 1
  await tx.insert(intentos_evaluacion).values({
    id_detalle: detail.id,
    numero,
    limite: sql`least(now() + make_interval(mins => ${detail.minutos}::int), ${detail.fecha_cierre}::timestamptz)`,
    preguntas: questions.map((question) => ({ ...question, opciones: shuffled(question.opciones) })),
    nota_maxima,
  })
  await tx
    .update(detalle_evaluacion)
    .set({ intentos: numero, fecha_evaluacion: sql`now()` })
    .where(eq(detalle_evaluacion.id, detail.id))
  await audit(tx, 'intento_iniciado', { sobre: detail.id_alumno, objeto: `detalle:${detail.id}`, detalle: { numero } })
  return undefined
}

/**
 * Starts an attempt, atomically (contract section 4): enrolment, window and remaining attempts are checked while the
 * detail is held. While an attempt is open it answers that one and counts nothing, however often it is asked.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, EXAMEN_CERRADO, SIN_INTENTOS, EXAMEN_SIN_PREGUNTAS, ENCUESTA_RESPONDIDA
 */
export async function startAttempt(db: Db, identity: Identity, idDetalle: number): Promise<EvaluationDetail> {
  return commitThenThrow(db, async (tx) => {
    const held = await lockDetail(tx, identity, idDetalle)
    const open = await liveAttempt(tx, idDetalle)
    const refused = open ? undefined : await beginAttempt(tx, held)
    return refused ?? readDetail(tx, idDetalle)
  })
}

/**
 * The student's own detail of an evaluation, made once (contract section 4).
 * @throws SIN_PERMISO for staff, NO_ENCONTRADO, SIN_MATRICULA
 */
export async function ensureDetail(
  db: Db,
  identity: Identity,
  idEvaluacion: number,
): Promise<{ detail: EvaluationDetail; created: boolean }> {
  if (identity.tipo_cliente !== 'Alumno') throw fail('SIN_PERMISO')
  const [exam] = await db
    .select({ id_curso: evaluaciones.id_curso })
    .from(evaluaciones)
    .where(and(eq(evaluaciones.id, idEvaluacion), eq(evaluaciones.estado, 1)))
  if (!exam) throw fail('NO_ENCONTRADO')
  await requireEnrolment(db, identity, exam.id_curso)
  const made = await db
    .insert(detalle_evaluacion)
    .values({ id_evaluacion: idEvaluacion, id_alumno: identity.id })
    .onConflictDoNothing()
    .returning({ id: detalle_evaluacion.id })
  const found = await settledDetail(db, idEvaluacion, identity.id)
  if (!found) throw fail('NO_ENCONTRADO')
  return { detail: found.detail, created: made.length > 0 }
}

/** Closes the open attempt of a detail if its time is over: a reader never waits for the sweeper. */
export async function closeIfExpired(db: Db, idDetalle: number): Promise<void> {
  await db.transaction(async (tx) => {
    await selectLocked(tx, eq(detalle_evaluacion.id, idDetalle))
    await liveAttempt(tx, idDetalle)
  })
}

/** A student's detail as it truly is now: with an expired attempt closed. */
export async function settledDetail(db: Db, idEvaluacion: number, idAlumno: number): Promise<KnownDetail | null> {
  const found = await findDetail(db, idEvaluacion, idAlumno)
  if (!found?.vencido) return found
  await closeIfExpired(db, found.detail.id)
  return findDetail(db, idEvaluacion, idAlumno)
}
