import { buffer } from 'node:stream/consumers'
import { formatMinutes, workload } from '@campus/contract/durations'
import { printColoursOf } from '@campus/contract/palette'
import { PASS_PERCENT, TIME_ZONE } from '@campus/contract/rules'
import type { SampleBody } from '@campus/contract/settings'
import { eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { drawInTurn, inlineFile, newDocument, picture, slug } from '../../kit/pdf/pdf.ts'
import { fail } from '../../platform/failures.ts'
import { nameOf, type Stored, variantKey } from '../../platform/files/storage.ts'
import type { Deps, Identity } from '../../platform/http/http.ts'
import { type CertificateWords, findBrand, findCertificateWords, type StoredBrand } from '../brands/brands.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import type { certificados } from './certificates.tables.ts'
import type { PrintedContent } from './contents.ts'
import { back } from './pdf-back.ts'
import { front } from './pdf-front.ts'
import { type PictureWidth, rasterize } from './pdf-picture.ts'
import { A4_LANDSCAPE, type Sheet } from './pdf-sheet.ts'

type Row = typeof certificados.$inferSelect

const MAX_LINES = 18

const longDay = new Intl.DateTimeFormat('es-PE', { dateStyle: 'long', timeZone: 'UTC' })
const issueDay = new Intl.DateTimeFormat('es-PE', { dateStyle: 'long', timeZone: TIME_ZONE })
const decimals = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 2 })

function noteOf({ lecciones, minutos }: PrintedContent): string {
  const lessons = lecciones === null ? '' : `${lecciones} ${lecciones === 1 ? 'lección' : 'lecciones'}`
  return [lessons, minutos > 0 ? formatMinutes(minutos) : ''].filter(Boolean).join(' · ')
}

type Brand = Pick<StoredBrand, 'nombre' | 'lema' | 'razon_social' | 'color_primario' | 'color_acento'>
type Says = Pick<
  Row,
  'alumno' | 'curso' | 'modulo' | 'horas' | 'minutos' | 'nota' | 'contenidos' | 'codigo_certificado'
> &
  Pick<Row, 'fecha_inicio' | 'fecha_fin' | 'fecha_emision'>

function textsOf(row: Says, brand: Brand, texto: string, publicUrl: string) {
  return {
    palette: printColoursOf(brand.color_primario, brand.color_acento),
    marca: brand.nombre,
    lema: brand.lema,
    razonSocial: brand.razon_social,
    texto,
    ejemplo: false,
    alumno: row.alumno,
    curso: row.curso,
    modulo: row.modulo,
    duracion: workload(row),
    desde: longDay.format(new Date(row.fecha_inicio)),
    hasta: longDay.format(new Date(row.fecha_fin)),
    emision: issueDay.format(new Date(row.fecha_emision)),
    nota: `${decimals.format(row.nota)} %`,
    minima: `${PASS_PERCENT} %`,
    codigo: row.codigo_certificado,
    enlace: `${publicUrl}/certificado/${row.codigo_certificado}`,
    contenidos: {
      titulo: row.modulo ? 'Lecciones del módulo' : 'Contenidos del curso',
      lineas: row.contenidos.slice(0, MAX_LINES).map((line) => ({ titulo: line.titulo, nota: noteOf(line) })),
      mas: Math.max(0, row.contenidos.length - MAX_LINES),
    },
  }
}

type Printed = Pick<StoredBrand, 'logo' | 'isotipo'> &
  Pick<CertificateWords, 'firma' | 'firma_imagen'> & {
    sheet: ReturnType<typeof textsOf>
    emitido: string
    side?: 'a' | 'b'
  }

async function readPrinted({ db, config }: Deps, row: Row): Promise<Omit<Printed, 'side'>> {
  const [course] = await db.select({ marca: cursos.id_cliente }).from(cursos).where(eq(cursos.id, row.id_curso))
  const marca = course?.marca ?? 0
  const [brand, { texto, ...signed }] = await Promise.all([findBrand(db, marca), findCertificateWords(db, marca)])
  const sheet = textsOf(row, brand, texto, config.publicUrl)
  return { sheet, logo: brand.logo, isotipo: brand.isotipo, ...signed, emitido: row.fecha_emision }
}

async function draw(
  storage: Deps['storage'],
  { sheet: texts, logo, isotipo, firma, firma_imagen, emitido, side }: Printed,
): Promise<Buffer> {
  const pictures = await Promise.all([
    picture(storage, logo, texts.palette.paper),
    picture(storage, isotipo, '#ffffff'),
    picture(storage, firma && firma_imagen, texts.palette.paper),
  ])
  const signed = firma && { ...firma, imagen: pictures[2] }
  const sheet: Sheet = { ...texts, logo: pictures[0], isotipo: pictures[1], firma: signed }
  const doc = await newDocument({
    ...A4_LANDSCAPE,
    autoFirstPage: false,
    lang: 'es-PE',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `Certificado de ${sheet.modulo ?? sheet.curso} — ${sheet.alumno}`,
      Author: sheet.razonSocial || sheet.marca,
      Subject: sheet.curso,
      Keywords: sheet.codigo,
      Creator: sheet.marca,
      CreationDate: new Date(emitido),
    },
  })
  const bytes = buffer(doc)
  for (const [name, paint] of [
    ['a', front],
    ['b', back],
  ] as const) {
    if (side && side !== name) continue
    doc.addPage(A4_LANDSCAPE)
    paint(doc, sheet)
  }
  doc.end()
  return bytes
}

const AREA = 'certificados'
const MAX_DRAWN_BYTES = 16_000_000

/** Keyed by everything printed; concurrent requests for one document share its rendering. */
const drawn = new LRUCache<string, Buffer, Deps['storage']>({
  maxSize: MAX_DRAWN_BYTES,
  sizeCalculation: (bytes) => bytes.length,
  fetchMethod: (printed, _, { context }) => drawInTurn(() => draw(context, JSON.parse(printed))),
})

/**
 * Renders both sides, or one (docs/product/certificates.md 5).
 * @throws NO_DISPONIBLE when too many are being rendered
 */
export async function certificatePdf(deps: Deps, row: Row, side?: 'a' | 'b'): Promise<Buffer> {
  return drawn.forceFetch(await printedOf(deps, row, side), { context: deps.storage })
}

async function printedOf(deps: Deps, row: Row, side?: 'a' | 'b'): Promise<string> {
  return JSON.stringify({ ...(await readPrinted(deps, row)), side })
}

/** `etag` is known without drawing. */
type Picture = { etag: string; open: () => Promise<Stored> }

/** Stored under everything printed, so that a change of brand or course makes another (docs/product/certificates.md 5.6). */
export async function certificatePicture(deps: Deps, row: Row, width: PictureWidth): Promise<Picture> {
  const name = nameOf(Buffer.from(await printedOf(deps, row, 'a')))
  return { etag: `"${name}-${width}"`, open: () => openPicture(deps, row, name, width) }
}

async function openPicture(deps: Deps, row: Row, name: string, width: PictureWidth): Promise<Stored> {
  const key = variantKey(AREA, name, { suffix: String(width), extension: 'webp' })
  const stored = await deps.storage.open(key)
  if (stored) return stored
  const pdf = await certificatePdf(deps, row, 'a')
  await drawInTurn(async () => {
    if (await deps.storage.has(key)) return
    for (const { bytes, ...file } of await rasterize(pdf)) await deps.storage.write(variantKey(AREA, name, file), bytes)
  })
  const drawnNow = await deps.storage.open(key)
  if (!drawnNow) throw fail('NO_DISPONIBLE', { retryAfter: 5 })
  return drawnNow
}

/** A certificate that no one earned; its code has another form than those that are given. */
function sampleRow(): Says {
  const today = new Date().toISOString()
  const contenidos = ['Primeros pasos', 'Práctica guiada', 'Proyecto final'].map((titulo) => ({
    ...{ titulo, lecciones: 4, minutos: 60 },
  }))
  return {
    ...{ alumno: 'María Fernanda Quispe Condori', curso: 'Nombre del curso', modulo: null, horas: 24, minutos: 180 },
    ...{ nota: 92, contenidos, codigo_certificado: 'CERT-EJEMPLO' },
    ...{ fecha_inicio: today.slice(0, 10), fecha_fin: today.slice(0, 10), fecha_emision: today },
  }
}

/**
 * The first side of a certificate as these settings of the caller's brand would print it, as a WebP picture, marked as an
 * example; nothing is stored.
 * @throws NO_DISPONIBLE when too many are being rendered
 */
export async function sampleCertificate(
  deps: Deps,
  { id_cliente }: Identity,
  { firma, texto_certificado, ...typed }: SampleBody,
): Promise<Buffer> {
  const [brand, stored] = await Promise.all([findBrand(deps.db, id_cliente), findCertificateWords(deps.db, id_cliente)])
  const row = sampleRow()
  const printed: Printed = {
    sheet: { ...textsOf(row, typed, texto_certificado, deps.config.publicUrl), ejemplo: true },
    ...{ logo: brand.logo, isotipo: brand.isotipo, firma, firma_imagen: stored.firma_imagen },
    ...{ emitido: row.fecha_emision, side: 'a' },
  }
  return drawInTurn(async () => {
    const pictures = await rasterize(await draw(deps.storage, printed))
    const largest = pictures.at(-1)
    if (!largest) throw fail('NO_DISPONIBLE', { retryAfter: 5 })
    return largest.bytes
  })
}

export const contentDisposition = ({ alumno, curso, modulo }: Pick<Row, 'alumno' | 'curso' | 'modulo'>): string =>
  inlineFile(`Certificado-${slug(modulo ?? curso).slice(0, 80)}-${slug(alumno).slice(0, 80)}.pdf`)
