import type { Attempt, Review, ReviewQuestion } from '@campus/contract/exams'
import { CHOICE, EXAM_MODEL } from '@campus/contract/rules'
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { lecciones } from '../catalogue/catalogue.tables.ts'
import { requireEnrolment } from '../learning/learning.ts'
import { closeIfExpired } from './attempts.ts'
import { GRACE } from './details.ts'
import {
  detalle_evaluacion,
  evaluaciones,
  type FrozenQuestion,
  intentos_evaluacion,
  respuestas,
} from './exams.tables.ts'
import { percentOf } from './scoring.ts'

const attemptColumns = {
  id: intentos_evaluacion.id,
  numero: intentos_evaluacion.numero,
  estado: intentos_evaluacion.estado,
  inicio: intentos_evaluacion.inicio,
  limite: intentos_evaluacion.limite,
  enviado_en: intentos_evaluacion.enviado_en,
  cerrado_por_tiempo: intentos_evaluacion.cerrado_por_tiempo,
  nota: intentos_evaluacion.nota,
  nota_maxima: intentos_evaluacion.nota_maxima,
  aprobado: intentos_evaluacion.aprobado,
}

type AttemptRow = Omit<Attempt, 'porcentaje'>

/** An attempt on the wire. */
export const toAttempt = (row: AttemptRow): Attempt => ({
  ...row,
  porcentaje: row.nota === null ? null : percentOf(row.nota, row.nota_maxima),
})

/** One attempt by its id, as a student may see it. @throws NO_ENCONTRADO */
export async function findAttempt(db: Db, id: number): Promise<Attempt> {
  const [row] = await db.select(attemptColumns).from(intentos_evaluacion).where(eq(intentos_evaluacion.id, id))
  if (!row) throw fail('NO_ENCONTRADO')
  return toAttempt(row)
}

/**
 * The key is released when the last attempt is used and none is open, or the closing date has passed for everybody,
 * the grace included (contract section 4).
 */
const RELEASED = sql<boolean>`(${detalle_evaluacion.intentos} >= ${evaluaciones.intentos} + ${detalle_evaluacion.intentos_extra}
  OR coalesce(${evaluaciones.fecha_cierre} + ${GRACE} < now(), false))
  AND NOT (SELECT bool_or(a.estado = 'abierto') FROM intentos_evaluacion a WHERE a.id_detalle = ${detalle_evaluacion.id})`

async function findSent(db: Db, idDetalle: number) {
  const [row] = await db
    .select({ intento: attemptColumns, preguntas: intentos_evaluacion.preguntas, liberada: RELEASED })
    .from(intentos_evaluacion)
    .innerJoin(detalle_evaluacion, eq(detalle_evaluacion.id, intentos_evaluacion.id_detalle))
    .innerJoin(evaluaciones, eq(evaluaciones.id, detalle_evaluacion.id_evaluacion))
    .where(
      and(
        eq(intentos_evaluacion.id_detalle, idDetalle),
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
    .where(and(inArray(lecciones.id, ids), eq(lecciones.activo, true)))
}

type Shown = { graded: boolean; released: boolean; lessons: Lesson[] }
type Answer = typeof respuestas.$inferSelect

/** What leaves the server only after the release of the key. */
function keyOf(
  question: FrozenQuestion,
  released: boolean,
): Pick<ReviewQuestion, 'id_opcion_correcta' | 'explicacion'> {
  if (!released) return { id_opcion_correcta: null, explicacion: null }
  const right = question.opciones.find((option) => option.condicion)
  return { id_opcion_correcta: right?.id ?? null, explicacion: question.explicacion }
}

/** The student's own answer, as it was saved. */
const ownOf = (answer: Answer | undefined): Pick<ReviewQuestion, 'respuesta' | 'id_opcion'> => ({
  respuesta: answer?.respuesta ?? null,
  id_opcion: answer?.id_opcion ?? null,
})

/**
 * What grading said; nothing of it before the attempt has its grade. Whether a choice was right tells which option is, so
 * it waits for the release with the key (contract section 4); a teacher's points for an open answer do not.
 */
function gradeOf(question: FrozenQuestion, answer: Answer | undefined, { graded, released }: Shown) {
  const choice = question.tipo_pregunta === CHOICE
  if (!graded || (choice && !released)) return { puntos: null, es_correcta: null, comentario: null }
  const es_correcta = choice ? isRight(question, answer) : null
  return { puntos: answer?.puntos ?? 0, es_correcta, comentario: answer?.comentario ?? null }
}

/** Own answer and the lesson that explains it always; a choice's verdict and the key only when released. */
function toReview(question: FrozenQuestion, answer: Answer | undefined, shown: Shown): ReviewQuestion {
  const lesson = shown.lessons.find((row) => row.id === question.id_leccion)
  return {
    id: question.id,
    pregunta: question.pregunta,
    tipo_pregunta: question.tipo_pregunta,
    valor: question.valor,
    ...gradeOf(question, answer, shown),
    ...ownOf(answer),
    opciones: question.opciones.map(({ id, opcion }) => ({ id, opcion })),
    ...keyOf(question, shown.released),
    leccion: lesson ? { ...lesson, segundo: question.segundo } : null,
  }
}

const isRight = (question: FrozenQuestion, answer: Answer | undefined): boolean =>
  question.opciones.some((option) => option.condicion && option.id === answer?.id_opcion)

/**
 * The last sent attempt of the student's own exam, question by question (peers.md section 3). Surveys have none: their
 * answers no longer belong to anybody.
 * @throws NO_ENCONTRADO for another's detail or without a sent attempt, SIN_MATRICULA
 */
export async function reviewAttempt(db: Db, identity: Identity, idDetalle: number): Promise<Review> {
  const [detail] = await db
    .select({ id_alumno: detalle_evaluacion.id_alumno, id_curso: evaluaciones.id_curso })
    .from(detalle_evaluacion)
    .innerJoin(evaluaciones, eq(evaluaciones.id, detalle_evaluacion.id_evaluacion))
    .where(eq(detalle_evaluacion.id, idDetalle))
  if (!detail) throw fail('NO_ENCONTRADO')
  const own = detail.id_alumno === identity.id
  if (!own && identity.tipo_cliente === 'Alumno') throw fail('NO_ENCONTRADO')
  const access = await requireEnrolment(db, identity, detail.id_curso)
  if (!own && !access.staff) throw fail('NO_ENCONTRADO')
  await closeIfExpired(db, idDetalle)
  const sent = await findSent(db, idDetalle)
  const [answers, lessons] = await Promise.all([
    db.select().from(respuestas).where(eq(respuestas.id_intento, sent.intento.id)),
    lessonsOf(db, sent.preguntas),
  ])
  const shown = { graded: sent.intento.estado === 'calificado', released: sent.liberada || access.staff, lessons }
  return {
    intento: toAttempt(sent.intento),
    clave_liberada: shown.released,
    preguntas: sent.preguntas.map((question) =>
      toReview(
        question,
        answers.find((answer) => answer.id_pregunta === question.id),
        shown,
      ),
    ),
  }
}
