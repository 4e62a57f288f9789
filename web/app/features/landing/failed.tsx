import { IconRefresh } from '@tabler/icons-react'
import classes from './failed.module.css'
import landing from './landing.module.css'
import { T } from './texts'

/** A part that could not be loaded, and the way to try again: the page anew, which also works without JavaScript. */
export function Failed({ text }: { text: string }) {
  return (
    <div className={classes.failed} role="alert">
      <p>{text}</p>
      <a href="/" className={landing.button}>
        <IconRefresh size={18} aria-hidden />
        {T.retry}
      </a>
    </div>
  )
}
