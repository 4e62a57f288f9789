import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { lazy } from 'react'
import { Late } from '../ui/late'
import classes from './header.module.css'

const load = () => import('./mobile-drawer')
const MobileDrawer = lazy(load)
const preload = () => void load().catch(() => undefined)

export function MobileMenu() {
  const [requested, { open: request }] = useDisclosure(false)
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <ActionIcon
        className={classes.burger}
        size={44}
        variant="subtle"
        color="gray"
        aria-label="Abrir menú"
        aria-haspopup="dialog"
        onPointerDown={preload}
        onClick={() => {
          request()
          open()
        }}
      >
        <IconMenu2 size={24} stroke={1.7} />
      </ActionIcon>
      {requested && (
        <Late>
          <MobileDrawer opened={opened} onClose={close} />
        </Late>
      )}
    </>
  )
}
