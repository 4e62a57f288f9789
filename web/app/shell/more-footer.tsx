import { useLayoutEffect, useRef } from 'react'
import { FooterColumns, Owner } from './footer'

/** Opens below the end of the page, so it brings itself into sight. */
export default function MoreFooter({ classes }: { classes: typeof import('./footer.module.css').default }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.closest('footer')?.scrollIntoView()
  }, [])
  return (
    <div ref={place} className={classes.opened}>
      <FooterColumns classes={classes} />
      <Owner />
    </div>
  )
}
