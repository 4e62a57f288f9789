import { type Doc, write } from '../../platform/files/pdf-type.ts'
import { flourish, qr, rosette } from './pdf-ornaments.ts'
import { frame, logo, MIDDLE, PAGE, type Sheet, watermark } from './pdf-sheet.ts'

function seal(doc: Doc, sheet: Sheet, x: number, y: number): void {
  const { palette } = sheet
  rosette(doc, { x, y }, { radius: 41, swing: 5.5, petals: 24, curves: 4, points: 432 }, palette.accent, 0.5)
  rosette(doc, { x, y }, { radius: 33, swing: 4.5, petals: 20, curves: 4, points: 360 }, palette.ink, 0.4)
  doc.circle(x, y, 27).fill('#ffffff')
  doc.lineWidth(0.9).strokeColor(palette.ink).circle(x, y, 27).stroke()
  doc.lineWidth(0.4).strokeColor(palette.accent).circle(x, y, 24.8).stroke()
  if (sheet.isotipo) doc.image(sheet.isotipo, x - 16, y - 16, { fit: [32, 32], align: 'center', valign: 'center' })
  else
    write(
      doc,
      sheet.marca.slice(0, 1),
      { x: x - 20, y: y - 20, width: 40, height: 40 },
      { face: 'title', size: 28, colour: palette.ink, align: 'center', settle: 'middle' },
    )
}

function facts(doc: Doc, sheet: Sheet, y: number): void {
  const items = [
    ...(sheet.horas ? [['Duración', sheet.horas]] : []),
    ['Inicio', sheet.desde],
    ['Término', sheet.hasta],
    ['Calificación', sheet.nota],
  ]
  const width = 150
  const left = MIDDLE - (items.length * width) / 2
  for (const [at, [label = '', value = '']] of items.entries()) {
    const x = left + at * width
    if (at > 0)
      doc
        .lineWidth(0.6)
        .strokeColor(sheet.palette.line)
        .moveTo(x, y + 2)
        .lineTo(x, y + 28)
        .stroke()
    write(
      doc,
      label.toUpperCase(),
      { x, y, width, height: 10 },
      { face: 'strong', size: 7, colour: sheet.palette.soft, align: 'center', spacing: 1 },
    )
    write(
      doc,
      value,
      { x: x + 6, y: y + 13, width: width - 12, height: 18 },
      { face: 'strong', size: 11.5, colour: sheet.palette.text, align: 'center' },
    )
  }
}

/** Front: who, what, how long and how well, with the brand's seal and the way to verify it. */
export function front(doc: Doc, sheet: Sheet): void {
  const { palette } = sheet
  const wide = { x: 110, width: PAGE.width - 220 }
  const centred = { colour: palette.text, align: 'center' as const }
  frame(doc, sheet)
  watermark(doc, sheet, MIDDLE, 310, 1)
  logo(doc, sheet, MIDDLE - 110, 60, 220, 42, 'center')
  write(
    doc,
    'CERTIFICADO',
    { ...wide, y: 116, height: 34 },
    { face: 'title', size: 29, colour: palette.ink, align: 'center', spacing: 8 },
  )
  write(
    doc,
    'Se otorga a',
    { ...wide, y: 163, height: 18 },
    { ...centred, face: 'italic', size: 13.5, colour: palette.soft },
  )
  write(
    doc,
    sheet.alumno,
    { ...wide, y: 184, height: 58 },
    { ...centred, face: 'name', size: 41, settle: 'middle', gap: 0 },
  )
  flourish(doc, { x: MIDDLE, y: 254 }, 330, palette.line, palette.accent)
  const what = sheet.modulo ? 'por haber aprobado el módulo' : 'por haber aprobado el curso'
  write(doc, what, { ...wide, y: 266, height: 18 }, { ...centred, face: 'text', size: 12.5, colour: palette.soft })
  write(
    doc,
    sheet.modulo ?? sheet.curso,
    { ...wide, y: 288, height: sheet.modulo ? 52 : 76 },
    { ...centred, face: 'title', size: 24, colour: palette.ink, settle: 'middle', gap: 0 },
  )
  if (sheet.modulo)
    write(
      doc,
      `del curso ${sheet.curso}`,
      { ...wide, y: 345, height: 30 },
      { ...centred, face: 'text', size: 13, min: 7 },
    )
  facts(doc, sheet, 388)
  foot(doc, sheet)
}

function foot(doc: Doc, sheet: Sheet): void {
  const { palette } = sheet
  const top = 447
  doc.roundedRect(66, top - 5, 88, 88, 6).fill('#ffffff')
  qr(doc, sheet.enlace, { x: 71, y: top, size: 78 }, palette.text)
  const aside = { x: 166, width: 182 }
  const small = { face: 'text' as const, size: 8.5, colour: palette.soft }
  write(
    doc,
    'VERIFICA ESTE CERTIFICADO',
    { ...aside, y: top + 8, height: 10 },
    { ...small, face: 'strong', size: 7, spacing: 1 },
  )
  write(
    doc,
    sheet.codigo,
    { ...aside, y: top + 22, height: 18 },
    { ...small, face: 'strong', size: 13.5, colour: palette.text, link: sheet.enlace },
  )
  write(
    doc,
    sheet.enlace.replace(/^https?:\/\//, ''),
    { ...aside, y: top + 43, height: 24 },
    { ...small, colour: palette.ink, link: sheet.enlace },
  )
  seal(doc, sheet, MIDDLE, top + 42)
  const right = { x: PAGE.width - 66 - 240, width: 240 }
  write(
    doc,
    sheet.razonSocial || sheet.marca,
    { ...right, y: top + 14, height: 18 },
    { face: 'strong', size: 11.5, colour: palette.text, align: 'right' },
  )
  if (sheet.lema)
    write(
      doc,
      sheet.lema,
      { ...right, y: top + 32, height: 14 },
      { face: 'italic', size: 10, colour: palette.soft, align: 'right' },
    )
  write(
    doc,
    `Emitido el ${sheet.emision}`,
    { ...right, y: top + 50, height: 14 },
    { ...small, size: 9.5, align: 'right' },
  )
}
