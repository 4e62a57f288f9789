import type { ClosedByLessons } from './learning.ts'

export const closedByLessonsText = ({ desde, faltan }: ClosedByLessons): string =>
  `Se abre con el ${desde} % de las lecciones: te ${faltan === 1 ? 'falta' : 'faltan'} ${faltan}`
