import { OFFER_SECONDS, useCountdown } from '../../../lib/countdown'
import { formatDateTime } from '../../../lib/format'
import { TimeLeft } from '../../../ui/time-left'
import { ZoneMark } from '../../../ui/zone-mark'
import classes from './countdown-clock.module.css'
import { TEXTS } from './texts'

/** The promotion ended while the page was open, and with it the price. */
function OfferOver() {
  return (
    <p className={classes.over}>
      {/* A full load, which brings the new price. */}
      {TEXTS.offerOver} <a href="?">{TEXTS.offerOverLink}</a>
    </p>
  )
}

/** Counts to the real promotion's end; without one it restarts on each load and stops at zero. */
export function CountdownClock({ until }: { until: string | null }) {
  const counted = until ? { end: Date.parse(until) } : { seconds: OFFER_SECONDS }
  const left = useCountdown(counted)
  return (
    <div className={classes.clock} data-real={until !== null || undefined} data-over={left === 0 || undefined}>
      <p className={classes.label}>{TEXTS.offer}</p>
      <TimeLeft left={left} until={counted} />
      {until && (
        <>
          <p className={classes.date}>
            <span>{`Hasta el ${formatDateTime(until)}`}</span>
            <ZoneMark />
          </p>
          <OfferOver />
        </>
      )}
    </div>
  )
}
