import { formatMinutes, formatSeconds } from '@campus/contract/durations'
import type { Attempt } from '@campus/contract/exams'
import type { ExamHead } from '@campus/contract/grading'
import { count, formatDateTime, formatNumber } from '../../lib/format'

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

/** What a number field holds; NaN while it is empty. */
export const numberOf = (text: string) => (text === '' ? Number.NaN : Number(text))

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

/** What the student will have, said before it is saved; empty while a number is missing. */
export function extrasText({ intentos, duracion, fecha_cierre }: Allowed, given: Given, used: number): string {
  if (!Number.isInteger(given.intentos) || !Number.isInteger(given.minutos)) return ''
  const minutes =
    duracion !== null && given.minutos > 0
      ? [`Cada uno durará ${duracion + given.minutos} minutos (${duracion} del examen y ${given.minutos} más).`]
      : []
  const closing = fecha_cierre && given.cierre ? [closingText(fecha_cierre, given.cierre)] : []
  return [attemptsText(intentos, given.intentos, used), ...minutes, ...closing].join(' ')
}
