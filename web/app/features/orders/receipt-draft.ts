import type { ReceiptDraft } from '@campus/contract/receipt-rules'
import { create } from 'zustand'
import { GUEST } from '../../lib/guest-drafts'
import { readSession } from '../../lib/session'
import { tabStore } from '../../lib/storage'

export type ReceiptErrors = Partial<Record<string, string>>

const keyOf = (user: number | string): string => `comprobante-${user}`

/** What is wrong with what was typed; each check is a new object, so that the first field takes the focus again. */
export const useReceiptErrors = create<{ errors: ReceiptErrors }>(() => ({ errors: {} }))

export const showReceiptErrors = (errors: ReceiptErrors): void => useReceiptErrors.setState({ errors })

/** What this tab typed of a receipt; what a guest typed is the first user's who logs in here. */
export function readReceipt(): ReceiptDraft | null {
  const user = readSession()?.user.id
  const guest = tabStore.getItem(keyOf(GUEST))
  if (user !== undefined && guest !== null) {
    tabStore.removeItem(keyOf(GUEST))
    tabStore.setItem(keyOf(user), guest)
  }
  try {
    const draft = JSON.parse(tabStore.getItem(keyOf(user ?? GUEST)) ?? 'null')
    return draft?.tipo === 'boleta' || draft?.tipo === 'factura' ? draft : null
  } catch {
    return null
  }
}

export const keepReceipt = (draft: ReceiptDraft): void =>
  tabStore.setItem(keyOf(readSession()?.user.id ?? GUEST), JSON.stringify(draft))

export const forgetReceipt = (): void => tabStore.removeItem(keyOf(readSession()?.user.id ?? GUEST))

/** What is sent of it: a boleta asks for nothing here. */
export function typedReceipt(): ReceiptDraft | null {
  const draft = readReceipt()
  return draft?.tipo === 'boleta' ? { tipo: 'boleta' } : draft
}

/** Whether what was typed may be sent; otherwise its fields say what is wrong. */
export async function checkReceipt(): Promise<boolean> {
  const draft = readReceipt()
  if (draft?.tipo !== 'factura') return true
  const { receiptProblems } = await import('@campus/contract/receipt-rules')
  const errors = receiptProblems(draft)
  showReceiptErrors(errors)
  return Object.keys(errors).length === 0
}

const PREFIX = 'comprobante.'

type Refusal = Record<string, string[]>

const ofReceipt = (errors: Refusal) => Object.entries(errors).filter(([path]) => path.startsWith(PREFIX))

/** Whether the server refuses the receipt, which its own fields say. */
export const isOfReceipt = (errors: Refusal): boolean => ofReceipt(errors).length > 0

export function showRefusedReceipt(errors: Refusal): void {
  const own = ofReceipt(errors).map(([path, [text]]) => [path.slice(PREFIX.length), text])
  if (own.length > 0) showReceiptErrors(Object.fromEntries(own))
}
