import { greetingTo } from '@campus/contract/greetings'
import { MAIL_DARK, mailColoursOf } from '@campus/contract/palette'
import { cutText } from '@campus/contract/shorten'
import type { Letter } from '../../platform/mail.ts'

/** What a mail shows of its brand. `link`: the URL of a page, in this brand. */
export type MailBrand = {
  nombre: string
  color: string
  isotipo: string
  datos: string
  link: (path: string) => string
}

type Row = { label: string; value: string; url?: string }

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

export { greetingTo }

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

const visible = (text: string) => text.replace(/(?!\n)[\p{Cc}\u202a-\u202e]/gu, ' ')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => visible(text).replace(/[&<>"']/g, (found) => ENTITIES[found] ?? '')

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

const styleOf = (onDark: string) => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
@media (max-width:480px){.card{padding:28px 22px!important}.page{padding:20px 12px 32px!important}}
@media (prefers-color-scheme:dark){
.page,body{background:#121316!important}
.card{background:${MAIL_DARK}!important;border-color:#34363e!important}
.ink{color:#f4f4f6!important}.text{color:#d3d5db!important}.quiet{color:#a6a9b4!important}
.line{border-color:#34363e!important}a.link{color:${onDark}!important}
}`

const link = (url: string, label: string, color: string, kind: 'link' | 'quiet' = 'link') =>
  `<a class="${kind}" href="${escapeHtml(url)}" style="color:${color};text-decoration:underline">${escapeHtml(label)}</a>`

const text = (content: string, style = 'margin:0 0 16px;font-size:16px;line-height:26px;color:#3a3d47') =>
  `<p class="text" style="${style}">${escapeHtml(content).replaceAll('\n', '<br>')}</p>`

const quiet = (html: string) =>
  `<p class="quiet" style="margin:0 0 8px;font-size:13px;line-height:20px;color:#5d6170;overflow-wrap:anywhere">${html}</p>`

function headOf({ nombre, isotipo }: MailBrand): string {
  const picture = `<td style="padding-right:12px"><img src="${escapeHtml(isotipo)}" width="40" height="40" alt="Logo de ${escapeHtml(nombre)}" style="display:block;border:0;border-radius:10px;font-size:10px"></td>`
  return `<table ${TABLE}><tr>${picture}<td class="ink" style="font-size:17px;line-height:24px;font-weight:700;color:#17181d">${escapeHtml(nombre)}</td></tr></table>`
}

const cell = (html: string, side: 'left' | 'right', weight = 400) =>
  `<td class="text line" align="${side}" valign="top" style="padding:12px 0;border-bottom:1px solid #e5e6eb;font-size:15px;line-height:22px;font-weight:${weight};color:#3a3d47${side === 'right' ? ';white-space:nowrap;padding-left:16px' : ''}">${html}</td>`

function rowsOf({ facts = [], rows = [], totals = [] }: Message, color: string): string {
  if (facts.length + rows.length + totals.length === 0) return ''
  const lines = [
    ...facts.map(({ label, value }) => [escapeHtml(label), value, 400] as const),
    ...rows.map(({ label, value, url }) => [url ? link(url, label, color) : escapeHtml(label), value, 400] as const),
    ...totals.map(({ label, value }, at) => [escapeHtml(label), value, at === totals.length - 1 ? 700 : 400] as const),
  ].map(
    ([label, value, weight]) => `<tr>${cell(label, 'left', weight)}${cell(escapeHtml(value), 'right', weight)}</tr>`,
  )
  return `<table ${TABLE} width="100%" style="margin:0 0 24px">${lines.join('')}</table>`
}

function buttonOf({ button }: Message, color: string): string {
  if (!button) return ''
  const style = `display:inline-block;padding:13px 24px;border:1px solid ${color};border-radius:8px;background:${color};color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none`
  return `<table ${TABLE} style="margin:8px 0 24px"><tr><td bgcolor="${color}" style="border-radius:8px"><a class="button" href="${escapeHtml(button.url)}" style="${style}">${escapeHtml(button.label)}</a></td></tr></table>`
}

const plainLinkOf = ({ button }: Message, color: string): string =>
  button
    ? `<div class="line" style="margin:20px 0 0;padding:16px 0 0;border-top:1px solid #e5e6eb">${quiet(`Si el botón no abre, copia este enlace en tu navegador:<br>${link(button.url, button.url, color)}`)}</div>`
    : ''

function footOf({ brand, optional }: Message): string {
  const settings =
    optional &&
    quiet(
      `${escapeHtml(optional.reason)}<br>${link(optional.preferences, 'Cambiar qué correos recibo', '#5d6170', 'quiet')} · ${link(optional.unsubscribe, 'Dejar de recibir este tipo de correo', '#5d6170', 'quiet')}`,
    )
  return `${settings ?? ''}${quiet(`${link(brand.link('/'), brand.nombre, '#5d6170', 'quiet')}${brand.datos && ` · ${escapeHtml(brand.datos)}`}`)}`
}

/** The page of a mail: inline styles, and tables only where Outlook needs them. */
export function pageHtml(brand: MailBrand, title: string, body: string, foot: string, preview = ''): string {
  const { main, onDark } = mailColoursOf(brand.color)
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${styleOf(onDark)}</style></head>
<body style="margin:0;background:#f4f4f6"><div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table ${TABLE} width="100%" style="${FONT}"><tr><td bgcolor="${main}" height="4" style="height:4px;font-size:0;line-height:0;background:${main}">&nbsp;</td></tr><tr><td class="page" align="center" style="padding:32px 16px 48px;background:#f4f4f6">
<table ${TABLE} width="100%" style="max-width:600px;text-align:left"><tr><td style="padding:0 0 20px">${headOf(brand)}</td></tr>
<tr><td class="card" style="padding:36px 40px 28px;background:#ffffff;border:1px solid #e5e6eb;border-radius:12px">
<h1 class="ink" style="margin:0 0 20px;font-size:23px;line-height:30px;font-weight:700;color:#17181d;overflow-wrap:anywhere">${escapeHtml(title)}</h1>
${body}</td></tr><tr><td style="padding:24px 4px 0">${foot}</td></tr></table></td></tr></table></body></html>`
}

function htmlOf(message: Message): string {
  const { brand, greeting, lines, notes = [], links = [] } = message
  const { main } = mailColoursOf(brand.color)
  const body = [
    ...[greeting ?? [], lines].flat().map((line) => text(line)),
    rowsOf(message, main),
    buttonOf(message, main),
    ...notes.map((note) => quiet(escapeHtml(note))),
    ...links.map(({ label, url }) => quiet(link(url, label, main))),
    plainLinkOf(message, main),
  ].join('\n')
  const preview = cutText(lines[0] ?? '', MAX_PREVIEW)
  return pageHtml(brand, message.title ?? subjectOf(message.subject), body, footOf(message), preview)
}

function textOf({
  brand,
  greeting,
  lines,
  facts = [],
  rows = [],
  totals = [],
  button,
  notes = [],
  links = [],
  optional,
}: Message): string {
  const list = rows.flatMap(({ label, value, url }) => [`- ${label}: ${value}`, ...(url ? [`  ${url}`] : [])])
  const parts = [
    ...(greeting ? [greeting] : []),
    ...lines,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(list.length > 0 ? [list.join('\n')] : []),
    ...(totals.length > 0 ? [totals.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    ...(links.length > 0 ? [links.map(({ label, url }) => `${label}: ${url}`).join('\n')] : []),
    [brand.nombre, brand.datos].filter(Boolean).join('\n'),
    ...(optional
      ? [
          `${optional.reason}\nCambiar qué correos recibo: ${optional.preferences}\nDejar de recibir este tipo de correo: ${optional.unsubscribe}`,
        ]
      : []),
  ]
  return visible(parts.join('\n\n'))
}

export function brandedLetter(message: Message): Letter {
  const { to, subject, replyTo, messageId, attachments, optional, brand } = message
  return {
    to,
    subject: subjectOf(subject),
    fromName: subjectOf(brand.nombre),
    text: textOf(message),
    html: htmlOf(message),
    ...(replyTo && { replyTo }),
    ...(messageId && { messageId }),
    ...(attachments && { attachments }),
    ...(optional && { unsubscribe: optional.unsubscribe }),
  }
}
