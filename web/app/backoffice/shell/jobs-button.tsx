import { useDisclosure } from '@mantine/hooks'
import { IconListCheck } from '@tabler/icons-react'
import { lazy } from 'react'
import { IconButton } from '../../ui/icon-button'
import { Late } from '../../ui/late'
import { useScreenPath } from './staff'

const load = () => import('../jobs/jobs-drawer')
const JobsDrawer = lazy(load)
const preload = () => void load().catch(() => undefined)

/** *Trabajos*, for who may have some. */
export function JobsButton() {
  const [opened, { open, close }] = useDisclosure(false)
  if (!useScreenPath('trabajos')) return null
  return (
    <>
      <IconButton
        aria-label="Trabajos"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        <IconListCheck size={22} stroke={1.7} />
      </IconButton>
      {opened && (
        <Late>
          <JobsDrawer onClose={close} />
        </Late>
      )}
    </>
  )
}
