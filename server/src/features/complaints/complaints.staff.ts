import type { Complaint, ComplaintRow } from '@campus/contract/complaints.staff'
import { COMPLAINT_WARNING_DAYS } from '@campus/contract/rules'
import { and, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { audit } from '../audit/audit.ts'
import { businessDaysAfter } from './business-days.ts'
import { reclamos } from './complaints.tables.ts'
import { ANSWER_MAIL, limaToday, type Sheet, sheetAddress, sheetNumber } from './complaints.ts'

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
