import type { ComplaintFilter } from '@campus/contract/complaints.staff'
import { COMPLAINT_KINDS } from '@campus/contract/rules'
import { Skeleton } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { api } from '../../lib/api'
import { formatDate } from '../../lib/format'
import { Loaded } from '../../ui/loaded'
import { usePage } from '../../ui/pager'
import { INBOX_PAGE, InboxPage, type InboxStates, useInboxState } from '../blocks/inbox-page'
import { useRows } from '../blocks/use-rows'
import { ComplaintForm } from './complaint-form'
import { dueOf } from './due'

const STATES: InboxStates<ComplaintFilter> = [
  { value: 'sin_responder', label: 'Sin responder' },
  { value: 'por_vencer', label: 'Por vencer' },
  { value: 'vencido', label: 'Vencidos' },
  { value: 'respondido', label: 'Respondidos' },
]

function Chosen({ id, next }: { id: string; next: string | null }) {
  const complaint = api.useQuery('get', '/api/reclamos/{id}', { params: { path: { id } } })
  return (
    <Loaded query={complaint} skeleton={<Skeleton height={420} />} errorTitle="No pudimos abrir esta hoja">
      {({ data }) => <ComplaintForm complaint={data} next={next} />}
    </Loaded>
  )
}

/** The complaints book, one sheet at a time, the soonest due first. */
export default function ComplaintsPage() {
  const estado = useInboxState(STATES)
  const complaints = useRows('/api/reclamos', { query: { estado, page: usePage(), per_page: INBOX_PAGE } })
  return (
    <InboxPage
      title="Reclamaciones"
      lead="La ley da 15 días hábiles para responder cada hoja, sin prórroga."
      label="Hojas de reclamación"
      path="/gestion/reclamos"
      filter={{ states: STATES, estado, none: 'Con este filtro no hay ninguna hoja.' }}
      query={complaints}
      errorTitle="No pudimos cargar las hojas"
      icon={IconBook2}
      item={(complaint) => ({
        id: complaint.id,
        title: `${complaint.nombres} ${complaint.apellidos}`,
        text: `${COMPLAINT_KINDS[complaint.tipo].nombre} ${complaint.numero} · ${formatDate(complaint.creado_en)}`,
        since: complaint.creado_en,
        due: dueOf(complaint, Date.now()),
      })}
    >
      {(_, id, next) => <Chosen id={id} next={next} />}
    </InboxPage>
  )
}
