import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './tag.module.css'

export type Tone = 'good' | 'fair' | 'wait' | 'bad' | 'plain'

/** A status by icon, word and colour, so that none of them is alone. */
export function Tag({ icon: Drawing, tone, children }: { icon: Icon; tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      <Drawing size={16} stroke={2} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
