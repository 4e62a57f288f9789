import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { usuarios } from '../features/accounts/accounts.tables.ts'
import { hashPassword } from '../features/accounts/passwords.ts'
import { audit } from '../features/audit/audit.ts'
import { botones, clientes } from '../features/brands/brands.tables.ts'
import { categorias, cursos } from '../features/catalogue/catalogue.tables.ts'
import { enrol } from '../features/learning/learning.ts'
import type { Db } from '../platform/db/database.ts'
import { query } from '../platform/db/query.ts'
import { OWN_PHOTOS } from '../platform/files/pictures.ts'
import type { Storage } from '../platform/files/storage.ts'
import { type Academy, type BrandContent, readAcademy } from './academy.ts'
import type { Addresses } from './assets.ts'
import { writeAwards } from './awards.ts'
import { watchContent } from './changes.ts'
import { todayInLima } from './dates.ts'
import type { Person } from './people.ts'
import { writePrompts } from './prompts.ts'
import { type Ids, idOf, overwrite } from './rows.ts'
import { storedLanding, writePages } from './storefront.ts'
import { writeCourse } from './write-course.ts'
import { writeForums } from './write-forums.ts'

const LOAD_LOCK = 727_100_002

/** What a load wrote. */
export type Loaded = { marcas: number; cursos: number; personas: number }

type LoadOptions = {
  /** Password of the people that it creates; without it they set theirs through the recovery. */
  password?: string
  /** Whether students may come from the files. */
  demo?: boolean
  /** Who loads, as the machine knows them: for the audit trail. */
  operator?: string
}

const LOCK_RETRY_MS = 100

async function tryLock(tx: Db): Promise<boolean> {
  const [row] = await query<{ held: boolean }>(tx, sql`SELECT pg_try_advisory_xact_lock(${LOAD_LOCK}) AS held`)
  return row?.held ?? false
}

/** Runs `work` in one transaction, one load at a time; the others wait. */
export async function underLoadLock<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    // The limits of a request do not fit a load, which waits for others and encodes pictures.
    await tx.execute(sql`SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`)
    // Asked again and again: one query that waits would meet the pool's timeout.
    while (!(await tryLock(tx))) await sleep(LOCK_RETRY_MS)
    return work(tx)
  })
}

async function writeBrand(tx: Db, brand: BrandContent, addresses: Addresses): Promise<void> {
  const { categorias: _, botones: settings, cursos: __, paginas: pages, ...rest } = brand
  const row = {
    ...rest,
    logo: addresses.picture(brand.logo),
    isotipo: addresses.picture(brand.isotipo),
    portada: storedLanding(brand.portada, addresses),
    estado: 1,
  }
  await tx
    .insert(clientes)
    .values(row)
    .onConflictDoUpdate({ target: clientes.id, set: overwrite([row]) })
  const buttons = {
    id_cliente: brand.id,
    banner_uno: addresses.picture(settings.banner_uno),
    link_banner_uno: settings.link_banner_uno ?? null,
    banner_dos: addresses.picture(settings.banner_dos),
    link_banner_dos: settings.link_banner_dos ?? null,
    boton_1: settings.boton_1 ?? null,
    link_boton_1: settings.link_boton_1 ?? null,
    boton_2: settings.boton_2 ?? null,
    link_boton_2: settings.link_boton_2 ?? null,
    boton_3: settings.boton_3 ?? null,
    link_boton_3: settings.link_boton_3 ?? null,
  }
  await tx
    .insert(botones)
    .values(buttons)
    .onConflictDoUpdate({ target: botones.id_cliente, set: overwrite([buttons]) })
  await writePages(tx, brand.id, pages)
}

async function writeCategories(tx: Db, id_cliente: number, names: string[]): Promise<Ids> {
  const rows = names.map((nombre, at) => ({ id_cliente, nombre, orden: at + 1, estado: 1 }))
  const written = await tx
    .insert(categorias)
    .values(rows)
    .onConflictDoUpdate({ target: [categorias.id_cliente, categorias.nombre], set: overwrite(rows) })
    .returning({ id: categorias.id, nombre: categorias.nombre })
  await tx
    .update(categorias)
    .set({ estado: 0 })
    .where(and(eq(categorias.id_cliente, id_cliente), notInArray(categorias.nombre, names)))
  return new Map(written.map(({ id, nombre }) => [nombre, id]))
}

function personRow(person: Person, id_cliente: number, password_hash: string, addresses: Addresses) {
  return {
    id_cliente,
    tipo_cliente: person.tipo_cliente,
    nombres: person.nombres,
    apellidos: person.apellidos,
    correo: person.correo,
    password_hash,
    numero_documento: person.numero_documento ?? null,
    profesion: person.profesion ?? null,
    telefono: person.telefono ?? null,
    direccion: person.direccion ?? null,
    ciudad: person.ciudad ?? null,
    pais: person.pais,
    fecha_nacimiento: person.fecha_nacimiento ?? null,
    foto_perfil: addresses.picture(person.foto),
    biography: person.biografia ?? null,
    estado: 1,
  }
}

async function peopleIds(tx: Db, rows: { correo: string }[]): Promise<Ids> {
  const mail = sql<string>`lower(${usuarios.correo})`
  const mails = rows.map(({ correo }) => correo)
  const found = await tx.select({ id: usuarios.id, correo: mail }).from(usuarios).where(inArray(mail, mails))
  return new Map(found.map(({ id, correo }) => [correo, id]))
}

/**
 * Staff are what the files say, except their password and a photo that they put in themselves; students, once created, are their own. Staff of the loaded
 * brands that the files no longer name can no longer sign in.
 */
async function writePeople(tx: Db, academy: Academy, addresses: Addresses, password?: string): Promise<Ids> {
  if (academy.people.length === 0) return new Map()
  // Without a password to give, one that nobody knows.
  const hash = await hashPassword(password ?? randomUUID() + randomUUID())
  const brandIds = new Map(academy.brands.map(({ slug, id }) => [slug, id]))
  const rows = academy.people.map((person) => personRow(person, idOf(brandIds, person.marca), hash, addresses))
  const ids = await peopleIds(tx, rows)
  const fresh = rows.filter(({ correo }) => !ids.has(correo))
  const staff = rows.filter(({ correo, tipo_cliente }) => ids.has(correo) && tipo_cliente !== 'Alumno')
  if (fresh.length > 0) await tx.insert(usuarios).values(fresh)
  if (staff.length > 0) {
    const known = staff.map((row) => ({ ...row, id: idOf(ids, row.correo) }))
    const { password_hash: _, ...written } = overwrite(known)
    const foto_perfil = sql`CASE WHEN starts_with(${usuarios.foto_perfil}, ${OWN_PHOTOS}) THEN ${usuarios.foto_perfil}
      ELSE excluded.foto_perfil END`
    const set = { ...written, foto_perfil }
    await tx.insert(usuarios).overridingSystemValue().values(known).onConflictDoUpdate({ target: usuarios.id, set })
  }
  const all = await peopleIds(tx, rows)
  const ofBrands = and(
    inArray(usuarios.id_cliente, [...brandIds.values()]),
    inArray(usuarios.tipo_cliente, ['Docente', 'Administrador']),
  )
  await tx
    .update(usuarios)
    .set({ estado: 0 })
    .where(and(ofBrands, notInArray(usuarios.id, [...all.values()])))
  return all
}

async function writeEnrollments(tx: Db, people: Person[], personIds: Ids, courseIds: Ids): Promise<void> {
  const rows = people.flatMap((person) =>
    person.matriculas.map(({ curso, vence }) => ({
      id_usuario: idOf(personIds, person.correo),
      id_curso: idOf(courseIds, `${person.marca}/${curso}`),
      fecha_vencimiento: vence,
    })),
  )
  // The demo's people are invented: nobody is to be written to.
  await enrol(tx, rows, { silent: true })
}

/** A line of the trail for each brand that was loaded, also when nothing of it changed. */
async function auditLoad(
  tx: Db,
  { brands }: Academy,
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

/** Writes a checked academy inside the caller's transaction, and what that changed to the audit trail. */
export async function writeAcademy(
  tx: Db,
  storage: Storage,
  academy: Academy,
  { password, operator }: Omit<LoadOptions, 'demo'> = {},
): Promise<Loaded> {
  const addresses = await academy.assets.store(storage)
  const changed = await watchContent(
    tx,
    academy.brands.map(({ id }) => id),
  )
  const courseIds: Ids = new Map()
  for (const brand of academy.brands) await writeBrand(tx, brand, addresses)
  const personIds = await writePeople(tx, academy, addresses, password)
  for (const brand of academy.brands) {
    const categories = await writeCategories(tx, brand.id, brand.categorias)
    // A course at a time: each is a fixed number of statements, whatever it holds.
    for (const course of brand.cursos) {
      const id = await writeCourse(tx, course, { id_cliente: brand.id, categories, teachers: personIds, addresses })
      courseIds.set(`${brand.slug}/${course.clave}`, id)
    }
    const claves = brand.cursos.map(({ clave }) => clave)
    await tx
      .update(cursos)
      .set({ estado: 0 })
      .where(and(eq(cursos.id_cliente, brand.id), notInArray(cursos.clave, claves)))
  }
  await writeEnrollments(tx, academy.people, personIds, courseIds)
  await writeAwards(tx, academy, addresses)
  await writePrompts(tx, academy)
  await writeForums(tx, academy, { personIds, courseIds, addresses })
  await auditLoad(tx, academy, changed, operator)
  return { marcas: academy.brands.length, cursos: courseIds.size, personas: academy.people.length }
}

/**
 * Loads an academy's folder (docs/content-format.md): checks everything first, then writes all of it or nothing.
 * Things are known by their names in the folder, so loading again updates them and keeps students' work.
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
