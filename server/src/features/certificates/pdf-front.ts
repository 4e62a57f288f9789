import { firstLetter } from '@campus/contract/names'
import { type Doc, printable, write } from '../../kit/pdf/pdf.ts'
import { flourish, qr, rosette } from './pdf-ornaments.ts'
import { frame, logo, MIDDLE, PAGE, type Sheet, stamp, watermark } from './pdf-sheet.ts'

function seal(doc: Doc, sheet: Sheet, x: number, y: number): void {
  const { palette } = sheet
  rosette(doc, { x, y }, { radius: 41, swing: 5.5, petals: 24, curves: 4, points: 432 }, palette.accent, 0.5)
  rosette(doc, { x, y }, { radius: 33, swing: 4.5, petals: 20, curves: 4, points: 360 }, palette.ink, 0.4)
  doc.circle(x, y, 27).fill('#ffffff')
  doc.lineWidth(0.9).strokeColor(palette.ink).circle(x, y, 27).stroke()
  doc.lineWidth(0.4).strokeColor(palette.accent).circle(x, y, 24.8).stroke()
  if (sheet.isotipo) doc.image(sheet.isotipo, x - 16, y - 16, { fit: [32, 32], align: 'center', valign: 'center' })
  else {
    const box = { x: x - 20, y: y - 20, width: 40, height: 40 }
    const first = firstLetter(printable(doc, sheet.marca, 'title').text)
    const initial = { face: 'title', size: 28, colour: palette.ink, align: 'center', settle: 'middle' } as const
    write(doc, first, box, initial)
  }
}

function facts(doc: Doc, sheet: Sheet, y: number): void {
  const { duracion } = sheet
  const items = [
    ...(duracion.length > 0 ? [['Duración', ...duracion]] : []),
    ['Inicio', sheet.desde],
    ['Término', sheet.hasta],
    ['Calificación', sheet.nota],
  ]
  const width = 150
  const left = MIDDLE - (items.length * width) / 2
  const strong = { face: 'strong' as const, align: 'center' as const }
  for (const [at, [label = '', value = '', more = '']] of items.entries()) {
    const x = left + at * width
    if (at > 0)
      doc
        .lineWidth(0.6)
        .strokeColor(sheet.palette.line)
        .moveTo(x, y + 2)
        .lineTo(x, y + 28)
        .stroke()
    const name = { ...strong, size: 7, colour: sheet.palette.soft, spacing: 1 }
    write(doc, label.toUpperCase(), { x, y, width, height: 10 }, name)
    const box = { x: x + 6, y: y + 13, width: width - 12, height: 18 }
    write(doc, value, box, { ...strong, size: 11.5, colour: sheet.palette.text })
    const below = { ...box, y: y + 29, height: 12 }
    write(doc, more, below, { face: 'text', align: 'center', size: 8.5, colour: sheet.palette.soft })
  }
}

export function front(doc: Doc, sheet: Sheet): void {
  const { palette } = sheet
  const at = (y: number, height: number) => ({ x: 110, width: PAGE.width - 220, y, height })
  const centred = { colour: palette.text, align: 'center' as const }
  const heading = { ...centred, face: 'title' as const, colour: palette.ink }
  frame(doc, sheet)
  watermark(doc, sheet, MIDDLE, 310, 1)
  logo(doc, sheet, MIDDLE - 110, 60, 220, 42, 'center')
  write(doc, 'CERTIFICADO', at(116, 34), { ...heading, size: 29, spacing: 8 })
  write(doc, 'Se otorga a', at(163, 18), { ...centred, face: 'italic', size: 13.5, colour: palette.soft })
  write(doc, sheet.alumno, at(184, 58), { ...centred, face: 'name', size: 41, settle: 'middle', gap: 0 })
  flourish(doc, { x: MIDDLE, y: 254 }, 330, palette.line, palette.accent)
  const reason = `por haber aprobado el ${sheet.modulo ? 'módulo' : 'curso'}`
  write(doc, reason, at(266, 18), { ...centred, face: 'text', size: 12.5, colour: palette.soft })
  const title = { ...heading, size: 24, settle: 'middle' as const, gap: 0 }
  // The academy's sentence takes its two lines from the names above it.
  const last = sheet.texto ? 352 : 379
  const course = sheet.modulo ? 26 : 0
  write(doc, sheet.modulo ?? sheet.curso, at(288, last - course - 291), title)
  if (sheet.modulo)
    write(doc, `del curso ${sheet.curso}`, at(last - course, course), { ...centred, face: 'text', size: 13, min: 7 })
  if (sheet.texto)
    write(doc, sheet.texto, at(last + 3, 28), {
      ...{ ...centred, face: 'italic' as const, size: 11, colour: palette.soft, settle: 'middle' as const },
    })
  facts(doc, sheet, 388)
  foot(doc, sheet)
  if (sheet.ejemplo) stamp(doc, 'EJEMPLO', palette.ink)
}

const SIGNATURE = { x: PAGE.width - 66 - 224, width: 224 }

function signature(doc: Doc, sheet: Sheet, firma: NonNullable<Sheet['firma']>, top: number): void {
  const { palette } = sheet
  const { x, width } = SIGNATURE
  const line = top + 33
  const below = (y: number, height: number) => ({ x, width, y: line + y, height })
  const centred = { face: 'text' as const, size: 8.5, colour: palette.soft, align: 'center' as const }
  if (firma.imagen)
    doc.image(firma.imagen, x + 30, line - 50, { fit: [width - 60, 54], align: 'center', valign: 'bottom' })
  doc.lineWidth(0.7).strokeColor(palette.text)
  doc
    .moveTo(x + 12, line)
    .lineTo(x + width - 12, line)
    .stroke()
  write(doc, firma.nombre, below(5, 14), { ...centred, face: 'strong', size: 10.5, colour: palette.text })
  write(doc, firma.cargo, below(20, 11), centred)
  write(doc, sheet.razonSocial || sheet.marca, below(32, 11), { ...centred, face: 'strong' })
  write(doc, `Emitido el ${sheet.emision}`, below(44, 11), centred)
}

function foot(doc: Doc, sheet: Sheet): void {
  const { palette, enlace: link } = sheet
  const top = 447
  doc.roundedRect(66, top - 5, 88, 88, 6).fill('#ffffff')
  qr(doc, link, { x: 71, y: top, size: 78 }, palette.text)
  const left = (y: number, height: number) => ({ x: 166, width: 182, y: top + y, height })
  const small = { face: 'text' as const, size: 8.5, colour: palette.soft }
  const strong = { ...small, face: 'strong' as const }
  write(doc, 'VERIFICA ESTE CERTIFICADO', left(8, 10), { ...strong, size: 7, spacing: 1 })
  write(doc, sheet.codigo, left(22, 18), { ...strong, size: 13.5, colour: palette.text, link })
  write(doc, link.replace(/^https?:\/\//, ''), left(43, 24), { ...small, colour: palette.ink, link })
  seal(doc, sheet, MIDDLE, top + 42)
  if (sheet.firma) signature(doc, sheet, sheet.firma, top)
  else issuer(doc, sheet, top)
}

function issuer(doc: Doc, sheet: Sheet, top: number): void {
  const { palette } = sheet
  const right = (y: number, height: number) => ({ x: PAGE.width - 66 - 240, width: 240, y: top + y, height })
  const aligned = { face: 'text' as const, size: 8.5, colour: palette.soft, align: 'right' as const }
  write(doc, sheet.razonSocial || sheet.marca, right(14, 18), {
    ...aligned,
    face: 'strong',
    size: 11.5,
    colour: palette.text,
  })
  if (sheet.lema) write(doc, sheet.lema, right(32, 14), { ...aligned, face: 'italic', size: 10 })
  write(doc, `Emitido el ${sheet.emision}`, right(50, 14), { ...aligned, size: 9.5 })
}
