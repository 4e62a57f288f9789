import { CERTIFICATE_CODE } from '@campus/contract/rules'

/**
 * A code as people type it: lower case, spaces, other dashes or none, with or without `CERT`. Null when it cannot be one.
 */
export function normaliseCode(typed: string): string | null {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}._]/gu, '')
  const code = `CERT-${letters.length > 9 ? letters.replace(/^CERT/, '') : letters}`
  return CERTIFICATE_CODE.test(code) ? code : null
}
