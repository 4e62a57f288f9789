import type { Forum } from '@campus/contract/forums'
import type { ForumType } from '@campus/contract/rules'
import { IconCircleCheck, IconPin } from '@tabler/icons-react'
import classes from './marks.module.css'

export const FORUM_TYPE_NAMES: Record<ForumType, string> = { curso: 'Curso', modulo: 'Módulo', general: 'General' }

/** What stands before a title or a date, without taking a word's room. */
export function Marks({ forum: { pinned, resuelto } }: { forum: Pick<Forum, 'pinned' | 'resuelto'> }) {
  return (
    <>
      {pinned && (
        <>
          <IconPin size={18} aria-hidden className={classes.mark} />
          <span className="visually-hidden">Fijado: </span>
        </>
      )}
      {resuelto && (
        <>
          <IconCircleCheck size={18} aria-hidden className={classes.mark} data-solved />
          <span className="visually-hidden">Resuelto: </span>
        </>
      )}
    </>
  )
}
