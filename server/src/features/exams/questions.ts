import type { Question, StartedAttempt } from '@campus/contract/exams'
import type { Key } from '@campus/contract/questions'
import { MULTIPLE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import type { FrozenQuestion, StoredKey } from './exams.tables.ts'
import type { SavedAnswer } from './scoring.ts'

type LiveQuestion = Omit<FrozenQuestion, 'clave' | 'izquierdas' | 'derechas'> & { respuestas: StoredKey | null }

/** Pairs are named by their positions, in the order of `mixed`; equal right sides become one. */
function frozenKey(key: StoredKey, mixed: <T>(list: T[]) => T[]): Partial<FrozenQuestion> {
  if (!('parejas' in key)) return { clave: key }
  const derechas = mixed([...new Set([...key.parejas.map(({ derecha }) => derecha), ...key.distractores])])
  return {
    izquierdas: key.parejas.map(({ izquierda }) => izquierda),
    derechas,
    clave: { parejas: key.parejas.map(({ derecha }) => derechas.indexOf(derecha)) },
  }
}

/** The current questions in order, key included; `mixed` orders what has no order of its own. */
export async function liveQuestions(
  db: Db,
  idEvaluacion: number,
  mixed: <T>(list: T[]) => T[] = (list) => list,
): Promise<FrozenQuestion[]> {
  const rows = await query<LiveQuestion>(
    db,
    sql`SELECT p.id, p.pregunta, p.tipo_pregunta, p.valor, p.imagen, p.imagen_alt, p.criterio, p.respuestas, p.explicacion,
      p.id_leccion, p.segundo, coalesce((
      SELECT json_agg(json_build_object('id', o.id, 'opcion', o.opcion, 'condicion', o.condicion) ORDER BY o.orden)
      FROM opciones o WHERE o.id_pregunta = p.id), '[]') AS opciones
    FROM preguntas p WHERE p.id_evaluacion = ${idEvaluacion} AND p.activo ORDER BY p.orden, p.id`,
  )
  return rows.map(({ respuestas, ...question }) => ({
    ...question,
    opciones: mixed(question.opciones),
    ...(respuestas && frozenKey(respuestas, mixed)),
  }))
}

/** What everyone may read of a question. */
export const shownOf = ({ id, pregunta, tipo_pregunta, valor, ...rest }: FrozenQuestion) => ({
  id,
  pregunta,
  tipo_pregunta,
  valor,
  ...(rest.imagen && { imagen: rest.imagen, imagen_alt: rest.imagen_alt ?? '' }),
  ...(rest.izquierdas && { izquierdas: rest.izquierdas, derechas: rest.derechas ?? [] }),
})

/** The key as its readers get it; a single choice has its own place. */
export function keyOf({ tipo_pregunta, opciones, clave }: FrozenQuestion): { clave?: Key } {
  if (tipo_pregunta === MULTIPLE)
    return { clave: { correctas: opciones.filter(({ condicion }) => condicion).map(({ id }) => id) } }
  if (!clave) return {}
  if (!('parejas' in clave)) return { clave }
  return { clave: { parejas: clave.parejas.map((derecha, izquierda) => ({ izquierda, derecha })) } }
}

/** The parts that an answer of kinds 1 and 2 does not have are absent. */
export const answerOf = (answer: Omit<SavedAnswer, 'id_pregunta'> | undefined) => ({
  id_opcion: answer?.id_opcion ?? null,
  respuesta: answer?.respuesta ?? null,
  ...(answer?.seleccion && { seleccion: answer.seleccion }),
  ...(answer?.parejas && { parejas: answer.parejas }),
})

export const forStaff = (question: FrozenQuestion): Question => ({
  ...shownOf(question),
  opciones: question.opciones,
  ...keyOf(question),
  ...answerOf(undefined),
  secuencia: 0,
})

type Saved = SavedAnswer & { secuencia: number }

export function withoutKey(questions: FrozenQuestion[], answers: Saved[]): StartedAttempt['preguntas'] {
  const saved = new Map(answers.map((answer) => [answer.id_pregunta, answer]))
  return questions.map((question) => {
    const answer = saved.get(question.id)
    return {
      ...shownOf(question),
      opciones: question.opciones.map(({ id, opcion }) => ({ id, opcion })),
      ...answerOf(answer),
      secuencia: answer?.secuencia ?? 0,
    }
  })
}
