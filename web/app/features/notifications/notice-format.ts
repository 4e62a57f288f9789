import type { Notification } from '@campus/contract/notifications'
import { ROUTE_BY_TYPE } from '@campus/contract/rules'
import { graphemesOf } from '@campus/contract/shorten'
import { ownPath, safeRedirect } from '../../lib/redirect'
import { limaDay } from '../../lib/session-time'

/** Cuts a text by graphemes, with an ellipsis (docs/product/accounts.md 7.4). */
export function cutText(text: string, length: number): string {
  const letters = graphemesOf(text)
  return letters.length <= length ? text : `${letters.slice(0, length).join('').trimEnd()}…`
}

/** Its own place, otherwise one by type (docs/product/accounts.md 7.3), otherwise the notification in full. */
export function targetOf({ id, tipo, ruta }: Pick<Notification, 'id' | 'tipo' | 'ruta'>): string {
  const byType = ROUTE_BY_TYPE[tipo]
  return safeRedirect(ruta, byType === ROUTE_BY_TYPE.Otro ? `${byType}?aviso=${id}` : byType)
}

/** Forums and comments are read as far as they were shown, which only the server knows. */
const READ_BY_SERVER = /^\/foros?\b|#comentario-/

/** Whether its own place is this screen, or one above it: a lesson lies in its course. */
export function leadsTo({ ruta }: Pick<Notification, 'ruta'>, screen: { pathname: string; search: string }): boolean {
  const own = ownPath(ruta)
  if (own === null || READ_BY_SERVER.test(own)) return false
  const [path = '', search] = own.replace(/#.*/, '').split('?')
  const shown = new URLSearchParams(screen.search)
  return (
    `${screen.pathname}/`.startsWith(`${path}/`) &&
    [...new URLSearchParams(search)].every(([name, value]) => shown.get(name) === value)
  )
}

/** By the beginning of the own place; the first that fits. */
const ACTIONS: readonly [RegExp, string][] = [
  [/^\/certificado/, 'Ver mi certificado'],
  [/^\/miscertificados/, 'Ver mis certificados'],
  [/^\/foro\//, 'Leer en el foro'],
  [/^\/foros/, 'Ir a los foros'],
  [/#comentario-/, 'Leer la respuesta'],
  [/\/leccion\//, 'Ir a la lección'],
  [/^\/miscursos\/\d/, 'Ir al curso'],
  [/^\/examen\/.*#resultado$/, 'Ver mi nota'],
  [/^\/examen\//, 'Ir al examen'],
  [/^\/premios/, 'Ver el ranking'],
  [/^\/referidos/, 'Ver mis referidos'],
  [/^\/perfil/, 'Ver mi perfil'],
  [/^\/soporte/, 'Leer la respuesta'],
  [/^\/(compras|pago)/, 'Ver mi compra'],
  [/^\/calendario/, 'Ver mi calendario'],
  [/^\/gestion\/ordenes/, 'Ver la orden'],
  [/^\/gestion\/devoluciones/, 'Ver el pedido'],
  [/^\/gestion\/reclamos/, 'Ver en el libro'],
]

/** The text of that link; null when it leads only to the notification itself. */
export function targetText({ tipo, ruta }: Pick<Notification, 'tipo' | 'ruta'>): string | null {
  const own = ownPath(ruta)
  if (own !== null) return ACTIONS.find(([start]) => start.test(own))?.[1] ?? 'Ver de qué se trata'
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

/** By Lima's days. */
export function dayNameOf(instant: string, now: number): DayName {
  const day = limaDay(Date.parse(instant))
  if (day >= limaDay(now)) return 'Hoy'
  return day === limaDay(now - DAY_MS) ? 'Ayer' : 'Antes'
}

export function groupByDay(notices: Notification[], now: number): { day: DayName; notices: Notification[] }[] {
  return DAYS.map((day) => ({
    day,
    notices: notices.filter((notice) => dayNameOf(notice.fecha_envio, now) === day),
  })).filter((group) => group.notices.length > 0)
}

/** From 100 on the number no longer matters. */
export const badgeText = (unread: number): string => (unread > 99 ? '99+' : String(unread))
