import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { EXAM_MODEL, PENDING_TEXT } from '@campus/contract/rules'
import { count, formatDateTime } from '../../platform/format'
import { windowAt } from './exam-clock'
import { T } from './texts'

/** Whether it is graded; any other `modelo` is a survey (campus.md section 3). */
export const isExam = (evaluation: Pick<Evaluation, 'modelo'>): boolean => evaluation.modelo === EXAM_MODEL

/** What the intro's one button does, or why there is none. */
export type Entrance =
  | { kind: 'start' | 'resume'; label: string; note: string }
  | { kind: 'shut'; title: string; note: string }

function shutBy(evaluation: Evaluation, now: number): Entrance | null {
  const window = windowAt(evaluation, now)
  if (window === 'before')
    return {
      kind: 'shut',
      title: 'Todavía no abre',
      note: `Podrás comenzar el ${formatDateTime(evaluation.fecha_apertura)}.`,
    }
  if (window === 'after')
    return {
      kind: 'shut',
      title: 'Ya cerró',
      note: `Se podía responder hasta el ${formatDateTime(evaluation.fecha_cierre)}.`,
    }
  if (evaluation.cantidad_preguntas === 0)
    return { kind: 'shut', title: 'Aún sin preguntas', note: 'Este examen todavía no tiene preguntas.' }
  return null
}

function surveyEntrance(evaluation: Evaluation, detail: EvaluationDetail | null, now: number): Entrance {
  if (detail?.estado === 'respondida')
    return { kind: 'shut', title: 'Ya respondiste esta encuesta', note: T.surveyThanks }
  if (detail?.estado === 'abierto') return { kind: 'resume', label: T.resume, note: T.surveyNote }
  return shutBy(evaluation, now) ?? { kind: 'start', label: T.startSurvey, note: T.surveyNote }
}

/**
 * Whether an attempt may begin at the server's moment: between opening and closing, with attempts left (campus.md
 * section 4). An open attempt can always be continued; the server alone decides.
 */
export function entranceOf(evaluation: Evaluation, detail: EvaluationDetail | null, now: number): Entrance {
  if (!isExam(evaluation)) return surveyEntrance(evaluation, detail, now)
  if (detail?.estado === 'abierto') return { kind: 'resume', label: T.resume, note: T.resumeNote }
  if (detail && detail.intentos_restantes === 0)
    return {
      kind: 'shut',
      title: detail.estado === 'pendiente' ? PENDING_TEXT : 'Sin intentos',
      note: detail.estado === 'pendiente' ? T.pendingText : T.noAttempts,
    }
  return shutBy(evaluation, now) ?? { kind: 'start', label: T.start, note: T.attemptNote }
}

/** `2 de 3 intentos`: what is left, of all that this student has. */
export function attemptsLeft(evaluation: Evaluation, detail: EvaluationDetail | null): string {
  const left = detail ? detail.intentos_restantes : evaluation.intentos
  const total = detail ? detail.intentos + detail.intentos_restantes : evaluation.intentos
  return `${left} de ${count(total, 'intento', 'intentos')}`
}

/** When it can be answered, in words; null when always. */
export function windowText({ fecha_apertura, fecha_cierre }: Evaluation): string | null {
  if (fecha_apertura && fecha_cierre) return `Del ${formatDateTime(fecha_apertura)} al ${formatDateTime(fecha_cierre)}`
  if (fecha_cierre) return `Hasta el ${formatDateTime(fecha_cierre)}`
  return fecha_apertura ? `Desde el ${formatDateTime(fecha_apertura)}` : null
}
