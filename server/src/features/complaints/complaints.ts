import { randomUUID } from 'node:crypto'
import type { Complaint, ComplaintBody, ComplaintReceipt, ComplaintRow } from '@campus/contract/complaints'
import { COMPLAINT_DAYS, COMPLAINT_WARNING_DAYS, TIME_ZONE } from '@campus/contract/rules'
import { and, eq, gt, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail } from '../../platform/http/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { countUse, limit, refund } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { audit } from '../audit/audit.ts'
import { findBrand } from '../brands/brands.ts'
import { mailboxOf } from '../letters/letters.ts'
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

/** The random key in the URL is the only credential. */
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

/** PostgreSQL's `now()` is fixed in a transaction, so number, term and `creado_en` share one Lima day. */
async function writeSheet(tx: Db, id_cliente: number, body: ComplaintBody, copia: boolean): Promise<Sheet | undefined> {
  const { razon_social, ruc, direccion, nombre } = await findBrand(tx, id_cliente)
  const today = await limaToday(tx)
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
    const written = await writeSheet(tx, id_cliente, body, copia)
    if (!written) {
      const [existing] = await tx.select().from(reclamos).where(eq(reclamos.envio, body.envio))
      if (!existing) throw new Error('the complaint was neither inserted nor found')
      await refund(tx, COPIES, mailboxOf(body.correo))
      return { receipt: receiptOf(existing), created: false }
    }
    if (copia) await jobs.send(tx, COPY_MAIL, { id: written.id })
    await jobs.send(tx, PROVIDER_MAIL, { id: written.id })
    const mensaje = `Recibimos la hoja ${sheetNumber(written)} del Libro de Reclamaciones. Respóndela hasta el ${dayText(written.vence)}.`
    const administrators = await administratorsOf(tx, id_cliente)
    await notify(tx, { ...NOTICE, mensaje, clave: `reclamo:${written.id}`, usuarios: administrators })
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

function stateOf(sheet: Pick<Sheet, 'vence' | 'respondido_en'>, today: string): ComplaintRow['estado'] {
  if (sheet.respondido_en !== null) return 'respondido'
  if (sheet.vence < today) return 'vencido'
  return sheet.vence <= businessDaysAfter(today, COMPLAINT_WARNING_DAYS) ? 'por_vencer' : 'pendiente'
}

function whereState(estado: ComplaintRow['estado'] | undefined, today: string): SQL | undefined {
  const open = isNull(reclamos.respondido_en)
  const soon = businessDaysAfter(today, COMPLAINT_WARNING_DAYS)
  if (estado === 'respondido') return isNotNull(reclamos.respondido_en)
  if (estado === 'vencido') return and(open, lt(reclamos.vence, today))
  if (estado === 'por_vencer') return and(open, sql`${reclamos.vence} BETWEEN ${today} AND ${soon}`)
  return estado && and(open, gt(reclamos.vence, soon))
}

type Filter = { estado?: ComplaintRow['estado']; page: number; per_page: number }

/** Unanswered first, by due date; then answered, the newest first. */
export async function listComplaints(db: Db, identity: Identity, { estado, page, per_page }: Filter) {
  const today = await limaToday(db)
  const wanted = and(eq(reclamos.id_cliente, identity.id_cliente), whereState(estado, today))
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
    const state = { estado: stateOf({ vence, respondido_en }, today), numero: sheetNumber(row) }
    return { id, tipo, nombres, apellidos, creado_en, vence, respondido_en, ...state }
  })
  return pageOfRows(lines, total, page, per_page)
}

/** @throws NO_ENCONTRADO */
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

/** Stores the provider's answer, once, and schedules its mail. @throws NO_ENCONTRADO, RECLAMO_RESPONDIDO */
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
    const mensaje = `${many} del Libro de Reclamaciones sin responder: ${primera < today ? 'venció' : 'vence'} el ${dayText(primera)}.`
    await notify(db, {
      ...NOTICE,
      mensaje,
      clave: `reclamos:${today}`,
      usuarios: await administratorsOf(db, id_cliente),
    })
  }
}
