import type { CouponCheck, ReferralCheck } from '@campus/contract/cart'
import { MAX_ITEMS } from '@campus/contract/order-rules'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { useBrand } from '../../../lib/brand'
import { client } from '../../../lib/client'
import { OfflineError } from '../../../lib/errors'
import { readSession, useSession } from '../../../lib/session'
import { type CartItem, readCart, readCoupon, readReferral, useCoupon, useReferral, writeCart } from '../orders'
import {
  type CartAnswer,
  type CartLine,
  type CartTotals,
  type Codes,
  isCounted,
  isTooMany,
  linesOf,
  mergeChanges,
  type PriceChange,
  refreshed,
  totalsOf,
} from './cart-lines'
import { dropUnsold } from './dropped-courses'

/** Prices are refetched when the student comes back after this long. */
const FRESH_MS = 60_000

type Answer = CartAnswer & { codigo: ReferralCheck | null; cupon: CouponCheck | null }
type TypedCodes = { code: string; coupon: string }
type CartKey = TypedCodes & { brand: number; user: number | undefined; ids: readonly number[] }

/** The server's view of the courses and the referral code (docs/product/shop.md 4.2). */
export const cartQuery = ({ brand, user, ids, code, coupon }: CartKey) =>
  queryOptions({
    queryKey: ['carrito', brand, user ?? null, ids.join(','), code, coupon],
    queryFn: async (): Promise<Answer> => {
      const codes = { ...(code && { codigo: code }), ...(coupon && { cupon: coupon }) }
      const query = { ids: ids.join(','), marca: String(brand), ...codes }
      const { data } = await client.GET('/api/carrito', { params: { query } })
      const { cursos = [], de_otra_marca: elsewhere = [], codigo = null, cupon = null } = data?.data ?? {}
      return { requested: ids, cursos, elsewhere, codigo, cupon }
    },
    staleTime: FRESH_MS,
  })

/** Unique and sorted, at most as many as one order may have. */
const idsOf = (items: readonly CartItem[]) =>
  [...new Set(items.map(({ id }) => id))].sort((a, b) => a - b).slice(0, MAX_ITEMS)

/** What a refresh of the cart found. */
export type CheckoutStatus = {
  /** What is sold here. */
  items: CartItem[]
  tooMany: boolean
  changed: boolean
  codigo_referido: string | null
  cupon: string | null
}

/** The cart with the server's prices and states. */
export type CartCheck = {
  lines: CartLine[]
  totals: CartTotals
  tooMany: boolean
  /** Prices that changed since the course was added. */
  changes: PriceChange[]
  /** The server's checks of the stored codes. */
  codes: Codes
  /** Some course of the cart gives a certificate. */
  certified: boolean
  pending: boolean
  /** The last check failed, so what is shown comes from this device. */
  error: Error | null
  /** @throws ApiError, OfflineError */
  refreshCart: () => Promise<CheckoutStatus>
  /** Checks a code without storing it. @throws ApiError, OfflineError */
  tryCode: (code: string) => Promise<Codes>
}

/** Refetches prices and states when the cart opens, on focus and on request; each change is shown once. */
export function useCartCheck(items: CartItem[]): CartCheck {
  const queryClient = useQueryClient()
  const brand = useBrand().id
  const user = useSession()?.user.id
  const code = useReferral() ?? ''
  const coupon = useCoupon() ?? ''
  const [changes, setChanges] = useState<PriceChange[]>([])
  const query = useQuery({
    ...cartQuery({ brand, user, ids: idsOf(items), code, coupon }),
    enabled: items.length > 0,
    refetchOnMount: 'always',
    refetchOnReconnect: true,
    // Offline, the stored prices are marked as such at once.
    retry: (count, error) => count < 1 && !(error instanceof OfflineError),
    placeholderData: keepPreviousData,
  })
  const answer = query.data
  // A placeholder may be another student's answer.
  const shown = query.isPlaceholderData
  // The storage follows the server, so that a reload, another tab and /pago show the same prices.
  useEffect(() => {
    if (!answer) return
    const left = shown ? items : dropUnsold(items, answer)
    const next = refreshed(left, answer.cursos)
    if (next.items === left) return
    writeCart(next.items)
    setChanges((earlier) => mergeChanges(earlier, next.changes))
  }, [items, answer, shown])
  const lines = linesOf(items, answer)
  const codes = { referral: (code && answer?.codigo) || null, coupon: (coupon && answer?.cupon) || null }
  const ask = async (typed: TypedCodes): Promise<Answer> => {
    const user = readSession()?.user.id
    const key = { brand, user, ids: idsOf(readCart()), ...typed }
    return queryClient.fetchQuery({ ...cartQuery(key), staleTime: 0, retry: false }).catch((error: unknown) => {
      // A session that ends meanwhile empties the cache; the guest asks again.
      if (readSession()?.user.id === user) throw error
      return ask(typed)
    })
  }
  return {
    lines,
    totals: totalsOf(lines, codes),
    tooMany: isTooMany(lines),
    changes: changes.filter(({ id }) => items.some((item) => item.id === id)),
    codes,
    certified: answer?.cursos.some(({ certificado }) => certificado) ?? false,
    pending: query.isPending,
    error: query.error,
    refreshCart: async () => {
      // Read before asking, because the effect above updates the storage.
      const cart = readCart()
      const now = await ask({ code: readReferral(), coupon: readCoupon() })
      const before = dropUnsold(cart, now)
      const lines = linesOf(before, now)
      return {
        items: lines.filter(isCounted).map(({ item }) => item),
        tooMany: isTooMany(lines),
        // A coupon that was shown as taken off and ended meanwhile is a higher price, too.
        changed:
          refreshed(before, now.cursos).changes.length > 0 || (codes.coupon?.valido && !now.cupon?.valido) === true,
        codigo_referido: now.codigo?.valido ? now.codigo.codigo : null,
        cupon: now.cupon?.valido ? now.cupon.codigo : null,
      }
    },
    tryCode: async (code) => {
      const { codigo, cupon } = await ask({ code, coupon: code })
      return { referral: codigo, coupon: cupon }
    },
  }
}

/** What stands in its place. */
export const Unpaid = lazy(() => import('./unpaid'))

/** Without payments only a cart that costs nothing is bought (docs/product/shop.md 6.14). */
export const useBuyable = ({ totals }: CartCheck): boolean => useBrand().cobra_en_linea || totals.total === 0
