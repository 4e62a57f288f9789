import { useIsFetching } from '@tanstack/react-query'
import { useNavigation } from 'react-router'
import classes from './layout.module.css'

/** The progress line of navigations and first loads; CSS delays it. */
export function ProgressLine() {
  const navigation = useNavigation()
  const waiting = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0
  const busy = navigation.state !== 'idle' || waiting
  return <div className={classes.progress} data-busy={busy || undefined} aria-hidden />
}
