import type { TopicRow } from '@campus/contract/site.staff'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api'
import { Dialog } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import { Loaded } from '../../ui/loaded'
import { moveItem, type Place } from '../blocks/arrange'
import { OrderList } from '../blocks/order'
import { useRefresh } from '../blocks/use-refresh'

function Topics({ topics }: { topics: TopicRow[] }) {
  const [rows, setRows] = useState(topics)
  const save = api.useMutation('put', '/api/gestion/temas/orden', {
    meta: { handled: true },
    onError: () => setRows(topics),
    onSettled: useRefresh('/api/gestion/temas'),
  })
  const move = (id: string, { index }: Place) => {
    const from = rows.findIndex((topic) => String(topic.id) === id)
    const moved = moveItem(rows, from, index)
    setRows(moved)
    save.mutate({ body: { ids: moved.map((topic) => topic.id) } })
  }
  return (
    <Stack>
      <OrderList
        label="Temas en orden"
        rows={rows.map(({ id, nombre }) => ({ id: String(id), name: nombre }))}
        onMove={move}
        render={({ name }) => name}
      />
      <Failure error={save.error} />
    </Stack>
  )
}

/** The order of the topics; each move is saved at once. */
export default function TopicsOrder({ onClose }: { onClose: () => void }) {
  const query = api.useQuery('get', '/api/gestion/temas', { params: { query: {} } }, { staleTime: 0 })
  return (
    <Dialog onClose={onClose} title="Ordenar los temas" size="lg">
      <Text size="sm" c="dimmed" mb="md">
        Así los ven tus alumnos en el generador. Cada cambio se guarda al momento.
      </Text>
      <Loaded query={query} skeleton={<Skeleton height={240} />} errorTitle="No pudimos cargar los temas">
        {({ data }) => <Topics topics={data.data} />}
      </Loaded>
    </Dialog>
  )
}
