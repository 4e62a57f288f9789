import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useBrand } from '../platform/brand'
import { LOOKS, names } from './mantine-looks'
import classes from './page-head.module.css'

/** The visit of a page whose heading had the focus already, by its key in the history. */
let served: unknown

/**
 * A screen's heading: names the document, takes the focus on navigation (look.md "The shell") and holds the
 * screen's one main action.
 */
export function PageHead({
  title,
  documentTitle = title,
  lead,
  action,
  hidden = false,
  flush = hidden,
}: {
  title: string
  /** When the heading greets, the document still has to be told apart from other tabs; null when `seo` names it. */
  documentTitle?: string | null
  lead?: ReactNode
  action?: ReactNode
  hidden?: boolean
  /** Without space below. */
  flush?: boolean
}) {
  const brand = useBrand()
  const heading = useRef<HTMLHeadingElement>(null)
  // Client-side navigation moves no focus by itself: a screen reader would stay on the old page. It is moved before the
  // page is painted, and never away from a field of the new page: what is being typed would go nowhere.
  useLayoutEffect(() => {
    const arrived = window.history.state?.idx > 0 && !window.location.hash
    if (!arrived) return
    const { key } = window.history.state
    const main = heading.current?.closest('main')
    const focused = document.activeElement
    // The heading comes once more when the screen has its data: whoever is elsewhere by then stays there.
    const busy = key === served ? focused !== document.body : main?.contains(focused)
    served = key
    if (focused === main || !busy) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={classes.head} data-flush={flush || undefined}>
      {documentTitle !== null && <title>{`${documentTitle} · ${brand.nombre}`}</title>}
      <div className={classes.words}>
        <h1
          className={names(LOOKS.Title.root, classes.title, hidden ? 'visually-hidden' : undefined)}
          ref={heading}
          tabIndex={-1}
        >
          {title}
        </h1>
        {lead && <div className={names(LOOKS.Text.root, classes.lead)}>{lead}</div>}
      </div>
      {action && <div>{action}</div>}
    </div>
  )
}
