import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazily } from '../../platform/lazily'
import classes from './drawings.module.css'

const Drawing = lazily(() => import('./drawings'), Empty)

function Empty() {
  return <svg className={classes.drawing} viewBox="0 0 480 340" aria-hidden="true" />
}

const never = () => () => undefined

type BlockDrawingProps = { about: string; place: number }

/**
 * A drawing that goes with what a block says. Nothing in it ever changes: what the server wrote stays as it is, and the
 * browser only gets what draws it when the page is opened from another one.
 */
export function BlockDrawing(props: BlockDrawingProps) {
  const asServed = useSyncExternalStore(
    never,
    () => false,
    () => typeof document !== 'undefined',
  )
  const [kept] = useState(asServed)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: not set, but left alone
  if (kept) return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  return (
    <div>
      <Suspense fallback={<Empty />}>
        <Drawing {...props} />
      </Suspense>
    </div>
  )
}
