import { IconListCheck } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { IconButton } from '../../ui/icon-button'
import { Late } from '../../ui/late'
import { besideMantine, Mantine } from './late-mantine'
import { useScreenPath } from './staff'

const load = besideMantine(() => import('../jobs/jobs-drawer'))
const JobsDrawer = lazy(load)
const preload = () => void load().catch(() => undefined)

/** *Trabajos*, for who may have some. */
export function JobsButton() {
  const [opened, setOpened] = useState(false)
  if (!useScreenPath('trabajos')) return null
  return (
    <>
      <IconButton
        aria-label="Trabajos"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpened(true)}
      >
        <IconListCheck size={22} stroke={1.7} />
      </IconButton>
      {opened && (
        <Late>
          <Mantine>
            <JobsDrawer onClose={() => setOpened(false)} />
          </Mantine>
        </Late>
      )}
    </>
  )
}
