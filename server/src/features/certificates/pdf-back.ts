import { type Doc, sizeIn, write } from '../../platform/files/pdf-type.ts'
import { qr } from './pdf-ornaments.ts'
import { frame, logo, PAGE, type Sheet, watermark } from './pdf-sheet.ts'

function contents(doc: Doc, sheet: Sheet, x: number, y: number, width: number): void {
  const { palette, contenidos } = sheet
  const { lineas, mas } = contenidos
  write(doc, contenidos.titulo, { x, y, width, height: 20 }, { face: 'title', size: 14, colour: palette.ink })
  const height = Math.min(33, 300 / Math.max(lineas.length + (mas ? 1 : 0), 1))
  const column = { width: width - 24 - 96, height }
  const middle = { settle: 'middle' as const, colour: palette.text }
  // One size for all lines: the one that the longest needs.
  const wish = { ...middle, face: 'text' as const, size: Math.min(10.5, height * 0.5) }
  const size = Math.min(wish.size, ...lineas.map((line) => sizeIn(doc, line.titulo, column, wish)))
  const place = (at: number) => y + 30 + at * height
  for (const [at, { titulo, nota }] of lineas.entries()) {
    const top = place(at)
    const number = String(at + 1).padStart(2, '0')
    write(doc, number, { x, y: top, width: 20, height }, { ...middle, face: 'strong', size, colour: palette.ink })
    write(doc, titulo, { x: x + 24, y: top, ...column }, { ...wish, size })
    const aside = { x: x + width - 92, y: top, width: 92, height }
    write(doc, nota, aside, { ...wish, size: Math.min(size, 9), colour: palette.soft, align: 'right' })
    const under = top + height
    doc.lineWidth(0.4).strokeColor(palette.line)
    doc
      .moveTo(x, under)
      .lineTo(x + width, under)
      .stroke()
  }
  const more = { x: x + 24, y: place(lineas.length), ...column }
  if (mas > 0) write(doc, `y ${mas} más`, more, { ...middle, face: 'italic', size, colour: palette.soft })
}

const gradeText = (minima: string) =>
  `Es el mejor resultado del estudiante: la suma de los valores de sus respuestas correctas, como porcentaje del total. Se aprueba con ${minima} o más.`

function explanations(doc: Doc, sheet: Sheet, x: number, y: number, width: number): void {
  const { palette } = sheet
  const body = { face: 'text' as const, size: 9.5, colour: palette.text, gap: 2.5 }
  const heading = { face: 'title' as const, size: 14, colour: palette.ink }
  write(doc, 'Cómo verificarlo', { x, y, width, height: 20 }, heading)
  doc.roundedRect(x, y + 30, 96, 96, 6).fill('#ffffff')
  qr(doc, sheet.enlace, { x: x + 6, y: y + 36, size: 84 }, palette.text)
  const aside = { x: x + 110, width: width - 110 }
  write(
    doc,
    'Escanea el código con la cámara del teléfono o abre esta dirección:',
    { ...aside, y: y + 32, height: 28 },
    body,
  )
  write(
    doc,
    sheet.enlace,
    { ...aside, y: y + 64, height: 26 },
    { ...body, colour: palette.ink, face: 'strong', link: sheet.enlace },
  )
  write(
    doc,
    'La página muestra los mismos datos que esta hoja y dice si el certificado sigue vigente.',
    { ...aside, y: y + 96, height: 30 },
    { ...body, colour: palette.soft },
  )
  write(doc, 'Qué significa la calificación', { x, y: y + 150, width, height: 20 }, heading)
  write(
    doc,
    sheet.nota,
    { x, y: y + 176, width: 96, height: 34 },
    { face: 'strong', size: 24, colour: palette.ink, settle: 'middle' },
  )
  write(doc, gradeText(sheet.minima), { ...aside, y: y + 179, height: 84 }, body)
  write(doc, 'Quién lo emite', { x, y: y + 262, width, height: 20 }, heading)
  const issuer = [sheet.razonSocial, sheet.marca].filter(Boolean).join(' · ')
  write(doc, issuer, { x, y: y + 286, width, height: 14 }, body)
  write(doc, `Emitido el ${sheet.emision}`, { x, y: y + 301, width, height: 14 }, { ...body, colour: palette.soft })
}

/** Back: what was learnt, how to verify it and what the grade means. */
export function back(doc: Doc, sheet: Sheet): void {
  const { palette } = sheet
  frame(doc, sheet)
  watermark(doc, sheet, PAGE.width - 150, PAGE.height - 130, 0.95)
  logo(doc, sheet, 66, 60, 170, 34, 'left')
  const right = { x: PAGE.width - 66 - 420, width: 420 }
  write(
    doc,
    sheet.alumno,
    { ...right, y: 60, height: 20 },
    { face: 'name', size: 14, colour: palette.text, align: 'right', settle: 'bottom' },
  )
  write(
    doc,
    sheet.codigo,
    { ...right, y: 83, height: 12 },
    { face: 'strong', size: 9, colour: palette.soft, align: 'right', link: sheet.enlace },
  )
  doc
    .lineWidth(0.8)
    .strokeColor(palette.line)
    .moveTo(66, 108)
    .lineTo(PAGE.width - 66, 108)
    .stroke()
  const course = sheet.modulo ? `${sheet.curso} — ${sheet.modulo}` : sheet.curso
  write(
    doc,
    course,
    { x: 66, y: 122, width: PAGE.width - 132, height: 30 },
    { face: 'title', size: 17, colour: palette.text, settle: 'middle' },
  )
  contents(doc, sheet, 66, 172, 350)
  explanations(doc, sheet, 456, 172, PAGE.width - 66 - 456)
}
