import type { RefundRequest } from '@campus/contract/refunds'

type Course = RefundRequest['cursos'][number]

export const sumOf = (courses: Course[]): number => courses.reduce((sum, { monto }) => sum + monto, 0)

export const lessonsText = ({ completadas, lecciones }: Course): string => `${completadas} de ${lecciones} lecciones`

/** Each thing that the buyer wrote, once. */
export const reasonsOf = (courses: Course[]): string[] => [
  ...new Set(courses.flatMap(({ motivo }) => (motivo ? [motivo] : []))),
]

export type Standing = { nombre: string; resultado: 'devuelta' | 'negada'; respuesta: string | null }

/** How another person left a course. */
export const standingText = ({ nombre, resultado, respuesta }: Standing): string =>
  resultado === 'devuelta' ? `${nombre}: devuelta.` : `${nombre}: no corresponde. «${respuesta}»`
