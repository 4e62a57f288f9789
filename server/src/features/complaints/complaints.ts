import { randomUUID } from 'node:crypto'
import type { Complaint, ComplaintBody, ComplaintReceipt, ComplaintRow } from '@campus/contract/complaints'
import { COMPLAINT_DAYS, COMPLAINT_WARNING_DAYS, TIME_ZONE } from '@campus/contract/rules'
import { and, eq, gt, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { countUse, refund } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { mailboxOf } from '../../platform/mail.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { audit } from '../audit/audit.ts'
import { findBrand } from '../brands/brands.ts'
import { notify } from '../notifications/notifications.ts'
import { businessDaysAfter } from './business-days.ts'
import { libros_reclamaciones, reclamos } from './complaints.tables.ts'

/** Queues: the consumer's copy, the provider's, and the answer. Each mail its own, so that one that fails repeats no other. */
export const COPY_MAIL = 'correo-reclamo-consumidor'
export const PROVIDER_MAIL = 'correo-reclamo-proveedor'
export const ANSWER_MAIL = 'correo-reclamo-respuesta'

/** A stored sheet. */
export type Sheet = typeof reclamos.$inferSelect

/** `000000001-2026` */
export const sheetNumber = ({ numero, anio }: Pick<Sheet, 'numero' | 'anio'>): string =>
  `${String(numero).padStart(9, '0')}-${anio}`

/** Address of a sheet's PDF: whoever has it may open it, and nobody can guess it. */
export const sheetAddress = ({ clave }: Pick<Sheet, 'clave'>): string => `/api/reclamos/${clave}/pdf`

const receiptOf = (sheet: Sheet): ComplaintReceipt => ({
  numero: sheetNumber(sheet),
  creado_en: sheet.creado_en,
  vence: sheet.vence,
  correo: sheet.correo,
  copia: sheet.copia,
  pdf: sheetAddress(sheet),
})

async function limaToday(db: Db): Promise<string> {
  const [row] = (await db.execute<{ hoy: string }>(sql`SELECT (now() AT TIME ZONE ${TIME_ZONE})::date::text AS hoy`))
    .rows
  if (!row) throw new Error('the database told no day')
  return row.hoy
}

/**
 * Opens the year's book of a brand and keeps it until the transaction ends: who writes another sheet waits here, so that
 * numbers have no gaps and none is given twice.
 */
async function lockBook(tx: Db, id_cliente: number, hoy: string): Promise<{ anio: number; ultimo: number }> {
  const anio = Number(hoy.slice(0, 4))
  const [book] = await tx
    .insert(libros_reclamaciones)
    .values({ id_cliente, anio, ultimo: 0 })
    .onConflictDoUpdate({
      target: [libros_reclamaciones.id_cliente, libros_reclamaciones.anio],
      set: { ultimo: sql`${libros_reclamaciones.ultimo}` },
    })
    .returning({ anio: libros_reclamaciones.anio, ultimo: libros_reclamaciones.ultimo })
  if (!book) throw new Error('the book was not opened')
  return book
}

/** The same Lima day for the number, the term and `creado_en`: PostgreSQL's `now()` stands still in a transaction. */
async function writeSheet(tx: Db, id_cliente: number, body: ComplaintBody, copia: boolean): Promise<Sheet | undefined> {
  const { razon_social, ruc, direccion, nombre } = await findBrand(tx, id_cliente)
  const hoy = await limaToday(tx)
  const { anio, ultimo } = await lockBook(tx, id_cliente, hoy)
  const { monto, menor, apoderado, conforme: _, ...fields } = body
  const [sheet] = await tx
    .insert(reclamos)
    .values({
      ...fields,
      copia,
      id_cliente,
      anio,
      numero: ultimo + 1,
      clave: randomUUID(),
      proveedor: { razon_social, ruc, direccion, nombre },
      apoderado: menor ? apoderado : null,
      monto_centimos: monto === null ? null : Math.round(monto * 100),
      vence: businessDaysAfter(hoy, COMPLAINT_DAYS),
    })
    .onConflictDoNothing({ target: reclamos.envio })
    .returning()
  if (sheet)
    await tx
      .update(libros_reclamaciones)
      .set({ ultimo: sheet.numero })
      .where(and(eq(libros_reclamaciones.id_cliente, id_cliente), eq(libros_reclamaciones.anio, anio)))
  return sheet
}

async function administratorsOf(db: Db, id_cliente: number): Promise<number[]> {
  const rows = await db
    .select({ id: usuarios.id })
    .from(usuarios)
    .where(and(eq(usuarios.id_cliente, id_cliente), eq(usuarios.tipo_cliente, 'Administrador'), eq(usuarios.estado, 1)))
  return rows.map(({ id }) => id)
}

const told = { evento: 'aviso', tipo: 'Otro' } as const

/**
 * Writes a sheet into the brand's book (Ley 29571 articles 150 to 152): number without gaps, term of 15 business days,
 * the provider as it is today, and the jobs that mail its copies: all of it or nothing. The same `envio` again is the
 * same sheet, `created` then false. The sheet is written whoever the mailbox belongs to; its copy is mailed three times an hour.
 * @throws NO_ENCONTRADO for no brand
 */
export async function fileComplaint(
  db: Db,
  jobs: Jobs,
  id_cliente: number,
  body: ComplaintBody,
): Promise<{ receipt: ComplaintReceipt; created: boolean }> {
  return db.transaction(async (tx) => {
    const copia = !(await countUse(tx, 'reclamo_correo', mailboxOf(body.correo)))
    const written = await writeSheet(tx, id_cliente, body, copia)
    if (!written) {
      const [known] = await tx.select().from(reclamos).where(eq(reclamos.envio, body.envio))
      if (!known) throw new Error('the sheet was neither written nor known')
      await refund(tx, 'reclamo_correo', mailboxOf(body.correo))
      return { receipt: receiptOf(known), created: false }
    }
    if (copia) await jobs.send(tx, COPY_MAIL, { id: written.id })
    await jobs.send(tx, PROVIDER_MAIL, { id: written.id })
    const mensaje = `Recibimos la hoja ${sheetNumber(written)} del Libro de Reclamaciones. Respóndela hasta el ${dayText(written.vence)}.`
    const people = await administratorsOf(tx, id_cliente)
    await notify(tx, { ...told, mensaje, clave: `reclamo:${written.id}`, usuarios: people })
    return { receipt: receiptOf(written), created: true }
  })
}

const longDay = new Intl.DateTimeFormat('es-PE', { dateStyle: 'long', timeZone: 'UTC' })

/** `15 de diciembre de 2026` of a calendar day. */
export const dayText = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`))

/** A sheet by the key in its PDF's address. @throws NO_ENCONTRADO */
export async function findByKey(db: Db, clave: string): Promise<Sheet> {
  const [sheet] = await db.select().from(reclamos).where(eq(reclamos.clave, clave))
  if (!sheet) throw fail('NO_ENCONTRADO')
  return sheet
}

/** A sheet for the jobs that mail it. */
export async function findSheet(db: Db, id: number): Promise<Sheet | undefined> {
  const [sheet] = await db.select().from(reclamos).where(eq(reclamos.id, id))
  return sheet
}

function stateOf(sheet: Pick<Sheet, 'vence' | 'respondido_en'>, hoy: string): ComplaintRow['estado'] {
  if (sheet.respondido_en !== null) return 'respondido'
  if (sheet.vence < hoy) return 'vencido'
  return sheet.vence <= businessDaysAfter(hoy, COMPLAINT_WARNING_DAYS) ? 'por_vencer' : 'pendiente'
}

function stateIs(estado: ComplaintRow['estado'] | undefined, hoy: string): SQL | undefined {
  const open = isNull(reclamos.respondido_en)
  const soon = businessDaysAfter(hoy, COMPLAINT_WARNING_DAYS)
  if (estado === 'respondido') return isNotNull(reclamos.respondido_en)
  if (estado === 'vencido') return and(open, lt(reclamos.vence, hoy))
  if (estado === 'por_vencer') return and(open, sql`${reclamos.vence} BETWEEN ${hoy} AND ${soon}`)
  return estado && and(open, gt(reclamos.vence, soon))
}

type Filter = { estado?: ComplaintRow['estado']; page: number; per_page: number }

/** The brand's sheets: those that wait first, the soonest due on top; then the answered ones, the newest on top. */
export async function listComplaints(db: Db, identity: Identity, { estado, page, per_page }: Filter) {
  const hoy = await limaToday(db)
  const wanted = and(eq(reclamos.id_cliente, identity.id_cliente), stateIs(estado, hoy))
  const total = await db.$count(reclamos, wanted)
  const rows = await db
    .select()
    .from(reclamos)
    .where(wanted)
    .orderBy(
      sql`${reclamos.respondido_en} IS NOT NULL`,
      sql`CASE WHEN ${reclamos.respondido_en} IS NULL THEN ${reclamos.vence} END`,
      sql`${reclamos.respondido_en} DESC`,
      reclamos.id,
    )
    .limit(per_page)
    .offset((page - 1) * per_page)
  const lines = rows.map(({ id, tipo, nombres, apellidos, creado_en, vence, respondido_en, ...row }) => {
    const state = { estado: stateOf({ vence, respondido_en }, hoy), numero: sheetNumber(row) }
    return { id, tipo, nombres, apellidos, creado_en, vence, respondido_en, ...state }
  })
  return pageOfRows(lines, total, page, per_page)
}

/** A whole sheet of the own brand. @throws NO_ENCONTRADO */
export async function findComplaint(db: Db, identity: Identity, id: number): Promise<Complaint> {
  const [found] = await db
    .select({ sheet: reclamos, nombres: usuarios.nombres, apellidos: usuarios.apellidos })
    .from(reclamos)
    .leftJoin(usuarios, eq(usuarios.id, reclamos.respondido_por))
    .where(and(eq(reclamos.id, id), eq(reclamos.id_cliente, identity.id_cliente)))
  if (!found) throw fail('NO_ENCONTRADO')
  const { sheet, nombres, apellidos } = found
  const { monto_centimos } = sheet
  return {
    ...sheet,
    numero: sheetNumber(sheet),
    monto: monto_centimos === null ? null : monto_centimos / 100,
    estado: stateOf(sheet, await limaToday(db)),
    respondido_por: nombres === null ? null : `${nombres} ${apellidos}`,
    pdf: sheetAddress(sheet),
  }
}

/**
 * Writes the provider's answer, once: who and when stay with it, and the consumer's mail goes out by a job.
 * @throws NO_ENCONTRADO, RECLAMO_RESPONDIDO
 */
export async function answerComplaint(db: Db, jobs: Jobs, identity: Identity, id: number, respuesta: string) {
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(reclamos)
      .set({ respuesta, respondido_en: sql`now()`, respondido_por: identity.id })
      .where(and(eq(reclamos.id, id), eq(reclamos.id_cliente, identity.id_cliente), isNull(reclamos.respondido_en)))
      .returning({ id: reclamos.id })
    if (rows.length > 0) {
      await audit(tx, 'gestion', { objeto: `reclamo:${id}` })
      return jobs.send(tx, ANSWER_MAIL, { id })
    }
    await findComplaint(tx, identity, id)
    throw fail('RECLAMO_RESPONDIDO')
  })
  return findComplaint(db, identity, id)
}

/**
 * Warns the administrators of each brand, once a day, of the sheets that are due in 3 business days or less, overdue
 * ones included. Repeating it on the same day tells nobody twice.
 */
export async function warnOfDue(db: Db, hoy?: string): Promise<void> {
  const today = hoy ?? (await limaToday(db))
  const rows = await db
    .select({
      id_cliente: reclamos.id_cliente,
      cuantas: sql<number>`count(*)::int`,
      primera: sql<string>`min(${reclamos.vence})::text`,
    })
    .from(reclamos)
    .where(and(isNull(reclamos.respondido_en), lte(reclamos.vence, businessDaysAfter(today, COMPLAINT_WARNING_DAYS))))
    .groupBy(reclamos.id_cliente)
  for (const { id_cliente, cuantas, primera } of rows) {
    const many = cuantas === 1 ? '1 hoja' : `${cuantas} hojas`
    const mensaje = `${many} del Libro de Reclamaciones sin responder: ${primera < today ? 'venció' : 'vence'} el ${dayText(primera)}.`
    await notify(db, {
      ...told,
      mensaje,
      clave: `reclamos:${today}`,
      usuarios: await administratorsOf(db, id_cliente),
    })
  }
}
