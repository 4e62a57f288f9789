import type { CategoryRow } from '@campus/contract/catalogue.staff'
import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { IconCategory, IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Failure } from '../../ui/failure'
import { Late } from '../../ui/late'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { MenuAct } from '../blocks/act-menu'
import { moveItem, type Place } from '../blocks/arrange'
import { CountLink } from '../blocks/count-link'
import { useNewPath } from '../blocks/new-path'
import { OrderList } from '../blocks/order'
import { RowsSkeleton } from '../blocks/rows-skeleton'
import { useRefresh } from '../blocks/use-refresh'
import { COURSES_PATH } from '../courses/paths'

const CategoryDialog = lazy(() => import('./category-dialog'))

type Opened = CategoryRow | 'new' | null

function Categories({ rows, onOpen }: { rows: CategoryRow[]; onOpen: (category: CategoryRow) => void }) {
  const refresh = useRefresh('/api/gestion/categorias')
  // While a move is being saved, the list shows its result.
  const [moved, setMoved] = useState<CategoryRow[] | null>(null)
  const shown = moved ?? rows
  const save = api.useMutation('put', '/api/gestion/catalogo/orden', {
    meta: { handled: true },
  })
  const find = (id: string) => shown.find((category) => String(category.id) === id)
  const open = (id: string) => {
    const category = find(id)
    if (category) onOpen(category)
  }
  const move = (id: string, { index }: Place) => {
    const next = moveItem(
      shown,
      shown.findIndex((category) => String(category.id) === id),
      index,
    )
    setMoved(next)
    save.mutate(
      { body: { que: 'categorias', ids: next.map((category) => category.id) } },
      {
        onSettled: async () => {
          await refresh()
          setMoved((now) => (now === next ? null : now))
        },
      },
    )
  }
  return (
    <>
      <Failure error={save.error} mb="md" />
      <OrderList
        label="Categorías en orden"
        rows={shown.map(({ id, nombre }) => ({ id: String(id), name: nombre }))}
        onMove={move}
        onOpen={open}
        render={({ id, name }) => (
          <Group gap="xs" justify="space-between">
            <UnstyledButton fw={550} mih={44} onClick={() => open(id)}>
              {name}
            </UnstyledButton>
            <Group gap="xs">
              {!find(id)?.activa && (
                <Badge variant="light" color="gray" tt="none" fw={550}>
                  Oculta
                </Badge>
              )}
              <Text size="sm" c="dimmed">
                <CountLink
                  to={find(id)?.cursos ? `${COURSES_PATH}?categoria=${id}` : null}
                  text={count(find(id)?.cursos ?? 0, 'curso', 'cursos')}
                  of={`de ${name}`}
                />
              </Text>
            </Group>
          </Group>
        )}
        menu={({ id }) => <MenuAct icon={IconPencil} label="Editar" onClick={() => open(id)} />}
      />
    </>
  )
}

/** The shop's categories: in order, each shown or hidden. */
export default function CategoriesPage() {
  const refresh = useRefresh('/api/gestion/categorias', '/api/categorias/activas')
  const [opened, setOpened] = useState<Opened>(null)
  useNewPath(() => setOpened('new'))
  const query = api.useQuery('get', '/api/gestion/categorias', {}, { staleTime: 0 })
  return (
    <>
      <PageHead
        title="Categorías"
        lead="Tu tienda las muestra en este orden."
        action={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened('new')}>
            Nueva categoría
          </Button>
        }
      />
      <Loaded query={query} skeleton={<RowsSkeleton />} errorTitle="No pudimos cargar las categorías">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={IconCategory}
              title="Todavía no hay categorías."
              text="Cada curso lleva una. Empieza por la de tu primer curso."
              action={<Button onClick={() => setOpened('new')}>Crear la primera</Button>}
            />
          ) : (
            <Categories rows={data} onOpen={setOpened} />
          )
        }
      </Loaded>
      <Late>
        {opened && (
          <CategoryDialog
            category={opened === 'new' ? null : opened}
            onSaved={() => void refresh()}
            onClose={() => setOpened(null)}
          />
        )}
      </Late>
    </>
  )
}
