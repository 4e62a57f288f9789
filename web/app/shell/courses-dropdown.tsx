import { Button, Menu, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../lib/api'
import { useBrand } from '../lib/brand'
import { CoursesButton } from './courses-button'

function Categories() {
  const marca = String(useBrand().id)
  const query = api.useQuery('get', '/api/categorias/activas', { params: { query: { marca } } }, { staleTime: 300_000 })
  if (query.data)
    return query.data.data.map((category) => (
      <Menu.Item key={category.id} component={Link} to={`/cursos/${category.id}`}>
        {category.nombre}
      </Menu.Item>
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

/** Opens on mount, because it is loaded on the first click. */
export default function CoursesDropdown({ top }: { top?: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu position={top ? 'bottom-start' : 'right-start'} width={264} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <CoursesButton ref={button} top={top} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/cursos" fw={650}>
          Todos los cursos
        </Menu.Item>
        <Menu.Divider />
        <Categories />
      </Menu.Dropdown>
    </Menu>
  )
}
