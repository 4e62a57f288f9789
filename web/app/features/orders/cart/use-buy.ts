import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, OfflineError } from '../../../lib/errors'
import { readSession, type Session, storeSession } from '../../../lib/session'
import { CouponGone, startPurchase } from '../payment/purchase'
import { useLeaving } from '../payment/use-leaving'
import { checkReceipt, isOfReceipt, showRefusedReceipt } from '../receipt-draft'
import type { AuthDialogsProps } from './auth-dialogs'
import type { CartCheck } from './cart-check'
import { TEXTS } from './texts'
import type { ReferralField } from './use-referral-field'

/** The id of the message that takes the focus when the cart cannot be bought. */
export const TOO_MANY_ID = 'demasiados'

export const loadAuthDialogs = () => import('./auth-dialogs')

/** Why the purchase failed. */
export type Problem = { title: string; lines: string[] }

/** The button *Comprar ahora* and the dialog that it opens for guests. */
export type Buy = AuthDialogsProps & {
  press: () => void
  busy: boolean
  problem: Problem | null
  /** Prices changed, so the new total must be seen before it is charged. */
  pricesChanged: boolean
  /** The dialogs are loaded then, and keep what is typed. */
  asked: boolean
}

function problemOf(error: unknown): Problem | null {
  if (!error) return null
  if (error instanceof OfflineError) return { title: TEXTS.paymentFailed, lines: [error.message, TEXTS.kept] }
  if (error instanceof CouponGone) return { title: error.message, lines: [TEXTS.withoutCoupon] }
  if (!(error instanceof ApiError)) return { title: TEXTS.paymentFailed, lines: [TEXTS.kept] }
  if (isOfReceipt(error.errors)) return null
  if (error.code === 'SIN_PAGOS') return { title: TEXTS.unpaid, lines: [error.message] }
  const { items } = error.errors
  if (items) return { title: 'No pudimos vender lo que hay en tu carrito.', lines: items }
  const serverText = error.fromServer && error.message !== TEXTS.paymentFailed ? [error.message] : []
  return { title: TEXTS.paymentFailed, lines: [...serverText, TEXTS.kept] }
}

/** Whether all that the cart asks for is there: a choice of a group shows by itself what it lacks. */
const isFilledIn = async (charged: boolean): Promise<boolean> =>
  [...document.querySelectorAll<HTMLSelectElement>('[data-group]')].every((choice) => choice.reportValidity()) &&
  (!charged || (await checkReceipt()))

/** Focuses the message once it is rendered. */
function useFocusOnTooMany(tooMany: boolean) {
  const [focusing, setFocusing] = useState(false)
  useEffect(() => {
    if (!focusing || !tooMany) return
    setFocusing(false)
    document.getElementById(TOO_MANY_ID)?.focus()
  }, [focusing, tooMany])
  return () => setFocusing(true)
}

/** Refreshes the cart and leaves for the payment page (docs/product/shop.md 4.2); a guest logs in or registers first. */
export function useBuy(check: CartCheck, referral: ReferralField): Buy {
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const [asking, setAsking] = useState(false)
  const [registered, setRegistered] = useState(false)
  const [pricesChanged, setPricesChanged] = useState(false)
  const [leaving, setLeaving] = useLeaving()
  const focusTooMany = useFocusOnTooMany(check.tooMany)

  const askToEnter = async () => {
    await loadAuthDialogs().catch(() => undefined)
    setAsked(true)
    setAsking(true)
  }
  /** Whether the cart still is what the student saw. */
  const fine = ({ tooMany, changed, items }: Awaited<ReturnType<CartCheck['refreshCart']>>) => {
    if (tooMany) focusTooMany()
    setPricesChanged(changed && !tooMany)
    return !tooMany && !changed && items.length > 0
  }
  const press = useMutation({
    meta: { handled: true },
    mutationFn: async () => {
      setPricesChanged(false)
      if (check.tooMany) return focusTooMany()
      const charged = check.totals.total > 0
      if (!(await isFilledIn(charged))) return
      await referral.applyPending()
      if (!readSession()) return askToEnter()
      const status = await check.refreshCart()
      // The check may have shown that the session is over.
      if (!readSession()) return askToEnter()
      if (!fine(status)) return
      await startPurchase(status.items, { ...status, charged })
      setLeaving(true)
    },
    onError: async (error) => {
      const fieldErrors = error instanceof ApiError ? error.errors : {}
      showRefusedReceipt(fieldErrors)
      // The refresh marks the refused courses, and the coupon that someone else has just used up.
      if (fieldErrors.items || error instanceof CouponGone) await check.refreshCart().catch(() => undefined)
    },
  })
  const afterLogin = useMutation({
    meta: { handled: true },
    // The student may own a course of the cart, which /pago would refuse; a failed check is repeated there.
    mutationFn: async () => {
      const status = await check.refreshCart().catch(() => undefined)
      if (!status || fine(status)) navigate('/pago')
    },
  })
  return {
    press: () => press.mutate(),
    busy: press.isPending || afterLogin.isPending || leaving,
    problem: problemOf(press.error),
    pricesChanged,
    asked,
    dialog: {
      opened: asking,
      onClose: () => setAsking(false),
      onLogin: () => {
        setAsking(false)
        afterLogin.mutate()
      },
      onRegistered: (session: Session) => {
        storeSession(session)
        setAsking(false)
        setRegistered(true)
      },
    },
    registered: {
      opened: registered,
      close: () => setRegistered(false),
      goOn: () => {
        setRegistered(false)
        press.mutate()
      },
    },
  }
}
