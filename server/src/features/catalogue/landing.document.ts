import { type BannerSettings, Landing } from '@campus/contract/brands'
import { checkLanding, type LandingDocument } from '@campus/contract/documents/site'
import { DEFAULT_LANDING, landingTexts } from '@campus/contract/landing-words'
import { cleanLine, cleanText } from '@campus/contract/texts'
import { eq } from 'drizzle-orm'
import {
  brandTarget,
  type DocumentRules,
  OWN_PICTURE,
  type Report,
  type Target,
  type Written,
} from '../../kit/documents/documents.ts'
import type { Db } from '../../platform/db/database.ts'
import { botones, clientes } from '../brands/brands.tables.ts'
import { NO_SETTINGS, writeLanding } from '../brands/brands.ts'

async function readLanding(tx: Db, brand: number): Promise<LandingDocument | null> {
  const [row] = await tx
    .select({ portada: clientes.portada, s: botones })
    .from(clientes)
    .leftJoin(botones, eq(botones.id_cliente, clientes.id))
    .where(eq(clientes.id, brand))
  if (!row) return null
  const s = row.s ?? NO_SETTINGS
  const banners = [
    { imagen: s.banner_uno, enlace: s.link_banner_uno },
    { imagen: s.banner_dos, enlace: s.link_banner_dos },
  ]
  const buttons = [
    { texto: s.boton_1, enlace: s.link_boton_1 },
    { texto: s.boton_2, enlace: s.link_boton_2 },
    { texto: s.boton_3, enlace: s.link_boton_3 },
  ]
  return {
    ...landingTexts(row.portada),
    banners: banners.flatMap(({ imagen, enlace }) => (imagen ? [{ imagen, enlace: enlace ?? '' }] : [])),
    botones: buttons.flatMap(({ texto, enlace }) => (texto ? [{ texto, enlace: enlace ?? '' }] : [])),
  }
}

async function read(tx: Db, targets: Target[]): Promise<Map<string, LandingDocument>> {
  const found = new Map<string, LandingDocument>()
  for (const { objeto, id } of targets) {
    const documento = await readLanding(tx, id)
    if (documento) found.set(objeto, documento)
  }
  return found
}

/** A page without blocks of its own has the product's. */
const clean = ({ banners, botones: buttons, apertura, ...rest }: LandingDocument): LandingDocument => ({
  ...rest,
  banners: banners.map(({ imagen, enlace }) => ({ imagen, enlace: cleanLine(enlace) })),
  botones: buttons.map(({ texto, enlace }) => ({ texto: cleanText(texto), enlace: cleanLine(enlace) })),
  apertura: apertura && {
    titular: cleanLine(apertura.titular),
    texto: cleanText(apertura.texto),
    boton: cleanLine(apertura.boton),
    enlace: cleanLine(apertura.enlace),
  },
  bloques:
    rest.bloques.length === 0
      ? DEFAULT_LANDING.bloques
      : rest.bloques.map(({ titulo, texto, imagen }) => ({
          titulo: cleanLine(titulo),
          texto: cleanText(texto),
          imagen,
        })),
  testimonios: rest.testimonios.map(({ texto, autor, detalle }) => ({
    texto: cleanText(texto),
    autor: cleanLine(autor),
    detalle: cleanLine(detalle),
  })),
})

function reportOf({ documento }: Written<LandingDocument>): Report {
  const found = checkLanding(documento)
  for (const part of ['banners', 'bloques'] as const)
    for (const [at, { imagen }] of documento[part].entries())
      if (imagen && !OWN_PICTURE.test(imagen))
        found.errores.push({ ruta: `${part}.${at}.imagen`, texto: 'Sube la imagen.' })
  return { ...found, efectos: [], recalificar: [] }
}

/** What is half written is left out, so that a preview shows the rest. */
const isWhole =
  (shape: { safeParse: (value: unknown) => { success: boolean } }) =>
  (value: unknown): boolean =>
    shape.safeParse(value).success

const textsOf = ({ apertura, orden, bloques, testimonios, valoracion }: LandingDocument): Landing => ({
  apertura: isWhole(Landing.shape.apertura)(apertura) ? apertura : null,
  orden: isWhole(Landing.shape.orden)(orden) ? orden : DEFAULT_LANDING.orden,
  bloques: bloques.filter(isWhole(Landing.shape.bloques.element)),
  testimonios: testimonios.filter(isWhole(Landing.shape.testimonios.element)),
  valoracion: isWhole(Landing.shape.valoracion)(valoracion) ? valoracion : null,
})

function settingsOf({ banners, botones: buttons }: LandingDocument): BannerSettings {
  const [uno, dos] = banners.filter(({ imagen }) => imagen)
  const [a, b, c] = buttons.filter(({ texto }) => texto !== '')
  return {
    banner_uno: uno?.imagen ?? null,
    link_banner_uno: uno?.enlace || null,
    banner_dos: dos?.imagen ?? null,
    link_banner_dos: dos?.enlace || null,
    boton_1: a?.texto ?? null,
    link_boton_1: a?.enlace || null,
    boton_2: b?.texto ?? null,
    link_boton_2: b?.enlace || null,
    boton_3: c?.texto ?? null,
    link_boton_3: c?.enlace || null,
  }
}

/** `portada` */
export const landingDocuments: DocumentRules<LandingDocument> = {
  find: async (_tx, brand, names) => names.map((name) => brandTarget(name, brand, 'Portada')),
  read,
  clean,
  check: async (_tx, all) => new Map(all.map((written) => [written.target.objeto, reportOf(written)])),
  write: async (tx, all) => {
    for (const { target, documento } of all)
      await writeLanding(tx, target.id, textsOf(documento), settingsOf(documento))
  },
}
