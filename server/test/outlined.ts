import { inflateSync } from 'node:zlib'

const STREAM = /stream\n([\s\S]*?)\nendstream/g
/** Of outlines, with the place from which they are drawn. */
const SAID = /\/ActualText \(\xfe\xff((?:\\[\s\S]|[^\\)])*)\)[\s\S]*?1 0 0 1 ([\d.]+) [\d.]+ cm/g
const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function unpacked(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  } catch {
    return stream
  }
}

/** What a PDF says of the letters that it draws as outlines, in their order. */
export function outlinedIn(pdf: Buffer): { text: string; x: number }[] {
  const streams = [...pdf.toString('latin1').matchAll(STREAM)].map(([, stream = '']) => unpacked(stream))
  return [...streams.join('\n').matchAll(SAID)].map(([, said = '', x]) => {
    const bytes = said.replace(/\\([\s\S])/g, (_, sign: string) => ESCAPED[sign] ?? sign)
    return { text: Buffer.from(bytes, 'latin1').swap16().toString('utf16le'), x: Number(x) }
  })
}
