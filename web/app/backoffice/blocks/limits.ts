const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** A field that counts what is typed, below it. */
export const withLimit = (value: string, most: number) => ({
  maxLength: most,
  inputWrapperOrder: ORDER,
  description: `${value.length} de ${most} caracteres`,
})

/** A heading, which is counted in words. */
export const withWords = (words: number, most: number) => ({
  inputWrapperOrder: ORDER,
  description: `${words} de ${most} palabras`,
})
