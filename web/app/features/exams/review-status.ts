import type { ReviewQuestion } from '@campus/contract/exams'

export type ReviewStatus = 'right' | 'part' | 'wrong' | 'blank' | 'pending' | 'annulled'

const isBlank = ({ id_opcion, respuesta, seleccion, parejas }: ReviewQuestion) =>
  id_opcion === null && !respuesta && !seleccion && !parejas

export function statusOf(question: ReviewQuestion): ReviewStatus {
  const { es_correcta, puntos, anulada } = question
  if (anulada) return 'annulled'
  if (es_correcta === null) return puntos === null ? 'pending' : 'right'
  if (es_correcta) return 'right'
  if (isBlank(question)) return 'blank'
  return puntos ? 'part' : 'wrong'
}

export type LessonToReview = {
  id: number
  id_modulo: number
  titulo: string
  /** Where the first of its questions is answered; null for its beginning. */
  segundo: number | null
  /** Places of its questions in the exam, from 1. */
  preguntas: number[]
}

/** The lessons that answer what was not right, those of most questions first. */
export function lessonsToReview(questions: ReviewQuestion[]): LessonToReview[] {
  const lessons = new Map<number, LessonToReview>()
  for (const [place, question] of questions.entries()) {
    const { leccion } = question
    if (!leccion || !['wrong', 'blank', 'part'].includes(statusOf(question))) continue
    const known = lessons.get(leccion.id)
    if (!known) lessons.set(leccion.id, { ...leccion, preguntas: [place + 1] })
    else {
      known.preguntas.push(place + 1)
      known.segundo = Math.min(known.segundo ?? 0, leccion.segundo ?? 0) || null
    }
  }
  return [...lessons.values()].sort((one, other) => other.preguntas.length - one.preguntas.length)
}
