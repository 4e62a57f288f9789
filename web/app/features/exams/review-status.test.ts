import type { ReviewQuestion } from '@campus/contract/exams'
import { expect, it } from 'vitest'
import { lessonsToReview } from './review-status'

const leccion = (id: number, segundo: number | null) => ({ id, id_modulo: 1, titulo: `Lección ${id}`, segundo })

const question = (over: Partial<ReviewQuestion>) =>
  ({ id_opcion: 5, respuesta: null, es_correcta: false, puntos: 0, leccion: null, ...over }) as ReviewQuestion

it('a lesson is named once, from the first second that answers, those of most questions first', () => {
  const questions = [
    question({ leccion: leccion(1, 40) }),
    question({ leccion: leccion(2, 90) }),
    question({ leccion: leccion(3, 10), es_correcta: true, puntos: 1 }),
    question({ leccion: leccion(2, 30), id_opcion: null }),
    question({}),
    question({ leccion: leccion(2, 200), puntos: 0.5 }),
    question({ leccion: leccion(5, 5), anulada: true }),
    question({ leccion: leccion(4, 5), es_correcta: null, puntos: null, respuesta: 'Lo leerá un docente.' }),
  ]
  expect(lessonsToReview(questions)).toEqual([
    { ...leccion(2, 30), preguntas: [2, 4, 6] },
    { ...leccion(1, 40), preguntas: [1] },
  ])
})

it('a lesson that answers one question as a whole is read from its beginning', () => {
  const questions = [question({ leccion: leccion(1, 40) }), question({ leccion: leccion(1, null) })]
  expect(lessonsToReview(questions)).toEqual([{ ...leccion(1, null), preguntas: [1, 2] }])
})
