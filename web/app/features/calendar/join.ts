import { describeSession, limaDay, limaTime, zoneMark } from '../../lib/session-time'

/** How long before its beginning a session can be entered. */
const EARLY_MINUTES = 15

/** Whether a session can be entered, and from when. */
export function joinStateOf(event: { inicio: string; fin: string }, now: number): { open: boolean; text: string } {
  const from = Date.parse(event.inicio) - EARLY_MINUTES * 60_000
  const until = Date.parse(event.fin)
  if (now >= until) return { open: false, text: 'Esta clase ya terminó' }
  if (now >= from) return { open: true, text: now >= Date.parse(event.inicio) ? 'En vivo ahora' : 'Ya puedes entrar' }
  if (limaDay(from) === limaDay(Date.parse(event.inicio)))
    return { open: false, text: `Podrás entrar desde las ${limaTime(from)}${zoneMark(from)}` }
  const { text } = describeSession({ inicio: new Date(from).toISOString(), fin: event.fin }, now)
  return { open: false, text: `Podrás entrar: ${text.charAt(0).toLowerCase()}${text.slice(1)}` }
}
