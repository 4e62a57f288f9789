const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** The letters of a text as readers see them, each with its marks. */
export const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)
