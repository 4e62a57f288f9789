import type { ComplaintFilter, ComplaintRow } from '@campus/contract/complaints.staff'
import { COMPLAINT_KINDS } from '@campus/contract/rules'
import { Skeleton, Text } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { api } from '../../lib/api'
import { formatDate } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { usePage } from '../../ui/pager'
import { Inbox } from '../blocks/inbox'
import { INBOX_PAGE, InboxPage, type InboxState, inboxHref, useInboxState, useNextItem } from '../blocks/inbox-page'
import { ComplaintForm } from './complaint-form'
import { dueOf } from './due'

const WAITING = 'sin_responder'
const STATES: [InboxState<ComplaintFilter>, ...InboxState<ComplaintFilter>[]] = [
  { value: WAITING, label: 'Sin responder' },
  { value: 'por_vencer', label: 'Por vencer' },
  { value: 'vencido', label: 'Vencidos' },
  { value: 'respondido', label: 'Respondidos' },
]

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
  const href = inboxHref('/gestion/reclamos', page, estado === WAITING ? null : estado)
  const ids = complaints.map((complaint) => complaint.id)
  const next = useNextItem(ids, Number(id))
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
  const estado = useInboxState(STATES)
  const page = usePage()
  const complaints = api.useQuery(
    'get',
    '/api/reclamos',
    { params: { query: { estado, page, per_page: INBOX_PAGE } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <InboxPage
      title="Reclamaciones"
      lead="La ley da 15 días hábiles para responder cada hoja, sin prórroga."
      states={STATES}
      estado={estado}
      query={complaints}
      errorTitle="No pudimos cargar las hojas"
      empty={<EmptyState icon={IconBook2} color="teal" title={emptyText(estado)} />}
      chosen={id !== undefined}
      pages="Páginas de hojas"
    >
      {(rows) => <Complaints complaints={rows} estado={estado} page={page} />}
    </InboxPage>
  )
}
