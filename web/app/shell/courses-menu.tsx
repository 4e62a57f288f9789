import { Button, Menu, Skeleton, Stack, Text } from '@mantine/core'
import { IconBooks, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { api } from '../platform/api'
import { useBrand } from '../platform/brand'
import classes from './nav.module.css'

function Categories({ marca }: { marca: string }) {
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

/** *Cursos* on desktops: a dropdown of the categories, read when it is first opened. */
export function CoursesMenu() {
  const brand = useBrand()
  const { pathname } = useLocation()
  const [opened, setOpened] = useState(false)
  const current = /^\/(cursos|detallecurso)(\/|$)/.test(pathname)
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="right-start"
      offset={20}
      width={264}
      shadow="lg"
      floatingStrategy="fixed"
    >
      <Menu.Target>
        <button
          type="button"
          className={classes.link}
          aria-label="Cursos"
          title="Cursos"
          aria-current={current ? 'true' : undefined}
        >
          <IconBooks size={22} stroke={1.7} />
          <span className={classes.words}>Cursos</span>
          <IconChevronRight size={18} className={classes.chevron} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/cursos" fw={650}>
          Todos los cursos
        </Menu.Item>
        <Menu.Divider />
        <Categories marca={String(brand.id)} />
      </Menu.Dropdown>
    </Menu>
  )
}
