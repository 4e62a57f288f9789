/** First name and paternal surname: «Diego Alonso», «Ramírez Soto» gives DR. */
export const initialsOf = (nombres: string, apellidos: string): string =>
  [nombres, apellidos]
    .map((text) => [...text.trim()][0] ?? '')
    .join('')
    .toLocaleUpperCase('es')
