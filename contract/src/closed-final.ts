import type { ClosedFinal } from './learning.ts'

/** Why a final exam is closed, in the same words on every screen and in the refusal. */
export const closedFinalText = ({ desde, faltan }: ClosedFinal): string =>
  `Se abre con el ${desde} % de las lecciones: te ${faltan === 1 ? 'falta' : 'faltan'} ${faltan}`
