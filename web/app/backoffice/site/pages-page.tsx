import type { StaffPage } from '@campus/contract/site.staff'
import { IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { api } from '../../lib/api'
import { formatDateTime } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { PageHead } from '../../ui/page-head'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { pagePath } from './paths'
import { StateBadge } from './state-badge'

/** The first page of the site, which is written in blocks. */
const LANDING = { clave: '', titulo: 'Portada' } as const

type Row = StaffPage | typeof LANDING

const ofTexts = (cell: (page: StaffPage) => ReactNode) => (row: Row) => ('propia' in row ? cell(row) : null)

const CONFIG: ListConfig<Row> = {
  label: 'Páginas',
  id: ({ clave }) => clave,
  href: (row) => ('propia' in row ? pagePath(row.clave) : '/gestion/portada'),
  sort: 'titulo',
  columns: [
    { key: 'titulo', label: 'Página', cell: ({ titulo }) => titulo },
    { key: 'direccion', label: 'Dirección', cell: ({ clave }) => `/${clave}` },
    {
      key: 'texto',
      label: 'Texto',
      cell: ofTexts(({ propia }) => (propia ? 'Propio' : 'De la plataforma')),
      steady: true,
    },
    {
      key: 'actualizado',
      label: 'Actualizado',
      cell: ofTexts(({ actualizado_en }) => actualizado_en && formatDateTime(actualizado_en)),
      steady: true,
    },
    {
      key: 'estado',
      label: 'Estado',
      cell: ofTexts(({ con_borrador }) => <StateBadge state={con_borrador ? 'con_cambios' : 'publicado'} />),
      steady: true,
    },
  ],
  errorTitle: 'No pudimos cargar las páginas',
  empty: <EmptyState icon={IconFileText} title="No hay páginas." />,
}

/** The landing page, and the written pages of the brand: a fixed set that the law and the footer require. */
export default function PagesScreen() {
  const query = api.useQuery('get', '/api/gestion/paginas', {}, { staleTime: 0 })
  const rows = query.data && [LANDING, ...query.data.data]
  return (
    <>
      <PageHead title="Páginas" />
      <StaffList
        config={CONFIG}
        state={useListState()}
        query={{ ...query, data: rows && { data: { data: rows, total: rows.length, siguiente: null } } }}
      />
    </>
  )
}
