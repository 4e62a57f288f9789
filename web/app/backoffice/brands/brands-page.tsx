import type { InstalledBrand } from '@campus/contract/settings'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBuildingStore, IconCircleCheck, IconPlus, IconPower } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { api } from '../../lib/api'
import { BrandMark } from '../../ui/brand-mark'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { Tag } from '../../ui/tag'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useNewPath } from '../blocks/new-path'
import { useRefresh } from '../blocks/use-refresh'
import { CLOSED, OPEN } from './brand-texts'

const BrandDialog = lazy(() => import('./brand-dialog'))
const NewBrandDialog = lazy(() => import('./new-brand-dialog'))

const configOf = (onOpen: (brand: InstalledBrand) => void): ListConfig<InstalledBrand> => ({
  label: 'Marcas',
  id: ({ id }) => id,
  onOpen,
  sort: 'id',
  columns: [
    {
      key: 'nombre',
      label: 'Marca',
      cell: (brand) => (
        <Group component="span" gap="sm" wrap="nowrap">
          <BrandMark name={brand.nombre} src={brand.isotipo} size={28} />
          <span>{brand.nombre}</span>
        </Group>
      ),
    },
    { key: 'slug', label: 'Nombre corto', cell: ({ slug }) => slug },
    { key: 'dominios', label: 'Dominios', cell: ({ dominios }) => dominios.join(', ') || null },
    {
      key: 'estado',
      label: 'Estado',
      cell: ({ activa }) =>
        activa ? (
          <Tag icon={IconCircleCheck} tone="good">
            {OPEN}
          </Tag>
        ) : (
          <Tag icon={IconPower} tone="plain">
            {CLOSED}
          </Tag>
        ),
      steady: true,
    },
  ],
  errorTitle: 'No pudimos cargar las marcas',
  empty: <EmptyState icon={IconBuildingStore} title="Todavía no hay marcas." />,
})

/** Every brand of the installation. */
export default function BrandsPage() {
  const refresh = useRefresh('/api/gestion/marcas')
  const state = useListState()
  const [opened, setOpened] = useState<InstalledBrand | null>(null)
  const [creating, create] = useDisclosure(false)
  useNewPath(create.open)
  const { data, ...query } = api.useQuery('get', '/api/gestion/marcas', {}, { staleTime: 0 })
  const page = data && { data: { data: data.data, total: data.data.length, siguiente: null } }
  const saved = () => void refresh()
  return (
    <>
      <PageHead
        title="Marcas"
        action={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create.open}>
            Nueva marca
          </Button>
        }
      />
      <StaffList config={configOf(setOpened)} state={state} query={{ ...query, data: page }} />
      <Late>{creating && <NewBrandDialog onSaved={saved} onClose={create.close} />}</Late>
      <Late>{opened && <BrandDialog brand={opened} onSaved={saved} onClose={() => setOpened(null)} />}</Late>
    </>
  )
}
