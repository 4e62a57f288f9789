import { ActionIcon, Drawer } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useBrand } from '../platform/brand'
import classes from './header.module.css'
import navClasses from './nav.module.css'
import { NavList } from './nav-list'

/** The side menu of phones: a drawer behind the three lines. */
export function MobileMenu() {
  const brand = useBrand()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <ActionIcon
        className={classes.burger}
        size={44}
        variant="subtle"
        color="gray"
        aria-label="Abrir menú"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconMenu2 size={24} stroke={1.7} />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        size={288}
        title={brand.nombre}
        closeButtonProps={{ 'aria-label': 'Cerrar menú', size: 44 }}
      >
        <nav aria-label="Menú principal" className={navClasses.drawer}>
          <NavList onNavigate={() => setOpened(false)} />
        </nav>
      </Drawer>
    </>
  )
}
