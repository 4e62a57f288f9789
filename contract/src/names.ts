/** With its marks. Skips emoji and signs; empty when there is no letter or digit. */
export const firstLetter = (name: string): string => /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? ''

/** First name and paternal surname: «Diego Alonso», «Ramírez Soto» gives DR. */
export const initialsOf = (nombres: string, apellidos: string): string =>
  [nombres, apellidos].map(firstLetter).join('').toLocaleUpperCase('es')
