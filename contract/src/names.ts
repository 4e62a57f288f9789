import { firstLetter } from './texts.ts'

/** First name and paternal surname: «Diego Alonso», «Ramírez Soto» gives DR. */
export const initialsOf = (nombres: string, apellidos: string): string =>
  [nombres, apellidos].map(firstLetter).join('').toLocaleUpperCase('es')
