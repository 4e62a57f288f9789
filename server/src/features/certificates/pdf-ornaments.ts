import { create as createQr } from 'qrcode'
import type { Doc } from '../../kit/pdf/pdf.ts'

type Point = { x: number; y: number }
type Box = { x: number; y: number; width: number; height: number }

const TURN = 2 * Math.PI

// Two decimals are finer than any printer, and a third of the file.
const short = (length: number): string => String(Math.round(length * 100) / 100)

const pathOf = (points: Point[]): string =>
  `${points.map(({ x, y }, at) => `${short(x)} ${short(y)} ${at === 0 ? 'm' : 'l'}`).join(' ')} h`

/** Paths that are the same on every certificate, computed once. */
const drawn = new Map<string, string>()

function strokeOnce(doc: Doc, key: object, lines: () => Point[][]): void {
  const name = JSON.stringify(key)
  const path = drawn.get(name) ?? lines().map(pathOf).join('\n')
  drawn.set(name, path)
  doc.addContent(path).stroke()
}

type Rosette = { radius: number; swing: number; petals: number; curves: number; points?: number }

/** A guilloche rosette: a waved circle repeated at small turns. */
export function rosette(doc: Doc, at: Point, shape: Rosette, colour: string, width = 0.3): void {
  const { radius, swing, petals, curves, points = 240 } = shape
  doc.save().lineWidth(width).strokeColor(colour)
  strokeOnce(doc, { at, shape }, () =>
    Array.from({ length: curves }, (_, curve) =>
      Array.from({ length: points }, (_, step) => {
        const angle = (step / points) * TURN
        const reach = radius + swing * Math.cos(petals * angle + (curve / curves) * TURN)
        return { x: at.x + reach * Math.cos(angle), y: at.y + reach * Math.sin(angle) }
      }),
    ),
  )
  doc.restore()
}

/** The point at `share` of the way round a rounded rectangle, pushed outwards by `out`. */
function around(box: Box, radius: number, share: number, out: number): Point {
  const across = box.width - 2 * radius
  const down = box.height - 2 * radius
  const bend = (Math.PI / 2) * radius
  const sides: { length: number; at: (way: number) => Point }[] = []
  const straight = (length: number, x: number, y: number, dx: number, dy: number) =>
    sides.push({ length, at: (way) => ({ x: x + dx * way + dy * out, y: y + dy * way - dx * out }) })
  const corner = (x: number, y: number, from: number) =>
    sides.push({
      length: bend,
      at: (way) => {
        const angle = from + way / radius
        return { x: x + (radius + out) * Math.cos(angle), y: y + (radius + out) * Math.sin(angle) }
      },
    })
  const [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height]
  straight(across, left + radius, top, 1, 0)
  corner(right - radius, top + radius, -Math.PI / 2)
  straight(down, right, top + radius, 0, 1)
  corner(right - radius, bottom - radius, 0)
  straight(across, right - radius, bottom, -1, 0)
  corner(left + radius, bottom - radius, Math.PI / 2)
  straight(down, left, bottom - radius, 0, -1)
  corner(left + radius, top + radius, Math.PI)
  let way = share * (2 * across + 2 * down + 4 * bend)
  for (const side of sides) {
    if (way <= side.length) return side.at(way)
    way -= side.length
  }
  return around(box, radius, 0, out)
}

type Braid = { box: Box; radius: number; swing: number; waves: number; curves: number }

/** `waves` must be whole, so that the ends meet. */
export function braid(doc: Doc, shape: Braid, colour: string, width = 0.35): void {
  const { box, radius, swing, waves, curves } = shape
  const points = waves * 10
  doc.save().lineWidth(width).strokeColor(colour)
  strokeOnce(doc, shape, () =>
    Array.from({ length: curves }, (_, curve) =>
      Array.from({ length: points }, (_, step) => {
        const share = step / points
        const swell = 0.7 + 0.3 * Math.cos(waves * 0.5 * share * TURN)
        const wave = Math.sin(waves * share * TURN + (curve / curves) * TURN)
        return around(box, radius, share, swing * swell * wave)
      }),
    ),
  )
  doc.restore()
}

/** Vectors stay sharp in print; the link works on screen. */
export function qr(doc: Doc, link: string, { x, y, size }: Point & { size: number }, colour: string): void {
  const { modules } = createQr(link, { errorCorrectionLevel: 'M' })
  const cell = size / modules.size
  doc.save()
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      let run = 0
      while (column + run < modules.size && modules.get(row, column + run)) run++
      // Slightly wider, so that no renderer shows a seam.
      if (run > 0) doc.rect(x + column * cell, y + row * cell, run * cell + 0.05, cell + 0.05)
      column += run
    }
  }
  doc.fill(colour).restore()
  doc.link(x, y, size, size, link)
}

export function flourish(doc: Doc, at: Point, width: number, line: string, accent: string): void {
  const gap = 9
  doc.save().lineWidth(0.7).strokeColor(line)
  doc.moveTo(at.x - width / 2, at.y).lineTo(at.x - gap, at.y)
  doc
    .moveTo(at.x + gap, at.y)
    .lineTo(at.x + width / 2, at.y)
    .stroke()
  for (const [offset, size] of [
    [0, 3.4],
    [-gap, 1.5],
    [gap, 1.5],
  ] as const) {
    const x = at.x + offset
    doc
      .moveTo(x - size, at.y)
      .lineTo(x, at.y - size)
      .lineTo(x + size, at.y)
      .lineTo(x, at.y + size)
      .closePath()
      .fill(accent)
  }
  doc.restore()
}
