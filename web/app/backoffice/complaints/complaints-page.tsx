import type { ComplaintFilter, ComplaintRow } from '@campus/contract/complaints.staff'
import { COMPLAINT_KINDS } from '@campus/contract/rules'
import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { formatDate } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { PAGE_PARAM, Pager, usePage } from '../../ui/pager'
import { Inbox } from '../blocks/inbox'
import { nextItem } from '../blocks/waiting'
import { ComplaintForm } from './complaint-form'
import { dueOf } from './due'

const PER_PAGE = 50
const WAITING = 'sin_responder'
const STATES: { value: ComplaintFilter; label: string }[] = [
  { value: WAITING, label: 'Sin responder' },
  { value: 'por_vencer', label: 'Por vencer' },
  { value: 'vencido', label: 'Vencidos' },
  { value: 'respondido', label: 'Respondidos' },
]

const hrefOf = (estado: ComplaintFilter, page: number) => (id?: number | string) => {
  const query = new URLSearchParams({
    ...(estado !== WAITING && { estado }),
    ...(page > 1 && { [PAGE_PARAM]: String(page) }),
  })
  return `/gestion/reclamos${id ? `/${id}` : ''}${query.size > 0 ? `?${query}` : ''}`
}

const emptyText = (estado: ComplaintFilter): string =>
  estado === WAITING ? 'Todo al día. No hay nada por atender.' : 'Con este filtro no hay ninguna hoja.'

function Chosen({ id, next }: { id: string; next: string | null }) {
  const complaint = api.useQuery('get', '/api/reclamos/{id}', { params: { path: { id } } })
  return (
    <Loaded query={complaint} skeleton={<Skeleton height={420} />} errorTitle="No pudimos abrir esta hoja">
      {({ data }) => <ComplaintForm complaint={data} next={next} />}
    </Loaded>
  )
}

type ComplaintsProps = { complaints: ComplaintRow[]; estado: ComplaintFilter; page: number }

function Complaints({ complaints, estado, page }: ComplaintsProps) {
  const { id } = useParams()
  const before = useRef<number[]>([])
  const href = hrefOf(estado, page)
  const ids = complaints.map((complaint) => complaint.id)
  const next = nextItem(before.current, ids, Number(id))
  if (ids.includes(Number(id))) before.current = ids
  return (
    <Inbox
      label="Hojas de reclamación"
      items={complaints.map((complaint) => ({
        id: complaint.id,
        title: `${complaint.nombres} ${complaint.apellidos}`,
        text: `${COMPLAINT_KINDS[complaint.tipo].nombre} ${complaint.numero} · ${formatDate(complaint.creado_en)}`,
        since: complaint.creado_en,
        due: dueOf(complaint, Date.now()),
      }))}
      selected={id ? Number(id) : null}
      href={href}
      foot={
        complaints.length === 0 && (
          <Text c="dimmed" p="md">
            {emptyText(estado)}
          </Text>
        )
      }
    >
      {id && <Chosen key={id} id={id} next={next ? href(next) : null} />}
    </Inbox>
  )
}

/** The complaints book, one sheet at a time, the soonest due first. */
export default function ComplaintsPage() {
  const { id } = useParams()
  const [query, setQuery] = useSearchParams()
  const estado = STATES.find(({ value }) => value === query.get('estado'))?.value ?? WAITING
  const page = usePage()
  const complaints = api.useQuery(
    'get',
    '/api/reclamos',
    { params: { query: { estado, page, per_page: PER_PAGE } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      <PageHead
        title="Reclamaciones"
        lead="La ley da 15 días hábiles para responder cada hoja, sin prórroga."
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
        query={complaints}
        skeleton={
          <Stack gap="sm">
            <Skeleton height={72} />
            <Skeleton height={72} />
            <Skeleton height={72} />
          </Stack>
        }
        errorTitle="No pudimos cargar las hojas"
      >
        {({ data }) =>
          data.total === 0 && !id ? (
            <EmptyState icon={IconBook2} color="teal" title={emptyText(estado)} />
          ) : (
            <>
              <Complaints complaints={data.data} estado={estado} page={page} />
              <Pager page={data.current_page} last={data.last_page} label="Páginas de hojas" />
            </>
          )
        }
      </Loaded>
    </>
  )
}
