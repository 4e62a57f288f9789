import { IconBriefcase, IconDeviceMobile, IconLogout, IconReceipt, IconUser, IconWand } from '@tabler/icons-react'
import { useInstallAction } from '../lib/install-action'
import { logout } from '../lib/logout'
import type { Session } from '../lib/session'
import { Menu, type MenuButton, MenuItem, MenuLink } from '../ui/menu'
import { SchemeItems } from './scheme-items'

function InstallItem() {
  const install = useInstallAction()
  if (!install) return null
  return (
    <MenuItem icon={IconDeviceMobile} onClick={install}>
      Instalar la app
    </MenuItem>
  )
}

/** Late, because a public page's header has it too. */
export default function UserMenuItems({ user, button }: Pick<Session, 'user'> & { button: MenuButton }) {
  return (
    <Menu button={button} width={232} opens>
      {user.tipo_cliente !== 'Alumno' && (
        <MenuLink icon={IconBriefcase} to="/gestion">
          Ir a la gestión
        </MenuLink>
      )}
      <MenuLink icon={IconUser} to="/perfil">
        Ver Perfil
      </MenuLink>
      <MenuLink icon={IconReceipt} to="/compras">
        Mis compras
      </MenuLink>
      <MenuLink icon={IconWand} to="/prompt">
        Generador de prompts
      </MenuLink>
      <InstallItem />
      <SchemeItems />
      <MenuItem icon={IconLogout} onClick={logout}>
        Cerrar Sesión
      </MenuItem>
    </Menu>
  )
}
