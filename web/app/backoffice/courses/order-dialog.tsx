import { Select, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api'
import { Dialog } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import { Loaded } from '../../ui/loaded'
import { moveItem, type Place } from '../blocks/arrange'
import { OrderList } from '../blocks/order'
import { useRefresh } from '../blocks/use-refresh'

type Course = { id: number; nombre: string; id_categoria: number; categoria: string }

function Courses({ courses }: { courses: Course[] }) {
  const categories = [...new Map(courses.map(({ id_categoria, categoria }) => [String(id_categoria), categoria]))]
  const [category, setCategory] = useState(categories[0]?.[0] ?? '')
  const [rows, setRows] = useState(courses)
  const save = api.useMutation('put', '/api/gestion/catalogo/orden', {
    meta: { handled: true },
    onError: () => setRows(courses),
    onSettled: useRefresh('/api/cursos'),
  })
  const own = rows.filter(({ id_categoria }) => String(id_categoria) === category)
  const move = (id: string, { index }: Place) => {
    const from = own.findIndex((course) => String(course.id) === id)
    const moved = moveItem(own, from, index)
    setRows([...rows.filter(({ id_categoria }) => String(id_categoria) !== category), ...moved])
    save.mutate({ body: { que: 'cursos', ids: moved.map((course) => course.id) } })
  }
  return (
    <Stack>
      <Select
        label="Categoría"
        allowDeselect={false}
        data={categories.map(([value, label]) => ({ value, label }))}
        value={category}
        onChange={(value) => setCategory(value ?? category)}
      />
      <OrderList
        label="Cursos en orden"
        rows={own.map(({ id, nombre }) => ({ id: String(id), name: nombre }))}
        onMove={move}
        render={({ name }) => name}
      />
      <Failure error={save.error} />
    </Stack>
  )
}

/** The order of the shop's courses within their category; each move is saved at once. */
export default function OrderDialog({ onClose }: { onClose: () => void }) {
  const query = api.useQuery('get', '/api/cursos', {}, { staleTime: 0 })
  return (
    <Dialog onClose={onClose} title="Ordenar el catálogo" size="lg">
      <Text size="sm" c="dimmed" mb="md">
        Así aparecen en la tienda los cursos publicados. Cada cambio se guarda al momento.
      </Text>
      <Loaded query={query} skeleton={<Skeleton height={240} />} errorTitle="No pudimos cargar los cursos">
        {({ data }) => <Courses courses={data} />}
      </Loaded>
    </Dialog>
  )
}
