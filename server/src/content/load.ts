import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { addBrands } from '../features/brands/brands.ts'
import { categorias } from '../features/catalogue/catalogue.tables.ts'
import { enrol } from '../features/learning/learning.ts'
import { audit } from '../kit/audit/audit.ts'
import { writeTexts } from '../kit/documents/content-import.ts'
import { type Db, tryLock } from '../platform/db/database.ts'
import type { Storage } from '../platform/files/storage.ts'
import { type Academy, readAcademy } from './academy.ts'
import type { Addresses } from './assets.ts'
import { prizesText, writeActivity } from './awards.ts'
import { writeComments } from './comments.ts'
import { writeBrandCourses } from './courses.ts'
import { todayInLima } from './dates.ts'
import { KINDS } from './document-kinds.ts'
import { type Existing, leaveExisting, type NewAcademy, type NewBrand } from './existing.ts'
import type { Person } from './people.ts'
import { topicTexts } from './prompts.ts'
import { type Ids, idOf } from './rows.ts'
import { siteTexts } from './storefront.ts'
import { writeForums } from './write-forums.ts'
import { writePeople } from './write-people.ts'

/** How many were added, and what was left alone. */
export type Loaded = {
  marcas: number
  cursos: number
  personas: number
  existentes: Existing
}

type LoadOptions = {
  /** Initial password; without it users set theirs through password recovery. */
  password?: string
  /** Only demo academies may contain students. */
  demo?: boolean
  /** System user, for the audit log. */
  operator?: string
}

const LOCK_RETRY_MS = 100

/** One load at a time. */
export async function underLoadLock<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    // Request timeouts are too short for a load.
    await tx.execute(sql`SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`)
    // Polling, because one waiting query would exceed the query timeout of the pool.
    while (!(await tryLock(tx, 'carga'))) await sleep(LOCK_RETRY_MS)
    return work(tx)
  })
}

function brandRow(brand: NewBrand, addresses: Addresses) {
  const {
    categorias: _,
    botones: __,
    cursos: ___,
    paginas: ____,
    portada: _____,
    wrong: ______,
    nueva: _______,
    ...row
  } = brand
  const { firma, oferta, logo, isotipo, ...rest } = row
  return {
    ...rest,
    ...(oferta && { oferta, oferta_elegida: true }),
    logo: addresses.picture(logo),
    isotipo: addresses.picture(isotipo),
    firma_nombre: firma?.nombre ?? null,
    firma_cargo: firma?.cargo ?? null,
    firma_imagen: addresses.picture(firma?.imagen),
  }
}

/** Adds those that a brand does not have, after the others; all of its ids by name. */
export async function addCategories(tx: Db, id_cliente: number, names: string[]): Promise<Ids> {
  await tx.execute(sql`INSERT INTO categorias (id_cliente, nombre, orden)
    SELECT ${id_cliente}::bigint, x.nombre, x.n + (SELECT coalesce(max(orden), 0) FROM categorias WHERE id_cliente = ${id_cliente})
    FROM unnest(${sql.param(names)}::text[]) WITH ORDINALITY x(nombre, n) ORDER BY x.n
    ON CONFLICT (id_cliente, nombre) DO NOTHING`)
  const all = await tx
    .select({ id: categorias.id, nombre: categorias.nombre })
    .from(categorias)
    .where(eq(categorias.id_cliente, id_cliente))
  return new Map(all.map(({ id, nombre }) => [nombre, id]))
}

async function writeEnrollments(tx: Db, people: Person[], personIds: Ids, places: Ids): Promise<void> {
  const rows = people.flatMap((person) =>
    person.matriculas.map(({ curso, vence }) => ({
      id_usuario: idOf(personIds, person.correo),
      id_curso: idOf(places, `${person.marca}/${curso}`),
      fecha_vencimiento: vence,
    })),
  )
  // Demo users must not receive mail.
  await enrol(tx, rows, { silent: true })
}

/** One audit entry per brand, also without anything new. */
async function auditLoad(tx: Db, { brands, people }: NewAcademy, operator?: string): Promise<void> {
  const acts = brands.map(({ id, slug, nueva, cursos }) => ({
    id_cliente: id,
    objeto: `cliente:${id}`,
    detalle: {
      nueva,
      cursos: cursos.length,
      personas: people.filter(({ marca }) => marca === slug).length,
      ...(operator !== undefined && { operador: operator }),
    },
  }))
  await audit(tx, 'contenido_cargado', ...acts)
}

type Writing = { academy: NewAcademy; addresses: Addresses; teachers: Ids }

/** All that is new of a brand but its people and forums; ids of what its courses have, by path. */
async function writeBrand(
  tx: Db,
  brand: NewBrand,
  { academy, addresses, teachers }: Writing,
): Promise<[string, number][]> {
  const { id, slug, nueva, cursos } = brand
  const categories = await addCategories(tx, id, nueva ? brand.categorias : cursos.map(({ categoria }) => categoria))
  const ids = await writeBrandCourses(tx, id, cursos, { categories, teachers, addresses })
  if (nueva) {
    const ofBrand = <Row extends { slug: string }>(rows: Row[]) => rows.find((one) => one.slug === slug)
    const topics = await topicTexts(tx, id, ofBrand(academy.prompts)?.temas ?? [])
    const site = [...siteTexts(brand, addresses), prizesText(ofBrand(academy.awards), addresses), ...topics]
    await writeTexts(tx, KINDS, site, id)
  }
  return [...ids].map(([path, row]) => [`${slug}/${path}`, row])
}

/** Writes and audits what the database does not have of a validated academy, in the caller's transaction. */
export async function writeAcademy(
  tx: Db,
  storage: Storage,
  read: Academy,
  { password, operator }: Omit<LoadOptions, 'demo'> = {},
): Promise<Loaded> {
  const { academy, existing, people, courses } = await leaveExisting(tx, read)
  const addresses = await academy.assets.store(storage)
  const fresh = academy.brands.filter(({ nueva }) => nueva)
  await addBrands(
    tx,
    fresh.map((brand) => brandRow(brand, addresses)),
  )
  const personIds: Ids = new Map([...people, ...(await writePeople(tx, academy, addresses, password))])
  const places: Ids = new Map(courses)
  for (const brand of academy.brands)
    for (const [path, id] of await writeBrand(tx, brand, { academy, addresses, teachers: personIds }))
      places.set(path, id)
  await writeEnrollments(tx, academy.people, personIds, places)
  await writeActivity(
    tx,
    academy.awards.filter(({ slug }) => fresh.some((brand) => brand.slug === slug)),
  )
  await writeForums(tx, academy, { personIds, places, addresses })
  await writeComments(tx, academy.comments, personIds, places)
  await auditLoad(tx, academy, operator)
  const cursos = academy.brands.reduce((sum, brand) => sum + brand.cursos.length, 0)
  return { marcas: fresh.length, cursos, personas: academy.people.length, existentes: existing }
}

/**
 * Validates an academy (docs/content-format.md) and adds what the database does not have of it, all or nothing.
 * @throws ContentError with every mistake: file, line and reason
 */
export async function loadAcademy(
  deps: { db: Db; storage: Storage },
  folder: string,
  options: LoadOptions = {},
): Promise<Loaded> {
  const academy = await readAcademy(folder, { today: todayInLima(), demo: options.demo })
  return underLoadLock(deps.db, (tx) => writeAcademy(tx, deps.storage, academy, options))
}
