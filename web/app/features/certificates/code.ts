import { CERTIFICATE_CODE } from '@campus/contract/rules'

/** Accepts lower case, spaces, any or no dash, with or without `CERT`; null when it cannot be a code. */
export function normaliseCode(typed: string): string | null {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}._]/gu, '')
  const code = `CERT-${letters.length > 9 ? letters.replace(/^CERT/, '') : letters}`
  return CERTIFICATE_CODE.test(code) ? code : null
}
