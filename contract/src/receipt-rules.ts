import { lettersAndDigits } from './codes.ts'
import type { BuyerDocument, ReceiptKind } from './receipt-names.ts'

/** Of receipts (docs/product/shop.md 5.10). Apart from `receipts.ts`, for pages that load no Zod. */

export const DOCUMENT_RULES: Record<BuyerDocument, readonly [form: RegExp, text: string]> = {
  DNI: [/^[0-9]{8}$/, 'El DNI debe tener 8 dígitos.'],
  CE: [/^[0-9A-Z]{9,12}$/i, 'El carné de extranjería tiene entre 9 y 12 letras o dígitos.'],
  Pasaporte: [/^[0-9A-Z]{5,15}$/i, 'El pasaporte tiene entre 5 y 15 letras o dígitos.'],
}

export const RUC_TEXT = 'El RUC debe tener 11 dígitos.'
export const MAX_BUSINESS_NAME = 200
export const MAX_BUSINESS_ADDRESS = 250
export const MAX_RECEIPT_NUMBER = 20

/** Of the digits of a RUC but its last, which checks them. */
export const RUC_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const
/** How a RUC begins: people, and businesses. */
export const RUC_BEGINNINGS = ['10', '15', '16', '17', '20'] as const

/** Whether it has the form of a RUC and its check digit is right. */
export function isRuc(ruc: string): boolean {
  if (!/^[0-9]{11}$/.test(ruc) || !RUC_BEGINNINGS.some((two) => ruc.startsWith(two))) return false
  const sum = RUC_WEIGHTS.reduce((all, weight, at) => all + weight * Number(ruc[at]), 0)
  return (11 - (sum % 11)) % 10 === Number(ruc[10])
}

/** What is wrong with a RUC as it was typed; null where nothing is. */
export function rucProblem(typed: string): string | null {
  const ruc = lettersAndDigits(typed)
  if (ruc === '') return 'Escribe el RUC.'
  if (!/^[0-9]{11}$/.test(ruc)) return RUC_TEXT
  return isRuc(ruc) ? null : 'Revisa el RUC: uno de sus dígitos no corresponde.'
}

/** What is typed of a receipt. */
export type ReceiptDraft = {
  tipo: ReceiptKind
  tipo_documento?: BuyerDocument | 'RUC' | null | undefined
  documento?: string | null | undefined
  razon_social?: string | null | undefined
  direccion?: string | null | undefined
}

const isBlank = (text: string | null | undefined): boolean => !text?.trim()

function documentProblem({ tipo_documento, documento }: ReceiptDraft): string | null {
  const [form, text] = DOCUMENT_RULES[tipo_documento && tipo_documento !== 'RUC' ? tipo_documento : 'DNI']
  return isBlank(documento) || form.test(lettersAndDigits(documento ?? '')) ? null : text
}

/** What is wrong with a receipt, each at its field; a boleta asks for nothing. */
export function receiptProblems(receipt: ReceiptDraft): Partial<Record<keyof ReceiptDraft, string>> {
  if (receipt.tipo === 'boleta') {
    const problem = documentProblem(receipt)
    return problem ? { documento: problem } : {}
  }
  const ruc = rucProblem(receipt.documento ?? '')
  return {
    ...(ruc && { documento: ruc }),
    ...(isBlank(receipt.razon_social) && { razon_social: 'Escribe la razón social.' }),
    ...(isBlank(receipt.direccion) && { direccion: 'Escribe la dirección.' }),
  }
}
