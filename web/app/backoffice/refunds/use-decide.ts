import type { RefundDenial, RefundRequest } from '@campus/contract/refunds'
import { useRef } from 'react'
import { api } from '../../lib/api'
import type { DraftField } from '../../lib/draft'
import { toast } from '../../lib/toasts'
import { resolvedCopy } from '../blocks/inbox'
import { useRefresh } from '../blocks/use-refresh'
import type { Standing } from './words'

type Stands = { cursos: (Standing & { id_curso: number })[] }

/** `shown` is the request as it was when another person, or the gateway, was faster. */
export function useDecide(
  numero: string,
  request: RefundRequest | undefined,
  draft: DraftField,
  onDecided: () => void,
) {
  const last = useRef(request)
  if (request) last.current = request
  const refresh = useRefresh('/api/ordenes/devoluciones', '/api/gestion/bandeja')
  const decide = api.useMutation('put', '/api/ordenes/{numero}/devolucion', {
    meta: { handled: true },
    onSuccess: () => {
      const name = last.current?.comprador.nombres ?? ''
      draft.clear()
      toast(`Listo: le avisamos a ${name}.`)
      onDecided()
      return refresh()
    },
    onError: (error) => {
      if (!resolvedCopy(error)) return
      onDecided()
      void refresh()
    },
  })
  const stands = resolvedCopy<Stands>(decide.error)?.datos ?? null
  return {
    shown: request ?? (stands ? last.current : undefined),
    stands,
    error: decide.error,
    busy: decide.isPending,
    refresh,
    send: (body: RefundDenial) => {
      if (!decide.isPending) decide.mutate({ params: { path: { numero } }, body })
    },
  }
}

export type Deciding = ReturnType<typeof useDecide>
