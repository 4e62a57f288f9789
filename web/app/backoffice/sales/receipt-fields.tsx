import {
  BUYER_DOCUMENTS,
  DOCUMENT_NAMES,
  RECEIPT_NAMES,
  RECEIPTS,
  type ReceiptKind,
} from '@campus/contract/receipt-names'
import { MAX_BUSINESS_ADDRESS, MAX_BUSINESS_NAME } from '@campus/contract/receipt-rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { Choice } from '../../ui/choice'
import classes from './sales.module.css'

/** What the fields of a receipt hold, in any form. */
export type ReceiptValues = {
  comprobante_tipo: ReceiptKind
  comprobante_tipo_documento: string
  comprobante_documento: string
  comprobante_razon_social: string
  comprobante_direccion: string
}

type Text = Exclude<keyof ReceiptValues, 'comprobante_tipo'>

/** The part of a form that they need. */
type ReceiptForm = {
  values: ReceiptValues
  set: (changes: Partial<ReceiptValues>) => void
  propsOf: (field: Text) => object
}

export const EMPTY_RECEIPT: ReceiptValues = {
  comprobante_tipo: 'boleta',
  comprobante_tipo_documento: '',
  comprobante_documento: '',
  comprobante_razon_social: '',
  comprobante_direccion: '',
}

/** What is sent; what the kind does not have stays in the form alone. */
export function receiptIn(values: ReceiptValues) {
  const { comprobante_tipo: tipo, comprobante_tipo_documento: kind, comprobante_documento: documento } = values
  const { comprobante_razon_social: razon_social, comprobante_direccion: direccion } = values
  if (tipo === 'factura') return { tipo, documento, razon_social, direccion }
  const tipo_documento = BUYER_DOCUMENTS.find((one) => one === kind)
  return tipo_documento ? { tipo, tipo_documento, documento } : { tipo }
}

const DOCUMENTS = [
  { value: '', label: 'El de su cuenta' },
  ...BUYER_DOCUMENTS.map((value) => ({ value, label: DOCUMENT_NAMES[value] })),
]

const KINDS = RECEIPTS.map((value) => ({ value, label: RECEIPT_NAMES[value] }))

/** A boleta names the document of the account where no other is written. */
function Boleta({ values, set, propsOf }: ReceiptForm) {
  return (
    <div className={classes.pair}>
      <NativeSelect
        label="Documento"
        data={DOCUMENTS}
        value={values.comprobante_tipo_documento}
        onChange={(event) => set({ comprobante_tipo_documento: event.currentTarget.value })}
      />
      {values.comprobante_tipo_documento !== '' && (
        <TextInput label="Número" autoComplete="off" maxLength={40} {...propsOf('comprobante_documento')} />
      )}
    </div>
  )
}

function Factura({ propsOf }: ReceiptForm) {
  const business = { autoComplete: 'off', maxLength: MAX_BUSINESS_NAME }
  return (
    <div className={classes.pair}>
      <TextInput
        label="RUC"
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        {...propsOf('comprobante_documento')}
      />
      <TextInput label="Razón social" className={classes.wide} {...business} {...propsOf('comprobante_razon_social')} />
      <TextInput
        label="Dirección fiscal"
        className={classes.wide}
        {...business}
        maxLength={MAX_BUSINESS_ADDRESS}
        {...propsOf('comprobante_direccion')}
      />
    </div>
  )
}

/** *¿Boleta o factura?*; `document`: a boleta asks for one, too. */
export function ReceiptFields({ form, document = false }: { form: ReceiptForm; document?: boolean }) {
  const chosen = form.values.comprobante_tipo
  return (
    <>
      <Choice
        label="¿Boleta o factura?"
        name="comprobante"
        options={KINDS}
        chosen={chosen}
        onChoose={(tipo) => form.set({ comprobante_tipo: tipo })}
      />
      {chosen === 'factura' && <Factura {...form} />}
      {chosen === 'boleta' && document && <Boleta {...form} />}
    </>
  )
}
