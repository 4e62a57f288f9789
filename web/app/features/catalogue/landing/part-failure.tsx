import { IconRefresh } from '@tabler/icons-react'
import landing from './landing.module.css'
import classes from './part-failure.module.css'
import { TEXTS } from './texts'

/** Retries by a link, which works without JavaScript. */
export function PartFailure({ text }: { text: string }) {
  return (
    <div className={classes.failed} role="alert">
      <p>{text}</p>
      <a href="/" className={landing.button}>
        <IconRefresh size={18} aria-hidden />
        {TEXTS.retry}
      </a>
    </div>
  )
}
