import { isolate } from './texts.ts'

/** Mail programs turn `evil.pe` into a link, so no other sign is allowed in a name. */
const GIVEN_NAME = /^[\p{L}\p{M}'’-]{1,40}$/u

/** `Hola, Ana:`, without any other text of who registered, because the mailbox may be a stranger's. */
export function greetingTo(nombres: string): string {
  const [first = ''] = nombres.trim().split(/\s+/)
  return GIVEN_NAME.test(first) ? `Hola, ${isolate(first)}:` : 'Hola:'
}
