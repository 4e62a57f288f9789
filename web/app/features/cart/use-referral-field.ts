import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readReferral, useReferral, writeReferral } from '../../platform/cart'
import type { CartCheck } from '../../platform/cart-check'

/** The field *Código de referido*: what is written in it, whether it counts, and why not. */
export type ReferralField = {
  text: string
  write: (text: string) => void
  error: string | null
  /** The percentage of the code that counts; null when none does. */
  percentage: number | null
  busy: boolean
  apply: () => void
  forget: () => void
  /** Applies what was written and not sent yet; false when it does not count, and the field has the focus. */
  settle: () => Promise<boolean>
  refuse: (text: string) => void
  input: React.RefObject<HTMLInputElement | null>
}

/** A valid code is remembered on this device; what is typed stays whatever the server says of it. */
export function useReferralField(check: CartCheck): ReferralField {
  const kept = useReferral() ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(readReferral)
  const [error, setError] = useState<string | null>(null)
  const send = useMutation({
    meta: { handled: true },
    mutationFn: async () => {
      const said = await check.tryCode(text.trim())
      if (!said?.valido) throw new Error(said?.motivo ?? 'No se pudo revisar el código.')
      return said.codigo
    },
    onSuccess: (codigo) => {
      setText(codigo)
      writeReferral(codigo)
    },
    onError: (problem) => {
      setError(problem.message)
      input.current?.focus()
    },
  })
  const applied = kept !== '' && text === kept
  return {
    text,
    write: (next) => {
      setText(next)
      setError(null)
    },
    // A code that was good once may have become one's own by logging in.
    error: error ?? (applied && check.referral && !check.referral.valido ? check.referral.motivo : null),
    percentage: applied && check.referral?.valido ? check.referral.porcentaje : null,
    busy: send.isPending,
    apply: () => {
      if (text.trim()) send.mutate()
    },
    forget: () => {
      writeReferral('')
      setText('')
      setError(null)
      input.current?.focus()
    },
    settle: async () => {
      if (!text.trim() || applied) return true
      return send.mutateAsync().then(
        () => true,
        () => false,
      )
    },
    refuse: (reason) => {
      setError(reason)
      input.current?.focus()
    },
    input,
  }
}
