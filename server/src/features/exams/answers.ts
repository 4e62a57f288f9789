import type { Answer, SavedAnswers } from '@campus/contract/exams'
import { CHOICE } from '@campus/contract/rules'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { type Failure, fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { closeIfOver, commitThenThrow, lockOpenAttempt } from './attempts.ts'
import type { OpenAttempt } from './closing.ts'
import { GRACE, instantOf } from './details.ts'
import { type FrozenQuestion, respuestas } from './exams.tables.ts'

type Saved = z.infer<typeof SavedAnswers>

function faultOf(question: FrozenQuestion | undefined, { id_opcion, respuesta }: Answer): Failure | undefined {
  if (!question) return invalid('id_pregunta', 'La pregunta no es de este examen.')
  if (question.tipo_pregunta !== CHOICE)
    return respuesta === undefined ? invalid('respuesta', 'Escribe tu respuesta.') : undefined
  const known = id_opcion === null || question.opciones.some((option) => option.id === id_opcion)
  return known ? undefined : invalid('id_opcion', 'Elige una opción de la pregunta.')
}

/** What is wrong with the first answer that cannot be saved into the attempt. */
function firstFault(open: OpenAttempt, answers: Answer[]): Failure | undefined {
  if (answers.some((answer) => answer.id_intento && answer.id_intento !== open.id)) return fail('SIN_INTENTO_ABIERTO')
  for (const answer of answers) {
    const fault = faultOf(
      open.preguntas.find((question) => question.id === answer.id_pregunta),
      answer,
    )
    if (fault) return fault
  }
  return undefined
}

/** The newest answer of each question, as its row. PostgreSQL stores no NUL in a text, and an empty answer is none. */
function rowsOf(open: OpenAttempt, answers: Answer[]) {
  const inOrder = answers.toSorted((a, b) => a.secuencia - b.secuencia)
  const newest = new Map(inOrder.map((answer) => [answer.id_pregunta, answer]))
  return [...newest.values()].map(({ id_pregunta, id_opcion, respuesta, secuencia }) => {
    const choice = open.preguntas.find((question) => question.id === id_pregunta)?.tipo_pregunta === CHOICE
    return {
      id_intento: open.id,
      id_pregunta,
      id_opcion: choice ? (id_opcion ?? null) : null,
      respuesta: choice ? null : respuesta?.replaceAll('\0', '') || null,
      secuencia,
    }
  })
}

/** Saves what is newer than what is there, and returns what is there. */
async function upsertAnswers(tx: Db, open: OpenAttempt, answers: Answer[]): Promise<Saved['data']> {
  const rows = rowsOf(open, answers)
  const { id_intento, id_pregunta, id_opcion, respuesta, secuencia } = respuestas
  await tx
    .insert(respuestas)
    .values(rows)
    .onConflictDoUpdate({
      target: [id_intento, id_pregunta],
      set: {
        id_opcion: sql`excluded.id_opcion`,
        respuesta: sql`excluded.respuesta`,
        secuencia: sql`excluded.secuencia`,
        guardado_en: sql`now()`,
      },
      setWhere: sql`excluded.secuencia > ${secuencia}`,
    })
  const sent = rows.map((row) => row.id_pregunta)
  return tx
    .select({ id_pregunta, secuencia, id_opcion, respuesta })
    .from(respuestas)
    .where(and(eq(id_intento, open.id), inArray(id_pregunta, sent)))
    .orderBy(asc(id_pregunta))
}

/** Why there is no open attempt to save into: its time is over, or the student has sent it. */
async function closedReason(tx: Db, idDetalle: number): Promise<Failure> {
  const [last] = await query<{ tarde: boolean }>(
    tx,
    sql`SELECT i.cerrado_por_tiempo OR i.limite + ${GRACE} < now() AS tarde
    FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.numero = d.intentos
    WHERE d.id = ${idDetalle}`,
  )
  return fail(last?.tarde ? 'TIEMPO_TERMINADO' : 'SIN_INTENTO_ABIERTO')
}

/**
 * Saves answers of the student's open attempt and returns what is now saved, never what is right (contract section 4).
 * A save whose sequence is not newer changes nothing. Taken until the limit plus the grace, by the database's clock.
 * @throws DEMASIADOS_INTENTOS, NO_ENCONTRADO for another's detail, SIN_MATRICULA, TIEMPO_TERMINADO, SIN_INTENTO_ABIERTO,
 * DATOS_INVALIDOS for a question that is not the attempt's or an option that is not the question's
 */
export async function saveAnswers(db: Db, identity: Identity, answers: Answer[]): Promise<Saved> {
  const [first] = answers
  if (!first || answers.some((answer) => answer.id_detalle_evaluacion !== first.id_detalle_evaluacion))
    throw invalid('id_detalle_evaluacion', 'Todas las respuestas deben ser del mismo examen.')
  const idDetalle = first.id_detalle_evaluacion
  await throttle(db, 'responder_usuario', String(identity.id))
  return commitThenThrow<Saved>(db, async (tx) => {
    const { open } = await lockOpenAttempt(tx, identity, idDetalle)
    const live = await closeIfOver(tx, open)
    if (!live) return closedReason(tx, idDetalle)
    const fault = firstFault(live, answers)
    if (fault) return fault
    const data = await upsertAnswers(tx, live, answers)
    return { data, ahora: instantOf(live.ahora), limite: instantOf(live.limite) }
  })
}
