import type { Notification } from '@campus/contract/notifications'
import { ROUTE_BY_TYPE } from '@campus/contract/rules'
import { ownPath, safeRedirect } from '../../platform/redirect'
import { limaDay } from '../../platform/when'

// Firefox has it only since 2024; code points are the next best thing.
const segmenter = Intl.Segmenter ? new Intl.Segmenter('es', { granularity: 'grapheme' }) : undefined

const lettersOf = (text: string): string[] =>
  segmenter ? [...segmenter.segment(text)].map(({ segment }) => segment) : [...text]

/** A text cut after so many characters as a person counts them, with an ellipsis (campus.md section 9). */
export function cutText(text: string, most: number): string {
  const letters = lettersOf(text)
  return letters.length <= most ? text : `${letters.slice(0, most).join('').trimEnd()}…`
}

/** Where a click leads: the exact place, else by type (campus.md section 4); one without a place is read in full. */
export function targetOf({ id, tipo, ruta }: Pick<Notification, 'id' | 'tipo' | 'ruta'>): string {
  const byType = ROUTE_BY_TYPE[tipo]
  return safeRedirect(ruta, byType === ROUTE_BY_TYPE.Otro ? `${byType}?aviso=${id}` : byType)
}

/** What the link to that place says; null when the notification leads nowhere but to itself. */
export function targetText({ tipo, ruta }: Pick<Notification, 'tipo' | 'ruta'>): string | null {
  if (ownPath(ruta) !== null) return 'Ver de qué se trata'
  const texts: Record<Notification['tipo'], string | null> = {
    Cumpleaños: 'Ir a mi calendario',
    Certificación: 'Ir a mis certificados',
    Bienvenida: 'Ir a mis cursos',
    Otro: null,
  }
  return texts[tipo]
}

const DAY_MS = 86_400_000
export const DAYS = ['Hoy', 'Ayer', 'Antes'] as const
export type DayName = (typeof DAYS)[number]

/** Which of the three groups a moment belongs to, by Lima's days. */
export function dayNameOf(instant: string, now: number): DayName {
  const day = limaDay(Date.parse(instant))
  if (day >= limaDay(now)) return 'Hoy'
  return day === limaDay(now - DAY_MS) ? 'Ayer' : 'Antes'
}

/** The groups that have something, in order; inside them the order stays. */
export function groupByDay(notices: Notification[], now: number): { day: DayName; notices: Notification[] }[] {
  return DAYS.map((day) => ({ day, notices: notices.filter((one) => dayNameOf(one.fecha_envio, now) === day) })).filter(
    (group) => group.notices.length > 0,
  )
}

/** The number on the bell: from 100 on it no longer matters (peers.md "Notifications"). */
export const badgeText = (unread: number): string => (unread > 99 ? '99+' : String(unread))
