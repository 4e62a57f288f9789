import { eq, or, sql } from 'drizzle-orm'
import { roles_personal, usuarios } from '../features/accounts/accounts.tables.ts'
import { clientes } from '../features/brands/brands.tables.ts'
import { drawBrandId, lockBrands } from '../features/brands/brands.ts'
import { cursos } from '../features/catalogue/catalogue.tables.ts'
import { type Db, isAnyOf } from '../platform/db/database.ts'
import type { Academy, BrandContent } from './academy.ts'
import type { Person } from './people.ts'
import { type Ids, idOf } from './rows.ts'

/** A brand with its id; `nueva` where the load makes it, otherwise only its courses are new. */
export type NewBrand = BrandContent & { id: number; nueva: boolean }

/** What is not in the database yet. */
export type NewAcademy = Omit<Academy, 'brands'> & { brands: NewBrand[] }

/** Names of what was there before and stays as it is: slugs, `marca/curso`, mails. */
export type Existing = { marcas: string[]; cursos: string[]; personas: string[] }

type KnownBrand = { id: number; slug: string; dominios: string[] }

function checkBrand({ id, dominios, wrong }: BrandContent, known: KnownBrand[]): void {
  const owner = known.find((brand) => brand.id === id)
  if (owner) wrong(['id'], `el id ${id} es de «${owner.slug}»; quita la línea id y se elige uno libre`)
  for (const [at, host] of dominios.entries()) {
    const other = known.find((brand) => brand.dominios.includes(host))
    if (other) wrong(['dominios', at], `el dominio ${host} es de «${other.slug}»`)
  }
}

/** Ids of all brands by slug; new ones get that of their file, or a drawn one. */
async function brandIds(tx: Db, brands: BrandContent[]): Promise<{ ids: Ids; known: Set<string> }> {
  await lockBrands(tx)
  const rows = await tx.select({ id: clientes.id, slug: clientes.slug, dominios: clientes.dominios }).from(clientes)
  const ids: Ids = new Map(rows.map(({ id, slug }) => [slug, id]))
  const known = new Set(ids.keys())
  const fresh = brands.filter(({ slug }) => !known.has(slug))
  for (const brand of fresh) checkBrand(brand, rows)
  for (const { slug, id } of fresh) if (id !== undefined) ids.set(slug, id)
  for (const { slug } of fresh) if (!ids.has(slug)) ids.set(slug, drawBrandId([...ids.values()]))
  return { ids, known }
}

type KnownPerson = { id: number; correo: string; dni: string | null; marca: string; docente: boolean }

async function knownPeople(tx: Db, people: Person[]): Promise<KnownPerson[]> {
  const mail = sql<string>`lower(${usuarios.correo})`
  const mails = people.map(({ correo }) => correo)
  const documents = people.flatMap(({ numero_documento }) => numero_documento ?? [])
  return tx
    .select({
      id: usuarios.id,
      correo: mail,
      dni: usuarios.numero_documento,
      marca: clientes.slug,
      docente: sql<boolean>`EXISTS (SELECT 1 FROM ${roles_personal} r WHERE r.id_usuario = ${usuarios.id} AND r.rol = 'docente')`,
    })
    .from(usuarios)
    .innerJoin(clientes, eq(clientes.id, usuarios.id_cliente))
    .where(or(isAnyOf(mail, mails), isAnyOf(usuarios.numero_documento, documents)))
}

/** `teaches`: whether a new course names the person. */
function checkPerson(person: Person, known: KnownPerson[], teaches: boolean): void {
  const { correo, numero_documento, marca, wrong } = person
  const own = known.find((row) => row.correo === correo)
  if (own && own.marca !== marca) wrong('correo', `${correo} es de una persona de «${own.marca}»`)
  else if (own && teaches && !own.docente)
    wrong('correo', `${correo} ya tiene una cuenta que no es de docente: dale ese rol en Equipo`)
  const owner = known.find((row) => numero_documento && row.dni === numero_documento && row.marca === marca)
  if (!own && owner) wrong('numero_documento', `el DNI ${numero_documento} es de ${owner.correo}`)
}

/** Ids by `marca/curso` of the courses that the database has, under their folder's name or their title. */
async function knownCourses(tx: Db, brands: BrandContent[]): Promise<Ids> {
  const slugs = brands.map(({ slug }) => slug)
  const rows = await tx
    .select({ id: cursos.id, slug: clientes.slug, clave: cursos.clave, nombre: cursos.nombre })
    .from(cursos)
    .innerJoin(clientes, eq(clientes.id, cursos.id_cliente))
    .where(isAnyOf(clientes.slug, slugs))
  const names: Ids = new Map(rows.map(({ id, slug, nombre }) => [`${slug}/${nombre}`, id]))
  const keys: Ids = new Map(rows.map(({ id, slug, clave }) => [`${slug}/${clave}`, id]))
  return new Map(
    brands.flatMap(({ slug, cursos: all }) =>
      all.flatMap(({ clave, nombre }): [string, number][] => {
        const id = keys.get(`${slug}/${clave}`) ?? names.get(`${slug}/${nombre}`)
        return id === undefined ? [] : [[`${slug}/${clave}`, id]]
      }),
    ),
  )
}

/**
 * Takes out of an academy's files what the database has: brands, courses and people, each whole. Takes no other brand's id, domain
 * or person. @throws ContentError
 */
export async function leaveExisting(tx: Db, academy: Academy) {
  const { ids, known } = await brandIds(tx, academy.brands)
  const courses = await knownCourses(tx, academy.brands)
  const brands = academy.brands.map((brand): NewBrand => {
    const { slug } = brand
    const added = brand.cursos.filter(({ clave }) => !courses.has(`${slug}/${clave}`))
    return { ...brand, id: idOf(ids, slug), nueva: !known.has(slug), cursos: added }
  })
  const there = academy.people.length > 0 ? await knownPeople(tx, academy.people) : []
  const teachers = new Set(brands.flatMap((brand) => brand.cursos.flatMap(({ docentes }) => docentes)))
  for (const person of academy.people) checkPerson(person, there, teachers.has(person.correo))
  academy.check()
  const people: Ids = new Map(there.map(({ id, correo }) => [correo, id]))
  const isKnown = ({ correo }: Person) => people.has(correo)
  const existing: Existing = {
    marcas: brands.flatMap(({ slug, nueva }) => (nueva ? [] : [slug])),
    cursos: [...courses.keys()],
    personas: academy.people.filter(isKnown).map(({ correo }) => correo),
  }
  return {
    academy: { ...academy, brands, people: academy.people.filter((person) => !isKnown(person)) },
    existing,
    people,
    courses,
  }
}
