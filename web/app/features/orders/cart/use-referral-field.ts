import { UNKNOWN_CODE_TEXT } from '@campus/contract/order-rules'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from '../../../lib/toasts'
import { readCoupon, readReferral, useCoupon, useReferral, writeCoupon, writeReferral } from '../orders'
import type { CartCheck } from './cart-check'
import type { Codes } from './cart-lines'
import { codeText, dealText } from './texts'

/** The field *Código de referido o cupón*. */
export type ReferralField = {
  text: string
  write: (text: string) => void
  error: string | null
  /** What the written code does; null without a valid one. */
  good: string | null
  /** It is stored on this device, also where it cannot be used any more. */
  stored: boolean
  busy: boolean
  apply: () => void
  forget: () => void
  /** Applies a typed code before buying; a wrong one is reported, and the sale goes on. */
  applyPending: () => Promise<void>
  input: React.RefObject<HTMLInputElement | null>
}

/** Why neither kind of code is it. */
const reasonOf = ({ referral, coupon }: Codes): string =>
  [coupon?.motivo, referral?.motivo].find((reason) => reason && reason !== UNKNOWN_CODE_TEXT) ?? UNKNOWN_CODE_TEXT

/** A valid code is stored on this device, a referral's beside a coupon; an invalid one stays in the field. */
export function useReferralField(check: CartCheck): ReferralField {
  const [code, coupon] = [useReferral() ?? '', useCoupon() ?? '']
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => readCoupon() || readReferral())
  const [error, setError] = useState<string | null>(null)
  const send = useMutation({
    meta: { handled: true },
    mutationFn: async () => {
      const tried = await check.tryCode(text.trim())
      const { referral, coupon } = tried
      if (referral?.valido) return { text: referral.codigo, keep: writeReferral }
      if (coupon?.valido) return { text: coupon.codigo, keep: writeCoupon }
      throw new Error(reasonOf(tried))
    },
    onSuccess: ({ text, keep }) => {
      setText(text)
      keep(text)
    },
    onError: (problem) => setError(codeText(problem.message)),
  })
  const applied = text !== '' && (text === code || text === coupon)
  const own = text === coupon ? check.codes.coupon : check.codes.referral
  return {
    text,
    write: (next) => {
      setText(next)
      setError(null)
    },
    // After a login a valid code may turn out to be the student's own, and a coupon ends.
    error: error ?? (applied && own?.motivo ? codeText(own.motivo) : null),
    good: applied && own?.valido ? dealText(check.totals, check.codes) : null,
    stored: applied,
    busy: send.isPending,
    apply: () => {
      if (text.trim()) send.mutate(undefined, { onError: () => input.current?.focus() })
    },
    forget: () => {
      const [keep, left] = text === coupon ? [writeCoupon, code] : [writeReferral, coupon]
      keep('')
      setText(left)
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
