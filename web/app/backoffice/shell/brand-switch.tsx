import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { withBrand } from '../../lib/redirect'
import { readSession, storeSession } from '../../lib/session'
import { Menu, type MenuButton, MenuChoice, MenuGroup } from '../../ui/menu'
import { Text } from '../../ui/text'
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

function Brands() {
  const { marca } = useStaff()
  const { data, error } = api.useQuery('get', '/api/gestion/marcas', {}, { staleTime: 0 })
  const work = useSwitch()
  const open = data?.data.filter(({ activa }) => activa) ?? [marca]
  return (
    <MenuGroup label="Trabajar en">
      {open.map(({ id, nombre }) => (
        <MenuChoice
          key={id}
          icon={IconCheck}
          chosen={id === marca.id}
          disabled={work.isPending}
          onClick={() => id !== marca.id && work.mutate({ body: { id_cliente: id } })}
        >
          {nombre}
        </MenuChoice>
      ))}
      {error && (
        <Text small role="alert">
          No pudimos cargar las marcas.
        </Text>
      )}
    </MenuGroup>
  )
}

/** `button` opens it. */
export function BrandSwitch({ button }: { button: MenuButton }) {
  return (
    <Menu width={288} button={button}>
      <Brands />
    </Menu>
  )
}
