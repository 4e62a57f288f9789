import { randomUUID } from 'node:crypto'
import type { SurveyResults } from '@campus/contract/exams'
import { EXAM_MODEL, SURVEY_BATCH } from '@campus/contract/rules'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { requireEnrolment } from '../learning/learning.ts'
import { GRACE } from './details.ts'
import {
  encuestas_respondidas,
  evaluaciones,
  intentos_evaluacion,
  respuestas,
  respuestas_retenidas,
} from './exams.tables.ts'
import type { SavedAnswer } from './scoring.ts'

type OpenSurvey = { id: number; id_alumno: number; id_evaluacion: number; vencido: boolean; respuestas: SavedAnswer[] }

const said = (attempt: OpenSurvey): SavedAnswer[] =>
  attempt.respuestas.filter((answer) => answer.id_opcion !== null || answer.respuesta !== null)

/**
 * Ends open attempts of surveys whose detail rows the caller holds. The answers leave the student and wait in
 * `respuestas_retenidas` for {@link publishSurvey}; who has answered is recorded apart. A survey whose time ran out
 * with nothing saved was not answered, and may be opened again.
 */
export async function closeSurveys(tx: Db, attempts: OpenSurvey[]): Promise<void> {
  if (attempts.length === 0) return
  const ids = attempts.map(({ id }) => id)
  const held = attempts
    .map((attempt) => ({ id_evaluacion: attempt.id_evaluacion, respuestas: said(attempt) }))
    .filter((row) => row.respuestas.length > 0)
  const answered = attempts.filter((attempt) => !attempt.vencido || said(attempt).length > 0)
  await tx.delete(respuestas).where(inArray(respuestas.id_intento, ids))
  if (held.length > 0) await tx.insert(respuestas_retenidas).values(held)
  if (answered.length > 0)
    await tx
      .insert(encuestas_respondidas)
      .values(answered.map(({ id_evaluacion, id_alumno }) => ({ id_evaluacion, id_alumno })))
      .onConflictDoNothing()
  const { limite } = intentos_evaluacion
  await tx
    .update(intentos_evaluacion)
    .set({
      estado: 'calificado',
      nota: 0,
      aprobado: false,
      enviado_en: sql`now()`,
      cerrado_por_tiempo: sql`${limite} + ${GRACE} < now()`,
    })
    .where(inArray(intentos_evaluacion.id, ids))
}

/** A random id for each row, and the rows in that order: neither says which came first. */
const shuffled = <Row extends object>(rows: Row[]): (Row & { id: string })[] =>
  rows.map((row) => ({ ...row, id: randomUUID() })).toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** People taken in one transaction; a multiple of {@link SURVEY_BATCH}. */
const TAKEN = 100

/** Takes waiting answers out, one row per person; none while another transaction publishes the survey. */
async function takeHeld(tx: Db, idEvaluacion: number) {
  const [locked] = await tx
    .select({ id: evaluaciones.id })
    .from(evaluaciones)
    .where(eq(evaluaciones.id, idEvaluacion))
    .for('no key update', { skipLocked: true })
  if (!locked) return []
  return query<{ respuestas: SavedAnswer[] }>(
    tx,
    sql`DELETE FROM respuestas_retenidas WHERE id IN (
      SELECT id FROM respuestas_retenidas WHERE id_evaluacion = ${idEvaluacion} ORDER BY id LIMIT ${TAKEN})
    RETURNING respuestas`,
  )
}

async function insertBatches(tx: Db, idEvaluacion: number, people: { respuestas: SavedAnswer[] }[]): Promise<void> {
  const batches = Array.from({ length: people.length / SURVEY_BATCH }, () => randomUUID())
  const rows = people.flatMap((person, at) =>
    person.respuestas.map((answer) => ({ ...answer, tanda: batches[Math.floor(at / SURVEY_BATCH)] })),
  )
  // Questions and options that were removed meanwhile are left out.
  await tx.execute(sql`
    INSERT INTO respuestas_encuesta (id, id_evaluacion, tanda, id_pregunta, id_opcion, respuesta)
    SELECT v.id, p.id_evaluacion, v.tanda, p.id, o.id, v.respuesta
    FROM jsonb_to_recordset(${JSON.stringify(shuffled(rows))}::text::jsonb)
      AS v(id uuid, tanda uuid, id_pregunta int, id_opcion int, respuesta text)
    JOIN preguntas p ON p.id = v.id_pregunta AND p.id_evaluacion = ${idEvaluacion}
    LEFT JOIN opciones o ON o.id = v.id_opcion AND o.id_pregunta = p.id
    WHERE o.id IS NOT NULL OR v.respuesta IS NOT NULL
    ORDER BY v.id`)
}

async function publishSome(tx: Db, idEvaluacion: number): Promise<number> {
  const people = shuffled(await takeHeld(tx, idEvaluacion))
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
 * Adds waiting answers to a survey's results, in whole batches of {@link SURVEY_BATCH} people, in random order and under
 * random ids. All that still wait are rewritten too: this transaction has nothing in common with those that recorded who
 * answered, so neither `xmin` nor any order joins an answer to its author. Does not wait for another that publishes the
 * survey: what that one misses the job does.
 */
export async function publishSurvey(db: Db, idEvaluacion: number): Promise<void> {
  for (let taken = TAKEN; taken === TAKEN; ) taken = await db.transaction((tx) => publishSome(tx, idEvaluacion))
}

/** Publishes every survey with answers that nobody has mixed yet: of attempts that the job closed, or after a crash. */
export async function publishSurveys(db: Db): Promise<void> {
  const surveys = await db
    .selectDistinct({ id: respuestas_retenidas.id_evaluacion })
    .from(respuestas_retenidas)
    .where(eq(respuestas_retenidas.mezclada, false))
  for (const { id } of surveys) await publishSurvey(db, id)
}

/** Written answers shown per question: at most so many, and so many bytes. */
const MOST_TEXTS = 500
const MOST_TEXT_BYTES = 200_000

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
 * What a survey gathered, for the staff of its course (contract section 4, "Surveys"): whole batches of
 * {@link SURVEY_BATCH} people, so that no two readings differ by one person. Texts come in the order of their random ids.
 * @throws NO_ENCONTRADO for what is no survey of the brand, SIN_PERMISO for who does not teach the course
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
            ORDER BY r.id LIMIT ${MOST_TEXTS}) n) t WHERE t.bytes <= ${MOST_TEXT_BYTES}), '[]')
      ) ORDER BY p.orden) FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo), '[]') AS preguntas
    FROM evaluaciones e WHERE e.id = ${id}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}
