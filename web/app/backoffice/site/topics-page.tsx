import { NewTopic, type TopicRow } from '@campus/contract/site.staff'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsSort, IconPlus, IconWand } from '@tabler/icons-react'
import { lazy } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../lib/client'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { NewDialog } from '../blocks/new-dialog'
import { useRows } from '../blocks/use-rows'
import { topicPath } from './paths'
import { StateBadge } from './state-badge'

const TopicsOrder = lazy(() => import('./topics-order'))

/** Hidden until it is published; questions and templates come next. */
function CreateTopic({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <NewDialog
      title="Nuevo tema"
      action="Crear"
      values={{ nombre: '' }}
      schema={NewTopic}
      send={(body) => client.POST('/api/gestion/temas', { body })}
      onDone={({ id }) => navigate(topicPath(id))}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label="Nombre" data-autofocus required maxLength={120} {...form.getInputProps('nombre')} />
          <Text size="sm" c="dimmed">
            Nace oculto: lo verán los alumnos cuando lo publiques.
          </Text>
        </>
      )}
    </NewDialog>
  )
}

const configOf = (onNew: () => void): ListConfig<TopicRow> => ({
  label: 'Temas de prompt',
  id: ({ id }) => id,
  href: ({ id }) => topicPath(id),
  sort: 'orden',
  columns: [
    { key: 'nombre', label: 'Tema', cell: ({ nombre }) => nombre },
    { key: 'preguntas', label: 'Preguntas', cell: ({ preguntas }) => preguntas, align: 'right' },
    { key: 'plantillas', label: 'Plantillas', cell: ({ plantillas }) => plantillas, align: 'right' },
    { key: 'estado', label: 'Estado', cell: ({ estado }) => <StateBadge state={estado} />, steady: true },
  ],
  errorTitle: 'No pudimos cargar los temas',
  empty: (
    <EmptyState
      icon={IconWand}
      title="Todavía no hay temas."
      text="Un tema hace preguntas al alumno y con sus respuestas le arma hasta tres prompts."
      action={<Button onClick={onNew}>Crear el primero</Button>}
    />
  ),
})

/** The topics of the prompt generator. */
export default function TopicsScreen() {
  const state = useListState()
  const [creating, create] = useDisclosure(false)
  const [ordering, order] = useDisclosure(false)
  const query = useRows('/api/gestion/temas', { query: state.params }, { staleTime: 0 })
  return (
    <>
      <PageHead
        title="Temas de prompt"
        action={
          <Group gap="xs">
            {(query.data?.data.total ?? 0) > 1 && (
              <Button variant="default" leftSection={<IconArrowsSort size={18} aria-hidden />} onClick={order.open}>
                Ordenar los temas
              </Button>
            )}
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create.open}>
              Nuevo tema
            </Button>
          </Group>
        }
      />
      <StaffList config={configOf(create.open)} state={state} query={query} />
      {creating && <CreateTopic onClose={create.close} />}
      <Late>{ordering && <TopicsOrder onClose={order.close} />}</Late>
    </>
  )
}
