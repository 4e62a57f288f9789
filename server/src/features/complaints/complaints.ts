import { randomUUID } from 'node:crypto'
import type { ComplaintBody, ComplaintReceipt } from '@campus/contract/complaints'
import { COMPLAINT_DAYS, COMPLAINT_WARNING_DAYS, TIME_ZONE } from '@campus/contract/rules'
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { type MailOf, mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import { mailboxOf } from '../../kit/mail-layout/mail-layout.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { countUse, limit, refund } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { findBrand } from '../brands/brands.ts'
import { notify } from '../notifications/notifications.ts'
import { businessDaysAfter } from './business-days.ts'
import { libros_reclamaciones, reclamos } from './complaints.tables.ts'

const COPIES = limit('reclamo_correo', 3, 60 * 60)

/** One queue per mail, so that a failed one repeats no other. */
export const COPY_MAIL = 'correo-reclamo-consumidor'
export const PROVIDER_MAIL = 'correo-reclamo-proveedor'
export const ANSWER_MAIL = 'correo-reclamo-respuesta'

export type Sheet = typeof reclamos.$inferSelect

export const sheetNumber = ({ numero, anio }: Pick<Sheet, 'numero' | 'anio'>): string =>
  `${String(numero).padStart(9, '0')}-${anio}`

/** For the staff, when the mail is given up; who complains needs no account. */
export const sheetMailOf = (
  { id_cliente, ...sheet }: Pick<Sheet, 'id_cliente' | 'numero' | 'anio'>,
  text: string,
): MailOf => ({
  marca: id_cliente,
  usuario: null,
  asunto: `Hoja de reclamación ${sheetNumber(sheet)}, ${text}`,
})

/** The random key in the URL is the only credential. */
export const sheetAddress = ({ clave }: Pick<Sheet, 'clave'>): string => `/api/reclamos/${clave}/pdf`

/** Where it is answered. */
export const sheetScreen = ({ id }: Pick<Sheet, 'id'>): string => `/gestion/reclamos/${id}`

const receiptOf = (sheet: Sheet): ComplaintReceipt => ({
  numero: sheetNumber(sheet),
  creado_en: sheet.creado_en,
  vence: sheet.vence,
  correo: sheet.correo,
  copia: sheet.copia,
  pdf: sheetAddress(sheet),
})

export async function limaToday(db: Db): Promise<string> {
  const [row] = await query<{ today: string }>(db, sql`SELECT (now() AT TIME ZONE ${TIME_ZONE})::date AS today`)
  if (!row) throw new Error('the database returned no date')
  return row.today
}

/** Holds the brand's book of the year until the commit, so that numbers are unique and without gaps. */
async function lockBook(tx: Db, id_cliente: number, today: string): Promise<{ anio: number; ultimo: number }> {
  const anio = Number(today.slice(0, 4))
  const [book] = await tx
    .insert(libros_reclamaciones)
    .values({ id_cliente, anio, ultimo: 0 })
    .onConflictDoUpdate({
      target: [libros_reclamaciones.id_cliente, libros_reclamaciones.anio],
      set: { ultimo: sql`${libros_reclamaciones.ultimo}` },
    })
    .returning({ anio: libros_reclamaciones.anio, ultimo: libros_reclamaciones.ultimo })
  if (!book) throw new Error('the complaints book returned no row')
  return book
}

type Writing = {
  copia: boolean
  /** The Lima day of the sheet, for the demo; today otherwise. */
  dia?: string
}

/**
 * Writes a sheet and nothing else; undefined when it was written before. PostgreSQL's `now()` is fixed in a transaction, so
 * number, term and `creado_en` share one Lima day.
 */
export async function writeSheet(
  tx: Db,
  id_cliente: number,
  body: ComplaintBody,
  { copia, dia }: Writing,
): Promise<Sheet | undefined> {
  const { razon_social, ruc, direccion, nombre } = await findBrand(tx, id_cliente)
  const today = dia ?? (await limaToday(tx))
  const { anio, ultimo } = await lockBook(tx, id_cliente, today)
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
      vence: businessDaysAfter(today, COMPLAINT_DAYS),
      ...(dia && { creado_en: sql`(${dia}::date + time '11:20') AT TIME ZONE ${TIME_ZONE}` }),
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

const NOTICE = { evento: 'aviso', tipo: 'Otro' } as const

/**
 * Writes a sheet into the brand's book and schedules its mails, idempotently by `envio` (Ley 29571 articles 150 to
 * 152).
 * @throws NO_ENCONTRADO for an unknown brand
 */
export async function fileComplaint(
  db: Db,
  jobs: Jobs,
  id_cliente: number,
  body: ComplaintBody,
): Promise<{ receipt: ComplaintReceipt; created: boolean }> {
  return db.transaction(async (tx) => {
    const copia = !(await countUse(tx, COPIES, mailboxOf(body.correo)))
    const written = await writeSheet(tx, id_cliente, body, { copia })
    if (!written) {
      const [existing] = await tx.select().from(reclamos).where(eq(reclamos.envio, body.envio))
      if (!existing) throw new Error('the complaint was neither inserted nor found')
      await refund(tx, COPIES, mailboxOf(body.correo))
      return { receipt: receiptOf(existing), created: false }
    }
    const mailTo = (whom: string) => mailJob({ id: written.id }, sheetMailOf(written, whom))
    if (copia) await jobs.send(tx, COPY_MAIL, mailTo('copia para quien reclamó'))
    await jobs.send(tx, PROVIDER_MAIL, mailTo('a la academia'))
    const mensaje = `Llegó una hoja de reclamación\nRespóndela hasta el ${dayText(written.vence)}.`
    const asunto = `Hoja ${sheetNumber(written)}`
    const administrators = await administratorsOf(tx, id_cliente)
    const clave = `reclamo:${written.id}`
    await notify(tx, { ...NOTICE, mensaje, asunto, ruta: sheetScreen(written), clave, usuarios: administrators })
    return { receipt: receiptOf(written), created: true }
  })
}

const longDay = new Intl.DateTimeFormat('es-PE', { dateStyle: 'long', timeZone: 'UTC' })

/** `15 de diciembre de 2026`. */
export const dayText = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`))

/** @throws NO_ENCONTRADO */
export async function findByKey(db: Db, clave: string): Promise<Sheet> {
  const [sheet] = await db.select().from(reclamos).where(eq(reclamos.clave, clave))
  if (!sheet) throw fail('NO_ENCONTRADO')
  return sheet
}

export async function findSheet(db: Db, id: number): Promise<Sheet | undefined> {
  const [sheet] = await db.select().from(reclamos).where(eq(reclamos.id, id))
  return sheet
}

/** Notifies each brand's administrators of sheets overdue or due in 3 business days, at most once a day. */
export async function notifyDueComplaints(db: Db, date?: string): Promise<void> {
  const today = date ?? (await limaToday(db))
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
    const mensaje = `${many} sin responder\n${primera < today ? 'Venció' : 'Vence'} el ${dayText(primera)}.`
    await notify(db, {
      ...NOTICE,
      mensaje,
      asunto: 'Libro de Reclamaciones',
      ruta: '/gestion/reclamos',
      clave: `reclamos:${today}`,
      usuarios: await administratorsOf(db, id_cliente),
    })
  }
}
