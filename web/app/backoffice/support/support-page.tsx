import type { BrandTicket } from '@campus/contract/support'
import { NativeSelect, Skeleton, Stack } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { PAGE_PARAM, Pager, usePage } from '../../ui/pager'
import { Inbox } from '../blocks/inbox'
import { nextItem } from '../blocks/waiting'
import { TicketForm } from './ticket-form'

const PER_PAGE = 50
const STATES = [
  { value: 'abierto', label: 'Sin responder' },
  { value: 'respondido', label: 'Respondidos' },
  { value: 'cerrado', label: 'Cerrados' },
]

const hrefOf = (estado: string, page: number) => (id?: number | string) => {
  const query = new URLSearchParams({
    ...(estado !== 'abierto' && { estado }),
    ...(page > 1 && { [PAGE_PARAM]: String(page) }),
  })
  return `/gestion/soporte${id ? `/${id}` : ''}${query.size > 0 ? `?${query}` : ''}`
}

function Tickets({ tickets, estado, page }: { tickets: BrandTicket[]; estado: string; page: number }) {
  const { id } = useParams()
  const before = useRef<number[]>([])
  const href = hrefOf(estado, page)
  const ids = tickets.map((ticket) => ticket.id)
  const chosen = tickets.find((ticket) => String(ticket.id) === id)
  const next = nextItem(before.current, ids, Number(id))
  if (ids.includes(Number(id))) before.current = ids
  return (
    <Inbox
      label="Mensajes"
      items={tickets.map((ticket) => ({
        id: ticket.id,
        title: `${ticket.nombres} ${ticket.apellidos}`,
        text: ticket.mensaje,
        since: ticket.fecha,
      }))}
      selected={id ? Number(id) : null}
      href={href}
    >
      <TicketForm key={id} ticket={chosen} next={next ? href(next) : null} />
    </Inbox>
  )
}

/** What students wrote, one message at a time. */
export default function SupportPage() {
  const [query, setQuery] = useSearchParams()
  const estado = query.get('estado') ?? 'abierto'
  const page = usePage()
  const tickets = api.useQuery(
    'get',
    '/api/soporte',
    { params: { query: { estado: estado as BrandTicket['estado'], page, per_page: PER_PAGE } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      <PageHead
        title="Soporte"
        action={
          <NativeSelect
            aria-label="Estado"
            data={STATES}
            value={estado}
            onChange={(event) => setQuery({ estado: event.currentTarget.value })}
          />
        }
      />
      <Loaded
        query={tickets}
        skeleton={
          <Stack gap="sm">
            <Skeleton height={72} />
            <Skeleton height={72} />
            <Skeleton height={72} />
          </Stack>
        }
        errorTitle="No pudimos cargar los mensajes"
      >
        {({ data }) =>
          data.total === 0 ? (
            <EmptyState icon={IconMailCheck} color="teal" title="Todo al día. No hay nada por atender." />
          ) : (
            <>
              <Tickets tickets={data.data} estado={estado} page={page} />
              <Pager page={data.current_page} last={data.last_page} label="Páginas de mensajes" />
            </>
          )
        }
      </Loaded>
    </>
  )
}
