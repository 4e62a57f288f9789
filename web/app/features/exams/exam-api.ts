import type { EvaluationDetail, Question, SubmittedExam } from '@campus/contract/exams'
import { COPY_HEADER } from '@campus/contract/offline'
import { client } from '../../lib/client'
import { ApiError, OfflineError } from '../../lib/errors'
import type { Limit } from './exam-clock'
import type { Problem } from './exam-machine'
import { contentOf, type Entry, type SavedReply } from './outbox'
import { TEXTS } from './texts'

const inPath = (id: number) => ({ params: { path: { id: String(id) } } })

/** `client` throws on every error, so only an empty body is left. */
function bodyOf<Body>({ data }: { data?: Body }): Body {
  if (data === undefined) throw new ApiError(500, undefined)
  return data
}

export type OpenedAttempt = {
  detail: EvaluationDetail
  questions: Question[]
  receivedAt: { wall: number; steady: number }
}

/** Opens a new attempt or resumes the open one. @throws ApiError, OfflineError */
export async function openAttempt(evaluation: number): Promise<OpenedAttempt> {
  const created = bodyOf(await client.POST('/api/detalle-evaluacion', { body: { id_evaluacion: evaluation } }))
  const opened = bodyOf(await client.POST('/api/detalle-evaluacion/{id}/intentos', inPath(created.data.id)))
  const receivedAt = { wall: Date.now(), steady: performance.now() }
  const { preguntas, ...detail } = opened.data
  return { detail, questions: preguntas, receivedAt }
}

/** Null before the first attempt. @throws ApiError, OfflineError */
export async function readDetail(evaluation: number, student: number): Promise<EvaluationDetail | null> {
  const path = { id: String(evaluation), alumno: String(student) }
  return bodyOf(await client.GET('/api/detalle/evaluacion/{id}/alumno/{alumno}', { params: { path } })).data
}

/** {@link readDetail}, but never from the cache. @throws ApiError, OfflineError */
export async function readDetailNow(evaluation: number, student: number): Promise<EvaluationDetail | null> {
  const path = { id: String(evaluation), alumno: String(student) }
  const { data, response } = await client.GET('/api/detalle/evaluacion/{id}/alumno/{alumno}', { params: { path } })
  if (response.headers.has(COPY_HEADER)) throw new OfflineError()
  return bodyOf({ data }).data
}

/** The questions of the open attempt, with what the server has of its replies. @throws ApiError, OfflineError */
export const readQuestions = async (evaluation: number): Promise<Question[]> =>
  bodyOf(await client.GET('/api/preguntas/evaluacion/{id}', inPath(evaluation))).data

/** Never starts an attempt; null without an open one. @throws ApiError, OfflineError */
export async function resumeAttempt(evaluation: number, student: number): Promise<OpenedAttempt | null> {
  const detail = await readDetail(evaluation, student)
  const receivedAt = { wall: Date.now(), steady: performance.now() }
  return detail?.estado === 'abierto' ? { detail, questions: await readQuestions(evaluation), receivedAt } : null
}

/** Saves replies of one kind in order; returns what the server has, and the limit. @throws ApiError, OfflineError */
export async function postReplies(
  detail: number,
  attempt: number,
  entries: Entry[],
): Promise<Limit & { data: SavedReply[] }> {
  const body = entries.map((entry) => ({
    id_detalle_evaluacion: detail,
    id_intento: attempt,
    id_pregunta: entry.id_pregunta,
    secuencia: entry.secuencia,
    ...contentOf(entry),
  }))
  const open = entries[0]?.abierta
  const saved = open
    ? await client.POST('/api/respuestasabiertas', { body })
    : await client.POST('/api/respuestas', { body })
  return bodyOf(saved)
}

/** Idempotent; with `porTiempo` an attempt that still has time stays open. @throws ApiError, OfflineError */
export async function submitAttempt(detail: number, attempt: number, porTiempo: boolean): Promise<SubmittedExam> {
  const body = { id_intento: attempt, por_tiempo: porTiempo }
  return bodyOf(await client.PUT('/api/detalle-evaluacion/{id}', { ...inPath(detail), body })).data
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return { code: error.code, text: error.message }
  return { code: 'SIN_CONEXION', text: error instanceof OfflineError ? TEXTS.offlineSend : TEXTS.unexpected }
}
