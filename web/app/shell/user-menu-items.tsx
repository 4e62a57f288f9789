import { Menu } from '@mantine/core'
import {
  IconBriefcase,
  IconCheck,
  IconDeviceMobile,
  IconLogout,
  IconReceipt,
  IconUser,
  IconWand,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { CampusProviders } from '../lib/campus-providers'
import { useInstallAction } from '../lib/install-action'
import { logout } from '../lib/logout'
import type { Session } from '../lib/session'
import type { MenuButton } from '../ui/late-menu'
import { OpenMenu } from '../ui/open-menu'
import { SchemeItems } from './scheme-items'

function InstallItem() {
  const install = useInstallAction()
  if (!install) return null
  return (
    <Menu.Item onClick={install} leftSection={<IconDeviceMobile size={18} />}>
      Instalar aplicación
    </Menu.Item>
  )
}

type ItemsProps = Pick<Session, 'user'> & { button: MenuButton }

function Items({ user, button }: ItemsProps) {
  return (
    <OpenMenu
      button={button}
      width="min(14.5rem, 100vw - 24px)"
      checkIcon={<IconCheck size={18} />}
      alignItemsLabels="all"
    >
      {user.tipo_cliente !== 'Alumno' && (
        <Menu.Item component={Link} to="/gestion" leftSection={<IconBriefcase size={18} />}>
          Ir a la gestión
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/perfil" leftSection={<IconUser size={18} />}>
        Ver Perfil
      </Menu.Item>
      <Menu.Item component={Link} to="/compras" leftSection={<IconReceipt size={18} />}>
        Mis compras
      </Menu.Item>
      <Menu.Item component={Link} to="/prompt" leftSection={<IconWand size={18} />}>
        Generador de prompts
      </Menu.Item>
      <InstallItem />
      <Menu.Divider />
      <SchemeItems />
      <Menu.Divider />
      <Menu.Item onClick={logout} leftSection={<IconLogout size={18} />}>
        Cerrar Sesión
      </Menu.Item>
    </OpenMenu>
  )
}

export default function UserMenuItems(props: ItemsProps) {
  return (
    <CampusProviders>
      <Items {...props} />
    </CampusProviders>
  )
}
