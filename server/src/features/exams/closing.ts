import { EXAM_MODEL } from '@campus/contract/rules'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, isAnyOf, query, recordset } from '../../platform/db/database.ts'
import { award } from '../awards/awards.ts'
import { type Issued, issueUnawarded } from '../certificates/certificates.ts'
import { type FrozenQuestion, intentos_evaluacion } from './exams.tables.ts'
import { GRACE, isOver, UNCOUNTED } from './outage.ts'
import { gradeAttempt, percentOf, type Result, type SavedAnswer } from './scoring.ts'
import { closeSurveys } from './surveys.ts'

/** An open attempt with its saved answers; final only while the transaction holds its detail row. */
export type OpenAttempt = {
  id: number
  id_detalle: number
  numero: number
  /** Null in a survey without a clock. */
  limite: string | null
  segundos_devueltos: number
  ahora: string
  /** The limit and the grace period have passed. */
  vencido: boolean
  /** An outage will move its limit. */
  uncounted: boolean
  preguntas: FrozenQuestion[]
  nota_maxima: number
  respuestas: (SavedAnswer & { secuencia: number })[]
  id_alumno: number
  id_evaluacion: number
  evaluacion: string
  modelo: number
  id_curso: number
  id_modulo: number | null
}

const BATCH = 50

const openAttempts = (tx: Db, which: SQL): Promise<OpenAttempt[]> =>
  query<OpenAttempt>(
    tx,
    sql`SELECT i.id, i.id_detalle, i.numero, i.limite, i.segundos_devueltos, now() AS ahora, ${isOver('i')} AS vencido,
      i.limite IS NOT NULL AND ${UNCOUNTED} AS uncounted, i.preguntas, i.nota_maxima, d.id_alumno, e.id AS id_evaluacion, e.nombre AS evaluacion, e.modelo, e.id_curso, e.id_modulo,
      coalesce((SELECT json_agg(json_build_object('id_pregunta', r.id_pregunta, 'id_opcion', r.id_opcion,
        'respuesta', r.respuesta, 'seleccion', r.seleccion, 'parejas', r.parejas, 'secuencia', r.secuencia)) FROM respuestas r WHERE r.id_intento = i.id), '[]') AS respuestas
    FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle JOIN evaluaciones e ON e.id = d.id_evaluacion
    WHERE i.estado = 'abierto' AND ${which}`,
  )

export async function openAttempt(tx: Db, idDetalle: number): Promise<OpenAttempt | undefined> {
  const [attempt] = await openAttempts(tx, sql`i.id_detalle = ${idDetalle}`)
  return attempt
}

export type PassedAttempt = Pick<
  OpenAttempt,
  'id' | 'numero' | 'id_alumno' | 'id_evaluacion' | 'evaluacion' | 'id_curso' | 'id_modulo' | 'nota_maxima'
> & {
  nota: number
}

/** Stored so that a repeated submission returns the same certificate outcome. */
async function saveCertificateOutcomes(tx: Db, passed: PassedAttempt[], issued: Issued[]): Promise<void> {
  const outcomeOf = ({ id_alumno, id_curso, id_modulo }: PassedAttempt) =>
    issued.find((row) => row.id_usuario === id_alumno && row.id_curso === id_curso && row.id_modulo === id_modulo)
      ?.novedad
  const { id, novedad_certificado } = intentos_evaluacion
  for (const [novedad, attempts] of Map.groupBy(passed, outcomeOf)) {
    if (!novedad) continue
    const ids = attempts.map((attempt) => attempt.id)
    await tx
      .update(intentos_evaluacion)
      .set({ novedad_certificado: novedad })
      .where(and(isAnyOf(id, ids), isNull(novedad_certificado)))
  }
}

/**
 * Issues certificates and points, however the attempt ended. Only the first attempt earns points, or failing on purpose
 * would pay. Returns the certificates that stand on them.
 */
export async function settlePassed(tx: Db, passed: PassedAttempt[]): Promise<Issued[]> {
  if (passed.length === 0) return []
  const pairs = passed.map(({ id_alumno, id_curso }) => ({ id_usuario: id_alumno, id_curso }))
  const { issued, points } = await issueUnawarded(tx, pairs)
  await saveCertificateOutcomes(tx, passed, issued)
  const events = passed
    .filter((attempt) => attempt.numero === 1)
    .map((attempt) => ({
      usuario: attempt.id_alumno,
      motivo: 'examen' as const,
      clave: String(attempt.id_evaluacion),
      detalle: attempt.evaluacion,
      puntos: Math.round(percentOf(attempt.nota, attempt.nota_maxima) ?? 0),
    }))
  await award(tx, ...points, ...events)
  return issued
}

type Graded = { attempt: OpenAttempt; result: Result }

async function saveGrades(tx: Db, graded: Graded[]): Promise<void> {
  const points = graded.flatMap(({ attempt, result }) =>
    result.puntos.map((entry) => ({ id_intento: attempt.id, ...entry })),
  )
  const grades = graded.map(({ attempt, result: { nota, aprobado } }) => ({
    id: attempt.id,
    estado: nota === null ? 'pendiente' : 'calificado',
    nota,
    aprobado,
    vencido: attempt.vencido,
  }))
  await tx.execute(sql`UPDATE respuestas r SET puntos = v.puntos
    FROM ${recordset(points, 'v(id_intento bigint, id_pregunta bigint, puntos numeric)')}
    WHERE r.id_intento = v.id_intento AND r.id_pregunta = v.id_pregunta`)
  await tx.execute(sql`UPDATE intentos_evaluacion i SET estado = v.estado, nota = v.nota, aprobado = v.aprobado, enviado_en = now(),
      cerrado_por_tiempo = v.vencido
    FROM ${recordset(grades, 'v(id bigint, estado text, nota numeric, aprobado boolean, vencido boolean)')}
    WHERE i.id = v.id`)
}

async function gradeExams(tx: Db, attempts: OpenAttempt[]): Promise<void> {
  if (attempts.length === 0) return
  const graded = attempts.map((attempt) => ({ attempt, result: gradeAttempt(attempt.preguntas, attempt.respuestas) }))
  await saveGrades(tx, graded)
  const acts = graded.map(({ attempt, result: { nota, aprobado } }) => ({
    sobre: attempt.id_alumno,
    objeto: `intento:${attempt.id}`,
    detalle: { nota, aprobado },
  }))
  await audit(tx, 'intento_enviado', ...acts)
  const passed = graded.flatMap(({ attempt, result: { nota, aprobado } }) =>
    aprobado && nota !== null ? [{ ...attempt, nota }] : [],
  )
  await settlePassed(tx, passed)
}

/**
 * Grades exams and makes surveys anonymous, with what was saved (docs/product/exams.md 4.7). The caller holds the
 * detail rows.
 */
export async function closeAttempts(tx: Db, attempts: OpenAttempt[]): Promise<void> {
  const isExam = (attempt: OpenAttempt) => attempt.modelo === EXAM_MODEL
  await gradeExams(tx, attempts.filter(isExam))
  await closeSurveys(
    tx,
    attempts.filter((attempt) => !isExam(attempt)),
  )
}

/** Skips rows that a request holds: that request closes them. The index finds what the longer grace may still keep open. */
const lockExpired = (tx: Db): Promise<{ id: number }[]> =>
  query<{ id: number }>(
    tx,
    sql`SELECT d.id FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle
    WHERE i.estado = 'abierto' AND i.limite < now() - ${GRACE} AND ${isOver('i')} ORDER BY i.limite LIMIT ${BATCH}
    FOR UPDATE OF d, i SKIP LOCKED`,
  )

/** Closes expired attempts in batches; a job runs it every minute. Returns how many were closed. */
export async function closeExpired(db: Db): Promise<number> {
  let closed = 0
  let found = BATCH
  while (found === BATCH) {
    found = await db.transaction(async (tx) => {
      const ids = (await lockExpired(tx)).map(({ id }) => id)
      if (ids.length > 0)
        await closeAttempts(tx, await openAttempts(tx, sql`i.id_detalle = ANY (${sql.param(ids)}::bigint[])`))
      return ids.length
    })
    closed += found
  }
  return closed
}
