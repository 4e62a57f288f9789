import type { Order } from '@campus/contract/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../platform/api'
import { readCart, readReferral, writeCart, writeReferral } from '../../platform/cart'
import { client } from '../../platform/client'
import { goToPay } from '../../platform/purchase'
import { nextLook } from './polling'

const orderQuery = (numero: string) =>
  api.queryOptions('get', '/api/ordenes/{numero}', { params: { path: { numero } } })

/** Whether this page is being left for the place to pay; Back may show it again as it was left. */
function useLeaving(onReturn: () => void) {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setLeaving(false)
      onReturn()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [onReturn])
  return [leaving, setLeaving] as const
}

/** Goes to an order's place to pay. The button is busy until the page is gone. */
export function usePay(onReturn: () => void = () => undefined) {
  const [leaving, setLeaving] = useLeaving(onReturn)
  const go = useMutation({
    mutationFn: async (order: Pick<Order, 'init_point'>) => {
      goToPay(order.init_point)
      setLeaving(true)
    },
  })
  return { go: go.mutate, busy: go.isPending || leaving }
}

/** Asks the gateway about an order now, and keeps what it answers (contract section 4); `quiet` says nothing of a failure. */
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

/** What was bought leaves the cart, and so does the code that it was bought with. */
function clearBought(order: Order): void {
  const bought = new Set(order.lineas.map((line) => line.id_curso))
  const items = readCart()
  const left = items.filter((item) => !bought.has(item.id))
  if (left.length < items.length) writeCart(left)
  if (order.codigo_referido && readReferral() === order.codigo_referido) writeReferral('')
}

/** An order of the student: looked at again, ever more slowly, while the page is seen and it may still change. */
export function useOrder(numero: string, payment: string | null) {
  const queryClient = useQueryClient()
  const query = api.useQuery(
    'get',
    '/api/ordenes/{numero}',
    { params: { path: { numero } } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => nextLook(state.data?.data.estado, state.dataUpdateCount),
      refetchOnWindowFocus: true,
    },
  )
  const verify = useVerify(numero, { quiet: true })
  const order = query.data?.data
  // Back from MercadoPago with a payment: asked about once, whatever its address says of it.
  const ask = verify.mutate
  useEffect(() => {
    if (payment) ask(payment)
  }, [payment, ask])
  // The courses, the menu and the cart are others now, once.
  const cleared = useRef(false)
  useEffect(() => {
    if (order?.estado !== 'pagada' || cleared.current) return
    cleared.current = true
    clearBought(order)
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== '/api/ordenes/{numero}' })
  }, [order, queryClient])
  return query
}
