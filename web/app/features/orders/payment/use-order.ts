import type { OrderState } from '@campus/contract/order-rules'
import type { Order } from '@campus/contract/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api'
import { client } from '../../../lib/client'
import { readCart, readCoupon, readReferral, writeCart, writeCoupon, writeReferral } from '../orders'
import { forgetReceipt } from '../receipt-draft'
import { isSure, paymentsBefore } from './departures'
import { goToPay } from './purchase'
import { useLeaving } from './use-leaving'

const FIRST_MS = 1500
const SLOWEST_MS = 30_000
/** After this many reads (about a quarter of an hour) polling ends; the button still works. */
const MAX_READS = 36

/** States that may change by themselves; after a rejection the student may be paying again. */
const MOVING: readonly OrderState[] = ['pendiente', 'en_espera', 'rechazada']

/** The wait in milliseconds before the next read, growing each time; false ends the polling. */
export function nextRead(estado: OrderState | undefined, reads: number): number | false {
  if (estado === undefined || !MOVING.includes(estado) || reads > MAX_READS) return false
  return Math.min(SLOWEST_MS, Math.round(FIRST_MS * 1.25 ** Math.max(0, reads - 1)))
}

/** How long a payment may stay unconfirmed before the page says anything else (docs/product/shop.md 6.12). */
const CONFIRM_MS = 15_000
const ASK_MS = 1000

const orderQuery = (numero: string) =>
  api.queryOptions('get', '/api/ordenes/{numero}', { params: { path: { numero } } })

/** The button stays busy until the page is gone. */
export function usePay() {
  const [leaving, setLeaving] = useLeaving()
  const go = useMutation({
    mutationFn: async (order: Pick<Order, 'numero' | 'init_point' | 'intentos'>) => {
      goToPay(order.init_point, order.numero, order.intentos)
      setLeaving(true)
    },
  })
  return { go: go.mutate, busy: go.isPending || leaving }
}

/** Asks the gateway about an order and caches the answer (docs/product/shop.md 6.7); `quiet` shows no error. */
export function useVerify(numero: string, { quiet = false } = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { handled: quiet },
    mutationFn: async (payment: string | null) => {
      const query = { orden: numero, ...(payment && { payment_id: payment }) }
      const { data } = await client.GET('/api/mercadopago/verificar-pago', { params: { query } })
      if (data) queryClient.setQueryData(orderQuery(numero).queryKey, data)
      await queryClient.invalidateQueries({ queryKey: ['get', '/api/ordenes'] })
      return data?.data ?? null
    },
  })
}

/** Removes the bought courses and the used code from the cart, and what was typed of the receipt. */
function clearBought(order: Order): void {
  const bought = new Set(order.lineas.map((line) => line.id_curso))
  const items = readCart()
  const left = items.filter((item) => !bought.has(item.id))
  if (left.length < items.length) {
    writeCart(left)
    forgetReceipt()
  }
  if (order.codigo_referido && readReferral() === order.codigo_referido) writeReferral('')
  if (order.codigo_cupon && readCoupon() === order.codigo_cupon) writeCoupon('')
}

/** After a return from the gateway: polls the payment until the order shows it, at most 15 s. */
function useConfirming(numero: string, payment: string | null, returned: boolean): boolean {
  const [confirming, setConfirming] = useState(returned)
  const { mutateAsync: ask } = useVerify(numero, { quiet: true })
  useEffect(() => {
    if (!returned) return
    const before = paymentsBefore(numero)
    let timer: ReturnType<typeof setTimeout>
    const end = setTimeout(() => setConfirming(false), CONFIRM_MS)
    const stop = new AbortController()
    const poll = async () => {
      // The server's throttle or a lost connection only mean asking again.
      const order = await ask(payment).catch(() => null)
      if (stop.signal.aborted) return
      if (order && isSure(order, before)) setConfirming(false)
      else timer = setTimeout(poll, ASK_MS)
    }
    void poll()
    return () => {
      stop.abort()
      clearTimeout(timer)
      clearTimeout(end)
    }
  }, [numero, payment, returned, ask])
  return confirming
}

/** A notice may be about this order, which a refund changes without the buyer's doing. */
function useReloadOnNotice(reload: () => void): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        const changed = event.type === 'updated' && event.action.type === 'invalidate'
        if (changed && event.query.queryKey[1] === '/api/notificaciones/usuario/{id}') reload()
      }),
    [queryClient, reload],
  )
}

/** Polls an order ever more slowly while it may still change. `paidNow`: it was paid while this page was open. */
export function useOrder(numero: string, payment: string | null, returned: boolean) {
  const queryClient = useQueryClient()
  const confirming = useConfirming(numero, payment, returned)
  const query = api.useQuery(
    'get',
    '/api/ordenes/{numero}',
    { params: { path: { numero } } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => nextRead(state.data?.data.estado, state.dataUpdateCount),
      refetchOnWindowFocus: true,
    },
  )
  const { refetch } = query
  useReloadOnNotice(refetch)
  const order = query.data?.data
  const estado = order?.estado
  const [wasOpen, setWasOpen] = useState(returned)
  if (!wasOpen && estado !== undefined && estado !== 'pagada') setWasOpen(true)
  // The payment changed courses, menu and cart, so they are reloaded once.
  const cleared = useRef(false)
  useEffect(() => {
    if (order?.estado !== 'pagada' || cleared.current) return
    cleared.current = true
    clearBought(order)
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== '/api/ordenes/{numero}' })
  }, [order, queryClient])
  // Who comes back to an order with instalments had it before.
  const paidNow = wasOpen && estado === 'pagada' && !(returned && order?.cuotas.length)
  return { query, confirming: confirming && !paidNow, paidNow, returned }
}
