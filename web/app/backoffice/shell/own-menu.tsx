import { IconLogout, IconSchool, IconUser } from '@tabler/icons-react'
import { logout } from '../../lib/logout'
import { SchemeItems } from '../../shell/scheme-items'
import { Avatar } from '../../ui/avatar'
import { IconButton } from '../../ui/icon-button'
import { Menu, MenuItem, MenuLink } from '../../ui/menu'
import classes from './shell.module.css'
import { useStaff } from './staff'

export function OwnMenu() {
  const { nombres, apellidos, foto_perfil, marca } = useStaff()
  return (
    <Menu
      width={248}
      button={(props) => (
        <IconButton {...props}>
          <span className="visually-hidden">{`Menú de ${nombres}`}</span>
          <Avatar nombres={nombres} apellidos={apellidos} imagen={foto_perfil} size={32} />
        </IconButton>
      )}
    >
      <div className={classes.ownName}>
        <p>{`${nombres} ${apellidos}`}</p>
        <p>{marca.nombre}</p>
      </div>
      <MenuLink icon={IconSchool} to="/inicio">
        Ir al campus
      </MenuLink>
      <MenuLink icon={IconUser} to="/perfil">
        Ver Perfil
      </MenuLink>
      <SchemeItems />
      <MenuItem icon={IconLogout} onClick={logout}>
        Cerrar Sesión
      </MenuItem>
    </Menu>
  )
}
