import { RECEIPT_NAMES, RECEIPTS } from '@campus/contract/receipt-names'
import { MAX_BUSINESS_ADDRESS, MAX_BUSINESS_NAME, type ReceiptDraft } from '@campus/contract/receipt-rules'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api'
import { useSession } from '../../../lib/session'
import { Choice } from '../../../ui/choice'
import { TextField } from '../../../ui/field'
import { keepReceipt, readReceipt, showReceiptErrors, useReceiptErrors } from '../receipt-draft'
import classes from './receipt-choice.module.css'

const BOLETA: ReceiptDraft = { tipo: 'boleta' }

/** What was typed in this tab; otherwise what the buyer asked for last. */
function useDraft() {
  const session = useSession()
  const [draft, setDraft] = useState(readReceipt)
  const signed = Boolean(session)
  const last = api.useQuery('get', '/api/comprobantes/ultimo', {}, { enabled: signed, meta: { handled: true } }).data
    ?.data
  // Also what a guest typed, once they have logged in.
  useEffect(() => {
    if (signed) setDraft(readReceipt())
  }, [signed])
  const known = last?.tipo === 'factura' && last.factura
  useEffect(() => {
    if (!known || readReceipt()) return
    keepReceipt(known)
    setDraft(known)
  }, [known])
  const change = (changes: Partial<ReceiptDraft>) => {
    const earlier = draft ?? BOLETA
    const filled = changes.tipo === 'factura' && !earlier.documento ? last?.factura : null
    const next = { ...earlier, ...filled, ...changes }
    keepReceipt(next)
    setDraft(next)
    showReceiptErrors({})
  }
  return { draft: draft ?? BOLETA, change }
}

const KINDS = RECEIPTS.map((value) => ({ value, label: RECEIPT_NAMES[value] }))

const FIELDS = [
  { name: 'documento', label: 'RUC', inputMode: 'numeric', maxLength: 20, autoComplete: 'off' },
  { name: 'razon_social', label: 'Razón social', maxLength: MAX_BUSINESS_NAME, autoComplete: 'organization' },
  { name: 'direccion', label: 'Dirección fiscal', maxLength: MAX_BUSINESS_ADDRESS, autoComplete: 'street-address' },
] as const

/** *¿Boleta o factura?* A boleta asks for nothing; what is typed stays in the tab until it is bought. */
export default function ReceiptChoice() {
  const fields = useRef<HTMLDivElement>(null)
  const { draft, change } = useDraft()
  const errors = useReceiptErrors(({ errors }) => errors)
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first) fields.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }, [errors])
  return (
    <div ref={fields} className={classes.receipt}>
      <Choice
        label="¿Boleta o factura?"
        name="comprobante"
        options={KINDS}
        chosen={draft.tipo}
        onChoose={(tipo) => change({ tipo })}
        fill
      />
      {draft.tipo === 'factura' &&
        FIELDS.map(({ name, ...field }) => (
          <TextField
            key={name}
            name={name}
            {...field}
            required
            value={draft[name] ?? ''}
            error={errors[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
    </div>
  )
}
