import { useMutation } from '@tanstack/react-query'
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { readCart } from '../../platform/cart'
import type { CartCheck } from '../../platform/cart-check'
import { ApiError, OfflineError } from '../../platform/errors'
import { startPurchase } from '../../platform/purchase'
import { loginPath } from '../../platform/redirect'
import { readSession, type Session, storeSession } from '../../platform/session'
import type { AuthDialogProps } from './auth-dialog'
import { T } from './texts'
import type { ReferralField } from './use-referral-field'

/** The place that says what has to be mended; it takes the focus when the button is pressed too early. */
export const HINDRANCE_ID = 'impedimento'

/** Why the purchase did not go on. */
export type Problem = { title: string; lines: string[] }

/** The button *Comprar ahora* and the dialog that it opens for visitors. */
export type Buy = {
  /** The button itself: it has the focus again when a dialog closes. */
  button: RefObject<HTMLButtonElement | null>
  press: () => void
  busy: boolean
  problem: Problem | null
  /** Prices changed on the way: the new total has to be seen before it is charged. */
  look: boolean
  Dialog: ComponentType<AuthDialogProps> | null
  dialog: AuthDialogProps
  registered: { opened: boolean; close: () => void; goOn: () => void }
}

function problemOf(error: unknown): Problem | null {
  if (!error) return null
  if (error instanceof OfflineError) return { title: T.paymentFailed, lines: [error.message, T.kept] }
  if (!(error instanceof ApiError)) return { title: T.paymentFailed, lines: [T.kept] }
  const { items, codigo_referido } = error.errors
  if (codigo_referido) return null
  if (items) return { title: 'No pudimos vender lo que hay en tu carrito.', lines: items }
  const said = error.told && error.message !== T.paymentFailed ? [error.message] : []
  return { title: T.paymentFailed, lines: [...said, T.kept] }
}

/** Back from the payment page the browser may show this page as it was left: the button must work again. */
function useLeaving() {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
  return [leaving, setLeaving] as const
}

async function loadDialog(): Promise<ComponentType<AuthDialogProps>> {
  const loaded = await import('./auth-dialog').catch(() => undefined)
  if (loaded) return loaded.default
  if (!navigator.onLine) throw new OfflineError()
  // Its file is gone since a new release: the login page does as well, and comes back here.
  window.location.assign(loginPath(window.location))
  return new Promise(() => undefined)
}

/** Brings the focus to what hinders, once it is shown. */
function useHindered(hindrance: CartCheck['hindrance']) {
  const [hindered, setHindered] = useState(false)
  useEffect(() => {
    if (!hindered || !hindrance) return
    setHindered(false)
    document.getElementById(HINDRANCE_ID)?.focus()
  }, [hindered, hindrance])
  return () => setHindered(true)
}

/** While the dialog was on its way the button could not hold the focus, so the dialog cannot give it back by itself. */
function useFocusAfter(opened: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(opened)
  useEffect(() => {
    if (before.current && !opened) button.current?.focus()
    before.current = opened
  }, [opened])
  return button
}

/**
 * Buys what is in the cart (storefront.md section 4): looks once more whether it can be bought and at which price, then
 * leaves for the payment's address. A visitor logs in or registers first and loses nothing.
 */
export function useBuy(check: CartCheck, referral: ReferralField): Buy {
  const navigate = useNavigate()
  const [Dialog, setDialog] = useState<ComponentType<AuthDialogProps> | null>(null)
  const [asking, setAsking] = useState(false)
  const [registered, setRegistered] = useState(false)
  const [look, setLook] = useState(false)
  const [leaving, setLeaving] = useLeaving()
  const button = useFocusAfter(asking || registered)
  const hinder = useHindered(check.hindrance)

  /** Whether the cart is still what the visitor saw. */
  const fine = ({ hindrance, changed }: Awaited<ReturnType<CartCheck['recheck']>>) => {
    if (hindrance) hinder()
    setLook(changed && !hindrance)
    return !hindrance && !changed
  }
  const press = useMutation({
    meta: { handled: true },
    mutationFn: async () => {
      setLook(false)
      if (check.hindrance) return hinder()
      if (!(await referral.settle())) return
      if (!readSession()) {
        const loaded = await loadDialog()
        setDialog(() => loaded)
        return setAsking(true)
      }
      const verdict = await check.recheck()
      if (!fine(verdict)) return
      await startPurchase(readCart(), verdict.code)
      setLeaving(true)
    },
    onError: async (error) => {
      const refused = error instanceof ApiError ? error.errors : {}
      if (refused.codigo_referido?.[0]) referral.refuse(refused.codigo_referido[0])
      // What the server refused is marked where it stands.
      if (refused.items) await check.recheck().catch(() => undefined)
    },
  })
  const afterLogin = useMutation({
    meta: { handled: true },
    // Who logs in may own a course of the cart; /pago could only refuse it. A look that fails is made there again.
    mutationFn: async () => {
      const verdict = await check.recheck().catch(() => undefined)
      if (!verdict || fine(verdict)) navigate('/pago')
    },
  })
  return {
    button,
    press: () => press.mutate(),
    busy: press.isPending || afterLogin.isPending || leaving,
    problem: problemOf(press.error),
    look,
    Dialog,
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
