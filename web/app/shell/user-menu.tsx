import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type Session, useSession } from '../platform/session'
import classes from './header.module.css'
import { logout } from './logout'

const SCHEMES = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'auto', label: 'Como el sistema' },
] as const

function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => {
    const scheme = SCHEMES.find((candidate) => candidate.value === value)
    if (scheme) setColorScheme(scheme.value)
  }
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose} aria-label="Apariencia">
      <Menu.Label>Apariencia</Menu.Label>
      {SCHEMES.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

function Opened({ user }: Session) {
  const name = user.nombres.split(' ')[0] ?? user.nombres
  return (
    <Menu position="bottom-end" width={232} shadow="lg" offset={12}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <span className="visually-hidden">{`Menú de ${name}`}</span>
          <Avatar
            src={user.foto_perfil}
            alt=""
            name={`${name} ${user.apellidos}`}
            color="brand"
            size={36}
            aria-hidden
          />
          <span className={classes.userName} aria-hidden>
            {name}
          </span>
          <IconChevronDown size={16} className={classes.userChevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/perfil" leftSection={<IconUser size={18} />}>
          Ver Perfil
        </Menu.Item>
        <Menu.Divider />
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={logout}>
          Cerrar Sesión
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The student's photo and first name with their menu; its place is kept until the session is known. */
export function UserMenu() {
  const session = useSession()
  if (!session) return <span className={classes.user} aria-hidden />
  return <Opened {...session} />
}
