import type { EvaluationDetail } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { jsonStatement, statement } from '../../platform/db/statements.ts'
import { Failure, fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { auditPart, auditValues } from '../audit/audit.ts'
import { accessValues, type CourseAccess, checkAccess, courseAccess } from '../learning/learning.ts'
import { closeAttempts, type OpenAttempt, openAttempt } from './closing.ts'
import { DETAILS, type DetailRow, findDetail, findDetailFor, type KnownDetail, toDetail } from './details.ts'
import type { FrozenQuestion } from './exams.tables.ts'

const DETALLE = sql`${sql.placeholder('detalle')}::int`
/** What the token's person may do in the course of an evaluation `e`, as {@link CourseAccess}. */
export const ACCESS = sql`e.id_curso, ${courseAccess.visible} AS visible, ${courseAccess.staff} AS staff, ${courseAccess.enrolled} AS enrolled`
/** The student's own detail and its evaluation's course, with the values of a token. */
export const OWN = sql`detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion JOIN cursos ON cursos.id = e.id_curso
  WHERE d.id = ${DETALLE} AND d.id_alumno = ${sql.placeholder('usuario')}::int`

type Held = CourseAccess & { id: number; intentos: number }

const holdOwn = statement<Held>(sql`SELECT d.id, d.intentos, ${ACCESS} FROM ${OWN} FOR UPDATE OF d`)
const hold = statement(sql`SELECT 1 FROM detalle_evaluacion d WHERE d.id = ${DETALLE} FOR UPDATE`)

/**
 * Holds the student's own detail until the transaction ends, and answers it with its open attempt, if there is one: starts,
 * saves, submissions and the sweeper take turns on it.
 * @throws NO_ENCONTRADO for another student's, SIN_MATRICULA without a live enrolment
 */
export async function holdDetail(
  tx: Db,
  identity: Identity,
  idDetalle: number,
): Promise<{ held: Held; open: OpenAttempt | undefined }> {
  // Sent together, done one after the other: the second sees what the first waited for.
  const [[row], open] = await Promise.all([
    holdOwn(tx, { ...accessValues(identity), detalle: idDetalle }),
    openAttempt(tx, idDetalle),
  ])
  return { held: checkAccess(row), open }
}

/** The attempt if its time is not over; else it is closed: nobody finds an attempt open that is not. */
export async function closeIfOver(tx: Db, attempt: OpenAttempt | undefined): Promise<OpenAttempt | undefined> {
  if (!attempt?.vencido) return attempt
  await closeAttempts(tx, [attempt])
  return undefined
}

/**
 * Runs work on a held detail. A refusal is answered with `return fail(...)` and thrown after the commit, so that an
 * expired attempt which the work closed on its way stays closed.
 */
export async function commitThenThrow<T>(db: Db, work: (tx: Db) => Promise<T | Failure>): Promise<T> {
  const outcome = await db.transaction(work)
  if (outcome instanceof Failure) throw outcome
  return outcome
}

/** The questions `p` of an evaluation as {@link FrozenQuestion}, key included, with their options in an order. */
const frozen = (order: string) =>
  sql.raw(`jsonb_build_object('id', p.id, 'pregunta', p.pregunta, 'tipo_pregunta', p.tipo_pregunta,
  'valor', p.valor, 'explicacion', p.explicacion, 'id_leccion', p.id_leccion, 'segundo', p.segundo, 'opciones', coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', o.id, 'opcion', o.opcion, 'condicion', o.condicion) ORDER BY ${order})
    FROM opciones o WHERE o.id_pregunta = p.id), '[]'))`)

/** The questions of an evaluation as they are now, in order, key included. */
export const liveQuestions = jsonStatement<FrozenQuestion>(sql`
  SELECT ${frozen('o.orden')} AS fila FROM preguntas p
  WHERE p.id_evaluacion = ${sql.placeholder('evaluacion')}::int AND p.activo ORDER BY p.orden, p.id`)

type Begun = CourseAccess & {
  modelo: number
  abierta: boolean
  agotada: boolean
  con_preguntas: boolean
  detalle: DetailRow
  nuevo: { id: number; numero: number; inicio: string; limite: string; preguntas: FrozenQuestion[] } | null
}

/**
 * Looks at the own detail and, where nothing forbids it and no attempt is open, begins one and counts it: in one statement,
 * with the detail held. What the attempt is about is frozen: questions, their order, a shuffled order of options (from the
 * server's random source), values and the limit. An exam of nothing begins no attempt: it would be passed by everybody; a
 * survey has no values. Two at the same moment make one: the database lets one number and one open attempt be.
 */
const begin = jsonStatement<Begun>(sql`
  WITH tenido AS MATERIALIZED (
    SELECT d.id, d.id_evaluacion, d.id_alumno, d.intentos, e.modelo, e.fecha_cierre, e.duracion + d.minutos_extra AS minutos, ${ACCESS},
      e.estado = 1 AND coalesce(e.fecha_apertura <= now(), true) AND coalesce(e.fecha_cierre > now(), true) AS abierta,
      CASE WHEN e.modelo = ${sql.raw(String(EXAM_MODEL))} THEN d.intentos >= e.intentos + d.intentos_extra
        ELSE EXISTS (SELECT 1 FROM encuestas_respondidas r WHERE r.id_evaluacion = e.id AND r.id_alumno = d.id_alumno) END AS agotada
    FROM ${OWN} FOR UPDATE OF d
  ), copia AS MATERIALIZED (
    SELECT t.id, jsonb_agg(${frozen('gen_random_uuid()')} ORDER BY p.orden, p.id) AS preguntas, sum(p.valor) AS maxima
    FROM tenido t JOIN preguntas p ON p.id_evaluacion = t.id_evaluacion AND p.activo
    WHERE NOT coalesce((SELECT bool_or(i.estado = 'abierto') FROM intentos_evaluacion i WHERE i.id_detalle = t.id), false)
    GROUP BY t.id HAVING min(t.modelo) <> ${sql.raw(String(EXAM_MODEL))} OR sum(p.valor) > 0
  ), nuevo AS (
    INSERT INTO intentos_evaluacion (id_detalle, numero, limite, preguntas, nota_maxima)
    SELECT t.id, t.intentos + 1, least(now() + make_interval(mins => t.minutos), t.fecha_cierre), c.preguntas, c.maxima
    FROM tenido t JOIN copia c ON c.id = t.id
    WHERE t.visible AND (t.staff OR t.enrolled) AND t.abierta AND NOT t.agotada
    ON CONFLICT DO NOTHING RETURNING id, id_detalle, numero, inicio, limite, preguntas
  ), contado AS (
    UPDATE detalle_evaluacion d SET intentos = n.numero, fecha_evaluacion = now() FROM nuevo n WHERE d.id = n.id_detalle
  ), traza AS (${auditPart(
    'intento_iniciado',
    sql`SELECT t.id_alumno, 'detalle:' || t.id, jsonb_build_object('numero', n.numero) FROM nuevo n JOIN tenido t ON t.id = n.id_detalle
      WHERE t.modelo = ${sql.raw(String(EXAM_MODEL))}`,
  )})
  SELECT to_json(q) AS fila FROM (
    SELECT t.id_curso, t.visible, t.staff, t.enrolled, t.modelo, t.abierta, t.agotada,
      EXISTS (SELECT 1 FROM copia) AS con_preguntas, (SELECT to_json(n) FROM nuevo n) AS nuevo,
      (SELECT to_json(x) FROM (${DETAILS} WHERE d.id = t.id) x) AS detalle
    FROM tenido t
  ) q`)

/** A detail with an open attempt, and what the attempt asks if it is a new one: nothing of it is answered yet. */
export type Started = { detail: EvaluationDetail; asks?: FrozenQuestion[] }

/** What the statement began, or found open. */
function startedBy({ nuevo, detalle }: Begun): Started | undefined {
  if (nuevo) {
    const actual = { ...nuevo, estado: 'abierto' } as const
    const row = { ...detalle, intentos: nuevo.numero, fecha_evaluacion: nuevo.inicio, actual }
    return { detail: toDetail(row), asks: nuevo.preguntas }
  }
  return detalle.actual?.estado === 'abierto' && !detalle.vencido ? { detail: toDetail(detalle) } : undefined
}

function refusal(row: Begun): Failure {
  if (row.modelo !== EXAM_MODEL && row.agotada) return fail('ENCUESTA_RESPONDIDA')
  if (!row.abierta) return fail('EXAMEN_CERRADO')
  return fail(row.agotada ? 'SIN_INTENTOS' : 'EXAMEN_SIN_PREGUNTAS')
}

/**
 * Starts an attempt, atomically (contract section 4): enrolment, window and remaining attempts are checked while the
 * detail is held. While an attempt is open it answers that one and counts nothing, however often it is asked.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, EXAMEN_CERRADO, SIN_INTENTOS, EXAMEN_SIN_PREGUNTAS, ENCUESTA_RESPONDIDA
 */
export async function startAttempt(db: Db, identity: Identity, idDetalle: number): Promise<Started> {
  const values = { ...accessValues(identity), detalle: idDetalle }
  const [first] = await begin(db, { ...values, ...auditValues() })
  const started = startedBy(checkAccess(first))
  if (started) return started
  // A refusal, an attempt whose time is over, or somebody who began at the same moment: with the detail held it is sure which.
  return commitThenThrow(db, async (tx) => {
    const { open } = await holdDetail(tx, identity, idDetalle)
    await closeIfOver(tx, open)
    const [row] = await begin(tx, { ...values, ...auditValues() })
    const again = checkAccess(row)
    return startedBy(again) ?? refusal(again)
  })
}

const make = jsonStatement<CourseAccess & { hecho: boolean }>(sql`
  WITH evaluacion AS MATERIALIZED (
    SELECT e.id, ${ACCESS} FROM evaluaciones e JOIN cursos ON cursos.id = e.id_curso
    WHERE e.id = ${sql.placeholder('evaluacion')}::int AND e.estado = 1
  ), hecho AS (
    INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno)
    SELECT e.id, ${sql.placeholder('usuario')}::int FROM evaluacion e WHERE e.visible AND (e.staff OR e.enrolled)
    ON CONFLICT DO NOTHING RETURNING id
  ) SELECT to_json(q) AS fila FROM (SELECT e.*, EXISTS (SELECT 1 FROM hecho) AS hecho FROM evaluacion e) q`)

/**
 * The student's own detail of an evaluation, made once (contract section 4).
 * @throws SIN_PERMISO for staff, NO_ENCONTRADO, SIN_MATRICULA
 */
export async function ensureDetail(
  db: Db,
  identity: Identity,
  idEvaluacion: number,
): Promise<{ detail: EvaluationDetail; created: boolean }> {
  if (identity.tipo_cliente !== 'Alumno') throw fail('SIN_PERMISO')
  const [row] = await make(db, { ...accessValues(identity), evaluacion: idEvaluacion })
  const { hecho } = checkAccess(row)
  const found = await settledDetail(db, idEvaluacion, identity.id)
  if (!found) throw fail('NO_ENCONTRADO')
  return { detail: found.detail, created: hecho }
}

/** Closes the open attempt of a detail if its time is over: a reader never waits for the sweeper. */
export async function closeIfExpired(db: Db, idDetalle: number): Promise<void> {
  await db.transaction(async (tx) => {
    await hold(tx, { detalle: idDetalle })
    await closeIfOver(tx, await openAttempt(tx, idDetalle))
  })
}

async function settle(db: Db, found: KnownDetail | null): Promise<KnownDetail | null> {
  if (!found?.vencido) return found
  await closeIfExpired(db, found.detail.id)
  return findDetail(db, found.detail.id_evaluacion, found.detail.id_alumno)
}

/** A student's detail as it truly is now: with an expired attempt closed. */
export const settledDetail = async (db: Db, idEvaluacion: number, idAlumno: number): Promise<KnownDetail | null> =>
  settle(db, await findDetail(db, idEvaluacion, idAlumno))

/**
 * The same for who may read it: the student's own, or one of a course that the asker teaches.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO
 */
export async function settledDetailFor(db: Db, identity: Identity, idEvaluacion: number, idAlumno: number) {
  const { access, modelo, found } = await findDetailFor(db, identity, idEvaluacion, idAlumno)
  // Who answered a survey is not for the staff either.
  const mayRead = idAlumno === identity.id || (access.staff && modelo === EXAM_MODEL)
  if (!mayRead) throw fail('SIN_PERMISO')
  return settle(db, found)
}
