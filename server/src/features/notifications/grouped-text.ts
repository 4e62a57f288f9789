import type { NotificationEvent } from '@campus/contract/notifications'
import { NOTIFICATION_CUT_PAGE } from '@campus/contract/rules'
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
  mencion: ['te mencionó', 'te mencionaron'],
  respuesta: ['te respondió', 'te respondieron'],
  foro: ['respondió', 'respondieron'],
  aviso: ['comentó', 'comentaron'],
}

const MIN_TITLE = 9

const firstName = ({ nombres }: { nombres: string }) => isolate(nombres.split(' ')[0] ?? nombres)

/** «Rosa», «Rosa y Diego», «Rosa, Diego y 12 más». */
export function namesOf(autores: { nombres: string }[], personas: number): string {
  const [first = 'Alguien', second] = autores.map(firstName)
  if (!second || personas < 2) return first
  return personas === 2 ? `${first} y ${second}` : `${first}, ${second} y ${personas - 2} más`
}

/** The text of a row that counts several events; without `limit` the title is whole. */
export function groupedText(row: Grouped, limit: number = NOTIFICATION_CUT_PAGE): string {
  const verbs = row.evento && VERBS[row.evento]
  if (row.cuenta === 1 || !verbs || !row.asunto) return row.mensaje
  const [start, end] = [
    `${namesOf(row.autores, row.personas)} ${verbs[row.personas > 1 ? 1 : 0]} en «`,
    `» (${row.cuenta})`,
  ]
  return `${start}${isolate(shorten(row.asunto, Math.max(limit - start.length - end.length, MIN_TITLE)))}${end}`
}

/** Of the newest post or comment. */
export const MAX_EXCERPT = 160

export const excerptOf = ({ extracto }: Grouped): string | null => extracto && shorten(extracto, MAX_EXCERPT)
