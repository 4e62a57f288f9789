import type { Import, ImportRow } from '@campus/contract/imports'
import { Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { api } from '../../lib/api'
import { EmptyState } from '../../ui/empty-state'
import { PageHead } from '../../ui/page-head'
import { Tag } from '../../ui/tag'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { LoadedScreen } from '../blocks/loaded-screen'
import rows from '../blocks/rows.module.css'
import { useRows } from '../blocks/use-rows'
import { isOpen, POLL_MS } from '../jobs/job-parts'
import { ReportState } from './report-state'
import { DOES } from './words'

const COLUMNS: ListConfig<ImportRow>['columns'] = [
  { key: 'nombre', label: 'Persona', cell: ({ nombre }) => nombre || 'Sin correo' },
  { key: 'fila', label: 'Fila', cell: ({ fila }) => fila, align: 'right', steady: true },
  {
    key: 'hace',
    label: 'Qué hace',
    cell: ({ hace }) => <Tag {...DOES[hace].look}>{DOES[hace].name}</Tag>,
    steady: true,
  },
  {
    key: 'texto',
    label: 'Detalle',
    cell: ({ texto, aviso }) => (
      <>
        <span>{texto}</span>
        {aviso && <span className={rows.detail}>{aviso}</span>}
      </>
    ),
  },
]

const CONFIG: ListConfig<ImportRow> = {
  label: 'Filas del archivo',
  id: ({ fila }) => fila,
  sort: 'fila',
  columns: COLUMNS,
  filters: [
    {
      key: 'hace',
      label: 'Qué hace',
      all: 'Todas las filas',
      options: [
        ...Object.entries(DOES).map(([value, { name }]) => ({ value, label: name })),
        { value: 'aviso', label: 'Con un dato corregido' },
      ],
    },
  ],
  errorTitle: 'No pudimos cargar las filas',
  empty: <EmptyState icon={IconFileSpreadsheet} title="Las filas de este archivo ya se borraron." />,
}

function Lines({ report }: { report: Import }) {
  const state = useListState(['hace'])
  const query = useRows('/api/gestion/importaciones/{id}/filas', {
    path: { id: String(report.id) },
    query: state.params as never,
  })
  return <StaffList config={CONFIG} state={state} query={query} />
}

/** What each line of a file would do; *Importar*, and what came of it. */
export default function ReportPage() {
  const { id = '' } = useParams()
  const query = api.useQuery(
    'get',
    '/api/gestion/importaciones/{id}',
    { params: { path: { id } } },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data && [data.data.informe, data.data.importacion].some((job) => job && isOpen(job as never)) ? POLL_MS : false,
    },
  )
  return (
    <LoadedScreen query={query} errorTitle="No pudimos cargar el informe">
      {({ data }) => {
        const report = data as Import
        return (
          <>
            <PageHead title="Importar una lista" lead={<Text component="span">{report.archivo}</Text>} />
            <ReportState report={report} onRun={() => query.refetch()} />
            {!isOpen(report.informe) && <Lines report={report} />}
          </>
        )
      }}
    </LoadedScreen>
  )
}
