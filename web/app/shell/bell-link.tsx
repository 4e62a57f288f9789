import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from 'react-router'

/** The fallback while the bell loads, or when it cannot. */
export function BellLink() {
  return (
    <ActionIcon
      component={Link}
      to="/notificaciones"
      aria-label="Notificaciones"
      size={44}
      radius="xl"
      variant="subtle"
      color="gray"
    >
      <IconBell size={24} stroke={1.7} />
    </ActionIcon>
  )
}
