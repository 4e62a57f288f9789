import type { CalendarEvent } from '@campus/contract/calendar'
import { TIME_ZONE } from '@campus/contract/rules'
import { linkOf } from './events'

/** `20261123T003000Z` */
const compact = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Google's form with the class filled in; saving it is the student's. */
export function googleLink(event: CalendarEvent, origin: string): string {
  const lesson = `${origin}${linkOf(event).to}`
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.nombre,
    dates: `${compact(event.inicio)}/${compact(event.fin)}`,
    details: `${event.curso}\n${lesson}`,
    location: event.enlace ?? lesson,
    ctz: TIME_ZONE,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

/** Google reads the feed by itself from then on. */
export const googleFeedLink = (url: string): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: url.replace(/^https?:/, 'webcal:') })}`
