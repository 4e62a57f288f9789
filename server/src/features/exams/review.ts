import type { Attempt, Review, ReviewQuestion } from '@campus/contract/exams'
import { CHOICE, EXAM_MODEL, OPEN } from '@campus/contract/rules'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { type Db, isAnyOf } from '../../platform/db/database.ts'
import { argument, type Caller, prepared } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { lecciones } from '../catalogue/catalogue.tables.ts'
import { ACCESS, type CourseAccess, checkAccess } from '../learning/learning.ts'
import { closeIfExpired } from './attempts.ts'
import {
  CLOSING,
  detalle_evaluacion,
  evaluaciones,
  type FrozenQuestion,
  intentos_evaluacion,
  respuestas,
} from './exams.tables.ts'
import { GRACE, SERVICE_NOW } from './outage.ts'
import { answerOf, keyOf, shownOf } from './questions.ts'
import { isRight, percentOf, type Result, type SavedAnswer } from './scoring.ts'

export const attemptColumns = {
  id: intentos_evaluacion.id,
  numero: intentos_evaluacion.numero,
  estado: intentos_evaluacion.estado,
  inicio: intentos_evaluacion.inicio,
  limite: intentos_evaluacion.limite,
  segundos_devueltos: intentos_evaluacion.segundos_devueltos,
  enviado_en: intentos_evaluacion.enviado_en,
  cerrado_por_tiempo: intentos_evaluacion.cerrado_por_tiempo,
  nota: intentos_evaluacion.nota,
  nota_maxima: intentos_evaluacion.nota_maxima,
  aprobado: intentos_evaluacion.aprobado,
}

type AttemptRow = Omit<Attempt, 'porcentaje'>

export const toAttempt = (row: AttemptRow): Attempt => ({
  ...row,
  porcentaje: row.nota === null ? null : percentOf(row.nota, row.nota_maxima),
})

/** @throws NO_ENCONTRADO */
export async function findAttempt(db: Db, id: number): Promise<Attempt> {
  const [row] = await db.select(attemptColumns).from(intentos_evaluacion).where(eq(intentos_evaluacion.id, id))
  if (!row) throw fail('NO_ENCONTRADO')
  return toAttempt(row)
}

const anyAttempt = (condition: string) =>
  sql<boolean>`EXISTS (SELECT 1 FROM intentos_evaluacion a
    WHERE a.id_detalle = ${detalle_evaluacion.id} AND ${sql.raw(condition)})`

/** Closing dates end no attempt that an outage gave time back to (docs/product/exams.md 6.2). */
const RETURNED_OPEN = sql`EXISTS (SELECT 1 FROM intentos_evaluacion a JOIN detalle_evaluacion o ON o.id = a.id_detalle
  WHERE a.estado = 'abierto' AND a.segundos_devueltos > 0 AND o.id_evaluacion = ${evaluaciones.id})`

const releaseColumns = {
  abierto: anyAttempt(`a.estado = 'abierto'`),
  perfecto: anyAttempt('a.nota = a.nota_maxima AND a.nota_maxima > 0'),
  usados: detalle_evaluacion.intentos,
  permitidos: sql<number>`${evaluaciones.intentos} + ${detalle_evaluacion.intentos_extra}`.mapWith(Number),
  cerrado: sql<boolean>`coalesce(${CLOSING} + ${GRACE} < ${SERVICE_NOW}, false) AND NOT ${RETURNED_OPEN}`,
}
type ReleaseState = { abierto: boolean; perfecto: boolean; usados: number; permitidos: number; cerrado: boolean }

/** docs/product/exams.md 6.2. */
const isReleased = ({ abierto, perfecto, usados, permitidos, cerrado }: ReleaseState): boolean =>
  !abierto && (perfecto || usados >= permitidos || cerrado)

async function findSent(db: Db, idDetalle: number, intento: number | undefined) {
  const [row] = await db
    .select({ intento: attemptColumns, preguntas: intentos_evaluacion.preguntas, ...releaseColumns })
    .from(intentos_evaluacion)
    .innerJoin(detalle_evaluacion, eq(detalle_evaluacion.id, intentos_evaluacion.id_detalle))
    .innerJoin(evaluaciones, eq(evaluaciones.id, detalle_evaluacion.id_evaluacion))
    .where(
      and(
        eq(intentos_evaluacion.id_detalle, idDetalle),
        intento === undefined ? undefined : eq(intentos_evaluacion.id, intento),
        ne(intentos_evaluacion.estado, 'abierto'),
        eq(evaluaciones.modelo, EXAM_MODEL),
      ),
    )
    .orderBy(desc(intentos_evaluacion.numero))
    .limit(1)
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

type Lesson = { id: number; id_modulo: number; titulo: string }

function lessonsOf(db: Db, questions: FrozenQuestion[]): Promise<Lesson[]> {
  const ids = questions.map((question) => question.id_leccion).filter((id) => id !== null)
  if (ids.length === 0) return Promise.resolve([])
  return db
    .select({ id: lecciones.id, id_modulo: lecciones.id_modulo, titulo: lecciones.titulo })
    .from(lecciones)
    .where(and(isAnyOf(lecciones.id, ids), eq(lecciones.activo, true)))
}

type Shown = { graded: boolean; released: boolean; lessons: Lesson[] }
type Answer = typeof respuestas.$inferSelect
type Graded = SavedAnswer & Pick<Answer, 'puntos' | 'comentario'>

function releasedKey(question: FrozenQuestion, released: boolean) {
  if (!released) return { id_opcion_correcta: null, explicacion: null }
  const right = question.tipo_pregunta === CHOICE && question.opciones.find((option) => option.condicion)
  return { id_opcion_correcta: right ? right.id : null, ...keyOf(question), explicacion: question.explicacion }
}

/** Before the release a question says only whether it was right; its points wait, those of an open answer do not. */
function gradeOf(question: FrozenQuestion, answer: Graded | undefined, { graded, released }: Shown) {
  const open = question.tipo_pregunta === OPEN
  // Points that were given stay, also where answers are read otherwise since.
  const es_correcta = open ? null : isRight(question, answer) && (answer?.puntos ?? question.valor) >= question.valor
  if (!graded || !(open || released)) return { puntos: null, es_correcta, comentario: null }
  return { puntos: answer?.puntos ?? 0, es_correcta, comentario: answer?.comentario ?? null }
}

function toReview(question: FrozenQuestion, answer: Graded | undefined, shown: Shown): ReviewQuestion {
  const lesson = shown.lessons.find((row) => row.id === question.id_leccion)
  return {
    ...shownOf(question),
    ...gradeOf(question, answer, shown),
    anulada: question.regalada === true,
    ...answerOf(answer),
    opciones: question.opciones.map(({ id, opcion }) => ({ id, opcion })),
    ...releasedKey(question, shown.released),
    leccion: lesson ? { ...lesson, segundo: question.segundo } : null,
  }
}

type Whole = { intento: AttemptRow; preguntas: FrozenQuestion[] }

/** An attempt question by question, with the key if it is `released`. */
export async function reviewOf(
  db: Db,
  { intento, preguntas }: Whole,
  released: boolean,
): Promise<{ review: Review; answers: Answer[] }> {
  const [answers, lessons] = await Promise.all([
    db.select().from(respuestas).where(eq(respuestas.id_intento, intento.id)),
    lessonsOf(db, preguntas),
  ])
  const shown = { graded: intento.estado === 'calificado', released, lessons }
  const answerTo = (question: FrozenQuestion) => answers.find((answer) => answer.id_pregunta === question.id)
  const reviewed = preguntas.map((question) => toReview(question, answerTo(question), shown))
  return { review: { intento: toAttempt(intento), clave_liberada: released, preguntas: reviewed }, answers }
}

/** Answers that are not stored: every question but one that waits for its teacher has its points. */
export async function reviewTried(
  db: Db,
  { intento, preguntas }: Whole,
  answers: SavedAnswer[],
  { puntos: earned }: Result,
): Promise<Review> {
  const lessons = await lessonsOf(db, preguntas)
  const reviewed = preguntas.map((question, at) => {
    const puntos = earned[at]?.puntos ?? null
    const answer = answers.find(({ id_pregunta }) => id_pregunta === question.id)
    const shown = { graded: puntos !== null, released: true, lessons }
    return toReview(question, answer && { ...answer, puntos, comentario: null }, shown)
  })
  return { intento: toAttempt(intento), clave_liberada: true, preguntas: reviewed }
}

const accessToDetail = prepared<CourseAccess & { id_alumno: number }, Caller & { detalle: number }>(
  sql`SELECT ${ACCESS}, d.id_alumno FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion
    JOIN cursos c ON c.id = e.id_curso WHERE d.id = ${argument('detalle')}`,
)

/**
 * A submitted attempt of an exam, the last one unless it is named, question by question; surveys have no review, as their answers are anonymous.
 * @throws NO_ENCONTRADO for another's detail or without a submitted attempt, SIN_MATRICULA
 */
export async function reviewAttempt(
  db: Db,
  identity: Identity,
  { idDetalle, intento }: { idDetalle: number; intento?: number | undefined },
): Promise<Review> {
  const [detail] = await accessToDetail(db, { ...identity, detalle: idDetalle })
  const own = detail?.id_alumno === identity.id
  if (!own && !can(identity, 'calificar')) throw fail('NO_ENCONTRADO')
  const access = checkAccess(detail)
  if (!own && !access.staff) throw fail('NO_ENCONTRADO')
  await closeIfExpired(db, idDetalle)
  const sent = await findSent(db, idDetalle, intento)
  return (await reviewOf(db, sent, isReleased(sent) || access.staff)).review
}
