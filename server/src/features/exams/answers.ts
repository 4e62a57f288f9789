import { ID } from '@campus/contract/common'
import type { Answer, SavedAnswers, TriedAnswer } from '@campus/contract/exams'
import {
  CHOICE,
  MATCH,
  MAX_SHORT_ANSWER,
  MULTIPLE,
  NUMERIC,
  OPEN,
  type QuestionKind,
  SHORT,
} from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { type Failure, fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { changeAttempt, closeIfOver, lockOpenAttempt } from './attempts.ts'
import type { OpenAttempt } from './closing.ts'
import { instantOf } from './details.ts'
import type { FrozenQuestion } from './exams.tables.ts'
import { isOver } from './outage.ts'
import { answerOf } from './questions.ts'
import type { SavedAnswer } from './scoring.ts'

const ANSWERS = limit('responder_usuario', 1200, 10 * 60)

type Saved = z.infer<typeof SavedAnswers>

/** The chosen option: null clears it, undefined names none. */
function optionOf({ id_opcion, respuesta }: TriedAnswer): number | null | undefined {
  if (id_opcion !== undefined || respuesta === undefined) return id_opcion
  if (!respuesta) return null
  return ID.test(respuesta) ? Number(respuesta) : undefined
}

function choiceError(question: FrozenQuestion, answer: TriedAnswer): Failure | undefined {
  const chosen = optionOf(answer)
  if (chosen === null || question.opciones.some((option) => option.id === chosen)) return undefined
  const field = answer.id_opcion === undefined && answer.respuesta !== undefined ? 'respuesta' : 'id_opcion'
  return invalid(field, 'Elige una opción de la pregunta.')
}

function selectionError({ opciones }: FrozenQuestion, { seleccion }: TriedAnswer): Failure | undefined {
  const known = seleccion?.every((id) => opciones.some((option) => option.id === id))
  return seleccion === null || known ? undefined : invalid('seleccion', 'Elige opciones de la pregunta.')
}

function pairsError({ izquierdas = [], derechas = [] }: FrozenQuestion, { parejas }: TriedAnswer): Failure | undefined {
  if (parejas === null) return undefined
  const known = parejas?.every(({ izquierda, derecha }) => izquierda < izquierdas.length && derecha < derechas.length)
  if (!known) return invalid('parejas', 'Elige parejas de la pregunta.')
  const once = new Set(parejas?.map(({ izquierda }) => izquierda)).size === parejas?.length
  return once ? undefined : invalid('parejas', 'Cada elemento lleva una sola pareja.')
}

function textError({ tipo_pregunta }: FrozenQuestion, { respuesta }: TriedAnswer): Failure | undefined {
  if (respuesta === undefined) return invalid('respuesta', 'Escribe tu respuesta.')
  if (tipo_pregunta === OPEN || (respuesta ?? '').length <= MAX_SHORT_ANSWER) return undefined
  return invalid('respuesta', `La respuesta puede tener hasta ${MAX_SHORT_ANSWER} caracteres.`)
}

const ERRORS = {
  [CHOICE]: choiceError,
  [OPEN]: textError,
  [MULTIPLE]: selectionError,
  [SHORT]: textError,
  [NUMERIC]: textError,
  [MATCH]: pairsError,
}

function validationErrorOf(question: FrozenQuestion | undefined, answer: TriedAnswer): Failure | undefined {
  if (!question) return invalid('id_pregunta', 'La pregunta no es de este examen.')
  return ERRORS[question.tipo_pregunta](question, answer)
}

function contentError(preguntas: FrozenQuestion[], answers: TriedAnswer[]): Failure | undefined {
  for (const answer of answers) {
    const question = preguntas.find(({ id }) => id === answer.id_pregunta)
    const error = validationErrorOf(question, answer)
    if (error) return error
  }
  return undefined
}

function firstError(open: OpenAttempt, answers: Answer[]): Failure | undefined {
  if (answers.some((answer) => answer.id_intento && answer.id_intento !== open.id)) return fail('SIN_INTENTO_ABIERTO')
  return contentError(open.preguntas, answers)
}

const NOTHING = { id_opcion: null, respuesta: null, seleccion: null, parejas: null }

/** PostgreSQL text cannot store NUL, and an empty answer counts as none. */
function contentOf(kind: QuestionKind | undefined, answer: TriedAnswer) {
  const { respuesta, seleccion, parejas } = answer
  if (kind === CHOICE) return { ...NOTHING, id_opcion: optionOf(answer) ?? null }
  if (kind === MULTIPLE) return { ...NOTHING, seleccion: seleccion?.length ? [...new Set(seleccion)] : null }
  if (kind === MATCH) return { ...NOTHING, parejas: parejas?.length ? parejas : null }
  return { ...NOTHING, respuesta: respuesta?.replaceAll('\0', '') || null }
}

/** The newest answer to each question, as it is stored. */
function rowsOf(preguntas: FrozenQuestion[], answers: TriedAnswer[]) {
  const inOrder = answers.toSorted((a, b) => a.secuencia - b.secuencia)
  const newest = new Map(inOrder.map((answer) => [answer.id_pregunta, answer]))
  return [...newest.values()].map((answer) => {
    const { id_pregunta, secuencia } = answer
    const kind = preguntas.find((question) => question.id === id_pregunta)?.tipo_pregunta
    return { id_pregunta, ...contentOf(kind, answer), secuencia }
  })
}

/** Answers that are not stored, checked as those that are. @throws DATOS_INVALIDOS */
export function triedAnswers(preguntas: FrozenQuestion[], answers: TriedAnswer[]): SavedAnswer[] {
  const error = contentError(preguntas, answers)
  if (error) throw error
  return rowsOf(preguntas, answers)
}

const ANSWER_ROWS =
  'v(id_pregunta bigint, id_opcion bigint, respuesta text, seleccion bigint[], parejas jsonb, secuencia bigint)'

/** Returns what is stored of each question that was sent: this, or what had come with a higher sequence. */
async function upsertAnswers(tx: Db, open: OpenAttempt, answers: Answer[]): Promise<Saved['data']> {
  const rows = rowsOf(open.preguntas, answers)
  const written = await query<ReturnType<typeof rowsOf>[number]>(
    tx,
    sql`INSERT INTO respuestas AS r (id_intento, id_pregunta, id_opcion, respuesta, seleccion, parejas, secuencia)
    SELECT ${open.id}::bigint, v.* FROM ${recordset(rows, ANSWER_ROWS)}
    ON CONFLICT (id_intento, id_pregunta) DO UPDATE SET id_opcion = excluded.id_opcion, respuesta = excluded.respuesta,
      seleccion = excluded.seleccion, parejas = excluded.parejas, secuencia = excluded.secuencia, guardado_en = now()
    WHERE excluded.secuencia > r.secuencia
    RETURNING id_pregunta, id_opcion, respuesta, seleccion, parejas, secuencia`,
  )
  const stored = new Map([...open.respuestas, ...written].map((answer) => [answer.id_pregunta, answer]))
  return rows
    .flatMap((row) => stored.get(row.id_pregunta) ?? [])
    .toSorted((one, other) => one.id_pregunta - other.id_pregunta)
    .map((row) => ({ id_pregunta: row.id_pregunta, secuencia: row.secuencia, ...answerOf(row) }))
}

async function closedReason(tx: Db, idDetalle: number): Promise<Failure> {
  const [last] = await query<{ tarde: boolean }>(
    tx,
    sql`SELECT i.cerrado_por_tiempo OR ${isOver('i')} AS tarde
    FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.numero = d.intentos
    WHERE d.id = ${idDetalle}`,
  )
  return fail(last?.tarde ? 'TIEMPO_TERMINADO' : 'SIN_INTENTO_ABIERTO')
}

/**
 * Accepts saves until the limit plus the grace period, and ignores sequences that are not newer.
 * @throws DEMASIADOS_INTENTOS, NO_ENCONTRADO, SIN_MATRICULA, TIEMPO_TERMINADO, SIN_INTENTO_ABIERTO, DATOS_INVALIDOS
 */
export async function saveAnswers(db: Db, identity: Identity, answers: Answer[]): Promise<Saved> {
  const [first] = answers
  if (!first || answers.some((answer) => answer.id_detalle_evaluacion !== first.id_detalle_evaluacion))
    throw invalid('id_detalle_evaluacion', 'Todas las respuestas deben ser del mismo examen.')
  const idDetalle = first.id_detalle_evaluacion
  await throttle(db, ANSWERS, String(identity.id))
  return changeAttempt<Saved>(db, async (tx) => {
    const { open } = await lockOpenAttempt(tx, identity, idDetalle)
    const live = await closeIfOver(tx, open)
    if (!live) return closedReason(tx, idDetalle)
    const error = firstError(live, answers)
    if (error) return error
    const data = await upsertAnswers(tx, live, answers)
    const { ahora, limite, segundos_devueltos } = live
    return { data, ahora: instantOf(ahora), limite: limite && instantOf(limite), segundos_devueltos }
  })
}
