import type { ReactNode } from 'react'
import classes from './swipe-row.module.css'

/** On phones one row that is swiped, or moved by the arrow keys; elsewhere it has no box, so it takes no focus. */
export function SwipeRow({ of, children }: { of: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the section around it is the region
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={classes.row} role="group" aria-labelledby={of} tabIndex={0}>
      {children}
    </div>
  )
}
