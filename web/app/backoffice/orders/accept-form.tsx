import { AcceptOrderBody, type ReviewedOrder } from '@campus/contract/orders'
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../lib/api'
import { formatDateTime, formatMoney } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { problemWith } from '../../lib/validate'
import { Failure } from '../../ui/failure'
import { InboxActions } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { Buyer, moneyOf } from './order-sheet'
import classes from './orders.module.css'

const REVIEWED = ['get', '/api/ordenes/en-revision'] as const
const OPEN = ['get', '/api/gestion/ordenes/{numero}'] as const
const INBOX = ['get', '/api/gestion/bandeja'] as const

const approved = ({ pagos }: ReviewedOrder) => pagos.filter(({ estado }) => estado === 'approved')
const cameOf = (order: ReviewedOrder) =>
  approved(order)
    .map(({ monto, moneda }) => moneyOf(monto, moneda))
    .join(' y ') || 'ningún pago aprobado'

function Facts({ order }: { order: ReviewedOrder }) {
  const { comprador, total, numero, cursos, creada_en } = order
  return (
    <>
      <Buyer comprador={comprador} />
      <dl className={classes.facts}>
        <dt>Se pidió</dt>
        <dd>{formatMoney(total)}</dd>
        <dt>Llegó</dt>
        <dd>{cameOf(order)}</dd>
        <dt>Cursos</dt>
        <dd>{cursos.join(', ')}</dd>
        <dt>Orden</dt>
        <dd>{`${numero} · ${formatDateTime(creada_en)}`}</dd>
        <dt>Pagos</dt>
        <dd>{order.pagos.map(({ id_pago }) => id_pago).join(', ') || 'Ninguno'}</dd>
      </dl>
    </>
  )
}

/** What was asked and what came; accepting it opens the courses. */
export function AcceptForm({ order, next }: { order: ReviewedOrder; next: string | null }) {
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [motivo, setMotivo] = useState('')
  const [error, setError] = useState<string>()
  const accept = api.useMutation('put', '/api/ordenes/{numero}/aceptar', {
    meta: { handled: true },
    onSuccess: () => {
      toast(
        `Aceptaste un pago de ${cameOf(order)} por una orden de ${formatMoney(order.total)}. Los cursos ya están abiertos.`,
      )
      void client.invalidateQueries({ queryKey: INBOX })
      void client.invalidateQueries({ queryKey: OPEN })
      return client.invalidateQueries({ queryKey: REVIEWED })
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemWith(AcceptOrderBody.shape.motivo, motivo)
    setError(problem)
    if (problem) field.current?.focus()
    else if (!accept.isPending) accept.mutate({ params: { path: { numero: order.numero } }, body: { motivo } })
  }
  return (
    <form onSubmit={send} noValidate className={item.form}>
      <Facts order={order} />
      <Textarea
        ref={field}
        mt="lg"
        label="Por qué se acepta el pago"
        description="Queda en el historial. Para no aceptarlo, devuélvelo en la pasarela."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={500}
        value={motivo}
        error={error}
        onChange={(event) => {
          setMotivo(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Failure mt="md" error={accept.error} />
      <InboxActions action="Aceptar el pago" busy={accept.isPending} next={next} />
    </form>
  )
}
