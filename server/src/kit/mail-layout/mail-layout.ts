import { greetingTo } from '@campus/contract/greetings'
import { cutText } from '@campus/contract/shorten'
import type { Letter } from '../../platform/mail.ts'
import type { MailBrand, Row } from './mail-page.ts'

/** A mail in plain text; {@link brandedLetter} lays it out. */
export type Message = Pick<Letter, 'to' | 'subject' | 'replyTo' | 'messageId' | 'attachments'> & {
  brand: MailBrand
  /** Heading of the HTML; the subject by default. */
  title?: string
  greeting?: string
  lines: string[]
  /** Number, date and the like, above the rows. */
  facts?: Row[]
  rows?: Row[]
  totals?: Row[]
  button?: { label: string; url: string }
  notes?: string[]
  /** Quiet links below the notes. */
  links?: { label: string; url: string }[]
  /** For mails that the recipient may turn off: why it came, and where to change that. */
  optional?: { reason: string; preferences: string; unsubscribe: string }
}

/** Gmail ignores dots. */
const GMAIL = ['gmail.com', 'googlemail.com']

/** The mailbox of an address, for counting mails by recipient: `Ana+x@Correo.pe` and `ana@correo.pe` are one. */
export function mailboxOf(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/s.exec(address.trim().toLowerCase()) ?? []
  const [name = ''] = local.split('+')
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@${GMAIL[0]}` : `${name}@${domain}`
}

export type { MailBrand }
export { greetingTo }

/** Loaded when it is needed: React must come after the pages, which choose its build (platform/pages/pages.ts). */
export const letterPage = () => import('./mail-page.ts')

const MAX_SUBJECT = 120
const MAX_PREVIEW = 140

/** Control and direction characters would reorder or hide what follows them; those that `isolate` sets end with the line. */
const CONTROLS = /[\p{Cc}\s\u202a-\u202e]+/gu

/** One line; a longer one ends after a whole word, with its quotation closed. */
export function subjectOf(text: string): string {
  const line = text
    .replace(CONTROLS, ' ')
    .trim()
    .replace(/(?<=[^.])\.$/, '')
  if (cutText(line, MAX_SUBJECT) === line) return line
  const cut = cutText(line, MAX_SUBJECT - 2)
  const space = cut.lastIndexOf(' ')
  const whole = space > 0 ? cut.slice(0, space) : cut
  return `${whole}…${whole.lastIndexOf('«') > whole.lastIndexOf('»') ? '»' : ''}`
}

async function partsOf(message: Message): Promise<{ html: string; text: string }> {
  const { bothParts, button, link, paragraph, plainLink, quiet, rows } = await letterPage()
  const { brand, greeting, lines, facts = [], rows: list = [], totals = [], notes = [], links = [], optional } = message
  const { main } = brand.colours
  const last = totals.length - 1
  const settings =
    optional &&
    quiet(
      `${optional.reason}\n`,
      link(optional.preferences, 'Cambiar qué correos recibo'),
      ' · ',
      link(optional.unsubscribe, 'Dejar de recibir este tipo de correo'),
    )
  return bothParts(brand, {
    title: message.title ?? subjectOf(message.subject),
    preview: cutText(lines[0] ?? '', MAX_PREVIEW),
    body: [
      ...[greeting ?? [], lines].flat().map((line) => paragraph(line)),
      rows([...facts, ...list, ...totals.map((row, at) => ({ ...row, strong: at === last }))], main),
      message.button && button(message.button, main),
      ...notes.map((note) => quiet(note)),
      ...links.map(({ label, url }) => quiet(link(url, label, main))),
      message.button && plainLink(message.button.url, main),
    ],
    foot: [settings, quiet(link(brand.link('/'), brand.nombre), ...(brand.datos ? [` · ${brand.datos}`] : []))],
  })
}

export async function brandedLetter(message: Message): Promise<Letter> {
  const { to, subject, replyTo, messageId, attachments, optional, brand } = message
  return {
    to,
    subject: subjectOf(subject),
    fromName: subjectOf(brand.nombre),
    ...(await partsOf(message)),
    ...(replyTo && { replyTo }),
    ...(messageId && { messageId }),
    ...(attachments && { attachments }),
    ...(optional && { unsubscribe: optional.unsubscribe }),
  }
}
