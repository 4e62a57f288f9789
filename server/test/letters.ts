export type ReadLetter = { headers: [name: string, value: string][]; text: string; html: string }

const fromQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** RFC 2047: `=?UTF-8?Q?=C3=91?=`; adjacent words are joined before decoding. */
function headerText(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/(?:=\?UTF-8\?[QB]\?[^?]*\?=)+/gi, (words) => {
    const parts = [...words.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)]
    const bytes = parts.map(([, kind, part = '']) =>
      kind?.toUpperCase() === 'B' ? Buffer.from(part, 'base64') : fromQuoted(part.replaceAll('_', ' ')),
    )
    return Buffer.concat(bytes).toString()
  })
}

const headersOf = (head: string) =>
  head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), headerText(line.slice(colon + 1).trim())]
    })

const headerOf = ({ headers }: Pick<ReadLetter, 'headers'>, wanted: RegExp) =>
  headers.find(([name]) => wanted.test(name))?.[1]

/** Parses a mail from SMTP; the first plain text and the first HTML of its parts. */
export function readLetter(raw = ''): ReadLetter {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const body = raw.slice(head.length + 4)
  const headers = headersOf(head)
  const type = headerOf({ headers }, /^content-type$/i) ?? 'text/plain'
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(type)?.[1]
  if (boundary !== undefined) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => readLetter(part.replace(/^\r\n/, '')))
    const first = (key: 'text' | 'html') => parts.find((part) => part[key] !== '')?.[key] ?? ''
    return { headers, text: first('text'), html: first('html') }
  }
  const encoding = headerOf({ headers }, /^content-transfer-encoding$/i) ?? '7bit'
  const bytes = { base64: Buffer.from(body, 'base64'), 'quoted-printable': fromQuoted(body) }[encoding]
  const content = (bytes?.toString() ?? body).replaceAll('\r\n', '\n')
  return {
    headers,
    text: type.startsWith('text/plain') ? content : '',
    html: type.startsWith('text/html') ? content : '',
  }
}
