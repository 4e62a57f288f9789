import type { BannerSettings, Brand, BrandForm } from '@campus/contract/brands'
import { DEFAULT_BRAND, NO_ACADEMY_TEXT } from '@campus/contract/rules'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { storePicture } from '../../platform/files/pictures.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { botones, clientes } from './brands.tables.ts'

/** Where a brand's public pages live on the web. */
export type BrandAddress = Pick<Brand, 'url_base' | 'canonica_con_marca'>

/** A brand as its row says; {@link publicBrand} adds where its pages live. */
export type StoredBrand = Omit<Brand, keyof BrandAddress> & { dominios: string[] }

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
  dominios: clientes.dominios,
}

/** The active brands, in order of id. */
export async function listBrands(db: Db): Promise<StoredBrand[]> {
  return db.select(columns).from(clientes).where(eq(clientes.estado, 1)).orderBy(asc(clientes.id))
}

/** One active brand. @throws NO_ENCONTRADO */
export async function findBrand(db: Db, id: number): Promise<StoredBrand> {
  const found = (await listBrands(db)).find((brand) => brand.id === id)
  if (!found) throw fail('NO_ENCONTRADO')
  return found
}

/**
 * An active brand for what a guest writes.
 * @throws NO_DISPONIBLE in a campus without an academy, where a visit belongs to a brand that does not exist
 */
export async function requireBrand(db: Db, id: number): Promise<StoredBrand> {
  const found = (await listBrands(db)).find((brand) => brand.id === id)
  if (!found) throw fail('NO_DISPONIBLE', { message: NO_ACADEMY_TEXT, retryAfter: 60 })
  return found
}

/**
 * The one rule of a brand's public addresses, said by the canonical links, the site map and what is shared: a brand
 * with host names has its pages there (under the public address itself when that is one of them, else the first);
 * one without is shown under the public address, and, unless it is the brand of a visit that names none, only with
 * `?marca=<slug>` (contract section 3). A brand's host speaks the public address's protocol.
 */
export function addressOfBrand(
  { id, dominios }: Pick<StoredBrand, 'id' | 'dominios'>,
  publicUrl: string,
): BrandAddress {
  const { protocol, hostname } = new URL(publicUrl)
  const [first] = dominios
  if (first === undefined) return { url_base: publicUrl, canonica_con_marca: id !== DEFAULT_BRAND }
  return { url_base: dominios.includes(hostname) ? publicUrl : `${protocol}//${first}`, canonica_con_marca: false }
}

/** The absolute address of a public page of a brand: the page's canonical one. `path` begins with `/`. */
export function canonicalOf(
  { url_base, canonica_con_marca, slug }: BrandAddress & { slug: string },
  path: string,
): string {
  return `${url_base}${path}${canonica_con_marca ? `?marca=${slug}` : ''}`
}

const WEB_ADDRESS = /^https?:\/\//i

/** A brand as everyone may see it, with the address of its pages; a network that is no address of the web leads nowhere. */
export function publicBrand(brand: StoredBrand, publicUrl: string): Brand {
  const redes = Object.fromEntries(Object.entries(brand.redes).filter(([, to]) => WEB_ADDRESS.test(to)))
  return { ...brand, redes, ...addressOfBrand(brand, publicUrl) }
}

/** Settings of a brand that has none. */
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

/** Banner settings of a brand; all empty when it has none. @throws NO_ENCONTRADO for no brand */
export async function findBannerSettings(db: Db, id: number): Promise<BannerSettings> {
  await findBrand(db, id)
  const [row] = await db.select().from(botones).where(eq(botones.id_cliente, id))
  if (!row) return NO_SETTINGS
  const { id_cliente: _, ...settings } = row
  return settings
}

/** What says which brand a visit belongs to. */
export type Visit = { host?: string; marca?: string; loginMarca?: string; cookie?: string }

/**
 * The brand of a visit, in the order of contract section 3: host name, `?marca=` or `/login/{marca}` (id or slug),
 * the cookie, else 2. `chosen` tells that the visitor named it, so that it is remembered.
 */
export function brandOfVisit(brands: StoredBrand[], visit: Visit): { id: number; chosen: boolean } {
  const host = visit.host?.split(':')[0]?.toLowerCase()
  const byHost = brands.find((brand) => host !== undefined && brand.dominios.includes(host))
  if (byHost) return { id: byHost.id, chosen: false }
  const named = (name?: string) =>
    brands.find((brand) => name !== undefined && (brand.slug === name || String(brand.id) === name))
  const asked = named(visit.marca) ?? named(visit.loginMarca)
  if (asked) return { id: asked.id, chosen: true }
  return { id: named(visit.cookie)?.id ?? DEFAULT_BRAND, chosen: false }
}

/**
 * Changes the own brand: its texts, colours and logo. Colours are only wishes: the theme makes them readable.
 * @throws NO_ENCONTRADO for another brand (contract section 2), IMAGEN_INVALIDA
 */
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
      await tx.update(clientes).set(changes).where(eq(clientes.id, id))
      await audit(tx, 'gestion', { objeto: `cliente:${id}`, detalle: { campos } })
    })
  return findBrand(db, id)
}
