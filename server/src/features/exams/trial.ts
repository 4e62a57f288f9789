import type { Preview } from '@campus/contract/documents/documents'
import type { Evaluation, TriedAnswer } from '@campus/contract/exams'
import { isExam } from '@campus/contract/rules'
import type { Db } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { triedAnswers } from './answers.ts'
import { toDetail } from './details.ts'
import { revealExam } from './evaluation.document.ts'
import type { FrozenQuestion } from './exams.tables.ts'
import { findEvaluation } from './exams.ts'
import { liveQuestions, withoutKey } from './questions.ts'
import { reviewTried } from './review.ts'
import { gradeAttempt, maximumOf, type Result } from './scoring.ts'

type Trial = Extract<Preview, { tipo: 'evaluacion' }>

/** By their places, because the rows of a draft have other ids in each preview. */
function named(questions: FrozenQuestion[]): FrozenQuestion[] {
  let options = 0
  return questions.map((question, at) => ({
    ...question,
    id: at + 1,
    opciones: question.opciones.map((option) => ({ ...option, id: ++options })),
  }))
}

/** Of a student who has not begun, or whose first attempt had this result. */
function detailOf({ id, modelo, intentos, ahora }: Evaluation, attempt: ReturnType<typeof attemptOf> | null) {
  const none = { actual: null, enviado: null, mejor: null }
  const rows = attempt && {
    actual: { id, estado: attempt.estado, inicio: ahora, limite: null, segundos_devueltos: 0 },
    enviado: { ...attempt, novedad_certificado: null },
    mejor: attempt.nota === null ? null : { nota: attempt.nota, nota_maxima: attempt.nota_maxima },
  }
  return toDetail({
    ...{
      id,
      id_evaluacion: id,
      id_alumno: id,
      fecha_evaluacion: ahora,
      ahora,
      modelo,
      vencido: false,
      uncounted: false,
      codigo: null,
    },
    ...{ intentos: Number(attempt !== null), permitidos: intentos, respondida: attempt !== null },
    ...(rows ?? none),
  })
}

const attemptOf = (evaluation: Evaluation, questions: FrozenQuestion[], { nota, aprobado }: Result) => ({
  id: evaluation.id,
  numero: 1,
  estado: nota === null ? ('pendiente' as const) : ('calificado' as const),
  inicio: evaluation.ahora,
  limite: null,
  segundos_devueltos: 0,
  enviado_en: evaluation.ahora,
  cerrado_por_tiempo: false,
  nota,
  nota_maxima: maximumOf(questions),
  aprobado,
})

/**
 * An exam or survey as a student would take it and, with `sent`, its result; for a preview, whose transaction is rolled
 * back. Dates and attempts that are used up do not matter.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, DATOS_INVALIDOS
 */
export async function tryExam(tx: Db, identity: Identity, id: number, sent?: TriedAnswer[]): Promise<Trial> {
  await revealExam(tx, id)
  const evaluacion = await findEvaluation(tx, identity, id)
  const questions = named(await liveQuestions(tx, id))
  const trial = { tipo: 'evaluacion' as const, evaluacion, preguntas: withoutKey(questions, []) }
  if (!sent) return { ...trial, detalle: detailOf(evaluacion, null), revision: null }
  const answers = triedAnswers(questions, sent)
  const result = gradeAttempt(questions, answers)
  const intento = attemptOf(evaluacion, questions, result)
  const graded = isExam(evaluacion)
  const revision = graded ? await reviewTried(tx, { intento, preguntas: questions }, answers, result) : null
  return { ...trial, detalle: detailOf(evaluacion, intento), revision }
}
