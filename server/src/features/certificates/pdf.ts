import { buffer } from 'node:stream/consumers'
import { PASS_PERCENT } from '@campus/contract/rules'
import { and, asc, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import { drawInTurn, inlineFile, picture, slug } from '../../platform/files/pdf.ts'
import { paletteOf } from '../../platform/files/pdf-colours.ts'
import { newDocument, registerFaces } from '../../platform/files/pdf-type.ts'
import type { Deps } from '../../platform/http/http.ts'
import { findBrand } from '../brands/brands.ts'
import { cursos, lecciones, modulos } from '../catalogue/catalogue.tables.ts'
import type { certificados } from './certificates.tables.ts'
import { back } from './pdf-back.ts'
import { front } from './pdf-front.ts'
import { A4_LANDSCAPE, type Content, type Sheet } from './pdf-sheet.ts'

type Row = typeof certificados.$inferSelect

const MAX_LINES = 18

const longDay = new Intl.DateTimeFormat('es-PE', { dateStyle: 'long', timeZone: 'UTC' })
const issueDay = new Intl.DateTimeFormat('es-PE', { dateStyle: 'long', timeZone: 'America/Lima' })
const decimals = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 2 })
const counted = (n: number, one: string, many: string) => `${decimals.format(n)} ${n === 1 ? one : many}`

/** What was learnt: a course's modules with their number of lessons, or a module's lessons with their minutes. */
async function contentsOf(db: Db, { id_curso, id_modulo }: Row): Promise<Content[]> {
  if (id_modulo !== null) {
    const rows = await db
      .select({ titulo: lecciones.titulo, minutos: lecciones.duracion })
      .from(lecciones)
      .where(and(eq(lecciones.id_modulo, id_modulo), eq(lecciones.activo, true)))
      .orderBy(asc(lecciones.orden), asc(lecciones.id))
    return rows.map(({ titulo, minutos }) => ({ titulo, nota: minutos > 0 ? `${minutos} min` : '' }))
  }
  const rows = await db
    .select({
      titulo: modulos.nombre,
      horas: modulos.horas,
      lecciones: sql<number>`(SELECT count(*) FROM lecciones l WHERE l.id_modulo = ${modulos}.id AND l.activo)`.mapWith(
        Number,
      ),
    })
    .from(modulos)
    .where(and(eq(modulos.id_curso, id_curso), eq(modulos.activo, true)))
    .orderBy(asc(modulos.orden), asc(modulos.id))
  return rows.map((row) => {
    const parts = [
      counted(row.lecciones, 'lección', 'lecciones'),
      row.horas > 0 ? counted(row.horas, 'hora', 'horas') : '',
    ]
    return { titulo: row.titulo, nota: parts.filter(Boolean).join(' · ') }
  })
}

/** What is printed, but for the brand's pictures. */
async function textsOf({ db, config }: Deps, row: Row) {
  const [course] = await db.select({ marca: cursos.id_cliente }).from(cursos).where(eq(cursos.id, row.id_curso))
  const [brand, lines] = await Promise.all([findBrand(db, course?.marca ?? 0), contentsOf(db, row)])
  const sheet = {
    palette: paletteOf(brand.color_primario, brand.color_acento),
    marca: brand.nombre,
    lema: brand.lema,
    razonSocial: brand.razon_social,
    alumno: row.alumno,
    curso: row.curso,
    modulo: row.modulo,
    horas: row.horas > 0 ? counted(row.horas, 'hora', 'horas') : null,
    desde: longDay.format(new Date(row.fecha_inicio)),
    hasta: longDay.format(new Date(row.fecha_fin)),
    emision: issueDay.format(new Date(row.fecha_emision)),
    nota: `${decimals.format(row.nota)} %`,
    minima: `${PASS_PERCENT} %`,
    codigo: row.codigo_certificado,
    enlace: `${config.publicUrl}/certificado/${row.codigo_certificado}`,
    contenidos: {
      titulo: row.modulo ? 'Lecciones del módulo' : 'Contenidos del curso',
      lineas: lines.slice(0, MAX_LINES),
      mas: Math.max(0, lines.length - MAX_LINES),
    },
  }
  return { sheet, logo: brand.logo, isotipo: brand.isotipo }
}

type Printed = Awaited<ReturnType<typeof textsOf>> & { emitido: string; side?: 'a' | 'b' }

async function draw(
  storage: Deps['storage'],
  { sheet: texts, logo, isotipo, emitido, side }: Printed,
): Promise<Buffer> {
  const pictures = await Promise.all([
    picture(storage, logo, texts.palette.paper),
    picture(storage, isotipo, '#ffffff'),
  ])
  const sheet: Sheet = { ...texts, logo: pictures[0], isotipo: pictures[1] }
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
  registerFaces(doc)
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

const MAX_DRAWN_BYTES = 16_000_000

/** Documents drawn lately, by everything that is printed on them. Calls for one that is being drawn share it. */
const drawn = new LRUCache<string, Buffer, Deps['storage']>({
  maxSize: MAX_DRAWN_BYTES,
  sizeCalculation: (bytes) => bytes.length,
  fetchMethod: (printed, _, { context }) => drawInTurn(() => draw(context, JSON.parse(printed))),
})

/**
 * The certificate as a PDF: two landscape A4 sides, or one of them, with the brand's colours and logo, a QR code that
 * is also a link, and embedded fonts for any Latin name (contract section 4).
 * @throws NO_DISPONIBLE when too many are being drawn
 */
export async function certificatePdf(deps: Deps, row: Row, side?: 'a' | 'b'): Promise<Buffer> {
  const printed: Printed = { ...(await textsOf(deps, row)), emitido: row.fecha_emision, side }
  return drawn.forceFetch(JSON.stringify(printed), { context: deps.storage })
}

/** `inline`, under a name that a person would give: `Certificado-Curso-Nombre-Apellido.pdf`. */
export const contentDisposition = ({ alumno, curso, modulo }: Pick<Row, 'alumno' | 'curso' | 'modulo'>): string =>
  inlineFile(`Certificado-${slug(modulo ?? curso).slice(0, 80)}-${slug(alumno).slice(0, 80)}.pdf`)
