import { closedByLessonsText } from '@campus/contract/closed-by-lessons'
import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { isExam, PASS_PERCENT, PENDING_TEXT } from '@campus/contract/rules'
import { formatNumber } from '../../lib/format'
import { formatDeadline } from '../../lib/session-time'
import { windowAt } from './exam-clock'
import { requestPath } from './request-path'
import { TEXTS } from './texts'

/** What the intro's button does, or why there is none. */
export type Entrance =
  | { kind: 'start' | 'resume'; label: string; note: string }
  | {
      kind: 'closed'
      title: string
      note: string
      /** Where another attempt is requested. */
      request?: string
      /** Whether lessons open it. */
      waits?: boolean
      /** Whether nothing is left to do. */
      done?: boolean
      /** Whether no attempt can be made any more. */
      over?: boolean
    }

function closedEntrance(evaluation: Evaluation, now: number): Entrance | null {
  const window = windowAt(evaluation, now)
  if (window === 'before')
    return {
      kind: 'closed',
      title: 'Todavía no abre',
      note: `Podrás comenzar el ${formatDeadline(evaluation.fecha_apertura)}.`,
    }
  if (window === 'after')
    return {
      kind: 'closed',
      title: 'Ya cerró',
      note: `Se podía responder hasta el ${formatDeadline(evaluation.fecha_cierre)}.`,
      over: true,
    }
  // Closed within its window when the server answered.
  if (!evaluation.abierta && windowAt(evaluation, Date.parse(evaluation.ahora)) === 'open')
    return { kind: 'closed', title: 'Ya no está disponible', note: TEXTS.withdrawn, over: true }
  if (evaluation.cantidad_preguntas === 0)
    return { kind: 'closed', title: 'Aún sin preguntas', note: TEXTS.noQuestions }
  if (evaluation.cerrado_por_lecciones)
    return {
      kind: 'closed',
      title: closedByLessonsText(evaluation.cerrado_por_lecciones),
      note: TEXTS.waits,
      waits: true,
    }
  return null
}

function surveyEntrance(evaluation: Evaluation, detail: EvaluationDetail | null, now: number): Entrance {
  if (detail?.estado === 'respondida')
    return { kind: 'closed', title: 'Ya respondiste esta encuesta', note: TEXTS.surveyThanks, done: true }
  if (detail?.estado === 'abierto') return { kind: 'resume', label: TEXTS.resume, note: TEXTS.surveyNote }
  return closedEntrance(evaluation, now) ?? { kind: 'start', label: TEXTS.startSurvey, note: TEXTS.surveyNote }
}

/** Only for display: the server decides (docs/product/exams.md 1.3). An open attempt can always be resumed. */
export function entranceOf(evaluation: Evaluation, detail: EvaluationDetail | null, now: number): Entrance {
  if (!isExam(evaluation)) return surveyEntrance(evaluation, detail, now)
  if (detail?.estado === 'abierto') return { kind: 'resume', label: TEXTS.resume, note: TEXTS.resumeNote }
  if (detail && detail.intentos_restantes === 0) {
    if (detail.estado === 'pendiente')
      return { kind: 'closed', title: PENDING_TEXT, note: TEXTS.pendingText, over: true }
    const passed = (detail.mejor_porcentaje ?? 0) >= PASS_PERCENT
    const request = passed ? {} : { request: requestPath(evaluation, detail) }
    return { kind: 'closed', title: 'Sin intentos', note: TEXTS.noAttempts, over: true, ...request }
  }
  return closedEntrance(evaluation, now) ?? { kind: 'start', label: TEXTS.start, note: TEXTS.attemptNote }
}

type Fact = { figure: string; label: string }

const fact = (n: number, one: string, many: string): Fact => ({ figure: formatNumber(n), label: n === 1 ? one : many })

/** Figures first, so that they are read at a glance; no attempts where none can be made. */
export function factsOf(evaluation: Evaluation, detail: EvaluationDetail | null, over = false): Fact[] {
  const { duracion } = evaluation
  const questions = fact(evaluation.cantidad_preguntas, 'pregunta', 'preguntas')
  const minutes = duracion === null ? [] : [fact(duracion, 'minuto', 'minutos')]
  if (!isExam(evaluation)) return [questions, ...minutes, { figure: 'Anónima', label: 'y sin nota' }]
  const pass = { figure: `${PASS_PERCENT} %`, label: 'para aprobar' }
  if (over) return [questions, ...minutes, pass]
  const left = detail ? detail.intentos_restantes : evaluation.intentos
  const total = detail ? detail.intentos + detail.intentos_restantes : evaluation.intentos
  const attempts = { figure: `${left} de ${total}`, label: total === 1 ? 'intento disponible' : 'intentos disponibles' }
  return [questions, ...minutes, attempts, pass]
}

/** Null when it is always open. */
export function windowText({ fecha_apertura, fecha_cierre }: Evaluation): string | null {
  if (fecha_apertura && fecha_cierre) return `Del ${formatDeadline(fecha_apertura)} al ${formatDeadline(fecha_cierre)}`
  if (fecha_cierre) return `Hasta el ${formatDeadline(fecha_cierre)}`
  return fecha_apertura ? `Desde el ${formatDeadline(fecha_apertura)}` : null
}
