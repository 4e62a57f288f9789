import type { ReactNode } from 'react'
import classes from './panel.module.css'

type PanelProps = { children: ReactNode; interactive?: boolean; pad?: 'small' | 'large' | 'reading' }

/** The surface of all content; one element, because a screen may have dozens. */
export function Panel({ children, interactive = false, pad }: PanelProps) {
  return (
    <div className={classes.panel} data-pad={pad} data-interactive={interactive || undefined}>
      {children}
    </div>
  )
}
