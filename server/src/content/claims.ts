import { and, arrayOverlaps, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { usuarios } from '../features/accounts/accounts.tables.ts'
import { clientes } from '../features/brands/brands.tables.ts'
import { drawBrandId, lockBrands } from '../features/brands/brands.ts'
import type { Db } from '../platform/db/database.ts'
import type { Academy, BrandContent, ClaimedAcademy } from './academy.ts'
import type { Person } from './people.ts'
import { type Ids, idOf } from './rows.ts'

type Known = { id: number; slug: string }

/** An id of the file that is not this brand's. */
function checkId(brand: BrandContent, known: Known[]): void {
  const own = known.find(({ slug }) => slug === brand.slug)
  if (brand.id === undefined || brand.id === own?.id) return
  const other = known.find(({ id }) => id === brand.id)
  if (own) brand.wrong(['id'], `aquí «${brand.slug}» tiene el id ${own.id}; quita la línea id`)
  else if (other) brand.wrong(['id'], `el id ${brand.id} es de «${other.slug}»; quita la línea id y se elige uno libre`)
}

async function checkDomains(tx: Db, brands: BrandContent[]): Promise<void> {
  const hosts = brands.flatMap(({ dominios }) => dominios)
  if (hosts.length === 0) return
  const slugs = brands.map(({ slug }) => slug)
  const others = await tx
    .select({ slug: clientes.slug, dominios: clientes.dominios })
    .from(clientes)
    .where(and(notInArray(clientes.slug, slugs), arrayOverlaps(clientes.dominios, hosts)))
  for (const brand of brands)
    for (const [at, host] of brand.dominios.entries()) {
      const other = others.find(({ dominios }) => dominios.includes(host))
      if (other) brand.wrong(['dominios', at], `el dominio ${host} es de «${other.slug}»`)
    }
}

/** Mails and documents that are another's here already. */
async function checkPeople(tx: Db, people: Person[], ids: Ids): Promise<void> {
  const mail = sql<string>`lower(${usuarios.correo})`
  const columns = {
    correo: mail,
    dni: usuarios.numero_documento,
    id_cliente: usuarios.id_cliente,
    marca: clientes.slug,
  }
  const rows = () => tx.select(columns).from(usuarios).innerJoin(clientes, eq(clientes.id, usuarios.id_cliente))
  const mails = await rows().where(
    inArray(
      mail,
      people.map(({ correo }) => correo),
    ),
  )
  const documents = people.flatMap(({ numero_documento }) => numero_documento ?? [])
  const owners = documents.length > 0 ? await rows().where(inArray(usuarios.numero_documento, documents)) : []
  for (const { correo, numero_documento, marca, wrong } of people) {
    const id = ids.get(marca)
    const elsewhere = mails.find((row) => row.correo === correo && row.id_cliente !== id)
    if (elsewhere) wrong('correo', `${correo} es de una persona de «${elsewhere.marca}»`)
    const owner = owners.find((row) => row.dni === numero_documento && row.id_cliente === id && row.correo !== correo)
    if (numero_documento && owner) wrong('numero_documento', `el DNI ${numero_documento} es de ${owner.correo}`)
  }
}

/**
 * Gives each brand of the files its id: its own, that of its file, or a drawn one. Takes no other brand's id, domain or person.
 * @throws ContentError
 */
export async function claimBrands(tx: Db, academy: Academy): Promise<ClaimedAcademy> {
  await lockBrands(tx)
  const known = await tx.select({ id: clientes.id, slug: clientes.slug }).from(clientes)
  for (const brand of academy.brands) checkId(brand, known)
  await checkDomains(tx, academy.brands)
  const ids: Ids = new Map(known.map(({ id, slug }) => [slug, id]))
  for (const { slug, id } of academy.brands) if (id !== undefined && !ids.has(slug)) ids.set(slug, id)
  for (const { slug } of academy.brands) if (!ids.has(slug)) ids.set(slug, drawBrandId([...ids.values()]))
  if (academy.people.length > 0) await checkPeople(tx, academy.people, ids)
  academy.check()
  return { ...academy, brands: academy.brands.map((brand) => ({ ...brand, id: idOf(ids, brand.slug) })) }
}
