/** Latin with Vietnamese, and Cyrillic, as the fonts of the certificates have them. */
const LETTER =
  /^[A-Za-zªºÀ-ÖØ-öø-žſƏƒƠơƯưƷǍǎǓ-ǖǞ-ǢǤ-ǩǮǯǴǵǾǿȘ-țȞȟȪ-ȭȰ-ȲȷəʒʻʼЀ-џѢѣѪѫҐ-ғҖҗҚқҢңҮ-ұҺһӉӊӘәӢӣӨөӮḔ-ḗḠṐ-ṓṺṻẀ-ẅẞẠ-ỹ]$/u
/** The same for a letter that the fonts have in parts. */
const PARTS = /^[A-Za-zÀ-ÖØ-öø-ſƠơƯưЀ-џӘәӨө][\u0300-\u0303\u0306-\u0308\u030a-\u030c\u0323\u0326\u0327]*$/u
/** What the fonts of all other scripts have too. */
const LATIN = /^[A-Za-zªºÀ-ÖØ-öø-ķĹ-žƠơƯưẠ-ỹ]$/u
/** Greek; Hangul; Han and kana, whose font has Greek and Cyrillic too, with what Japanese names have beyond it. */
const SCRIPTS = [/^[Ά-ώἀ-ῼ]$/u, /^[ㄱ-ㅣㅥ-ㆎ가-힣]$/u, /^[Ά-ώЀ-џ々〆ぁ-ヿㇰ-ㇿ㐀-䶿一-鿿﨎﨏﨑﨓﨔﨟﨡﨣﨤﨧-﨩𠮷]$/u]

const LETTERS = /\p{L}\p{M}*/gu

export const PRINTABLE_TEXT = 'Alguna letra no se puede imprimir en el certificado: escríbela en letras latinas.'
/** For brands, signatures, courses and modules. */
export const PRINTED_TEXT = 'Alguna letra no se puede imprimir en los certificados: escríbela en letras latinas.'

/** Whether one font of the certificates prints every letter of a text; its other signs do not count. */
export function isPrintable(text: string): boolean {
  const letters = text.normalize('NFC').match(LETTERS) ?? []
  return (
    letters.every((letter) => LETTER.test(letter) || PARTS.test(letter.normalize('NFD'))) ||
    SCRIPTS.some((script) => letters.every((letter) => LATIN.test(letter) || script.test(letter)))
  )
}
