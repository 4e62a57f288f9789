// biome-ignore lint/style/noRestrictedImports: this is the one place
import { type DrawerProps, Drawer as MantineDrawer } from '@mantine/core'
import { useOverlay } from './overlay'

/** See `useOverlay`. A header inside it must not be a banner landmark. */
export function Drawer({ opened, onClose, ...drawer }: DrawerProps) {
  return (
    <MantineDrawer attributes={{ header: { role: 'presentation' } }} {...drawer} {...useOverlay(opened, onClose)} />
  )
}
