import type { Complaint, ComplaintFilter, ComplaintRow } from '@campus/contract/complaints.staff'
import { COMPLAINT_WARNING_DAYS } from '@campus/contract/rules'
import { and, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { businessDaysAfter, businessDaysUntil } from './business-days.ts'
import { reclamos } from './complaints.tables.ts'
import { ANSWER_MAIL, limaToday, type Sheet, sheetAddress, sheetMailOf, sheetNumber } from './complaints.ts'

type Due = Pick<ComplaintRow, 'estado' | 'dias_habiles'>

function dueOf({ vence, respondido_en }: Pick<Sheet, 'vence' | 'respondido_en'>, today: string): Due {
  if (respondido_en !== null) return { estado: 'respondido', dias_habiles: null }
  const dias_habiles = businessDaysUntil(today, vence)
  if (vence < today) return { estado: 'vencido', dias_habiles }
  return { estado: dias_habiles <= COMPLAINT_WARNING_DAYS ? 'por_vencer' : 'pendiente', dias_habiles }
}

function whereState(estado: ComplaintFilter | undefined, today: string): SQL | undefined {
  const open = isNull(reclamos.respondido_en)
  if (estado === 'sin_responder') return open
  const soon = businessDaysAfter(today, COMPLAINT_WARNING_DAYS)
  if (estado === 'respondido') return isNotNull(reclamos.respondido_en)
  if (estado === 'vencido') return and(open, lt(reclamos.vence, today))
  if (estado === 'por_vencer') return and(open, sql`${reclamos.vence} BETWEEN ${today} AND ${soon}`)
  return estado && and(open, gt(reclamos.vence, soon))
}

type Filter = { estado?: ComplaintFilter; page: number; per_page: number }

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
    const due = dueOf({ vence, respondido_en }, today)
    return { id, numero: sheetNumber(row), tipo, nombres, apellidos, creado_en, vence, respondido_en, ...due }
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
    ...dueOf(sheet, await limaToday(db)),
    respondido_por: nombres === null ? null : `${nombres} ${apellidos}`,
    pdf: sheetAddress(sheet),
  }
}

/** The first answer, which stays. */
async function alreadyAnswered(tx: Db, identity: Identity, id: number) {
  const { respuesta, respondido_en } = await findComplaint(tx, identity, id)
  const [por] = await tx
    .select({ id: usuarios.id, nombre: sql<string>`${usuarios.nombres} || ' ' || ${usuarios.apellidos}` })
    .from(usuarios)
    .innerJoin(reclamos, eq(reclamos.respondido_por, usuarios.id))
    .where(eq(reclamos.id, id))
  const actual = { datos: { respuesta }, version: 1, por: por ?? null, en: respondido_en ?? '' }
  return fail('RECLAMO_RESPONDIDO', { actual })
}

/**
 * Stores the provider's answer, once, and schedules its mail.
 * @throws NO_ENCONTRADO, RECLAMO_RESPONDIDO with the answer that stands
 */
export async function answerComplaint(db: Db, jobs: Jobs, identity: Identity, id: number, respuesta: string) {
  await db.transaction(async (tx) => {
    const [answered] = await tx
      .update(reclamos)
      .set({ respuesta, respondido_en: sql`now()`, respondido_por: identity.id })
      .where(and(eq(reclamos.id, id), eq(reclamos.id_cliente, identity.id_cliente), isNull(reclamos.respondido_en)))
      .returning({ id_cliente: reclamos.id_cliente, numero: reclamos.numero, anio: reclamos.anio })
    if (!answered) throw await alreadyAnswered(tx, identity, id)
    await audit(tx, 'gestion', { objeto: `reclamo:${id}` })
    await jobs.send(tx, ANSWER_MAIL, mailJob({ id }, sheetMailOf(answered, 'respuesta')))
  })
  return findComplaint(db, identity, id)
}
