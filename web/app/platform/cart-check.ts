import type { ReferralCheck } from '@campus/contract/cart'
import { MAX_ITEMS } from '@campus/contract/order-rules'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBrand } from './brand'
import { type CartItem, readCart, readReferral, useReferral, writeCart } from './cart'
import {
  type CartAnswer,
  type CartLine,
  type CartTotals,
  type Hindrance,
  hindranceOf,
  linesOf,
  mergeChanges,
  type PriceChange,
  refreshed,
  totalsOf,
} from './cart-lines'
import { client } from './client'
import { OfflineError } from './errors'
import { readSession, useSession } from './session'

/** Prices are asked again when somebody comes back to the page after so long. */
const FRESH_MS = 60_000

type Answer = CartAnswer & { codigo: ReferralCheck | null }
type Asked = { brand: number; user: number | undefined; ids: readonly number[]; code: string }

/** The courses and the referral code as the server sees them for this visitor (contract section 4 "Cart and payment"). */
export const cartQuery = ({ brand, user, ids, code }: Asked) =>
  queryOptions({
    queryKey: ['carrito', brand, user ?? null, ids.join(','), code],
    queryFn: async (): Promise<Answer> => {
      const query = { ids: ids.join(','), marca: String(brand), ...(code && { codigo: code }) }
      const { data } = await client.GET('/api/carrito', { params: { query } })
      return { asked: ids, cursos: data?.data.cursos ?? [], codigo: data?.data.codigo ?? null }
    },
    staleTime: FRESH_MS,
  })

/** Each course once, in the order of their ids; no more than one purchase may have. */
const idsOf = (items: readonly CartItem[]) =>
  [...new Set(items.map(({ id }) => id))].sort((a, b) => a - b).slice(0, MAX_ITEMS)

/** What a fresh look at the cart found: whether it can be bought as the visitor sees it, and with which code. */
export type Verdict = { hindrance: Hindrance; changed: boolean; code: string | null }

/** The cart as the server sees it, with the storage kept to it. */
export type CartCheck = {
  lines: CartLine[]
  totals: CartTotals
  hindrance: Hindrance
  /** Prices that changed while the visitor looked, or since they put the course in. */
  changes: PriceChange[]
  /** What the server says of the remembered referral code. */
  referral: ReferralCheck | null
  /** Nothing is known yet. */
  pending: boolean
  /** The last look failed: what is shown is what this device remembers. */
  error: Error | null
  /** Looks again now. @throws ApiError, OfflineError */
  recheck: () => Promise<Verdict>
  /** What the server says of a code, without remembering it. @throws ApiError, OfflineError */
  tryCode: (code: string) => Promise<ReferralCheck | null>
}

/** Re-reads prices and states when the cart opens, on coming back to it, and when asked; what changed is told once. */
export function useCartCheck(items: CartItem[]): CartCheck {
  const queryClient = useQueryClient()
  const brand = useBrand().id
  const user = useSession()?.user.id
  const code = useReferral() ?? ''
  const [changes, setChanges] = useState<PriceChange[]>([])
  const query = useQuery({
    ...cartQuery({ brand, user, ids: idsOf(items), code }),
    enabled: items.length > 0,
    refetchOnMount: 'always',
    refetchOnReconnect: true,
    // Without network the remembered prices are said to be so at once.
    retry: (count, error) => count < 1 && !(error instanceof OfflineError),
    placeholderData: keepPreviousData,
  })
  const answer = query.data
  // The storage follows the server, so that a reload, another tab or /pago show the same; what it said before is told.
  useEffect(() => {
    if (!answer) return
    const next = refreshed(items, answer.cursos)
    if (next.items === items) return
    writeCart(next.items)
    setChanges((known) => mergeChanges(known, next.changes))
  }, [items, answer])
  const lines = linesOf(items, answer)
  const referral = code && answer?.codigo ? answer.codigo : null
  const ask = (code: string) => {
    const asked = { brand, user: readSession()?.user.id, ids: idsOf(readCart()), code }
    return queryClient.fetchQuery({ ...cartQuery(asked), staleTime: 0, retry: false })
  }
  return {
    lines,
    totals: totalsOf(lines, referral?.valido ? referral.porcentaje : 0),
    hindrance: hindranceOf(lines),
    changes: changes.filter(({ id }) => items.some((item) => item.id === id)),
    referral,
    pending: query.isPending,
    error: query.error,
    recheck: async () => {
      // Before asking: the storage follows the answer at once.
      const before = readCart()
      const now = await ask(readReferral())
      return {
        hindrance: hindranceOf(linesOf(before, now)),
        changed: refreshed(before, now.cursos).changes.length > 0,
        code: now.codigo?.valido ? now.codigo.codigo : null,
      }
    },
    tryCode: async (code) => (await ask(code)).codigo,
  }
}
