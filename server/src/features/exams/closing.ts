import { EXAM_MODEL } from '@campus/contract/rules'
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import { audit } from '../audit/audit.ts'
import { award } from '../awards/awards.ts'
import { issueCertificates, sameScope } from '../certificates/certificates.ts'
import { GRACE } from './details.ts'
import {
  detalle_evaluacion,
  evaluaciones,
  type FrozenQuestion,
  intentos_evaluacion,
  respuestas,
} from './exams.tables.ts'
import { gradeAttempt } from './scoring.ts'
import { moveToAnonymous } from './surveys.ts'

/** An open attempt whose detail row the transaction holds. */
export type OpenAttempt = {
  id: number
  id_detalle: number
  id_alumno: number
  id_evaluacion: number
  id_curso: number
  id_modulo: number | null
  modelo: number
  limite: string
  vencido: boolean
  preguntas: FrozenQuestion[]
}

const BATCH = 50

/** Rows for a set-based UPDATE. */
export const recordset = (rows: object[], columns: string): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS v(${sql.raw(columns)})`

/** Open attempts of details that the transaction has locked. */
export function selectOpen(tx: Db) {
  return tx
    .select({
      id: intentos_evaluacion.id,
      id_detalle: intentos_evaluacion.id_detalle,
      id_alumno: detalle_evaluacion.id_alumno,
      id_evaluacion: evaluaciones.id,
      id_curso: evaluaciones.id_curso,
      id_modulo: evaluaciones.id_modulo,
      modelo: evaluaciones.modelo,
      limite: intentos_evaluacion.limite,
      vencido: sql<boolean>`${intentos_evaluacion.limite} + ${GRACE} < now()`,
      preguntas: intentos_evaluacion.preguntas,
    })
    .from(intentos_evaluacion)
    .innerJoin(detalle_evaluacion, eq(detalle_evaluacion.id, intentos_evaluacion.id_detalle))
    .innerJoin(evaluaciones, eq(evaluaciones.id, detalle_evaluacion.id_evaluacion))
    .$dynamic()
}

/** What certificates need to know of an attempt that has its grade. */
export type Settled = Pick<OpenAttempt, 'id' | 'id_alumno' | 'id_curso' | 'id_modulo'>

/**
 * Points for whom passed at the first attempt: the percentage that they see, to the nearest whole. A later attempt
 * earns none, or failing once on purpose would pay.
 */
async function awardFirst(tx: Db, passed: Settled[]): Promise<void> {
  const attempts = passed.map((attempt) => attempt.id)
  const rows = await tx.execute<{ usuario: number; clave: string; detalle: string; puntos: number }>(sql`
    SELECT d.id_alumno AS usuario, e.id::text AS clave, e.nombre AS detalle,
      round(round(i.nota * 100 / i.nota_maxima, 2))::int AS puntos
    FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle JOIN evaluaciones e ON e.id = d.id_evaluacion
    WHERE i.id = ANY(${sql.param(attempts)}::int[]) AND i.numero = 1 AND i.aprobado`)
  await award(tx, ...rows.map((row) => ({ ...row, motivo: 'examen' as const })))
}

/**
 * The one path from a passed exam to its certificates and points, for submitted, expired and hand-graded attempts alike.
 * Each attempt keeps what it did to its own exam's certificate.
 */
export async function settlePassed(tx: Db, passed: Settled[]): Promise<void> {
  const pairs = passed.map(({ id_alumno, id_curso }) => ({ id_usuario: id_alumno, id_curso }))
  const issued = await issueCertificates(tx, pairs)
  // After the certificates: they hold the enrolments, and everybody takes those before any points.
  await awardFirst(tx, passed)
  const news = passed.flatMap(({ id, id_alumno, id_curso, id_modulo }) => {
    const own = issued.find((made) => sameScope(made, { id_usuario: id_alumno, id_curso, id_modulo }))
    return own ? [{ id, novedad: own.novedad }] : []
  })
  if (news.length === 0) return
  await tx.execute(sql`UPDATE intentos_evaluacion i SET novedad_certificado = v.novedad
    FROM ${recordset(news, 'id int, novedad text')} WHERE i.id = v.id`)
}

async function gradeExams(tx: Db, attempts: OpenAttempt[]): Promise<void> {
  const ids = attempts.map((attempt) => attempt.id)
  const saved = await tx.select().from(respuestas).where(inArray(respuestas.id_intento, ids))
  const results = attempts.map((attempt) => {
    const answers = saved.filter((answer) => answer.id_intento === attempt.id)
    return { attempt, ...gradeAttempt(attempt.preguntas, answers) }
  })
  const points = results.flatMap(({ attempt, puntos }) => puntos.map((entry) => ({ id_intento: attempt.id, ...entry })))
  await tx.execute(sql`UPDATE respuestas r SET puntos = v.puntos
    FROM ${recordset(points, 'id_intento int, id_pregunta int, puntos numeric')}
    WHERE r.id_intento = v.id_intento AND r.id_pregunta = v.id_pregunta`)
  const grades = results.map(({ attempt, nota, aprobado }) => ({
    id: attempt.id,
    estado: nota === null ? 'pendiente' : 'calificado',
    nota,
    aprobado,
  }))
  await tx.execute(sql`UPDATE intentos_evaluacion i
    SET estado = v.estado, nota = v.nota, aprobado = v.aprobado, enviado_en = now(), cerrado_por_tiempo = i.limite + ${GRACE} < now()
    FROM ${recordset(grades, 'id int, estado text, nota numeric, aprobado boolean')} WHERE i.id = v.id AND i.estado = 'abierto'`)
  await audit(
    tx,
    'intento_enviado',
    ...results.map(({ attempt, nota, aprobado }) => ({
      sobre: attempt.id_alumno,
      objeto: `intento:${attempt.id}`,
      detalle: { nota, aprobado },
    })),
  )
  const passed = results.filter((result) => result.aprobado).map((result) => result.attempt)
  await settlePassed(tx, passed)
}

/**
 * Closes open attempts with what was saved and nothing else: grades exams, makes surveys anonymous, and issues the
 * certificates in the same transaction (contract section 4). The caller holds the attempts' detail rows.
 */
export async function closeAttempts(tx: Db, attempts: OpenAttempt[]): Promise<void> {
  const exams = attempts.filter((attempt) => attempt.modelo === EXAM_MODEL)
  const surveys = attempts.filter((attempt) => attempt.modelo !== EXAM_MODEL)
  if (exams.length > 0) await gradeExams(tx, exams)
  if (surveys.length > 0) await moveToAnonymous(tx, surveys)
}

/**
 * Closes every attempt whose time and grace are over, whether or not anyone comes back; a job runs it each minute.
 * Rows that a request is working on are skipped: that request closes them. Answers how many were closed.
 */
export async function closeExpired(db: Db): Promise<number> {
  let closed = 0
  let found = BATCH
  while (found === BATCH) {
    found = await db.transaction(async (tx) => {
      const expired = await selectOpen(tx)
        .where(sql`${intentos_evaluacion.estado} = 'abierto' AND ${intentos_evaluacion.limite} + ${GRACE} < now()`)
        .orderBy(asc(intentos_evaluacion.limite))
        .limit(BATCH)
        .for('update', { of: [detalle_evaluacion, intentos_evaluacion], skipLocked: true })
      await closeAttempts(tx, expired)
      return expired.length
    })
    closed += found
  }
  return closed
}
