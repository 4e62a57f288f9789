import type { Forum } from '@campus/contract/forums'
import type { ForumType } from '@campus/contract/rules'
import { type Icon, IconBook2, IconCircleCheck, IconPin, IconStack2, IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tag } from '../../ui/tag'
import classes from './forum-badges.module.css'

const ICONS: Record<ForumType, Icon> = { curso: IconBook2, modulo: IconStack2, general: IconWorld }

export const FORUM_TYPE_NAMES: Record<ForumType, string> = { curso: 'Curso', modulo: 'Módulo', general: 'General' }

type ForumBadgesProps = {
  forum: Pick<Forum, 'pinned' | 'resuelto' | 'tipo_foro'>
  /** Replaces the name of the type. */
  place?: string | undefined
  children?: ReactNode
}

export function ForumBadges({ forum, place, children }: ForumBadgesProps) {
  const { pinned, resuelto, tipo_foro } = forum
  return (
    <div className={classes.badges}>
      {pinned && (
        <Tag icon={IconPin} tone="wait">
          Fijado
        </Tag>
      )}
      <Tag icon={ICONS[tipo_foro]} tone="plain">
        {place ?? FORUM_TYPE_NAMES[tipo_foro]}
      </Tag>
      {resuelto && (
        <Tag icon={IconCircleCheck} tone="good">
          Resuelto
        </Tag>
      )}
      {children}
    </div>
  )
}
