import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useBrand } from '../lib/brand'
import classes from './page-head.module.css'
import { Title } from './title'

/** The history key of the page whose heading already had the focus. */
let focusedEntry: unknown

/** A screen's heading, document title and main action; it takes the focus on navigation. */
export function PageHead({
  title,
  documentTitle = title,
  lead,
  action,
  hidden = false,
  flush = hidden,
}: {
  title: string
  /** When it differs from the heading; null when `seo` sets it. */
  documentTitle?: string | null
  lead?: ReactNode
  action?: ReactNode
  hidden?: boolean
  flush?: boolean
}) {
  const brand = useBrand()
  const heading = useRef<HTMLHeadingElement>(null)
  // Client-side navigation moves no focus, and screen readers would stay on the old page. Before the paint, and never
  // away from a field that is being typed in.
  useLayoutEffect(() => {
    // After the login, which replaces the first entry, its state says so; the first page of a visit keeps its focus.
    const { idx, key, usr } = window.history.state ?? {}
    if (!(idx > 0 || usr?.arrived) || window.location.hash) return
    const main = heading.current?.closest('main')
    const focused = document.activeElement
    // The heading mounts again once the data arrives; the focus may have moved by then.
    const busy = key === focusedEntry ? focused !== document.body : main?.contains(focused)
    focusedEntry = key
    if (focused === main || !busy) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={classes.head} data-flush={flush || undefined}>
      {documentTitle !== null && <title>{`${documentTitle} · ${brand.nombre}`}</title>}
      <div className={classes.words}>
        <Title order={1} className={hidden ? 'visually-hidden' : undefined} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {lead && <div className={classes.lead}>{lead}</div>}
      </div>
      {action && <div>{action}</div>}
    </div>
  )
}
