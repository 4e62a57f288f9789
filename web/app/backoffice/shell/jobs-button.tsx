import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconListCheck } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Late } from '../../ui/late'
import { useScreenPath } from './staff'

const load = () => import('../jobs/jobs-drawer')
const JobsDrawer = lazy(load)
const preload = () => void load().catch(() => undefined)

/** *Trabajos*, for who may have some. */
export function JobsButton() {
  const [opened, { open, close }] = useDisclosure(false)
  const [wanted, setWanted] = useState(false)
  if (!useScreenPath('trabajos')) return null
  return (
    <>
      <ActionIcon
        size={44}
        radius="xl"
        variant="subtle"
        color="gray"
        aria-label="Trabajos"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setWanted(true)
          open()
        }}
      >
        <IconListCheck size={22} stroke={1.7} />
      </ActionIcon>
      {wanted && (
        <Late>
          <JobsDrawer opened={opened} onClose={close} />
        </Late>
      )}
    </>
  )
}
