import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from '../../../lib/toasts'
import { readReferral, useReferral, writeReferral } from '../orders'
import type { CartCheck } from './cart-check'
import { codeText } from './texts'

/** The field *Código de referido*. */
export type ReferralField = {
  text: string
  write: (text: string) => void
  error: string | null
  /** The discount of a valid code; null without one. */
  percentage: number | null
  busy: boolean
  apply: () => void
  forget: () => void
  /** Applies a typed code before buying; a wrong one is reported, and the sale goes on. */
  applyPending: () => Promise<void>
  input: React.RefObject<HTMLInputElement | null>
}

/** A valid code is stored on this device; an invalid one stays in the field. */
export function useReferralField(check: CartCheck): ReferralField {
  const stored = useReferral() ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(readReferral)
  const [error, setError] = useState<string | null>(null)
  const send = useMutation({
    meta: { handled: true },
    mutationFn: async () => {
      const checked = await check.tryCode(text.trim())
      if (!checked?.valido) throw new Error(checked?.motivo ?? 'No se pudo revisar el código.')
      return checked.codigo
    },
    onSuccess: (codigo) => {
      setText(codigo)
      writeReferral(codigo)
    },
    onError: (problem) => setError(codeText(problem.message)),
  })
  const applied = stored !== '' && text === stored
  return {
    text,
    write: (next) => {
      setText(next)
      setError(null)
    },
    // After a login a valid code may turn out to be the student's own.
    error: error ?? (applied && check.referral?.motivo ? codeText(check.referral.motivo) : null),
    percentage: applied && check.referral?.valido ? check.referral.porcentaje : null,
    busy: send.isPending,
    apply: () => {
      if (text.trim()) send.mutate(undefined, { onError: () => input.current?.focus() })
    },
    forget: () => {
      writeReferral('')
      setText('')
      setError(null)
      input.current?.focus()
    },
    applyPending: async () => {
      if (!text.trim() || applied) return
      await send.mutateAsync().catch((problem: Error) => {
        const message = codeText(problem.message, true)
        toast(message, { id: 'codigo', color: 'yellow' })
      })
    },
    input,
  }
}
