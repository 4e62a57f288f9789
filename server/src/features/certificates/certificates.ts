import { randomInt, randomUUID } from 'node:crypto'
import { TIME_ZONE } from '@campus/contract/rules'
import { and, eq, ne, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { limit } from '../../platform/http/throttle.ts'
import { award, type PointEvent } from '../awards/awards.ts'
import { CERTIFYING_EXAM } from '../catalogue/catalogue.ts'
import { notify, notifyEach } from '../notifications/notifications.ts'
import { certificados } from './certificates.tables.ts'
import { contentsOf } from './contents.ts'
import { type Earned, earnedOf, type Pair, type Passed, type RequiredExam } from './earning.ts'

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

const ZONE = sql.raw(`'${TIME_ZONE}'`)

const PAIRS = 'v(id_usuario bigint, id_curso bigint)'

/** Always in the same order, to avoid deadlocks. */
async function lockEnrolments(tx: Db, pairs: Pair[]): Promise<Pair[]> {
  const wanted = pairs.map(({ id_usuario, id_curso }) => ({ id_usuario, id_curso }))
  const rows = await query<Pair & { estado: string }>(
    tx,
    sql`SELECT m.id_usuario, m.id_curso, m.estado FROM matriculas m
    WHERE (m.id_usuario, m.id_curso) IN (SELECT v.id_usuario, v.id_curso FROM ${recordset(wanted, PAIRS)})
    ORDER BY m.id_usuario, m.id_curso FOR NO KEY UPDATE`,
  )
  return rows.filter((row) => row.estado === 'activa').map(({ id_usuario, id_curso }) => ({ id_usuario, id_curso }))
}

const coursesIn = (pairs: Pair[]): number[] => [...new Set(pairs.map((pair) => pair.id_curso))]

const findRequiredExams = (tx: Db, pairs: Pair[]): Promise<RequiredExam[]> =>
  query<RequiredExam>(
    tx,
    sql`SELECT DISTINCT e.id_curso, e.id_modulo FROM evaluaciones e
    WHERE e.id_curso = ANY (${sql.param(coursesIn(pairs))}::bigint[]) AND ${CERTIFYING_EXAM}`,
  )

/** `sin_nombre`: no one wrote the student's name. Attempts of an inactive exam still count. */
const findPassed = (tx: Db, pairs: Pair[]): Promise<(Passed & { sin_nombre: boolean })[]> =>
  query(
    tx,
    sql`SELECT v.id_usuario, v.id_curso, e.id_modulo, bool_or(u.falta_nombre) AS sin_nombre,
      max(round(i.nota * 100 / i.nota_maxima, 2)) AS nota,
      min(greatest(i.enviado_en, (SELECT max(r.calificado_en) FROM respuestas r WHERE r.id_intento = i.id))) AS ganado
    FROM ${recordset(pairs, PAIRS)} JOIN usuarios u ON u.id = v.id_usuario
    JOIN evaluaciones e ON e.id_curso = v.id_curso AND e.id_curso = ANY (${sql.param(coursesIn(pairs))}::bigint[]) AND e.modelo = 1
    JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = v.id_usuario
    JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.aprobado AND i.nota_maxima > 0
    GROUP BY 1, 2, 3`,
  )

type Own = Pair & { id: number; id_modulo: number | null; codigo: string; nota: number; estado: 'vigente' | 'revocado' }

const findOwn = (tx: Db, pairs: Pair[]): Promise<Own[]> =>
  query<Own>(
    tx,
    sql`SELECT c.id, c.id_usuario, c.id_curso, c.id_modulo, c.codigo_certificado AS codigo, c.nota, c.estado
    FROM ${recordset(pairs, PAIRS)} JOIN certificados c ON c.id_usuario = v.id_usuario AND c.id_curso = v.id_curso`,
  )

type NewCertificate = Pair & { id: number; id_modulo: number | null; codigo: string; titulo: string }

/** `dated`: with the moment in which each was earned, which is past for those that waited. */
const insertCertificates = (tx: Db, earned: Earned[], dated: boolean): Promise<NewCertificate[]> =>
  query<NewCertificate>(
    tx,
    sql`INSERT INTO certificados (id_usuario, id_curso, id_modulo, codigo_certificado, alumno, curso, modulo, nota, horas,
      minutos, contenidos, fecha_emision, fecha_inicio, fecha_fin)
    SELECT v.id_usuario, v.id_curso, v.id_modulo, v.codigo, trim(u.nombres || ' ' || u.apellidos), cu.nombre, m.nombre, v.nota,
      coalesce(m.horas, cu.horas), coalesce(x.minutos, 0), coalesce(x.contenidos, '[]'), issued.en,
      least((ma.fecha_matricula AT TIME ZONE ${ZONE})::date, issued.day), issued.day
    FROM ${recordset(
      earned.map((row) => ({ ...row, ganado: dated ? row.ganado : null, codigo: newCode() })),
      'v(id_usuario bigint, id_curso bigint, id_modulo bigint, nota numeric, ganado timestamptz, codigo text)',
    )}
    JOIN usuarios u ON u.id = v.id_usuario
    JOIN cursos cu ON cu.id = v.id_curso
    JOIN matriculas ma ON ma.id_usuario = v.id_usuario AND ma.id_curso = v.id_curso
    LEFT JOIN modulos m ON m.id = v.id_modulo
    LEFT JOIN ${contentsOf(coursesIn(earned))} x ON x.id_curso = v.id_curso AND x.id_modulo IS NOT DISTINCT FROM v.id_modulo
    CROSS JOIN LATERAL (SELECT coalesce(v.ganado, now()) AS en, (coalesce(v.ganado, now()) AT TIME ZONE ${ZONE})::date AS day) issued
    ON CONFLICT DO NOTHING
    RETURNING id, id_usuario, id_curso, id_modulo, codigo_certificado AS codigo, coalesce(modulo, curso) AS titulo`,
  )

type Scope = Pair & { id_modulo: number | null }
const sameScope = (a: Scope) => (b: Scope) =>
  a.id_usuario === b.id_usuario && a.id_curso === b.id_curso && a.id_modulo === b.id_modulo

/** Retries with another code where one was taken. */
async function insertWithFreeCode(tx: Db, earned: Earned[], dated: boolean): Promise<NewCertificate[]> {
  const made: NewCertificate[] = []
  for (let tries = 0; made.length < earned.length && tries < MAX_TRIES; tries++) {
    const missing = earned.filter((row) => !made.some(sameScope(row)))
    made.push(...(await insertCertificates(tx, missing, dated)))
  }
  if (made.length < earned.length) throw new Error('no free certificate code was found')
  return made
}

async function raiseGrades(tx: Db, better: (Own & { mejor: number })[]): Promise<void> {
  await tx.execute(sql`UPDATE certificados c SET nota = v.mejor, fecha_emision = now()
    FROM ${recordset(better, 'v(id bigint, mejor numeric)')}
    WHERE c.id = v.id AND c.estado = 'vigente' AND c.nota < v.mejor`)
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

async function recordIssued(tx: Db, made: NewCertificate[]): Promise<void> {
  await audit(tx, 'certificado_emitido', ...made.map(actOf))
  const notices = made.map((row) => ({
    usuario: row.id_usuario,
    mensaje: 'Tu certificado está listo\n¡Felicitaciones, ya es tuyo!',
    asunto: row.titulo,
    ruta: pathOf(row.codigo),
    clave: `certificado:${scopeName(row)}`,
  }))
  await notifyEach(tx, { evento: 'certificado', tipo: 'Certificación' }, notices)
}

const pointOf = (row: NewCertificate): PointEvent => ({
  usuario: row.id_usuario,
  motivo: 'certificado',
  clave: scopeName(row),
  detalle: row.titulo,
})

type Unawarded = { issued: Issued[]; points: PointEvent[] }

/**
 * Issues the certificates earned and raises those bettered, in the grading transaction (docs/product/certificates.md
 * 1.5). Locking the enrolments first keeps two modules passed at once from missing or duplicating the course's
 * certificate. One whose name no one wrote is issued with the name ({@link printName}). The caller awards the points.
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
  const unissued = earned.filter((row) => !nameless.has(row.id_usuario) && !own.some(sameScope(row)))
  const made = await insertWithFreeCode(tx, unissued, dated)
  const better = own.flatMap((row) => {
    const best = earned.find(sameScope(row))
    return best && row.estado === 'vigente' && row.nota < best.nota ? [{ ...row, mejor: best.nota }] : []
  })
  if (better.length > 0) await raiseGrades(tx, better)
  if (made.length > 0) await recordIssued(tx, made)
  await audit(tx, 'certificado_mejorado', ...better.map(actOf))
  const owned = own.filter((row) => earned.some(sameScope(row)))
  const issued: Issued[] = [
    ...made.map((row) => ({ ...row, novedad: 'generado' as const })),
    ...owned.map((row) => ({
      ...row,
      novedad: better.some(sameScope(row)) ? ('actualizado' as const) : ('sin_cambio' as const),
    })),
  ]
  return { issued, points: made.map(pointOf) }
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
