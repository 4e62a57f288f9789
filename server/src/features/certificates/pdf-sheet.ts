import type { PrintColours } from '@campus/contract/palette'
import { type Doc, write } from '../../kit/pdf/pdf.ts'
import { braid, rosette } from './pdf-ornaments.ts'

export type Sheet = {
  palette: PrintColours
  marca: string
  lema: string
  razonSocial: string
  logo: Buffer | null
  isotipo: Buffer | null
  firma: { nombre: string; cargo: string; imagen: Buffer | null } | null
  /** The academy's sentence; empty for none. */
  texto: string
  /** Marked as an example, which certifies nothing. */
  ejemplo: boolean
  alumno: string
  curso: string
  modulo: string | null
  /** The academy's hours and the lessons' minutes, each where it is known. */
  duracion: string[]
  desde: string
  hasta: string
  emision: string
  nota: string
  minima: string
  codigo: string
  enlace: string
  contenidos: { titulo: string; lineas: { titulo: string; nota: string }[]; mas: number }
}

/** A4 landscape, in points. */
export const PAGE = { width: 841.89, height: 595.28 }
export const MIDDLE = PAGE.width / 2

export function frame(doc: Doc, { palette }: Sheet): void {
  doc.rect(0, 0, PAGE.width, PAGE.height).fill(palette.paper)
  const box = { x: 27, y: 27, width: PAGE.width - 54, height: PAGE.height - 54 }
  braid(doc, { box, radius: 20, swing: 8, waves: 96, curves: 7 }, palette.line)
  braid(doc, { box, radius: 20, swing: 3.2, waves: 192, curves: 2 }, palette.ink, 0.3)
  doc.lineWidth(1.1).strokeColor(palette.ink)
  doc.roundedRect(15, 15, PAGE.width - 30, PAGE.height - 30, 30).stroke()
  doc.lineWidth(0.5).strokeColor(palette.accent)
  doc.roundedRect(39.5, 39.5, PAGE.width - 79, PAGE.height - 79, 11).stroke()
}

export function watermark(doc: Doc, { palette }: Sheet, x: number, y: number, scale: number): void {
  doc.save()
  doc.roundedRect(40, 40, PAGE.width - 80, PAGE.height - 80, 11).clip()
  doc.opacity(0.075)
  const rings = [
    { radius: 62, swing: 30, petals: 12 },
    { radius: 118, swing: 34, petals: 20 },
    { radius: 170, swing: 26, petals: 32 },
  ]
  for (const { radius, swing, petals } of rings) {
    const shape = { radius: radius * scale, swing: swing * scale, petals, curves: 8, points: petals * 14 }
    rosette(doc, { x, y }, shape, palette.ink, 0.5)
  }
  doc.restore()
}

export function logo(
  doc: Doc,
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  align: 'left' | 'center',
): void {
  if (sheet.logo)
    doc.image(sheet.logo, x, y, {
      fit: [width, height],
      align: align === 'left' ? undefined : 'center',
      valign: 'center',
    })
  else
    write(
      doc,
      sheet.marca,
      { x, y, width, height },
      { face: 'title', size: 22, colour: sheet.palette.ink, align, settle: 'middle' },
    )
}

/** Across the whole sheet. */
export function stamp(doc: Doc, text: string, colour: string): void {
  doc.save()
  doc.rotate(-24, { origin: [MIDDLE, PAGE.height / 2] }).opacity(0.16)
  const box = { x: 0, width: PAGE.width, y: PAGE.height / 2 - 75, height: 150 }
  write(doc, text, box, { face: 'strong', size: 128, colour, align: 'center', settle: 'middle', spacing: 14 })
  doc.restore()
}

export const A4_LANDSCAPE = { size: 'A4', layout: 'landscape', margin: 0 } as const
