import type { EvaluationDetail, Question } from '@campus/contract/exams'
import { client } from '../../platform/client'
import { ApiError, OfflineError } from '../../platform/errors'
import type { Problem } from './exam-machine'
import type { Entry, Held } from './outbox'
import { T } from './texts'

const inPath = (id: number) => ({ params: { path: { id: String(id) } } })

/** What a call that does not throw answered; `client` throws every refusal. */
function answered<Body>({ data }: { data?: Body }): Body {
  if (data === undefined) throw new ApiError(500, undefined)
  return data
}

/** Opens an attempt, or the one that is open already, with its questions. @throws ApiError, OfflineError */
export async function openAttempt(
  evaluation: number,
): Promise<{ detail: EvaluationDetail; questions: Question[]; heardAt: { wall: number; steady: number } }> {
  const made = answered(await client.POST('/api/detalle-evaluacion', { body: { id_evaluacion: evaluation } }))
  const begun = answered(await client.POST('/api/detalle-evaluacion/{id}/intentos', inPath(made.data.id)))
  const heardAt = { wall: Date.now(), steady: performance.now() }
  const { preguntas, ...detail } = begun.data
  return { detail, questions: preguntas, heardAt }
}

/** The student's detail as it is now; null before the first attempt. @throws ApiError, OfflineError */
export async function readDetail(evaluation: number, student: number): Promise<EvaluationDetail | null> {
  const path = { id: String(evaluation), alumno: String(student) }
  return answered(await client.GET('/api/detalle/evaluacion/{id}/alumno/{alumno}', { params: { path } })).data
}

/** Saves replies of one kind in their order; answers what the server holds. @throws ApiError, OfflineError */
export async function postReplies(detail: number, attempt: number, entries: Entry[]): Promise<Held[]> {
  const body = entries.map(({ id_pregunta, id_opcion, respuesta, secuencia, abierta }) => ({
    id_detalle_evaluacion: detail,
    id_intento: attempt,
    id_pregunta,
    secuencia,
    ...(abierta ? { respuesta } : { id_opcion }),
  }))
  const open = entries[0]?.abierta
  const saved = open
    ? await client.POST('/api/respuestasabiertas', { body })
    : await client.POST('/api/respuestas', { body })
  return answered(saved).data
}

/** Sends the attempt; safe to repeat. @throws ApiError, OfflineError */
export async function submitAttempt(detail: number, attempt: number): Promise<EvaluationDetail> {
  const body = { id_intento: attempt }
  return answered(await client.PUT('/api/detalle-evaluacion/{id}', { ...inPath(detail), body })).data
}

/** Whether trying the same again later can help: no network, or a server that is away or busy. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof OfflineError
  return error.status >= 500 || error.status === 429 || error.status === 401
}

/** A failure as the screens show it. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return { code: error.code, text: error.message }
  return { code: 'SIN_CONEXION', text: error instanceof OfflineError ? T.offlineSend : T.unexpected }
}
