import { useNavigation } from 'react-router'
import classes from './layout.module.css'

/** `waiting` for what the screen itself asks; CSS delays it. */
export function ProgressLine({ waiting = false }: { waiting?: boolean }) {
  const busy = useNavigation().state !== 'idle' || waiting
  return <div className={classes.progress} data-busy={busy || undefined} aria-hidden />
}
