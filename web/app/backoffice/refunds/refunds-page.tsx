import type { RefundRequest } from '@campus/contract/refunds'
import { Skeleton, Stack } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { api } from '../../lib/api'
import { formatMoney } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Pager, usePage } from '../../ui/pager'
import { Inbox } from '../blocks/inbox'
import { INBOX_PAGE, inboxHref, useNextItem } from '../blocks/inbox-page'
import { RefundForm } from './refund-form'
import { sumOf } from './words'

function Requests({ requests, page }: { requests: RefundRequest[]; page: number }) {
  const { numero } = useParams()
  const href = inboxHref('/gestion/devoluciones', page)
  const numbers = requests.map((request) => request.numero)
  const chosen = requests.find((request) => request.numero === numero)
  const next = useNextItem(numbers, numero ?? '')
  return (
    <Inbox
      label="Devoluciones pedidas"
      items={requests.map(({ numero: id, comprador, cursos, pedida_en }) => ({
        id,
        title: `${comprador.nombres} ${comprador.apellidos}`,
        text: `${formatMoney(sumOf(cursos))} · ${cursos.map(({ nombre }) => nombre).join(', ')}`,
        since: pedida_en,
      }))}
      selected={numero ?? null}
      href={href}
    >
      {numero && <RefundForm key={numero} numero={numero} request={chosen} next={next ? href(next) : null} />}
    </Inbox>
  )
}

/** The refunds that buyers requested, one at a time. */
export default function RefundsPage() {
  const { numero } = useParams()
  const page = usePage()
  const requests = api.useQuery(
    'get',
    '/api/ordenes/devoluciones',
    { params: { query: { page, per_page: INBOX_PAGE } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      <PageHead title="Devoluciones" lead="Cumplían tu política cuando las pidieron. Responde en 3 días hábiles." />
      <Loaded
        query={requests}
        skeleton={
          <Stack gap="sm">
            <Skeleton height={72} />
            <Skeleton height={72} />
          </Stack>
        }
        errorTitle="No pudimos cargar las devoluciones"
      >
        {({ data }) =>
          data.total === 0 && !numero ? (
            <EmptyState icon={IconArrowBackUp} color="teal" title="Todo al día. No hay nada por atender." />
          ) : (
            <>
              <Requests requests={data.data} page={page} />
              <Pager page={data.current_page} last={data.last_page} label="Páginas de devoluciones" />
            </>
          )
        }
      </Loaded>
    </>
  )
}
