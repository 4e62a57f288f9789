import { randomInt, randomUUID } from 'node:crypto'
import type { CertificateEffect } from '@campus/contract/grading'
import { and, eq, ne, sql } from 'drizzle-orm'
import { type AuditLine, audit, auditAll } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { limit } from '../../platform/http/throttle.ts'
import { award, type PointEvent, withdrawPoints } from '../awards/awards.ts'
import { notify, notifyEach } from '../notifications/notifications.ts'
import { certificados } from './certificates.tables.ts'
import { type Earned, earnedOf, type Pair, type RequiredExam } from './earning.ts'
import {
  findOwn,
  findPassed,
  findRequiredExams,
  insertCertificates,
  lockCertificates,
  lockEnrolments,
  loweredOf,
  lowerGrades,
  type NewCertificate,
  raiseGrades,
  returnCertificates,
  type Scope,
  sameScope,
  withBest,
} from './records.ts'

export const VERIFICATIONS = limit('verificar_direccion', 60, 60)

export type Issued = Pair & {
  id: number
  id_modulo: number | null
  codigo: string
  novedad: 'generado' | 'actualizado' | 'sin_cambio'
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const MAX_TRIES = 5

/** 26^9 random codes are too many to enumerate or guess. */
export const newCode = (): string =>
  `CERT-${Array.from({ length: 9 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

/** Retries with another code where one was taken. */
async function insertWithFreeCode(tx: Db, earned: Earned[], dated: boolean): Promise<NewCertificate[]> {
  const made: NewCertificate[] = []
  for (let tries = 0; made.length < earned.length && tries < MAX_TRIES; tries++) {
    const missing = earned.filter((row) => !made.some(sameScope(row)))
    const coded = missing.map((row) => ({ ...row, codigo: newCode() }))
    made.push(...(await insertCertificates(tx, coded, dated)))
  }
  if (made.length < earned.length) throw new Error('no free certificate code was found')
  return made
}

const actOf = ({ id_usuario, id_curso, id_modulo, codigo }: Scope & { codigo: string }) => ({
  sobre: id_usuario,
  objeto: `certificado:${codigo}`,
  detalle: { curso: id_curso, modulo: id_modulo },
})

/** Identifies what a certificate is of, among a person's notices and points. */
export const scopeName = ({ id_curso, id_modulo }: Scope): string =>
  id_modulo === null ? `curso:${id_curso}` : `modulo:${id_modulo}`

/** There its owner finds the document or, once revoked, the reason. */
const pathOf = (codigo: string): string => `/certificado/${codigo}`

type Words = { mensaje: string; clave: string }

async function recordIssued(tx: Db, made: NewCertificate[]): Promise<void> {
  await audit(tx, 'certificado_emitido', ...made.map(actOf))
  await notifyOwners(tx, made, (row) => ({
    mensaje: 'Tu certificado está listo\n¡Felicitaciones, ya es tuyo!',
    clave: `certificado:${scopeName(row)}`,
  }))
}

async function recordReturned(tx: Db, returned: NewCertificate[]): Promise<void> {
  await audit(tx, 'certificado_restaurado', ...returned.map(actOf))
  await notifyOwners(tx, returned, ({ codigo }) => ({
    mensaje: `Restauramos tu certificado\n${codigo}: lo ganaste otra vez.`,
    clave: `certificado_restaurado:${randomUUID()}`,
  }))
}

const notifyOwners = (tx: Db, rows: NewCertificate[], wordsOf: (row: NewCertificate) => Words) =>
  notifyEach(
    tx,
    { evento: 'certificado', tipo: 'Certificación' },
    rows.map((row) => ({ usuario: row.id_usuario, asunto: row.titulo, ruta: pathOf(row.codigo), ...wordsOf(row) })),
  )

const pointOf = (row: Scope & { titulo: string }): PointEvent => ({
  usuario: row.id_usuario,
  motivo: 'certificado',
  clave: scopeName(row),
  detalle: row.titulo,
})

type Unawarded = { issued: Issued[]; points: PointEvent[] }

/**
 * Issues the certificates earned and raises those bettered, in the grading transaction (docs/product/certificates.md
 * 1.5); what a lowered grade revoked returns. Locking the enrolments first keeps two modules passed at once from missing
 * or duplicating the course's certificate. One whose name no one wrote is issued with the name ({@link printName}). The
 * caller awards the points.
 */
export async function issueUnawarded(tx: Db, pairs: Pair[], { dated = false } = {}): Promise<Unawarded> {
  const live = pairs.length === 0 ? [] : await lockEnrolments(tx, pairs)
  if (live.length === 0) return { issued: [], points: [] }
  const required = await findRequiredExams(tx, live)
  // Read under the lock of the enrolments, which a transaction that writes the student's name takes too.
  const passed = await findPassed(tx, live)
  const nameless = new Set(passed.filter(({ sin_nombre }) => sin_nombre).map(({ id_usuario }) => id_usuario))
  const own = await findOwn(tx, live)
  const earned = live.flatMap((pair) => earnedOf(pair, required, passed))
  const named = earned.filter((row) => !nameless.has(row.id_usuario))
  const unissued = named.filter((row) => !own.some(sameScope(row)))
  const made = await insertWithFreeCode(tx, unissued, dated)
  const lost = own.filter(({ causa_revocacion }) => causa_revocacion === 'correccion')
  const returned = await returnCertificates(tx, lost.flatMap(withBest(named)))
  const valid = own.filter(({ estado }) => estado === 'vigente')
  const better = valid.flatMap(withBest(earned)).filter(({ nota, mejor }) => nota < mejor)
  await raiseGrades(tx, better)
  await recordIssued(tx, made)
  await recordReturned(tx, returned)
  await audit(tx, 'certificado_mejorado', ...better.map(actOf))
  const gained = [...made, ...returned]
  const owned = own.filter((row) => earned.some(sameScope(row)) && !returned.some(sameScope(row)))
  const issued: Issued[] = [
    ...gained.map((row) => ({ ...row, novedad: 'generado' as const })),
    ...owned.map((row) => ({
      ...row,
      novedad: better.some(sameScope(row)) ? ('actualizado' as const) : ('sin_cambio' as const),
    })),
  ]
  return { issued, points: gained.map(pointOf) }
}

/** {@link issueUnawarded}, with its points. */
export async function issueCertificates(tx: Db, pairs: Pair[], options?: { dated?: boolean }): Promise<Issued[]> {
  const { issued, points } = await issueUnawarded(tx, pairs, options)
  await award(tx, ...points)
  return issued
}

/**
 * Writes a student's name into the certificates (docs/product/certificates.md 2.4) and issues those that waited for it.
 * Locks the enrolments, so that no certificate is issued with the old name meanwhile. `write` stores the name after the
 * certificates, in the same order as issuing and revoking, to avoid a deadlock. Returns how many valid ones have it now.
 */
export async function printName(
  tx: Db,
  id: number,
  { nombres, apellidos }: { nombres: string; apellidos: string },
  write: () => Promise<void>,
): Promise<number> {
  const pairs = await query<Pair>(
    tx,
    sql`SELECT m.id_usuario, m.id_curso FROM matriculas m WHERE m.id_usuario = ${id}
      ORDER BY m.id_usuario, m.id_curso FOR NO KEY UPDATE`,
  )
  const alumno = `${nombres} ${apellidos}`
  const renamed = await tx
    .update(certificados)
    .set({ alumno })
    .where(and(eq(certificados.id_usuario, id), ne(certificados.alumno, alumno)))
    .returning({ estado: certificados.estado })
  await write()
  const issued = await issueCertificates(tx, pairs, { dated: true })
  const valid = renamed.filter(({ estado }) => estado === 'vigente').length
  return valid + issued.filter(({ novedad }) => novedad === 'generado').length
}

type Held = { pair: Pair; required: RequiredExam[]; earned: Earned[] }

/**
 * Locks a student's certificates in a course before a grade there is lowered, and says what is earned until then. An exam
 * that they have not passed was added later, and is not required of a certificate that stands.
 */
export async function holdCertificates(tx: Db, pair: Pair): Promise<Held> {
  await lockCertificates(tx, pair)
  const passed = await findPassed(tx, [pair])
  const required = (await findRequiredExams(tx, [pair])).filter(({ id_modulo }) =>
    passed.some((best) => best.id_modulo === id_modulo),
  )
  return { pair, required, earned: earnedOf(pair, required, passed) }
}

/**
 * Revokes the certificates that a lowered grade leaves unearned and lowers the others, after {@link holdCertificates}.
 * Returns what became of the valid ones; the caller tells the student.
 */
export async function lowerCertificates(tx: Db, held: Held, motivo: string): Promise<CertificateEffect[]> {
  const after = earnedOf(held.pair, held.required, await findPassed(tx, [held.pair]))
  const lowered = loweredOf(held.earned, after, await findOwn(tx, [held.pair]))
  await lowerGrades(tx, lowered, motivo)
  const valid = lowered.filter(({ estado }) => estado === 'vigente')
  const lost = valid.filter(({ nota_nueva }) => nota_nueva === null)
  await withdrawPoints(tx, 'certificado', lost.map(pointOf))
  const lines = valid.map((row): AuditLine => {
    const act = actOf(row)
    const detalle = { ...act.detalle, antes: row.nota, nota: row.nota_nueva, motivo }
    return [row.nota_nueva === null ? 'certificado_revocado' : 'certificado_corregido', { ...act, detalle }]
  })
  await auditAll(tx, lines)
  return valid.map(({ codigo, titulo, nota, nota_nueva }) => ({ codigo_certificado: codigo, titulo, nota, nota_nueva }))
}

export type CourseRevocation = Pair & { motivo: string }

type Certified = typeof certificados.$inferSelect

export async function notifyRevocation(
  tx: Db,
  accion: 'certificado_revocado' | 'certificado_restaurado',
  rows: Certified[],
  motivo: string,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const acts = rows.map((row) => actOf({ ...row, codigo: row.codigo_certificado }))
  await audit(tx, accion, ...acts.map((act) => ({ ...act, detalle: { ...act.detalle, motivo } })))
  const [which, code] =
    rows.length === 1 ? ['tu certificado', first.codigo_certificado] : ['tus certificados', `Son ${rows.length}`]
  const ofCourse = rows.find((row) => row.id_modulo === null) ?? first
  const verb = accion === 'certificado_revocado' ? 'Revocamos' : 'Restauramos'
  await notify(tx, {
    evento: 'certificado',
    tipo: 'Certificación',
    mensaje: `${verb} ${which}\n${code}: ${motivo.replace(/\.$/, '')}.`,
    asunto: (rows.length === 1 && first.modulo) || first.curso,
    ruta: pathOf(ofCourse.codigo_certificado),
    clave: `${accion}:${randomUUID()}`,
    usuarios: [first.id_usuario],
  })
}

/** Revokes after a refund or chargeback. Idempotent; the caller holds the enrolment. */
export async function revokeCertificatesOf(tx: Db, { id_usuario, id_curso, motivo }: CourseRevocation): Promise<void> {
  const { estado } = certificados
  const rows = await tx
    .update(certificados)
    .set({
      estado: 'revocado',
      fecha_revocacion: sql`now()`,
      motivo_revocacion: motivo,
      causa_revocacion: 'devolucion',
    })
    .where(and(eq(certificados.id_usuario, id_usuario), eq(certificados.id_curso, id_curso), eq(estado, 'vigente')))
    .returning()
  await notifyRevocation(tx, 'certificado_revocado', rows, motivo)
}

/**
 * Undoes {@link revokeCertificatesOf} once the course is paid again; what an administrator revoked stays revoked.
 * Idempotent.
 */
export async function restoreCertificatesOf(tx: Db, { id_usuario, id_curso, motivo }: CourseRevocation): Promise<void> {
  const { causa_revocacion } = certificados
  const rows = await tx
    .update(certificados)
    .set(VALID)
    .where(
      and(
        eq(certificados.id_usuario, id_usuario),
        eq(certificados.id_curso, id_curso),
        eq(causa_revocacion, 'devolucion'),
      ),
    )
    .returning()
  await notifyRevocation(tx, 'certificado_restaurado', rows, motivo)
}

export const VALID = {
  estado: 'vigente',
  fecha_revocacion: null,
  motivo_revocacion: null,
  causa_revocacion: null,
} as const
