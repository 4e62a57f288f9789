import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../platform/api'
import { useBrand } from '../platform/brand'
import items from '../ui/dropdown.module.css'

/** The categories in the dropdown of *Cursos*. */
export default function Categories({ onChoose }: { onChoose: () => void }) {
  const marca = String(useBrand().id)
  const query = api.useQuery('get', '/api/categorias/activas', { params: { query: { marca } } }, { staleTime: 300_000 })
  if (query.data)
    return query.data.data.map((category) => (
      <Link key={category.id} to={`/cursos/${category.id}`} role="menuitem" className={items.item} onClick={onChoose}>
        {category.nombre}
      </Link>
    ))
  if (query.isError)
    return (
      <Stack gap="xs" p="sm" role="alert">
        <Text size="sm">Hubo un error al cargar las categorías.</Text>
        <Button size="sm" variant="light" onClick={() => query.refetch()}>
          Reintentar
        </Button>
      </Stack>
    )
  return [0, 1, 2].map((row) => <Skeleton key={row} height={20} my={12} mx="sm" width="auto" />)
}
