import type { BannerSettings, Brand, BrandForm, Landing } from '@campus/contract/brands'
import { FIRST_LANDING } from '@campus/contract/landing-words'
import { mailColoursOf } from '@campus/contract/palette'
import { DEFAULT_BRAND } from '@campus/contract/rules'
import { BRAND_COLOURS, type InstalledBrand } from '@campus/contract/settings'
import { and, arrayOverlaps, asc, eq, ne, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { audit } from '../../kit/audit/audit.ts'
import type { MailBrand } from '../../kit/mail-layout/mail-layout.ts'
import { storePicture } from '../../kit/pictures/pictures.ts'
import type { Config } from '../../platform/config.ts'
import { type Db, lock } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Storage } from '../../platform/files/storage.ts'
import type { BrandOfVisit, Identity } from '../../platform/http/http.ts'
import { botones, clientes } from './brands.tables.ts'

/** The brand of visits that name none: the specification's where it is active, otherwise the first. */
const BY_DEFAULT = sql<boolean>`${clientes.id} = (SELECT b.id FROM clientes b WHERE b.estado = 1
  ORDER BY b.id <> ${sql.raw(String(DEFAULT_BRAND))}, b.id LIMIT 1)`

export type BrandAddress = Pick<Brand, 'url_base' | 'canonica_con_marca'>

/** What the installation adds to the brand. */
type Connected = Pick<Brand, 'cobra_en_linea' | 'envia_correos'>
type Installed = BrandAddress & Connected

export type StoredBrand = Omit<Brand, keyof Installed> & { dominios: string[]; por_defecto: boolean }

const columns = {
  id: clientes.id,
  slug: clientes.slug,
  nombre: clientes.nombre,
  lema: clientes.lema,
  logo: clientes.logo,
  isotipo: clientes.isotipo,
  color_primario: clientes.color_primario,
  color_acento: clientes.color_acento,
  razon_social: clientes.razon_social,
  ruc: clientes.ruc,
  direccion: clientes.direccion,
  telefono: clientes.telefono,
  correo: clientes.correo,
  redes: clientes.redes,
  descuento_referido: clientes.descuento_referido,
  devolucion_dias: clientes.devolucion_dias,
  devolucion_avance: clientes.devolucion_avance,
  dominios: clientes.dominios,
  por_defecto: BY_DEFAULT,
}

export async function listBrands(db: Db): Promise<StoredBrand[]> {
  return db.select(columns).from(clientes).where(eq(clientes.estado, 1)).orderBy(asc(clientes.id))
}

async function activeBrand(db: Db, id: number): Promise<StoredBrand | undefined> {
  const [brand] = await db
    .select(columns)
    .from(clientes)
    .where(and(eq(clientes.id, id), eq(clientes.estado, 1)))
  return brand
}

/** Closed ones too. */
export async function hasBrands(db: Db): Promise<boolean> {
  const rows = await db.select({ id: clientes.id }).from(clientes).limit(1)
  return rows.length > 0
}

/** Ids, slugs and domains are given one at a time, with this lock. */
export const lockBrands = (tx: Db) => lock(tx, 'clientes', 0)

/** What the platform's administrators see of each. */
export const INSTALLED = {
  id: clientes.id,
  slug: clientes.slug,
  nombre: clientes.nombre,
  color_primario: clientes.color_primario,
  isotipo: clientes.isotipo,
  dominios: clientes.dominios,
  activa: sql<boolean>`${clientes.estado} = 1`,
  version: clientes.version,
}

/** @throws DATOS_INVALIDOS under `dominios` */
export async function requireFreeDomains(tx: Db, id: number, dominios: string[]): Promise<void> {
  if (dominios.length === 0) return
  const [other] = await tx
    .select({ nombre: clientes.nombre })
    .from(clientes)
    .where(and(ne(clientes.id, id), arrayOverlaps(clientes.dominios, dominios)))
    .limit(1)
  if (other) throw invalid('dominios', `La marca ${other.nombre} ya usa uno de estos dominios.`)
}

/** An id for a new brand, which leaves visits that name none to the first one. */
export const drawBrandId = (taken: number[]): number =>
  taken.length === 0 ? DEFAULT_BRAND : Math.max(DEFAULT_BRAND, ...taken) + 1

/** Those of an academy's files. */
export async function addBrands(tx: Db, brands: (typeof clientes.$inferInsert)[]): Promise<void> {
  if (brands.length > 0) await tx.insert(clientes).values(brands)
}

type NewBrand = Pick<typeof clientes.$inferInsert, 'nombre' | 'slug' | 'color_primario' | 'color_acento' | 'dominios'>

/** @throws DATOS_INVALIDOS under `dominios` and `slug` */
export async function insertBrand(tx: Db, brand: NewBrand): Promise<InstalledBrand> {
  await lockBrands(tx)
  await requireFreeDomains(tx, 0, brand.dominios ?? [])
  const taken = await tx.select({ id: clientes.id }).from(clientes)
  const [row] = await tx
    .insert(clientes)
    .values({ ...brand, id: drawBrandId(taken.map(({ id }) => id)), portada: FIRST_LANDING })
    .onConflictDoNothing({ target: clientes.slug })
    .returning(INSTALLED)
  if (!row) throw invalid('slug', 'Ya hay una marca con este nombre corto.')
  return row
}

/** Its id; null where there is a brand. */
export async function insertFirstBrand(tx: Db, brand: Omit<NewBrand, 'color_acento'>): Promise<number | null> {
  await lockBrands(tx)
  if (await hasBrands(tx)) return null
  return (await insertBrand(tx, { ...brand, color_acento: BRAND_COLOURS.color_acento })).id
}

/** @throws NO_ENCONTRADO */
export async function findBrand(db: Db, id: number): Promise<StoredBrand> {
  const brand = await activeBrand(db, id)
  if (!brand) throw fail('NO_ENCONTRADO')
  return brand
}

/** What a brand's certificates say besides its name: who signs, in which handwriting, and a sentence. */
export type CertificateWords = {
  firma: { nombre: string; cargo: string } | null
  firma_imagen: string | null
  texto: string
}

export async function findCertificateWords(db: Db, id: number): Promise<CertificateWords> {
  const { firma_nombre: nombre, firma_cargo: cargo, firma_imagen, texto_certificado: texto } = clientes
  const [row] = await db.select({ nombre, cargo, firma_imagen, texto }).from(clientes).where(eq(clientes.id, id))
  if (!row) throw fail('NO_ENCONTRADO')
  const { nombre: name, cargo: charge, ...words } = row
  return { ...words, firma: name && charge ? { nombre: name, cargo: charge } : null }
}

/** For registrations of guests. @throws SIN_ACADEMIA */
export async function requireBrand(db: Db, id: number): Promise<StoredBrand> {
  const brand = await activeBrand(db, id)
  if (!brand) throw fail('SIN_ACADEMIA', { retryAfter: 60 })
  return brand
}

/**
 * Public URLs: a brand with host names uses them, the public URL first; one without uses the public URL, with
 * `?marca=<slug>` unless it is the default brand (docs/product/brands.md 3.1).
 */
export function addressOfBrand(
  { dominios, por_defecto }: Pick<StoredBrand, 'dominios' | 'por_defecto'>,
  publicUrl: string,
): BrandAddress {
  const { protocol, hostname } = new URL(publicUrl)
  const [first] = dominios
  if (first === undefined) return { url_base: publicUrl, canonica_con_marca: !por_defecto }
  return { url_base: dominios.includes(hostname) ? publicUrl : `${protocol}//${first}`, canonica_con_marca: false }
}

export function canonicalOf(
  { url_base, canonica_con_marca, slug }: BrandAddress & { slug: string },
  path: string,
): string {
  return `${url_base}${path}${canonica_con_marca ? `?marca=${slug}` : ''}`
}

/** The host names under which a brand's pages are its own. */
export async function ownHosts(db: Db, id: number, publicUrl: string): Promise<Set<string>> {
  const [brand] = await db.select({ dominios: clientes.dominios }).from(clientes).where(eq(clientes.id, id))
  return new Set([new URL(publicUrl).hostname, ...(brand?.dominios ?? [])])
}

/** A page's URL that opens in this brand, whatever brand the browser was last in. */
export function brandLink(
  brand: Pick<StoredBrand, 'slug' | 'dominios' | 'por_defecto'>,
  publicUrl: string,
  path: string,
): string {
  const url = new URL(addressOfBrand(brand, publicUrl).url_base + path)
  if (brand.dominios.length === 0) url.searchParams.set('marca', brand.slug)
  return url.href
}

/** The brand as its mails show it, closed or not. */
export async function brandOfMail(db: Db, id: number, publicUrl: string): Promise<MailBrand> {
  const [row] = await db.select(columns).from(clientes).where(eq(clientes.id, id))
  if (!row) throw fail('NO_ENCONTRADO')
  return {
    nombre: row.nombre,
    correo: row.correo,
    colours: mailColoursOf(row.color_primario),
    // PNG: programs that read neither SVG nor WebP show it too.
    isotipo: `${publicUrl}/api/clientes/${id}/iconos/180.png`,
    datos: [row.razon_social, row.ruc && `RUC ${row.ruc}`, row.direccion].filter(Boolean).join(' · '),
    link: (path) => brandLink(row, publicUrl, path),
  }
}

const WEB_ADDRESS = /^https?:\/\//i

/** Drops social links that are not web URLs. */
export function publicBrand(brand: StoredBrand, installed: Connected, { publicUrl }: Config): Brand {
  const redes = Object.fromEntries(Object.entries(brand.redes).filter(([, to]) => WEB_ADDRESS.test(to)))
  return {
    ...brand,
    redes,
    ...installed,
    ...addressOfBrand(brand, publicUrl),
  }
}

export const NO_SETTINGS: BannerSettings = {
  banner_uno: null,
  link_banner_uno: null,
  banner_dos: null,
  link_banner_dos: null,
  boton_1: null,
  link_boton_1: null,
  boton_2: null,
  link_boton_2: null,
  boton_3: null,
  link_boton_3: null,
}

/** @throws NO_ENCONTRADO */
export async function findBannerSettings(db: Db, id: number): Promise<BannerSettings> {
  await findBrand(db, id)
  const [row] = await db.select().from(botones).where(eq(botones.id_cliente, id))
  if (!row) return NO_SETTINGS
  const { id_cliente: _, ...settings } = row
  return settings
}

/** Texts, banners and buttons of the landing page, which are no part of the brand's record. */
export async function writeLanding(tx: Db, id: number, portada: Landing, settings: BannerSettings): Promise<void> {
  await tx.update(clientes).set({ portada }).where(eq(clientes.id, id))
  await tx
    .insert(botones)
    .values({ id_cliente: id, ...settings })
    .onConflictDoUpdate({ target: botones.id_cliente, set: settings })
}

/** A signed-in user's own brand, or that of a guest's visit (docs/product/brands.md 2). */
export async function callersBrand(brandOf: BrandOfVisit, request: FastifyRequest): Promise<number> {
  return request.identity?.id_cliente ?? (await brandOf(request)).id
}

export type Visit = { host?: string; marca?: string; loginMarca?: string; cookie?: string }

type Visited = { id: number; chosen: boolean; unknown?: boolean }

/** In the order of docs/product/brands.md 2.1; null without brands. `chosen`: the guest named it, so the cookie must store it. */
export function brandOfVisit(brands: StoredBrand[], visit: Visit): Visited | null {
  const host = visit.host?.split(':')[0]?.toLowerCase()
  const byHost = brands.find((brand) => host !== undefined && brand.dominios.includes(host))
  if (byHost) return { id: byHost.id, chosen: false }
  const named = (name?: string) =>
    brands.find((brand) => name !== undefined && (brand.slug === name || String(brand.id) === name))
  const chosen = named(visit.marca) ?? named(visit.loginMarca)
  if (chosen) return { id: chosen.id, chosen: true }
  const found = named(visit.cookie) ?? brands.find(({ por_defecto }) => por_defecto)
  return found ? { id: found.id, chosen: false, ...(visit.marca && { unknown: true }) } : null
}

/** Colours need no check: the theme makes them readable. @throws NO_ENCONTRADO for another brand, IMAGEN_INVALIDA */
export async function saveBrand(
  db: Db,
  storage: Storage,
  identity: Identity,
  id: number,
  form: BrandForm,
  logo: Buffer | null,
): Promise<StoredBrand> {
  if (identity.id_cliente !== id) throw fail('NO_ENCONTRADO')
  const changes = { ...form, logo: logo ? `/api/storage/${await storePicture(storage, logo)}` : undefined }
  const campos = Object.entries(changes).flatMap(([campo, value]) => (value === undefined ? [] : [campo]))
  if (campos.length > 0)
    await db.transaction(async (tx) => {
      await tx
        .update(clientes)
        .set({ ...changes, version: sql`${clientes.version} + 1` })
        .where(eq(clientes.id, id))
      await audit(tx, 'gestion', { objeto: `cliente:${id}`, detalle: { campos } })
    })
  return findBrand(db, id)
}
