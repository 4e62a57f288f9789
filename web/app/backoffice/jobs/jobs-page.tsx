import { JOB_STATES, type Job } from '@campus/contract/jobs'
import { IconListCheck } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { formatAgo } from '../../lib/ago'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useRows } from '../blocks/use-rows'
import { hasActs, isOpen, JobActs, JobProgress, JobState, POLL_MS, resultText, STATES } from './job-parts'

const configOf = (onErrors: (job: Job) => void): ListConfig<Job> => ({
  label: 'Trabajos',
  id: ({ id }) => id,
  sort: '-creado',
  filters: [
    {
      key: 'estado',
      label: 'Estado',
      all: 'Todos los estados',
      options: JOB_STATES.map((value) => ({ value, label: STATES[value].name })),
    },
  ],
  columns: [
    { key: 'titulo', label: 'Trabajo', cell: ({ titulo }) => titulo },
    {
      key: 'estado',
      label: 'Estado',
      cell: ({ estado }) => <JobState estado={estado} />,
      steady: true,
    },
    { key: 'avance', label: 'Avance', cell: (job) => <JobProgress job={job} />, steady: true },
    { key: 'resultado', label: 'Resultado', cell: (job) => (job.hechas > 0 ? resultText(job) : null) },
    { key: 'persona', label: 'Pedido por', cell: ({ pedido_por }) => pedido_por.nombre },
    {
      key: 'creado',
      label: 'Cuándo',
      cell: ({ creado_en }) => formatAgo(creado_en, Date.now()),
      sorts: true,
      steady: true,
    },
    {
      key: 'acciones',
      label: 'Acciones',
      cell: (job) => (hasActs(job) ? <JobActs job={job} onErrors={onErrors} /> : null),
    },
  ],
  errorTitle: 'No pudimos cargar los trabajos',
  empty: (
    <EmptyState
      icon={IconListCheck}
      title="Todavía no hay trabajos."
      text="Aquí verás el avance de lo que das o corriges a muchos alumnos a la vez."
    />
  ),
})

const JobErrors = lazy(() => import('./job-errors'))

/** Work that goes on after its request, with its progress. */
export default function JobsPage() {
  const state = useListState(['estado'])
  const [read, setRead] = useState<Job | null>(null)
  const query = useRows(
    '/api/gestion/trabajos',
    { query: state.params },
    {
      refetchInterval: ({ state: { data } }) => (data?.data.data.some((job) => isOpen(job as Job)) ? POLL_MS : false),
    },
  )
  return (
    <>
      <PageHead title="Trabajos" lead="Siguen aunque cierres esta página." />
      <StaffList config={configOf(setRead)} state={state} query={query} />
      <Late>{read && <JobErrors job={read} onClose={() => setRead(null)} />}</Late>
    </>
  )
}
