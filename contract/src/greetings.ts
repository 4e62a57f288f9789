import { isolate } from './texts.ts'

/** Mail programs turn `evil.pe` into a link, so a name may contain no other sign. */
const GIVEN_NAME = /^[\p{L}\p{M}'’-]{1,40}$/u

/** `Hola, Ana:`, without other text from the registration, because the mailbox may be a stranger's. */
export function greetingTo(nombres: string): string {
  const [first = ''] = nombres.trim().split(/\s+/)
  return GIVEN_NAME.test(first) ? `Hola, ${isolate(first)}:` : 'Hola:'
}
