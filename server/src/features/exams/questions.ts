import type { StartedAttempt } from '@campus/contract/exams'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import type { FrozenQuestion } from './exams.tables.ts'
import type { SavedAnswer } from './scoring.ts'

/** The questions of an evaluation as they are now, in order, key included. */
export const liveQuestions = (db: Db, idEvaluacion: number): Promise<FrozenQuestion[]> =>
  query<FrozenQuestion>(
    db,
    sql`SELECT p.id, p.pregunta, p.tipo_pregunta, p.valor, p.explicacion, p.id_leccion, p.segundo, coalesce((
      SELECT json_agg(json_build_object('id', o.id, 'opcion', o.opcion, 'condicion', o.condicion) ORDER BY o.orden)
      FROM opciones o WHERE o.id_pregunta = p.id), '[]') AS opciones
    FROM preguntas p WHERE p.id_evaluacion = ${idEvaluacion} AND p.activo ORDER BY p.orden, p.id`,
  )

type Saved = SavedAnswer & { secuencia: number }

/** An attempt's questions as its student sees them, with what was saved; the key stays behind. */
export function asAsked(questions: FrozenQuestion[], answers: Saved[]): StartedAttempt['preguntas'] {
  const saved = new Map(answers.map((answer) => [answer.id_pregunta, answer]))
  return questions.map((question) => {
    const answer = saved.get(question.id)
    return {
      id: question.id,
      pregunta: question.pregunta,
      tipo_pregunta: question.tipo_pregunta,
      valor: question.valor,
      opciones: question.opciones.map(({ id, opcion }) => ({ id, opcion })),
      id_opcion: answer?.id_opcion ?? null,
      respuesta: answer?.respuesta ?? null,
      secuencia: answer?.secuencia ?? 0,
    }
  })
}
