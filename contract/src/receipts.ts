import { z } from 'zod'
import { lettersAndDigits } from './codes.ts'
import { Day, oneOf } from './common.ts'
import { BUYER_DOCUMENTS, RECEIPTS } from './receipt-names.ts'
import { MAX_BUSINESS_ADDRESS, MAX_BUSINESS_NAME, MAX_RECEIPT_NUMBER, receiptProblems } from './receipt-rules.ts'
import { MAX_PASTED_CODE } from './rules.ts'
import { OwnPassword } from './team.ts'
import { line } from './text-fields.ts'
import { cleanLine } from './texts.ts'

const KIND_TEXT = 'Elige boleta o factura.'
const DOCUMENT_TEXT = 'Revisa el número del documento.'

/** What a receipt says of who it is for; all but the kind is null where a boleta names no document. */
export const Receipt = z.object({
  tipo: z.enum(RECEIPTS),
  tipo_documento: z.enum([...BUYER_DOCUMENTS, 'RUC']).nullable(),
  documento: z.string().nullable(),
  razon_social: z.string().nullable(),
  direccion: z.string().nullable(),
})
export type Receipt = z.infer<typeof Receipt>

const NONE = { tipo_documento: null, documento: null, razon_social: null, direccion: null }

/** As it is asked for; what its kind does not have is left out. */
export const ReceiptBody = z
  .object({
    tipo: z.enum(RECEIPTS, KIND_TEXT),
    tipo_documento: z.enum([...BUYER_DOCUMENTS, 'RUC'], 'Elige el documento.').nullish(),
    documento: z
      .string(DOCUMENT_TEXT)
      .max(MAX_PASTED_CODE, { error: DOCUMENT_TEXT, abort: true })
      .overwrite(lettersAndDigits)
      .nullish(),
    razon_social: line(MAX_BUSINESS_NAME).nullish(),
    direccion: line(MAX_BUSINESS_ADDRESS).nullish(),
  })
  .superRefine((receipt, context) => {
    for (const [field, message] of Object.entries(receiptProblems(receipt)))
      context.addIssue({ code: 'custom', path: [field], message })
  })
  .transform(({ tipo, tipo_documento, documento, razon_social, direccion }): Receipt => {
    if (tipo === 'factura')
      return {
        ...{ tipo, tipo_documento: 'RUC', documento: documento ?? null },
        ...{ razon_social: razon_social ?? null, direccion: direccion ?? null },
      }
    if (!documento) return { tipo, ...NONE }
    return {
      ...NONE,
      tipo,
      tipo_documento: tipo_documento && tipo_documento !== 'RUC' ? tipo_documento : 'DNI',
      documento,
    }
  })
/** As a form has it. */
export const ReceiptField = z.object({ comprobante: ReceiptBody })
export type ReceiptBody = z.input<typeof ReceiptBody>

/** What a buyer asked for last, and the factura that they gave last. */
export const LastReceipt = oneOf(z.object({ tipo: z.enum(RECEIPTS), factura: Receipt.nullable() }))
export type LastReceipt = z.infer<typeof LastReceipt>['data']

/** As staff see it: null for what they may not. `editable`: they may write its number, and its data until it has one. */
export const StaffReceipt = z.object({
  datos: Receipt.nullable(),
  numero: z.string().nullable(),
  editable: z.boolean(),
})
export type StaffReceipt = z.infer<typeof StaffReceipt>

const NUMBER_TEXT = 'Usa letras, números y guiones, como F001-25.'

/** `F001 – 25` is `F001-25`. */
const receiptNumberOf = (typed: string): string =>
  cleanLine(typed.normalize('NFKC'))
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, '')
    .toUpperCase()

/** As it is compared; empty takes it away. */
export const ReceiptNumber = z
  .string(NUMBER_TEXT)
  .max(200, NUMBER_TEXT)
  .overwrite(receiptNumberOf)
  .max(MAX_RECEIPT_NUMBER, `Puede tener hasta ${MAX_RECEIPT_NUMBER} letras y números.`)
  .regex(/^$|^[A-Z0-9]+(-[A-Z0-9]+)*$/, NUMBER_TEXT)

export const ReceiptNumberBody = z.object({ numero: ReceiptNumber })

const PERIOD_TEXT = 'Elige hasta un año.'

/** Days of Lima, both included. */
export const SalesPeriod = z
  .object({ desde_dia: Day, hasta_dia: Day })
  .refine(({ desde_dia, hasta_dia }) => desde_dia <= hasta_dia, {
    error: 'El último día es anterior al primero.',
    path: ['hasta_dia'],
  })
  .refine(({ desde_dia, hasta_dia }) => Date.parse(hasta_dia) - Date.parse(desde_dia) <= 365 * 86_400_000, {
    error: PERIOD_TEXT,
    path: ['hasta_dia'],
  })

/** The movements of a period for who keeps the books; `enlace` expires after a minute. */
export const SalesExportBody = SalesPeriod.and(z.object({ password: OwnPassword }))
export const SalesExportLink = oneOf(z.object({ enlace: z.string(), filas: z.int() }))
