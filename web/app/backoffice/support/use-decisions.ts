import type { BrandTicket, Ticket } from '@campus/contract/support'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api'
import type { DraftField } from '../../lib/draft'
import { toast } from '../../lib/toasts'
import { resolvedCopy } from '../blocks/inbox'
import { useRefresh } from '../blocks/use-refresh'
import { ticketPath } from './paths'

type Outcome = Pick<Ticket, 'estado' | 'respuesta' | 'fecha_respuesta'>
type Target = 'abierto' | 'cerrado'

const REOPENED = { abierto: 'Reabierto: espera una respuesta.', respondido: 'Reabierto: está en Respondidos.' } as const

const useRefreshTickets = () => useRefresh('/api/soporte', '/api/gestion/bandeja')

function useAnswer(draft: DraftField, onDecided: () => void) {
  const refresh = useRefreshTickets()
  return api.useMutation('put', '/api/soporte/{id}', {
    meta: { handled: true },
    onSuccess: () => {
      draft.clear()
      return refresh()
    },
    onError: (error, { body }) => {
      const first = resolvedCopy<Outcome>(error)
      if (!first) return
      // A repeated request whose first try had arrived.
      if (first.datos.respuesta === body.respuesta) draft.clear()
      onDecided()
      void refresh()
    },
  })
}

type Ends = { onDecided: () => void; onReopened: () => void }

function useChange(id: number, ticket: BrandTicket | undefined, { onDecided, onReopened }: Ends) {
  const navigate = useNavigate()
  const refresh = useRefreshTickets()
  return api.useMutation('put', '/api/soporte/{id}/estado', {
    meta: { handled: true },
    onSuccess: async ({ data: { estado, respuesta } }) => {
      onDecided()
      if (estado === 'cerrado') {
        const told =
          respuesta === null ? `Cerrado. Le avisamos a ${ticket?.nombres ?? 'quien lo escribió'}.` : 'Cerrado.'
        toast(told)
        return refresh()
      }
      toast(REOPENED[estado])
      await navigate(ticketPath(id, estado))
      onReopened()
      return refresh()
    },
    onError: (error) => {
      if (!resolvedCopy(error)) return
      onDecided()
      void refresh()
    },
  })
}

/**
 * The decisions on a ticket; `shown` is how it stands, also after it left the list because another person was faster or it
 * was reopened. `onDecided` closes the dialog of the decision.
 */
export function useDecisions(id: number, ticket: BrandTicket | undefined, draft: DraftField, ends: Ends) {
  const last = useRef(ticket)
  if (ticket) last.current = ticket
  const answer = useAnswer(draft, ends.onDecided)
  const change = useChange(id, ticket, ends)
  const error = answer.error ?? change.error
  const reopened = change.data?.data.estado === 'cerrado' || answer.isSuccess ? undefined : change.data?.data
  const first = resolvedCopy<Outcome>(error)?.datos
  const now = first ?? (ticket ? undefined : reopened)
  const shown = now && last.current ? { ...last.current, ...now } : ticket
  const path = { id: String(id) }
  return {
    shown,
    error,
    answerError: answer.error,
    stateError: change.error,
    answering: answer.isPending,
    busy: change.isPending,
    answer: (respuesta: string) => {
      if (answer.isPending) return
      change.reset()
      answer.mutate({ params: { path }, body: { respuesta } })
    },
    setState: (estado: Target) => {
      if (change.isPending || !shown) return
      answer.reset()
      change.mutate({ params: { path }, body: { estado, visto: shown.estado } })
    },
  }
}

export type Decisions = ReturnType<typeof useDecisions>
