import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { writeSettings } from '../features/brands/settings.ts'
import { categorias } from '../features/catalogue/catalogue.tables.ts'
import { enrol } from '../features/learning/learning.ts'
import { audit } from '../kit/audit/audit.ts'
import { publishedHere, writeTexts } from '../kit/documents/files.ts'
import { type Db, tryLock } from '../platform/db/database.ts'
import type { Storage } from '../platform/files/storage.ts'
import { type Academy, type ClaimedAcademy, type ClaimedBrand, readAcademy } from './academy.ts'
import type { Addresses } from './assets.ts'
import { prizesText, writeActivity } from './awards.ts'
import { watchContent } from './changes.ts'
import { claimBrands } from './claims.ts'
import { writeComments } from './comments.ts'
import { writeBrandCourses } from './courses.ts'
import { todayInLima } from './dates.ts'
import { KINDS } from './document-kinds.ts'
import type { Person } from './people.ts'
import { topicTexts } from './prompts.ts'
import { type Ids, idOf, overwrite } from './rows.ts'
import { siteTexts } from './storefront.ts'
import { writeForums } from './write-forums.ts'
import { writePeople } from './write-people.ts'

export type Loaded = {
  marcas: number
  cursos: number
  personas: number
  /** What was last published or changed in the program, which the files left as it is. */
  omitidos: string[]
}

type LoadOptions = {
  /** Initial password; without it users set theirs through password recovery. */
  password?: string
  /** Only demo academies may contain students. */
  demo?: boolean
  /** Writes over what was last published or changed in the program. */
  replace?: boolean
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

/** Whether they were written. */
async function writeBrandSettings(
  tx: Db,
  brand: ClaimedBrand,
  addresses: Addresses,
  replace: boolean,
): Promise<boolean> {
  const {
    categorias: _,
    botones: __,
    cursos: ___,
    paginas: ____,
    portada: _____,
    wrong: ______,
    firma,
    oferta,
    ...rest
  } = brand
  const settings = {
    ...rest,
    ...(oferta && { oferta, oferta_elegida: true }),
    logo: addresses.picture(brand.logo),
    isotipo: addresses.picture(brand.isotipo),
    firma_nombre: firma?.nombre ?? null,
    firma_cargo: firma?.cargo ?? null,
    firma_imagen: addresses.picture(firma?.imagen),
    estado: 1,
  }
  return writeSettings(tx, settings, replace)
}

/** Those that were made or changed in the program stay as they are. */
export async function writeCategories(tx: Db, id_cliente: number, names: string[], replace: boolean): Promise<Ids> {
  const rows = names.map((nombre, at) => ({ id_cliente, nombre, orden: at + 1, estado: 1 }))
  const untouched = replace ? undefined : eq(categorias.version, 1)
  await tx
    .insert(categorias)
    .values(rows)
    .onConflictDoUpdate({
      target: [categorias.id_cliente, categorias.nombre],
      set: overwrite(rows),
      setWhere: untouched,
    })
  const others = and(eq(categorias.id_cliente, id_cliente), notInArray(categorias.nombre, names))
  await tx
    .update(categorias)
    .set({ estado: 0 })
    .where(and(others, isNull(categorias.envio), untouched))
  const all = await tx
    .select({ id: categorias.id, nombre: categorias.nombre })
    .from(categorias)
    .where(eq(categorias.id_cliente, id_cliente))
  return new Map(all.map(({ id, nombre }) => [nombre, id]))
}

async function writeEnrollments(tx: Db, people: Person[], personIds: Ids, courseIds: Ids): Promise<void> {
  const rows = people.flatMap((person) =>
    person.matriculas.map(({ curso, vence }) => ({
      id_usuario: idOf(personIds, person.correo),
      id_curso: idOf(courseIds, `${person.marca}/${curso}`),
      fecha_vencimiento: vence,
    })),
  )
  // Demo users must not receive mail.
  await enrol(tx, rows, { silent: true })
}

/** One audit entry per brand, also without changes. */
async function auditLoad(
  tx: Db,
  { brands }: ClaimedAcademy,
  changed: Awaited<ReturnType<typeof watchContent>>,
  operator?: string,
) {
  const changes = await changed()
  const acts = brands.map(({ id }) => ({
    id_cliente: id,
    objeto: `cliente:${id}`,
    detalle: { ...changes.get(id), ...(operator !== undefined && { operador: operator }) },
  }))
  await audit(tx, 'contenido_cargado', ...acts)
}

type Writing = { academy: ClaimedAcademy; addresses: Addresses; teachers: Ids; here: Set<string>; replace: boolean }

/** All of a brand but its people; names what was left alone because it is the program's. */
async function writeBrand(tx: Db, brand: ClaimedBrand, { academy, addresses, teachers, here, replace }: Writing) {
  const { id, slug } = brand
  const categories = await writeCategories(tx, id, brand.categorias, replace)
  const { documents, records, ids } = await writeBrandCourses(tx, brand, {
    categories,
    teachers,
    addresses,
    here,
    replace,
  })
  const ofBrand = <Given extends { slug: string }>(given: Given[]) => given.find((one) => one.slug === slug)
  const site = [
    ...siteTexts(brand, addresses),
    await prizesText(tx, id, ofBrand(academy.awards), addresses),
    ...(await topicTexts(tx, id, ofBrand(academy.prompts)?.temas ?? [], { here, replace })),
  ]
  const left = [...documents, ...(await writeTexts(tx, KINDS, site, { brand: id, here, replace }))]
  const omitidos = [
    ...left.map(({ objeto, nombre }) => `${objeto} «${nombre}»`),
    ...records.map((course) => `precio, docentes y estado de curso:${course}`),
  ]
  return { omitidos, courses: brand.cursos.map(({ clave }) => [`${slug}/${clave}`, idOf(ids, clave)] as const) }
}

/** Writes and audits a validated academy in the caller's transaction. */
export async function writeAcademy(
  tx: Db,
  storage: Storage,
  read: Academy,
  { password, operator, replace = false }: Omit<LoadOptions, 'demo'> = {},
): Promise<Loaded> {
  const academy = await claimBrands(tx, read)
  const addresses = await academy.assets.store(storage)
  // Before any row is written: a publication holds the same lock while it waits for rows.
  const here = new Map<number, Set<string>>()
  for (const { id } of academy.brands) here.set(id, await publishedHere(tx, id))
  const changed = await watchContent(
    tx,
    academy.brands.map(({ id }) => id),
  )
  const omitidos: string[] = []
  for (const brand of academy.brands)
    if (!(await writeBrandSettings(tx, brand, addresses, replace))) omitidos.push(`ajustes de la marca ${brand.slug}`)
  const personIds = await writePeople(tx, academy, addresses, password)
  const courseIds: Ids = new Map()
  for (const brand of academy.brands) {
    const left = here.get(brand.id) ?? new Set()
    const written = await writeBrand(tx, brand, { academy, addresses, teachers: personIds, here: left, replace })
    omitidos.push(...written.omitidos)
    for (const [path, id] of written.courses) courseIds.set(path, id)
  }
  await writeEnrollments(tx, academy.people, personIds, courseIds)
  await writeActivity(tx, academy.awards)
  await writeForums(tx, academy, { personIds, courseIds, addresses })
  await writeComments(tx, academy.comments, { personIds, courseIds })
  await auditLoad(tx, academy, changed, operator)
  const cursos = academy.brands.reduce((sum, brand) => sum + brand.cursos.length, 0)
  return { marcas: academy.brands.length, cursos, personas: academy.people.length, omitidos }
}

/**
 * Validates and loads an academy (docs/content-format.md), all or nothing. Rows are matched by folder and file names, so a
 * reload updates them and keeps the students' work.
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
