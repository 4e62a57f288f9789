import type { Instalment } from '@campus/contract/instalments'
import type { Order } from '@campus/contract/orders'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { client } from '../../../lib/client'
import { formatMoney } from '../../../lib/format'
import { tabStore } from '../../../lib/storage'
import { Button } from '../../../ui/button'
import { goToPay } from './purchase'
import { useLeaving } from './use-leaving'

const keyOf = (numero: string) => `cuota-${numero}`

/** Which instalment this tab left to pay at the gateway; null when none. */
export function instalmentBefore(numero: string): number | null {
  const stored = tabStore.getItem(keyOf(numero))
  return stored === null ? null : Number(stored)
}

type Paid = Pick<Order, 'numero' | 'intentos'>

/** Leaves for the gateway; the button stays busy until the page is gone. */
function usePayInstalment({ numero, intentos }: Paid) {
  const queries = useQueryClient()
  const [leaving, setLeaving] = useLeaving()
  const pay = useMutation({
    mutationFn: async (cuota: number) => {
      const params = { path: { numero } }
      const { data } = await client.POST('/api/ordenes/{numero}/cuota', { params, body: { cuota } })
      tabStore.setItem(keyOf(numero), String(cuota))
      goToPay(data?.data.init_point, numero, intentos)
      setLeaving(true)
    },
    // The academy may have taken the money meanwhile.
    onError: () =>
      queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('/api/ordenes') }),
  })
  return { go: pay.mutate, busy: pay.isPending || leaving }
}

type PayInstalmentProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant'> & {
  order: Paid
  next: Instalment
  label?: string
}

/** Pays the next instalment at the gateway. */
export function PayInstalment({ order, next, label, ...look }: PayInstalmentProps) {
  const pay = usePayInstalment(order)
  return (
    <Button
      {...look}
      loading={pay.busy}
      rightSection={<IconExternalLink size={18} aria-hidden />}
      onClick={() => pay.go(next.numero)}
    >
      {label ?? `Pagar cuota ${next.numero}: ${formatMoney(next.monto)}`}
    </Button>
  )
}
