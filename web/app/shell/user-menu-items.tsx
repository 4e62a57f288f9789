import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
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
import { useInstall } from '../lib/install'
import type { Session } from '../lib/session'
import type { MenuButton } from '../ui/late-menu'
import { OpenMenu } from '../ui/open-menu'
import { logout } from './logout'
import { SchemeItems } from './scheme-items'

const IOS_HINT = 'En Safari, toca Compartir y luego «Añadir a pantalla de inicio».'

/** Where the browser can install the campus; never asked unbidden. */
function InstallItem() {
  const { install, byHand } = useInstall()
  const explain = () => notifications.show({ title: 'Instalar aplicación', message: IOS_HINT, autoClose: 10_000 })
  if (!install && !byHand) return null
  return (
    <Menu.Item onClick={install ?? explain} leftSection={<IconDeviceMobile size={18} />}>
      Instalar aplicación
    </Menu.Item>
  )
}

export default function UserMenuItems({ user, button }: Pick<Session, 'user'> & { button: MenuButton }) {
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
