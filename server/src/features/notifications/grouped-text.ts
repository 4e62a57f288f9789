import { noticeLines } from '@campus/contract/notice-text'
import type { NotificationEvent } from '@campus/contract/notifications'
import { shorten } from '@campus/contract/shorten'
import { isolate } from '@campus/contract/texts'

export type Grouped = {
  evento: NotificationEvent | null
  mensaje: string
  asunto: string | null
  cuenta: number
  personas: number
  autores: { nombres: string }[]
  extracto: string | null
}

const VERBS: Partial<Record<NotificationEvent, [one: string, several: string]>> = {
  mencion: ['Te mencionó', 'Te mencionaron'],
  respuesta: ['Te respondió', 'Te respondieron'],
  foro: ['Escribió', 'Escribieron'],
  aviso: ['Comentó', 'Comentaron'],
}

const firstName = ({ nombres }: { nombres: string }) => isolate(nombres.split(' ')[0] ?? nombres)

/** «Rosa», «Rosa y Diego», «Rosa, Diego y 12 más». */
export function namesOf(autores: { nombres: string }[], personas: number): string {
  const [first = 'Alguien', second] = autores.map(firstName)
  if (!second || personas < 2) return first
  return personas === 2 ? `${first} y ${second}` : `${first}, ${second} y ${personas - 2} más`
}

/** `Te respondieron Rosa y Diego (3)`, of a row that counts several events. */
export function groupedText(row: Grouped): string {
  const verbs = row.evento && VERBS[row.evento]
  if (row.cuenta === 1 || !verbs) return row.mensaje
  return `${verbs[row.personas > 1 ? 1 : 0]} ${namesOf(row.autores, row.personas)} (${row.cuenta})`
}

/** What happened and to what, and the details: a mail's subject and text. */
export function wholeText(row: Grouped): { title: string; details: string } {
  const { happened, details } = noticeLines(groupedText(row))
  return { title: row.asunto ? `${happened}: ${isolate(row.asunto)}` : happened, details }
}

/** Of the newest post or comment. */
export const MAX_EXCERPT = 160

export const excerptOf = ({ extracto }: Grouped): string | null => extracto && shorten(extracto, MAX_EXCERPT)
