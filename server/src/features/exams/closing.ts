import { EXAM_MODEL } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { statement } from '../../platform/db/statements.ts'
import { auditPart, auditValues } from '../audit/audit.ts'
import { awardPart } from '../awards/awards.ts'
import { certificateIssuer, certificateSteps, certificateValues } from '../certificates/certificates.ts'
import { GRACE } from './details.ts'
import type { FrozenQuestion } from './exams.tables.ts'
import { gradeAttempt, type SavedAnswer } from './scoring.ts'
import { closeSurveys } from './surveys.ts'

/** An open attempt whose detail row the transaction holds, with what is saved of its answers. */
export type OpenAttempt = {
  id: number
  id_detalle: number
  id_alumno: number
  id_evaluacion: number
  id_curso: number
  id_modulo: number | null
  modelo: number
  vencido: boolean
  preguntas: FrozenQuestion[]
  respuestas: SavedAnswer[]
}

const BATCH = 50

/** What is saved of the answers of an attempt, in one order. */
const saved = (attempt: SQL) => sql`coalesce((SELECT jsonb_agg(jsonb_build_object('id_pregunta', r.id_pregunta,
  'id_opcion', r.id_opcion, 'respuesta', r.respuesta) ORDER BY r.id_pregunta) FROM respuestas r WHERE r.id_intento = ${attempt}), '[]')`

/** Open attempts `i` as {@link OpenAttempt}; a condition follows. */
export const OPEN = sql`
  SELECT i.id, i.id_detalle, d.id_alumno, e.id AS id_evaluacion, e.id_curso, e.id_modulo, e.modelo,
    i.limite + ${GRACE} < now() AS vencido, i.preguntas,
    ${saved(sql.raw('i.id'))} AS respuestas
  FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle JOIN evaluaciones e ON e.id = d.id_evaluacion
  WHERE i.estado = 'abierto' AND`

// Read after the statement that holds the detail, so that every save that was waited for is in it.
const ofDetail = statement<OpenAttempt>(sql`${OPEN} i.id_detalle = ${sql.placeholder('detalle')}::int`)
const ofDetails = statement<OpenAttempt>(sql`${OPEN} i.id_detalle = ANY(${sql.placeholder('detalles')}::int[])`)

/** The open attempt of a held detail, if there is one. */
export async function openAttempt(tx: Db, idDetalle: number): Promise<OpenAttempt | undefined> {
  const [attempt] = await ofDetail(tx, { detalle: idDetalle })
  return attempt
}

const holdExpired = statement<{ id: number }>(sql`
  SELECT d.id FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle
  WHERE i.estado = 'abierto' AND i.limite < now() - ${GRACE} ORDER BY i.limite LIMIT ${sql.raw(String(BATCH))}
  FOR UPDATE OF d, i SKIP LOCKED`)

/** What certificates need to know of an attempt that has its grade. */
export type Settled = Pick<OpenAttempt, 'id' | 'id_alumno' | 'id_curso' | 'id_modulo'>

const PASSED = sql`jsonb_to_recordset(${sql.placeholder('aprobados')}::text::jsonb) AS v(id int, id_usuario int, id_curso int, id_modulo int)`

/**
 * Each attempt keeps what it did to its own exam's certificate. Points for whom passed at the first attempt: the percentage
 * that they see, to the nearest whole. A later attempt earns none, or failing once on purpose would pay.
 */
const MARKS_AND_POINTS = sql`, marcados AS (
    UPDATE intentos_evaluacion i SET novedad_certificado = r.novedad
    FROM ${PASSED} JOIN resueltos r ON r.id_usuario = v.id_usuario AND r.id_curso = v.id_curso AND r.id_modulo IS NOT DISTINCT FROM v.id_modulo
    WHERE i.id = v.id AND r.id IS NOT NULL AND i.novedad_certificado IS NULL
  ), premios_examen AS (${awardPart(sql`
    SELECT d.id_alumno, 'examen', e.id::text, e.nombre, round(round(i.nota * 100 / i.nota_maxima, 2))::int, NULL::timestamptz
    FROM ${PASSED} JOIN intentos_evaluacion i ON i.id = v.id AND i.numero = 1 AND i.aprobado
    JOIN detalle_evaluacion d ON d.id = i.id_detalle JOIN evaluaciones e ON e.id = d.id_evaluacion`)})`
const issueAndReward = certificateIssuer(MARKS_AND_POINTS)

/** {@link settlePassed} as steps of the procedure that grades one attempt; their values are {@link passedValues}. */
export const PASSED_STEPS = certificateSteps(MARKS_AND_POINTS)
const pairOf = ({ id, id_alumno, id_curso, id_modulo }: Settled) => ({ id, id_usuario: id_alumno, id_curso, id_modulo })

/** What {@link PASSED_STEPS} work on. */
export function passedValues(passed: Settled[]) {
  const pairs = passed.map(pairOf)
  return { ...certificateValues(pairs), aprobados: JSON.stringify(pairs) }
}

/**
 * The one path from a passed exam to its certificates and points, for submitted, expired and hand-graded attempts alike.
 * Answers whether all of it was sent before anything was waited for.
 */
export async function settlePassed(tx: Db, passed: Settled[]): Promise<boolean> {
  if (passed.length === 0) return true
  const pairs = passed.map(pairOf)
  const { tries } = await issueAndReward(tx, pairs, { aprobados: JSON.stringify(pairs) })
  return tries === 1
}

/**
 * Grades of attempts and points of their answers, and the trail of it. An open attempt is one that was not sent (a check of the
 * table): of `estado = 'abierto'` PostgreSQL would read all that are open in the academy instead of these few.
 */
const GRADE = sql`
  WITH notas AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(${sql.placeholder('notas')}::text::jsonb)
      AS v(id int, id_alumno int, estado text, nota numeric, aprobado boolean)
  ), puntuadas AS (
    UPDATE respuestas r SET puntos = v.puntos
    FROM jsonb_to_recordset(${sql.placeholder('puntos')}::text::jsonb) AS v(id_intento int, id_pregunta int, puntos numeric)
    WHERE r.id_intento = v.id_intento AND r.id_pregunta = v.id_pregunta
  ), cerrados AS (
    UPDATE intentos_evaluacion i
    SET estado = v.estado, nota = v.nota, aprobado = v.aprobado, enviado_en = now(), cerrado_por_tiempo = i.limite + ${GRACE} < now()
    FROM notas v WHERE i.id = v.id AND i.id = ANY(ARRAY(SELECT id FROM notas)) AND i.enviado_en IS NULL RETURNING i.id
  ), traza AS (${auditPart(
    'intento_enviado',
    sql`SELECT id_alumno, 'intento:' || id, jsonb_build_object('nota', nota, 'aprobado', aprobado) FROM notas`,
  )}) SELECT (SELECT count(*) FROM cerrados) AS cerrados`
const grade = statement(GRADE)

/** Grades one attempt that was read before it was held; `igual` says whether what it was graded by is still all that is saved. */
export const GRADE_AS_READ = sql`${GRADE},
  ${saved(sql`${sql.placeholder('intento')}::int`)} = ${sql.placeholder('respuestas')}::text::jsonb AS igual`

/** The values of {@link GRADE}, and which of the attempts are passed. */
export function gradesOf(attempts: OpenAttempt[]) {
  const results = attempts.map((attempt) => ({ attempt, ...gradeAttempt(attempt.preguntas, attempt.respuestas) }))
  const puntos = results.flatMap(({ attempt, puntos }) => puntos.map((entry) => ({ id_intento: attempt.id, ...entry })))
  const notas = results.map(({ attempt: { id, id_alumno }, nota, aprobado }) => ({
    id,
    id_alumno,
    estado: nota === null ? 'pendiente' : 'calificado',
    nota,
    aprobado,
  }))
  return {
    values: { notas: JSON.stringify(notas), puntos: JSON.stringify(puntos), ...auditValues() },
    passed: results.filter((result) => result.aprobado).map((result) => result.attempt),
  }
}

async function gradeExams(tx: Db, attempts: OpenAttempt[]): Promise<boolean> {
  const { values, passed } = gradesOf(attempts)
  // One after the other on the same connection, without waiting in between.
  const [, atOnce] = await Promise.all([grade(tx, values), settlePassed(tx, passed)])
  return atOnce
}

/**
 * Closes open attempts with what was saved and nothing else: grades exams, makes surveys anonymous, and issues the
 * certificates in the same transaction (contract section 4). The caller holds the attempts' detail rows. Answers whether all of it
 * was sent before anything was waited for, so that a statement which was sent after this call sees all of it.
 */
export async function closeAttempts(tx: Db, attempts: OpenAttempt[]): Promise<boolean> {
  const exams = attempts.filter((attempt) => attempt.modelo === EXAM_MODEL)
  const surveys = attempts.filter((attempt) => attempt.modelo !== EXAM_MODEL)
  const atOnce = exams.length === 0 || (await gradeExams(tx, exams))
  if (surveys.length === 0) return atOnce
  await closeSurveys(tx, surveys)
  return false
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
      const held = await holdExpired(tx, {})
      if (held.length === 0) return 0
      await closeAttempts(tx, await ofDetails(tx, { detalles: held.map(({ id }) => id) }))
      return held.length
    })
    closed += found
  }
  return closed
}
