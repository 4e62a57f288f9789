/** Latin with Vietnamese, and Cyrillic, as the fonts of the certificates have them. */
const LETTER =
  /^[A-Za-zªºÀ-ÖØ-öø-žſƏƒƠơƯưƷǍǎǓ-ǖǞ-ǢǤ-ǩǮǯǴǵǾǿȘ-țȞȟȪ-ȭȰ-ȲȷəʒʻʼЀ-џѢѣѪѫҐ-ғҖҗҚқҢңҮ-ұҺһӉӊӘәӢӣӨөӮḔ-ḗḠṐ-ṓṺṻẀ-ẅẞẠ-ỹ]$/u
/** The same for a letter that the fonts have in parts. */
const PARTS = /^[A-Za-zÀ-ÖØ-öø-ſƠơƯưЀ-џӘәӨө][\u0300-\u0303\u0306-\u0308\u030a-\u030c\u0323\u0326\u0327]*$/u

const LETTERS = /\p{L}\p{M}*/gu

export const PRINTABLE_TEXT = 'Escribe el nombre como debe figurar en el certificado, en letras latinas.'
/** Said of what else stands on certificates: brands, signatures, courses, modules. */
export const PRINTED_TEXT = 'Escríbelo en letras latinas: se imprime en los certificados.'

/** Whether certificates print every letter of a name; its other signs do not count. */
export const isPrintable = (name: string): boolean =>
  (name.normalize('NFC').match(LETTERS) ?? []).every(
    (letter) => LETTER.test(letter) || PARTS.test(letter.normalize('NFD')),
  )
