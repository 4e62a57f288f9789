import { useNavigation } from 'react-router'
import { useWaiting } from '../platform/network'
import classes from './layout.module.css'

/** The thin line at the top while a page or its first data are on their way, when the wait is felt. */
export function ProgressLine() {
  const navigation = useNavigation()
  const waiting = useWaiting()
  const busy = navigation.state !== 'idle' || waiting
  return <div className={classes.progress} data-busy={busy || undefined} aria-hidden />
}
