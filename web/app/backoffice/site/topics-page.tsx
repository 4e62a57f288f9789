import type { TopicRow } from '@campus/contract/site.staff'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsSort, IconPlus, IconWand } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { failureText } from '../../lib/errors'
import { Dialog, DialogActions } from '../../ui/dialog'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { topicPath } from './paths'
import { StateBadge } from './state-badge'

const TopicsOrder = lazy(() => import('./topics-order'))

/** Hidden until it is published; questions and templates come next. */
function NewTopic({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [nombre, setNombre] = useState('')
  const [envio] = useState(() => crypto.randomUUID())
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure('')
    try {
      const { data } = await client.POST('/api/gestion/temas', { body: { nombre, envio } })
      if (data) navigate(topicPath(data.data.id))
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title="Nuevo tema">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <TextInput
            label="Nombre"
            data-autofocus
            required
            maxLength={120}
            value={nombre}
            error={failure}
            onChange={(event) => setNombre(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            Nace oculto: lo verán los alumnos cuando lo publiques.
          </Text>
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={busy}>
              Crear
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
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
  const query = api.useQuery(
    'get',
    '/api/gestion/temas',
    { params: { query: state.params } },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <>
      <PageHead
        title="Temas de prompt"
        lead="Lo que ofrece el generador de prompts a tus alumnos."
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
      {creating && <NewTopic onClose={create.close} />}
      <Late>{ordering && <TopicsOrder onClose={order.close} />}</Late>
    </>
  )
}
