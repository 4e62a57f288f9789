import { formatMinutes, formatSeconds } from '@campus/contract/durations'
import type { Attempt } from '@campus/contract/exams'
import type { ExamHead, StudentExam } from '@campus/contract/grading'
import { count, formatDateTime, formatDay, formatNumber } from '../../lib/format'
import { limaField } from '../blocks/lima-field'

const MINUTE_MS = 60_000

/** From the start to the sending, or to the end of the time; null while it is open. */
export function timeTaken({ inicio, enviado_en: sent, limite }: Pick<Attempt, 'inicio' | 'enviado_en' | 'limite'>) {
  if (!sent) return null
  const end = Math.min(Date.parse(sent), limite ? Date.parse(limite) : Number.POSITIVE_INFINITY)
  const minutes = Math.round((end - Date.parse(inicio)) / MINUTE_MS)
  return minutes < 1 ? 'Menos de 1 min' : formatMinutes(minutes)
}

/** What the limit gained by outages. */
export const returnedText = (seconds: number): string => `${formatSeconds(seconds)}, el servicio estuvo caído`

export const gradeText = ({ nota, nota_maxima }: Pick<Attempt, 'nota' | 'nota_maxima'>): string | null =>
  nota === null ? null : `${formatNumber(nota)} de ${formatNumber(nota_maxima)}`

const SHOWN_LINES = 5

export function firstLines(lines: readonly string[]): string {
  const more = lines.length - SHOWN_LINES
  return [...lines.slice(0, SHOWN_LINES), ...(more > 0 ? [`Y ${more} más.`] : [])].join(' ')
}

type Allowed = Pick<ExamHead, 'intentos' | 'duracion' | 'fecha_cierre'>
type Given = { intentos: number; minutos: number; cierre: string | null }

function attemptsText(allowed: number, more: number, used: number): string {
  const total = count(allowed + more, 'intento', 'intentos')
  const parts = more > 0 ? ` (${allowed} del examen y ${more} más)` : ', como los demás'
  return `Tendrá ${total}${parts}${used > 0 ? `, y ya usó ${used}` : ''}.`
}

function closingText(closes: string, own: string): string {
  if (Date.parse(own) <= Date.parse(closes))
    return `Esa fecha no cambia nada: el examen cierra después, el ${formatDateTime(closes)}.`
  return `Podrá empezar hasta el ${formatDateTime(own)}.`
}

const STEP_MS = 5 * MINUTE_MS

/**
 * Where the closing date takes of what is given, with one that does not; null where it takes nothing. Without a gift
 * nothing is taken.
 */
export function cutOf(
  { duracion, fecha_cierre }: Allowed,
  given: Given,
  now: number,
): { text: string; cierre: string } | null {
  const more = given.minutos > 0 || given.intentos > 0
  if (!fecha_cierre || !more) return null
  const closes = Math.max(Date.parse(fecha_cierre), given.cierre ? Date.parse(given.cierre) : 0)
  const wanted = (duracion ?? 0) + (given.minutos || 0)
  const left = Math.floor((closes - now) / MINUTE_MS)
  if (left >= wanted && left > 0) return null
  const cierre = new Date(Math.ceil((now + wanted * MINUTE_MS) / STEP_MS + 1) * STEP_MS).toISOString()
  const at = formatDateTime(new Date(closes).toISOString())
  if (left <= 0) return { cierre, text: `El examen cerró el ${at}: sin un cierre posterior no se gana nada.` }
  const gained = Math.max(0, left - (duracion ?? 0))
  const gain = given.minutos > 0 ? ` De los ${given.minutos} minutos más se ganan ${gained}.` : ''
  return { cierre, text: `Cierra el ${at}: quien empiece ahora tendrá ${left} minutos, no ${wanted}.${gain}` }
}

/** What the student will have, said before it is saved; empty while a number is missing. */
export function extrasText(exam: Allowed, given: Given, used: number, now: number): string {
  const { intentos, duracion, fecha_cierre } = exam
  if (!Number.isInteger(given.intentos) || !Number.isInteger(given.minutos)) return ''
  const cut = cutOf(exam, given, now)
  const whole =
    duracion !== null && given.minutos > 0
      ? [`Cada uno durará ${duracion + given.minutos} minutos (${duracion} del examen y ${given.minutos} más).`]
      : []
  const closing = fecha_cierre && given.cierre ? [closingText(fecha_cierre, given.cierre)] : []
  return [attemptsText(intentos, given.intentos, used), ...(cut ? [cut.text] : whole), ...closing].join(' ')
}

/** What the enrolment takes of it; empty when nothing. */
export function enrolmentText(
  { hasta, vigente }: Pick<StudentExam, 'hasta' | 'vigente'>,
  closes: string | null,
): string {
  if (!vigente) return 'Su matrícula no está vigente: no gana nada hasta que la abras de nuevo.'
  if (!hasta || (closes && limaField(closes).slice(0, 10) <= hasta)) return ''
  return `Su matrícula termina el ${formatDay(hasta)}: después no podrá rendirlo.`
}
