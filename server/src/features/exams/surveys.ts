import { randomUUID } from 'node:crypto'
import type { SurveyResults } from '@campus/contract/exams'
import { EXAM_MODEL, SURVEY_BATCH } from '@campus/contract/rules'
import { eq, sql } from 'drizzle-orm'
import { type Db, isAnyOf, query, recordset } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { requireEnrolment } from '../learning/learning.ts'
import {
  encuestas_respondidas,
  evaluaciones,
  intentos_evaluacion,
  respuestas,
  respuestas_retenidas,
} from './exams.tables.ts'
import { isOver } from './outage.ts'
import type { SavedAnswer } from './scoring.ts'

type OpenSurvey = { id: number; id_alumno: number; id_evaluacion: number; vencido: boolean; respuestas: SavedAnswer[] }

const givenAnswers = (attempt: OpenSurvey): SavedAnswer[] =>
  attempt.respuestas.filter(({ id_opcion, respuesta, seleccion }) => id_opcion ?? respuesta ?? seleccion)

/**
 * Closes survey attempts whose detail rows the caller holds, and moves their answers to `respuestas_retenidas`. One
 * that expired empty may be opened again.
 */
export async function closeSurveys(tx: Db, attempts: OpenSurvey[]): Promise<void> {
  if (attempts.length === 0) return
  const ids = attempts.map(({ id }) => id)
  const held = attempts
    .map((attempt) => ({ id_evaluacion: attempt.id_evaluacion, respuestas: givenAnswers(attempt) }))
    .filter((row) => row.respuestas.length > 0)
  const answered = attempts.filter((attempt) => !attempt.vencido || givenAnswers(attempt).length > 0)
  await tx.delete(respuestas).where(isAnyOf(respuestas.id_intento, ids))
  if (held.length > 0) await tx.insert(respuestas_retenidas).values(held)
  if (answered.length > 0)
    await tx
      .insert(encuestas_respondidas)
      .values(answered.map(({ id_evaluacion, id_alumno }) => ({ id_evaluacion, id_alumno })))
      .onConflictDoNothing()
  await tx
    .update(intentos_evaluacion)
    .set({
      estado: 'calificado',
      nota: 0,
      aprobado: false,
      enviado_en: sql`now()`,
      cerrado_por_tiempo: isOver('intentos_evaluacion'),
    })
    .where(isAnyOf(intentos_evaluacion.id, ids))
}

/** Random ids and order, so that neither reveals who came first. */
const shuffled = <Row extends object>(rows: Row[]): (Row & { id: string })[] =>
  rows.map((row) => ({ ...row, id: randomUUID() })).toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Rows per transaction; a multiple of {@link SURVEY_BATCH}. */
const BATCH_ROWS = 100

async function takePending(tx: Db, idEvaluacion: number) {
  const [locked] = await tx
    .select({ id: evaluaciones.id })
    .from(evaluaciones)
    .where(eq(evaluaciones.id, idEvaluacion))
    .for('no key update', { skipLocked: true })
  if (!locked) return []
  return query<{ respuestas: SavedAnswer[] }>(
    tx,
    sql`DELETE FROM respuestas_retenidas WHERE id IN (
      SELECT id FROM respuestas_retenidas WHERE id_evaluacion = ${idEvaluacion} ORDER BY id LIMIT ${BATCH_ROWS})
    RETURNING respuestas`,
  )
}

async function insertBatches(tx: Db, idEvaluacion: number, people: { respuestas: SavedAnswer[] }[]): Promise<void> {
  const batches = Array.from({ length: people.length / SURVEY_BATCH }, () => randomUUID())
  const rows = people.flatMap((person, at) =>
    person.respuestas.flatMap(({ seleccion, ...answer }) =>
      (seleccion ?? [answer.id_opcion]).map((id_opcion) => ({
        ...answer,
        id_opcion,
        tanda: batches[Math.floor(at / SURVEY_BATCH)],
      })),
    ),
  )
  // The joins leave out questions and options removed meanwhile.
  await tx.execute(sql`
    INSERT INTO respuestas_encuesta (id, id_evaluacion, tanda, id_pregunta, id_opcion, respuesta)
    SELECT v.id, p.id_evaluacion, v.tanda, p.id, o.id, v.respuesta
    FROM ${recordset(shuffled(rows), 'v(id uuid, tanda uuid, id_pregunta bigint, id_opcion bigint, respuesta text)')}
    JOIN preguntas p ON p.id = v.id_pregunta AND p.id_evaluacion = ${idEvaluacion}
    LEFT JOIN opciones o ON o.id = v.id_opcion AND o.id_pregunta = p.id
    WHERE o.id IS NOT NULL OR v.respuesta IS NOT NULL
    ORDER BY v.id`)
}

async function publishBatches(tx: Db, idEvaluacion: number): Promise<number> {
  const people = shuffled(await takePending(tx, idEvaluacion))
  const whole = people.length - (people.length % SURVEY_BATCH)
  if (whole > 0) await insertBatches(tx, idEvaluacion, people.slice(0, whole))
  const rest = people.slice(whole).map(({ id, respuestas }) => ({ id, respuestas }))
  if (rest.length > 0)
    await tx
      .insert(respuestas_retenidas)
      .values(rest.map((row) => ({ ...row, id_evaluacion: idEvaluacion, mezclada: true })))
  return people.length
}

/**
 * Publishes waiting answers in whole batches of {@link SURVEY_BATCH} people. The rest are rewritten too, so that
 * neither `xmin` nor their order links an answer to its author.
 */
export async function publishSurvey(db: Db, idEvaluacion: number): Promise<void> {
  for (let taken = BATCH_ROWS; taken === BATCH_ROWS; )
    taken = await db.transaction((tx) => publishBatches(tx, idEvaluacion))
}

/** For attempts that the job closed, and after a crash. */
export async function publishSurveys(db: Db): Promise<void> {
  const surveys = await db
    .selectDistinct({ id: respuestas_retenidas.id_evaluacion })
    .from(respuestas_retenidas)
    .where(eq(respuestas_retenidas.mezclada, false))
  for (const { id } of surveys) await publishSurvey(db, id)
}

const MAX_TEXTS = 500
const MAX_TEXT_BYTES = 200_000

async function requireSurveyStaff(db: Db, identity: Identity, id: number): Promise<void> {
  const [survey] = await query<{ id_curso: number }>(
    db,
    sql`SELECT id_curso FROM evaluaciones WHERE id = ${id} AND modelo <> ${EXAM_MODEL}`,
  )
  if (!survey) throw fail('NO_ENCONTRADO')
  const access = await requireEnrolment(db, identity, survey.id_curso)
  if (!access.staff) throw fail('SIN_PERMISO')
}

/**
 * Counts whole batches, so that no two readings differ by one person (docs/product/exams.md 7.3).
 * @throws NO_ENCONTRADO, SIN_PERMISO for staff of other courses
 */
export async function surveyResults(db: Db, identity: Identity, id: number): Promise<SurveyResults> {
  await requireSurveyStaff(db, identity, id)
  const [row] = await query<SurveyResults>(
    db,
    sql`
    SELECT e.id, e.nombre,
      (SELECT count(DISTINCT tanda) * ${SURVEY_BATCH} FROM respuestas_encuesta WHERE id_evaluacion = e.id) AS respondieron,
      coalesce((SELECT jsonb_agg(jsonb_build_object(
        'id', p.id, 'pregunta', p.pregunta, 'tipo_pregunta', p.tipo_pregunta,
        'opciones', coalesce((SELECT jsonb_agg(jsonb_build_object('id', o.id, 'opcion', o.opcion, 'cuenta',
            (SELECT count(*) FROM respuestas_encuesta r WHERE r.id_evaluacion = e.id AND r.id_pregunta = p.id AND r.id_opcion = o.id)) ORDER BY o.orden)
          FROM opciones o WHERE o.id_pregunta = p.id), '[]'),
        'respuestas', coalesce((SELECT jsonb_agg(t.respuesta ORDER BY t.id) FROM (
          SELECT n.id, n.respuesta, sum(octet_length(n.respuesta)) OVER (ORDER BY n.id) AS bytes FROM (
            SELECT r.id, r.respuesta FROM respuestas_encuesta r
            WHERE r.id_evaluacion = e.id AND r.id_pregunta = p.id AND r.respuesta IS NOT NULL
            ORDER BY r.id LIMIT ${MAX_TEXTS}) n) t WHERE t.bytes <= ${MAX_TEXT_BYTES}), '[]')
      ) ORDER BY p.orden) FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo), '[]') AS preguntas
    FROM evaluaciones e WHERE e.id = ${id}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}
