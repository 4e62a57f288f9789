import { OFFER_SECONDS, useCountdown } from '../../platform/countdown'
import { formatDateTime } from '../../platform/format'
import { TimeLeft } from '../../ui/time-left'
import classes from './countdown-clock.module.css'
import { T } from './texts'

/** A real promotion that ended while the page was open: its price is no longer the one. */
function Over() {
  return (
    <p className={classes.over}>
      {/* A new page, not a navigation: the price comes with it. */}
      {T.offerOver} <a href="?">{T.offerOverLink}</a>
    </p>
  )
}

/**
 * *OFERTA EXPIRA EN:* in days, hours, minutes and seconds. Until the real promotion's end; without one it starts anew
 * on each load and stops at zero (storefront.md section 4). Only the browser knows the time.
 */
export function CountdownClock({ until }: { until: string | null }) {
  const left = useCountdown(until ? { end: Date.parse(until) } : { seconds: OFFER_SECONDS })
  return (
    <div className={classes.clock} data-real={until !== null || undefined}>
      <p className={classes.label}>{T.offer}</p>
      <TimeLeft left={left} />
      {until && (left === 0 ? <Over /> : <p className={classes.date}>Hasta el {formatDateTime(until)}</p>)}
    </div>
  )
}
