/** Every form that keyboards, phones and word processors write of an apostrophe, a quotation mark and a hyphen. */
const SIGNS: [forms: RegExp, sign: string][] = [
  [/[\u0060\u00b4\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\u2039\u203a\uff07]/g, "'"],
  [/[\u00ab\u00bb\u201c-\u201f\u2033\u2036\uff02]/g, '"'],
  [/[\u2010-\u2015\u2043\u207b\u2212\ufe58\ufe63\uff0d]/g, '-'],
]

/** With one form of each; the same as `signos` of the database. */
export const plainSigns = (text: string): string =>
  SIGNS.reduce((plain, [forms, sign]) => plain.replace(forms, sign), text)

/** Ignores case, accents and forms of signs for searching, as the database does: other scripts retain their marks. */
export const foldText = (text: string): string =>
  plainSigns(text)
    .replace(/[\p{sc=Latn}\p{sc=Cyrl}]/gu, (letter) => letter.normalize('NFD'))
    .replace(/[\^¨¯·¸\u02b0-\u036f]/g, '')
    .toLowerCase()
