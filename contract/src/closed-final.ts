import type { ClosedFinal } from './learning.ts'

export const closedFinalText = ({ desde, faltan }: ClosedFinal): string =>
  `Se abre con el ${desde} % de las lecciones: te ${faltan === 1 ? 'falta' : 'faltan'} ${faltan}`
