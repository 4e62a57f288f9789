import { type Doc, sizeIn, write } from '../../kit/pdf/pdf.ts'
import { qr } from './pdf-ornaments.ts'
import { frame, logo, PAGE, type Sheet, watermark } from './pdf-sheet.ts'

function contents(doc: Doc, sheet: Sheet, x: number, y: number, width: number): void {
  const { palette, contenidos } = sheet
  const { lineas, mas } = contenidos
  write(doc, contenidos.titulo, { x, y, width, height: 20 }, { face: 'title', size: 14, colour: palette.ink })
  write(
    doc,
    sheet.duracion.join(' · '),
    { x, y: y + 21, width, height: 12 },
    { face: 'strong', size: 9, colour: palette.soft },
  )
  const height = Math.min(33, 288 / Math.max(lineas.length + (mas ? 1 : 0), 1))
  const column = { width: width - 24 - 96, height }
  const middle = { settle: 'middle' as const, colour: palette.text }
  // The longest line decides the size of all.
  const style = { ...middle, face: 'text' as const, size: Math.min(10.5, height * 0.5) }
  const size = Math.min(style.size, ...lineas.map((line) => sizeIn(doc, line.titulo, column, style)))
  const place = (at: number) => y + 40 + at * height
  for (const [at, { titulo, nota }] of lineas.entries()) {
    const top = place(at)
    const number = String(at + 1).padStart(2, '0')
    write(doc, number, { x, y: top, width: 20, height }, { ...middle, face: 'strong', size, colour: palette.ink })
    write(doc, titulo, { x: x + 24, y: top, ...column }, { ...style, size })
    const aside = { x: x + width - 92, y: top, width: 92, height }
    write(doc, nota, aside, { ...style, size: Math.min(size, 9), colour: palette.soft, align: 'right' })
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

const VERIFICATION_TEXT = 'La página muestra los mismos datos que esta hoja y dice si el certificado sigue vigente.'

const gradeText = (minima: string) =>
  `Es el mejor resultado del estudiante: la suma de los valores de sus respuestas correctas, como porcentaje del total. Se aprueba con ${minima} o más.`

function explanations(doc: Doc, sheet: Sheet, x: number, y: number, width: number): void {
  const { palette } = sheet
  const body = { face: 'text' as const, size: 9.5, colour: palette.text, gap: 2.5 }
  const heading = { face: 'title' as const, size: 14, colour: palette.ink }
  const at = (top: number, height: number) => ({ x, y: y + top, width, height })
  const aside = (top: number, height: number) => ({ x: x + 110, y: y + top, width: width - 110, height })
  write(doc, 'Cómo verificarlo', at(0, 20), heading)
  doc.roundedRect(x, y + 30, 96, 96, 6).fill('#ffffff')
  qr(doc, sheet.enlace, { x: x + 6, y: y + 36, size: 84 }, palette.text)
  write(doc, 'Escanea el código con la cámara del teléfono o abre esta dirección:', aside(32, 28), body)
  write(doc, sheet.enlace, aside(64, 26), { ...body, colour: palette.ink, face: 'strong', link: sheet.enlace })
  write(doc, VERIFICATION_TEXT, aside(96, 30), { ...body, colour: palette.soft })
  write(doc, 'Qué significa la calificación', at(150, 20), heading)
  const grade = { face: 'strong', size: 24, colour: palette.ink, settle: 'middle' } as const
  write(doc, sheet.nota, { ...at(176, 34), width: 96 }, grade)
  write(doc, gradeText(sheet.minima), aside(179, 84), body)
  write(doc, 'Quién lo emite', at(262, 20), heading)
  const issuer = [sheet.razonSocial, sheet.marca].filter(Boolean).join(' · ')
  write(doc, issuer, at(286, 14), body)
  write(doc, `Emitido el ${sheet.emision}`, at(301, 14), { ...body, colour: palette.soft })
}

export function back(doc: Doc, sheet: Sheet): void {
  const { palette } = sheet
  frame(doc, sheet)
  watermark(doc, sheet, PAGE.width - 150, PAGE.height - 130, 0.95)
  logo(doc, sheet, 66, 60, 170, 34, 'left')
  const at = (y: number, height: number) => ({ x: PAGE.width - 66 - 420, width: 420, y, height })
  const right = { colour: palette.text, align: 'right' as const }
  write(doc, sheet.alumno, at(60, 20), { ...right, face: 'name', size: 14, settle: 'bottom' })
  const code = { ...right, face: 'strong' as const, size: 9, colour: palette.soft, link: sheet.enlace }
  write(doc, sheet.codigo, at(83, 12), code)
  doc
    .lineWidth(0.8)
    .strokeColor(palette.line)
    .moveTo(66, 108)
    .lineTo(PAGE.width - 66, 108)
    .stroke()
  const course = sheet.modulo ? `${sheet.curso} — ${sheet.modulo}` : sheet.curso
  const title = { face: 'title', size: 17, colour: palette.text, settle: 'middle' } as const
  write(doc, course, { x: 66, y: 122, width: PAGE.width - 132, height: 30 }, title)
  contents(doc, sheet, 66, 172, 350)
  explanations(doc, sheet, 456, 172, PAGE.width - 66 - 456)
}
