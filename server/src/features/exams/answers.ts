import type { Answer, SavedAnswers } from '@campus/contract/exams'
import { CHOICE } from '@campus/contract/rules'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/database.ts'
import { type Failure, fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http.ts'
import { commitThenThrow, liveAttempt, lockDetail } from './attempts.ts'
import { type OpenAttempt, recordset } from './closing.ts'
import { GRACE } from './details.ts'
import { type FrozenQuestion, intentos_evaluacion, respuestas } from './exams.tables.ts'

type Row = {
  id_intento: number
  id_pregunta: number
  id_opcion: number | null
  respuesta: string | null
  secuencia: number
}

/** What a question may take. PostgreSQL keeps no NUL in a text, and an empty answer is none. */
function contentOf(question: FrozenQuestion, answer: Answer): Pick<Row, 'id_opcion' | 'respuesta'> {
  if (question.tipo_pregunta !== CHOICE) {
    if (answer.respuesta === undefined) throw invalid('respuesta', 'Escribe tu respuesta.')
    return { id_opcion: null, respuesta: answer.respuesta?.replaceAll('\0', '') || null }
  }
  if (answer.id_opcion === undefined) throw invalid('id_opcion', 'Elige una opción de la pregunta.')
  const known = answer.id_opcion === null || question.opciones.some((option) => option.id === answer.id_opcion)
  if (!known) throw invalid('id_opcion', 'Elige una opción de la pregunta.')
  return { id_opcion: answer.id_opcion, respuesta: null }
}

/** The newest save of each question, in a fixed order. */
function rowsOf(attempt: OpenAttempt, answers: Answer[]): Row[] {
  const questions = new Map(attempt.preguntas.map((question) => [question.id, question]))
  const rows = new Map<number, Row>()
  for (const answer of answers) {
    const question = questions.get(answer.id_pregunta)
    if (!question) throw invalid('id_pregunta', 'La pregunta no es de este examen.')
    const content = contentOf(question, answer)
    const earlier = rows.get(question.id)
    if (earlier && earlier.secuencia > answer.secuencia) continue
    rows.set(question.id, { id_intento: attempt.id, id_pregunta: question.id, ...content, secuencia: answer.secuencia })
  }
  return [...rows.values()]
}

async function save(tx: Db, rows: Row[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO respuestas (id_intento, id_pregunta, id_opcion, respuesta, secuencia)
    SELECT v.id_intento, v.id_pregunta, v.id_opcion, v.respuesta, v.secuencia
    FROM ${recordset(rows, 'id_intento int, id_pregunta int, id_opcion int, respuesta text, secuencia bigint')}
    ON CONFLICT (id_intento, id_pregunta) DO UPDATE
    SET id_opcion = excluded.id_opcion, respuesta = excluded.respuesta, secuencia = excluded.secuencia, guardado_en = now()
    WHERE excluded.secuencia > respuestas.secuencia`)
}

/** Why there is no open attempt to save into: its time is over, or the student has sent it. */
async function closedReason(tx: Db, idDetalle: number): Promise<Failure> {
  const [late] = await tx
    .select({
      late: sql<boolean>`bool_or(${intentos_evaluacion.cerrado_por_tiempo} OR ${intentos_evaluacion.limite} + ${GRACE} < now())`,
    })
    .from(intentos_evaluacion)
    .where(
      and(
        eq(intentos_evaluacion.id_detalle, idDetalle),
        sql`${intentos_evaluacion.numero} = (SELECT intentos FROM detalle_evaluacion WHERE id = ${idDetalle})`,
      ),
    )
  return fail(late?.late ? 'TIEMPO_TERMINADO' : 'SIN_INTENTO_ABIERTO')
}

/**
 * Saves answers of the student's open attempt and tells what is now saved, never what is right (contract section 4).
 * A save whose sequence is not newer changes nothing. Taken until the limit plus the grace, by the database's clock.
 * @throws NO_ENCONTRADO for another's detail, SIN_MATRICULA, TIEMPO_TERMINADO, SIN_INTENTO_ABIERTO,
 * DATOS_INVALIDOS for a question that is not the attempt's or an option that is not the question's
 */
export async function saveAnswers(
  db: Db,
  identity: Identity,
  answers: Answer[],
): Promise<z.infer<typeof SavedAnswers>> {
  const [first] = answers
  if (!first || answers.some((answer) => answer.id_detalle_evaluacion !== first.id_detalle_evaluacion))
    throw invalid('id_detalle_evaluacion', 'Todas las respuestas deben ser del mismo examen.')
  return commitThenThrow(db, async (tx) => {
    const held = await lockDetail(tx, identity, first.id_detalle_evaluacion)
    const attempt = await liveAttempt(tx, held.id)
    if (!attempt) return closedReason(tx, held.id)
    if (answers.some((answer) => answer.id_intento && answer.id_intento !== attempt.id))
      return fail('SIN_INTENTO_ABIERTO')
    const rows = rowsOf(attempt, answers)
    await save(tx, rows)
    return saved(
      tx,
      attempt,
      rows.map((row) => row.id_pregunta),
    )
  })
}

async function saved(tx: Db, attempt: OpenAttempt, questions: number[]): Promise<z.infer<typeof SavedAnswers>> {
  const data = await tx
    .select({
      id_pregunta: respuestas.id_pregunta,
      secuencia: respuestas.secuencia,
      id_opcion: respuestas.id_opcion,
      respuesta: respuestas.respuesta,
    })
    .from(respuestas)
    .where(and(eq(respuestas.id_intento, attempt.id), inArray(respuestas.id_pregunta, questions)))
    .orderBy(asc(respuestas.id_pregunta))
  const [clock] = await tx.select({ ahora: sql`now()`.mapWith(intentos_evaluacion.limite) }).from(sql`(SELECT 1) uno`)
  return { data, ahora: String(clock?.ahora), limite: attempt.limite }
}
