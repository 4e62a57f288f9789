import { MAIL_DARK, type MailColours } from '@campus/contract/palette'
import { plainTextSelectors, render } from '@react-email/render'
import { compile, type FormatCallback } from 'html-to-text'
import { type CSSProperties, createElement as h, type ReactNode } from 'react'

/** What a mail shows of its brand. `link`: the URL of a page, in this brand. */
export type MailBrand = {
  nombre: string
  /** Where the academy reads. */
  correo?: string | null
  colours: MailColours
  isotipo: string
  datos: string
  link: (path: string) => string
}

/** Control and direction characters would reorder or hide what follows them. */
const visible = (text: string) => text.replace(/(?!\n)[\p{Cc}\u202a-\u202e]/gu, ' ')

const INK = '#17181d'
const TEXT = '#3a3d47'
const QUIET = '#5d6170'
const LINE = '#e5e6eb'
const GROUND = '#f4f4f6'
const FONT = '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

/** Mail programs without style sheets keep the light colours of the elements. */
const sheetOf = (onDark: string) => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
@media (max-width:480px){.card{padding:28px 22px!important}.page{padding:20px 12px 32px!important}}
@media (prefers-color-scheme:dark){
.page,body{background:#121316!important}
.card{background:${MAIL_DARK}!important;border-color:#34363e!important}
.ink{color:#f4f4f6!important}.text{color:#d3d5db!important}.quiet{color:#a6a9b4!important}
.line{border-color:#34363e!important}a.link{color:${onDark}!important}
}`

/** The text part leaves it out. */
const HTML_ONLY = { 'data-skip-in-text': 'true' }

type Table = { style?: CSSProperties; width?: string } & Record<string, unknown>
/** Outlook lays out tables alone. */
const table = (props: Table, ...rows: ReactNode[]) =>
  h('table', { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, ...props }, h('tbody', null, ...rows))

const lined = (text: string) =>
  visible(text)
    .split('\n')
    .flatMap((line, at) => (at === 0 ? [line] : [h('br', { key: at }), line]))

export const paragraph = (...content: ReactNode[]) =>
  h(
    'p',
    { className: 'text', style: { margin: '0 0 16px', fontSize: 16, lineHeight: '26px', color: TEXT } },
    ...content.map((part) => (typeof part === 'string' ? lined(part) : part)),
  )

export const quiet = (...content: ReactNode[]) =>
  h(
    'p',
    {
      className: 'quiet',
      style: { margin: '0 0 8px', fontSize: 13, lineHeight: '20px', color: QUIET, overflowWrap: 'anywhere' },
    },
    ...content.map((part) => (typeof part === 'string' ? lined(part) : part)),
  )

/** In the brand's colour; a quiet one keeps the colour of the text around it. */
export const link = (url: string, label: string, color = QUIET, className = color === QUIET ? 'quiet' : 'link') =>
  h('a', { className, href: url, style: { color, textDecoration: 'underline' } }, visible(label))

export const button = ({ url, label }: { url: string; label: string }, color: string) =>
  table(
    { style: { margin: '8px 0 24px' } },
    h(
      'tr',
      null,
      h(
        'td',
        { bgcolor: color, style: { borderRadius: 8 } },
        h(
          'a',
          {
            className: 'button',
            href: url,
            style: {
              display: 'inline-block',
              padding: '13px 24px',
              border: `1px solid ${color}`,
              borderRadius: 8,
              background: color,
              color: '#ffffff',
              fontSize: 16,
              lineHeight: '22px',
              fontWeight: 600,
              textDecoration: 'none',
            },
          },
          visible(label),
        ),
      ),
    ),
  )

export const strong = (text: string) => h('strong', null, visible(text))

/** A form with nothing but its button. */
export function submitButton(label: string, color: string) {
  const style = {
    ...{ minHeight: 48, padding: '12px 24px', border: 0, borderRadius: 8, background: color, color: '#ffffff' },
    ...{ fontFamily: 'inherit', fontSize: 16, fontWeight: 600, cursor: 'pointer' },
  }
  return h('form', { method: 'post' }, h('button', { type: 'submit', style }, visible(label)))
}

/** For programs that do not open the button. */
export const plainLink = (url: string, color: string) =>
  h(
    'div',
    {
      ...HTML_ONLY,
      className: 'line',
      style: { margin: '20px 0 0', padding: '16px 0 0', borderTop: `1px solid ${LINE}` },
    },
    quiet('Si el botón no abre, copia este enlace en tu navegador:', h('br'), link(url, url, color)),
  )

export type Row = { label: string; value: string; url?: string; strong?: boolean }

function rowOf({ label, value, url, strong = false }: Row, color: string): ReactNode {
  const style: CSSProperties = {
    padding: '12px 0',
    borderBottom: `1px solid ${LINE}`,
    fontSize: 15,
    lineHeight: '22px',
    fontWeight: strong ? 700 : 400,
    color: TEXT,
  }
  const cell = { className: 'text line', valign: 'top' }
  return h(
    'tr',
    { className: 'row' },
    h('td', { ...cell, align: 'left', style }, url ? link(url, label, color, 'link named') : visible(label)),
    h('td', { ...cell, align: 'right', style: { ...style, whiteSpace: 'nowrap', paddingLeft: 16 } }, visible(value)),
  )
}

export const rows = (list: Row[], color: string) =>
  list.length > 0 && table({ width: '100%', style: { margin: '0 0 24px' } }, ...list.map((row) => rowOf(row, color)))

const head = ({ nombre, isotipo }: MailBrand) =>
  table(
    HTML_ONLY,
    h(
      'tr',
      null,
      h(
        'td',
        { style: { paddingRight: 12 } },
        h('img', {
          src: isotipo,
          width: 40,
          height: 40,
          alt: `Logo de ${visible(nombre)}`,
          style: { display: 'block', border: 0, borderRadius: 10, fontSize: 10 },
        }),
      ),
      h(
        'td',
        { className: 'ink', style: { fontSize: 17, lineHeight: '24px', fontWeight: 700, color: INK } },
        visible(nombre),
      ),
    ),
  )

type Page = { title: string; body: ReactNode[]; foot: ReactNode[]; preview?: string }

const row = (...cells: ReactNode[]) => h('tr', null, ...cells)

const documentHead = (title: string, onDark: string) =>
  h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('title', null, visible(title)),
    h('style', null, sheetOf(onDark)),
  )

const H1 = {
  margin: '0 0 20px',
  fontSize: 23,
  lineHeight: '30px',
  fontWeight: 700,
  color: INK,
  overflowWrap: 'anywhere',
}
const CARD = { padding: '36px 40px 28px', background: '#ffffff', border: `1px solid ${LINE}`, borderRadius: 12 }

const column = (brand: MailBrand, { title, body, foot }: Page) =>
  table(
    { width: '100%', style: { maxWidth: 600, textAlign: 'left' } },
    row(h('td', { style: { padding: '0 0 20px' } }, head(brand))),
    row(
      h(
        'td',
        { className: 'card', style: CARD },
        h('h1', { ...HTML_ONLY, className: 'ink', style: H1 }, visible(title)),
        ...body,
      ),
    ),
    row(h('td', { style: { padding: '24px 4px 0' } }, ...foot)),
  )

function pageOf(brand: MailBrand, page: Page): ReactNode {
  const { main, onDark } = brand.colours
  const stripe = { height: 4, fontSize: 0, lineHeight: 0, background: main }
  const ground = { padding: '32px 16px 48px', background: GROUND }
  const hidden = { display: 'none', maxHeight: 0, overflow: 'hidden' }
  const body = h(
    'body',
    { style: { margin: 0, background: GROUND } },
    page.preview && h('div', { ...HTML_ONLY, style: hidden }, visible(page.preview)),
    table(
      { width: '100%', style: { fontFamily: FONT } },
      row(h('td', { ...HTML_ONLY, bgcolor: main, height: 4, style: stripe }, '\u00a0')),
      row(h('td', { className: 'page', align: 'center', style: ground }, column(brand, page))),
    ),
  )
  return h('html', { lang: 'es' }, documentHead(page.title, onDark), body)
}

/** `label: value`, and the label's link below. */
const textRow: FormatCallback = ({ children: [label, value] }, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  walk(label?.children ?? [], builder)
  builder.addInline(': ')
  walk(value?.children ?? [], builder)
  const [{ attribs = {} } = {}] = label?.children ?? []
  if (attribs.href) {
    builder.addLineBreak()
    builder.addInline(attribs.href)
  }
  builder.closeBlock({ trailingLineBreaks: 1 })
}

const textLink: FormatCallback = ({ children, attribs }, walk, builder) => {
  walk(children, builder)
  builder.addInline(`: ${attribs?.href}`)
}

const textButton: FormatCallback = ({ children, attribs }, walk, builder) => {
  walk(children, builder)
  builder.addInline(':')
  builder.addLineBreak()
  builder.addInline(attribs?.href)
}

/** As `toPlainText` of react-email, which reads its selectors anew for each mail. */
const toPlainText = compile({
  wordwrap: false,
  formatters: { textRow, textLink, textButton },
  selectors: [
    ...plainTextSelectors,
    { selector: 'a', format: 'textLink' },
    { selector: 'tr.row', format: 'textRow' },
    { selector: 'a.button', format: 'textButton' },
    { selector: 'a.named', format: 'anchor', options: { ignoreHref: true } },
  ],
})

/** A page in the brand's dress as mail programs show it: inline styles, and tables. */
export const htmlPage = (brand: MailBrand, page: Page): Promise<string> => render(pageOf(brand, page))

/** The same as HTML and as plain text. */
export async function bothParts(brand: MailBrand, page: Page): Promise<{ html: string; text: string }> {
  const html = await htmlPage(brand, page)
  return { html, text: toPlainText(html) }
}
