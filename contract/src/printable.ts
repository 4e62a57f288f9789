/** Latin with Vietnamese, and Cyrillic, as the fonts of the certificates have them. */
const LETTER =
  /^[A-Za-zªºÀ-ÖØ-öø-žſƏƒƠơƯưƷǍǎǓ-ǖǞ-ǢǤ-ǩǮǯǴǵǾǿȘ-țȞȟȪ-ȭȰ-ȲȷəʒʻʼЀ-џѢѣѪѫҐ-ғҖҗҚқҢңҮ-ұҺһӉӊӘәӢӣӨөӮḔ-ḗḠṐ-ṓṺṻẀ-ẅẞẠ-ỹ]$/u
/** The same for a letter that the fonts have in parts. */
const PARTS = /^[A-Za-zÀ-ÖØ-öø-ſƠơƯưЀ-џӘәӨө][\u0300-\u0303\u0306-\u0308\u030a-\u030c\u0323\u0326\u0327]*$/u
/** Greek, Armenian, Georgian, Ethiopic, kana, Han (and what Japanese names have beyond it), Hangul. */
const OTHER = /^[Ά-ώἀ-ῼԱ-ֈﬓ-ﬗႠ-ჿᲐ-Ჿⴀ-ⴭሀ-ᎏⶀ-ⷞꬁ-ꬮ々〆ぁ-ヿㇰ-ㇿ㐀-䶿一-鿿﨎﨏﨑﨓﨔﨟﨡﨣﨤﨧-﨩𠮷ㄱ-ㅣㅥ-ㆎ가-힣]$/u
/** With their marks: Hebrew, Arabic, Devanagari, Bengali, Tamil, Thai. */
const MARKED =
  /^(?:[\u0591-\u05f4]+|[\u0610-\u06ff\u0750-\u077f]+|[\u0900-\u097f]+|[\u0980-\u09fe]+|[\u0b82-\u0bd7]+|[\u0e01-\u0e4e]+)$/u

const LETTERS = /\p{L}\p{M}*/gu

export const PRINTABLE_TEXT = 'Alguna letra no se puede imprimir en el certificado: escríbela en letras latinas.'
/** For brands, signatures, courses and modules. */
export const PRINTED_TEXT = 'Alguna letra no se puede imprimir en los certificados: escríbela en letras latinas.'

const isPrinted = (letter: string) =>
  LETTER.test(letter) || PARTS.test(letter.normalize('NFD')) || OTHER.test(letter) || MARKED.test(letter)

/** Whether certificates print every letter of a name; its other signs do not count. */
export const isPrintable = (name: string): boolean => (name.normalize('NFC').match(LETTERS) ?? []).every(isPrinted)
