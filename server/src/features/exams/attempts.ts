import { randomUUID } from 'node:crypto'
import { closedByLessonsText } from '@campus/contract/closed-by-lessons'
import type { EvaluationDetail, StartedAttempt } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import { eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { argument, CALLER, type Caller, prepared } from '../../platform/db/prepared.ts'
import { Failure, fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { ACCESS, type CourseAccess, checkAccess, findClosedExams } from '../learning/learning.ts'
import { closeAttempts, type OpenAttempt, openAttempt } from './closing.ts'
import { type DetailState, findDetail, readDetail } from './details.ts'
import {
  CLOSES,
  detalle_evaluacion,
  type FrozenQuestion,
  intentos_evaluacion,
  reachableBy,
  SHOWN_EXAM,
} from './exams.tables.ts'
import { afterOutage, countOutage, requireCounted } from './outage.ts'
import { liveQuestions, withoutKey } from './questions.ts'
import { maximumOf } from './scoring.ts'

type Locked = CourseAccess & { id: number; id_evaluacion: number; intentos: number }

/** After a wait for `d`, what is read beside it is of before the wait: only what the lock does not guard. */
const lockDetail = prepared<Locked, Caller & { detalle: number }>(
  sql`SELECT ${ACCESS}, d.id, d.id_evaluacion, d.intentos FROM detalle_evaluacion d
    JOIN evaluaciones e ON e.id = d.id_evaluacion JOIN cursos c ON c.id = e.id_curso
    WHERE d.id = ${argument('detalle')} AND d.id_alumno = ${CALLER.id} FOR UPDATE OF d`,
)

/**
 * Locks the student's detail, so that starts, saves, submissions and the closing job run one at a time. For
 * {@link changeAttempt}.
 * @throws NO_ENCONTRADO for another student's, SIN_MATRICULA
 */
export async function lockOpenAttempt(
  tx: Db,
  identity: Identity,
  idDetalle: number,
): Promise<{ detail: Locked; open: OpenAttempt | undefined }> {
  const [row] = await lockDetail(tx, { ...identity, detalle: idDetalle })
  const detail = checkAccess(row)
  const open = await openAttempt(tx, idDetalle)
  if (open) requireCounted(open)
  return { detail, open }
}

export async function closeIfOver(tx: Db, attempt: OpenAttempt | undefined): Promise<OpenAttempt | undefined> {
  if (!attempt?.vencido) return attempt
  await closeAttempts(tx, [attempt])
  return undefined
}

/**
 * A transaction that sees every outage counted. An error that the work returns is thrown after the commit, so that an
 * expired attempt it closed stays closed.
 */
export async function changeAttempt<T>(db: Db, work: (tx: Db) => Promise<T | Failure>): Promise<T> {
  const outcome = await afterOutage(db, () => db.transaction(work))
  if (outcome instanceof Failure) throw outcome
  return outcome
}

type Rules = {
  modelo: number
  minutos: number | null
  fecha_cierre: string | null
  abierta: boolean
  agotada: boolean
}

async function rulesOf(tx: Db, idDetalle: number): Promise<Rules> {
  const [rules] = await query<Rules>(
    tx,
    sql`SELECT e.modelo, e.duracion + d.minutos_extra AS minutos, ${CLOSES} AS fecha_cierre,
      ${SHOWN_EXAM} AND coalesce(e.fecha_apertura <= now(), true) AND coalesce(${CLOSES} > now(), true) AS abierta,
      CASE WHEN e.modelo = ${EXAM_MODEL} THEN d.intentos >= e.intentos + d.intentos_extra
        ELSE EXISTS (SELECT 1 FROM encuestas_respondidas r WHERE r.id_evaluacion = e.id AND r.id_alumno = d.id_alumno) END AS agotada
    FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion WHERE d.id = ${idDetalle}`,
  )
  if (!rules) throw fail('NO_ENCONTRADO')
  return rules
}

/** Returns why no attempt may begin; an exam worth nothing has none, because everyone would pass it. */
function blockerOf({ modelo, abierta, agotada }: Rules, questions: FrozenQuestion[]): Failure | null {
  const exam = modelo === EXAM_MODEL
  if (!exam && agotada) return fail('ENCUESTA_RESPONDIDA')
  if (!abierta) return fail('EXAMEN_CERRADO')
  if (agotada) return fail('SIN_INTENTOS')
  return questions.length === 0 || (exam && maximumOf(questions) <= 0) ? fail('EXAMEN_SIN_PREGUNTAS') : null
}

const shuffled = <T>(list: T[]): T[] =>
  list
    .map((item) => ({ item, key: randomUUID() }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item)

/** Returns why an exam that waits for lessons does not open; one that was passed may always be improved. */
async function gateOf(tx: Db, identity: Identity, { id_curso, id_evaluacion }: Locked): Promise<Failure | null> {
  const closed = (await findClosedExams(tx, identity.id, id_curso))[id_evaluacion]
  if (!closed) return null
  return fail('LECCIONES_PENDIENTES', { message: `${closedByLessonsText(closed)}.` })
}

async function begin(tx: Db, identity: Identity, detail: Locked): Promise<FrozenQuestion[] | Failure> {
  const rules = await rulesOf(tx, detail.id)
  const exam = rules.modelo === EXAM_MODEL
  // A scale of a survey reads in its written order.
  const preguntas = await liveQuestions(tx, detail.id_evaluacion, exam ? shuffled : undefined)
  const blocker = blockerOf(rules, preguntas) ?? (exam ? await gateOf(tx, identity, detail) : null)
  if (blocker) return blocker
  const numero = detail.intentos + 1
  await tx.insert(intentos_evaluacion).values({
    id_detalle: detail.id,
    numero,
    limite: sql`least(now() + make_interval(mins => ${rules.minutos}::int), ${rules.fecha_cierre}::timestamptz)`,
    preguntas,
    nota_maxima: maximumOf(preguntas),
  })
  await tx
    .update(detalle_evaluacion)
    .set({ intentos: numero, fecha_evaluacion: sql`now()` })
    .where(eq(detalle_evaluacion.id, detail.id))
  // The audit trail is visible to staff, who must not learn who answers a survey.
  if (exam)
    await audit(tx, 'intento_iniciado', { sobre: identity.id, objeto: `detalle:${detail.id}`, detalle: { numero } })
  return preguntas
}

/**
 * Starts an attempt, or returns the open one without counting another (docs/product/exams.md 2).
 * @throws NO_ENCONTRADO, SIN_MATRICULA, EXAMEN_CERRADO, SIN_INTENTOS, EXAMEN_SIN_PREGUNTAS, LECCIONES_PENDIENTES, ENCUESTA_RESPONDIDA
 */
export async function startAttempt(db: Db, identity: Identity, idDetalle: number): Promise<StartedAttempt> {
  return changeAttempt(db, async (tx) => {
    const { detail, open } = await lockOpenAttempt(tx, identity, idDetalle)
    const live = await closeIfOver(tx, open)
    const questions = live?.preguntas ?? (await begin(tx, identity, detail))
    if (questions instanceof Failure) return questions
    return { ...(await readDetail(tx, idDetalle)), preguntas: withoutKey(questions, live?.respuestas ?? []) }
  })
}

/**
 * Returns the student's detail of an evaluation and creates it the first time (docs/product/exams.md 1.2).
 * @throws SIN_PERMISO for staff, NO_ENCONTRADO, SIN_MATRICULA
 */
export async function ensureDetail(
  db: Db,
  identity: Identity,
  idEvaluacion: number,
): Promise<{ detail: EvaluationDetail; created: boolean }> {
  if (identity.tipo_cliente !== 'Alumno') throw fail('SIN_PERMISO')
  await requireEvaluation(db, identity, idEvaluacion)
  const made = await db
    .insert(detalle_evaluacion)
    .values({ id_evaluacion: idEvaluacion, id_alumno: identity.id })
    .onConflictDoNothing()
    .returning({ id: detalle_evaluacion.id })
  const found = await currentDetail(db, idEvaluacion, identity.id)
  if (!found) throw fail('NO_ENCONTRADO')
  return { detail: found.detail, created: made.length > 0 }
}

const accessToExam = prepared<CourseAccess & { modelo: number }, Caller & { evaluacion: number }>(
  sql`SELECT ${ACCESS}, evaluaciones.modelo FROM evaluaciones JOIN cursos c ON c.id = evaluaciones.id_curso
    WHERE evaluaciones.id = ${argument('evaluacion')} AND ${reachableBy(CALLER.id)}`,
)

/** @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requireEvaluation(db: Db, identity: Identity, idEvaluacion: number) {
  const [row] = await accessToExam(db, { ...identity, evaluacion: idEvaluacion })
  return checkAccess(row)
}

/** Lets readers see an expired attempt as closed without waiting for the job. */
export async function closeIfExpired(db: Db, idDetalle: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = detalle_evaluacion
    await tx.select({ id }).from(detalle_evaluacion).where(eq(id, idDetalle)).for('update')
    await closeIfOver(tx, await openAttempt(tx, idDetalle))
  })
}

export async function currentDetail(db: Db, idEvaluacion: number, idAlumno: number): Promise<DetailState | null> {
  const found = await findDetail(db, idEvaluacion, idAlumno)
  if (found?.uncounted) {
    await countOutage(db)
    return currentDetail(db, idEvaluacion, idAlumno)
  }
  if (!found?.vencido) return found
  await closeIfExpired(db, found.detail.id)
  return findDetail(db, idEvaluacion, idAlumno)
}
