import { useIsFetching } from '@tanstack/react-query'
import { useNavigation } from 'react-router'
import classes from './layout.module.css'

/** The thin line at the top while a page or its first data are on their way, when the wait is felt. */
export function ProgressLine() {
  const navigation = useNavigation()
  const first = useIsFetching({ predicate: (query) => query.state.data === undefined })
  const busy = navigation.state !== 'idle' || first > 0
  return <div className={classes.progress} data-busy={busy || undefined} aria-hidden />
}
