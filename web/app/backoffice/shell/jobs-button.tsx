import { IconListCheck } from '@tabler/icons-react'
import { IconLink } from '../../ui/icon-button'
import { useScreenPath } from './staff'

/** *Trabajos*, for who may have some. */
export function JobsButton() {
  const path = useScreenPath('trabajos')
  if (!path) return null
  return (
    <IconLink to={path} aria-label="Trabajos">
      <IconListCheck size={22} stroke={1.7} />
    </IconLink>
  )
}
