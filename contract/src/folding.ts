/** Ignores case and accents for comparisons, as the database does: other scripts retain their marks. */
export const foldText = (text: string): string =>
  text
    .replace(/[\p{sc=Latn}\p{sc=Cyrl}]/gu, (letter) => letter.normalize('NFD'))
    .replace(/[\^\u0060¨¯´·¸\u02b0-\u036f]/g, '')
    .toLowerCase()
