import { Menu, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../lib/api'
import { withBrand } from '../../lib/redirect'
import { readSession, storeSession } from '../../lib/session'
import { BrandMark } from '../../ui/brand-mark'
import classes from './shell.module.css'
import { useStaff } from './staff'

/** For those who work in several brands, one at a time: the server and the stored user change, and the page is loaded anew. */
function useSwitch() {
  const queries = useQueryClient()
  return api.useMutation('put', '/api/gestion/marca-activa', {
    onSuccess: ({ data: { id_cliente } }) => {
      const session = readSession()
      if (!session) return
      queries.clear()
      storeSession({ ...session, user: { ...session.user, id_cliente } })
      // Colours, name and courses of the brand belong to the document.
      window.location.assign(withBrand('/gestion', id_cliente))
    },
  })
}

/** `children`: the button that opens it. */
export function BrandSwitch({ children }: { children: ReactElement }) {
  const { marca } = useStaff()
  const [opened, setOpened] = useState(false)
  const brands = api.useQuery('get', '/api/gestion/marcas', {}, { enabled: opened, staleTime: 0 })
  const work = useSwitch()
  const open = brands.data?.data.filter(({ activa }) => activa) ?? []
  return (
    <Menu opened={opened} onChange={setOpened} width="min(18rem, 100vw - 24px)" position="bottom-start">
      <Menu.Target>{children}</Menu.Target>
      {/* Its entries come later, so it has the focus itself, and Escape must not close a drawer around it. */}
      <Menu.Dropdown className={classes.brands} data-mantine-stop-propagation>
        <Menu.Label>Trabajar en</Menu.Label>
        {open.map((brand) => (
          <Menu.Item
            key={brand.id}
            leftSection={<BrandMark name={brand.nombre} src={brand.isotipo} size={28} />}
            rightSection={brand.id === marca.id && <IconCheck size={18} aria-label="Marca actual" />}
            disabled={work.isPending}
            onClick={() => brand.id !== marca.id && work.mutate({ body: { id_cliente: brand.id } })}
          >
            {brand.nombre}
          </Menu.Item>
        ))}
        {brands.error && (
          <Text size="sm" p="sm" role="alert">
            No pudimos cargar las marcas.
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
