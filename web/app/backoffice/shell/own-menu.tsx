import { Menu, Text } from '@mantine/core'
import { IconCheck, IconLogout, IconSchool, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { logout } from '../../lib/logout'
import { SchemeItems } from '../../shell/scheme-items'
import { Avatar } from '../../ui/avatar'
import classes from './shell.module.css'
import { useStaff } from './staff'

export function OwnMenu() {
  const { nombres, apellidos, foto_perfil, marca } = useStaff()
  return (
    <Menu width="min(15.5rem, 100vw - 24px)" checkIcon={<IconCheck size={18} />} alignItemsLabels="all">
      <Menu.Target>
        <button type="button" className={classes.own}>
          <span className="visually-hidden">{`Menú de ${nombres}`}</span>
          <Avatar nombres={nombres} apellidos={apellidos} imagen={foto_perfil} size={32} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.ownName}>
          <Text fw={600} truncate>{`${nombres} ${apellidos}`}</Text>
          <Text size="xs" c="dimmed">
            {marca.nombre}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/inicio" leftSection={<IconSchool size={18} />}>
          Ir al campus
        </Menu.Item>
        <Menu.Item component={Link} to="/perfil" leftSection={<IconUser size={18} />}>
          Ver Perfil
        </Menu.Item>
        <Menu.Divider />
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item onClick={logout} leftSection={<IconLogout size={18} />}>
          Cerrar Sesión
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
