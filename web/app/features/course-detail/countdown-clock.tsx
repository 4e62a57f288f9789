import { OFFER_SECONDS, splitSeconds, spokenLeft, useCountdown } from '../../platform/countdown'
import { formatDateTime } from '../../platform/format'
import classes from './countdown-clock.module.css'
import { T } from './texts'

const UNITS = [
  ['dias', 'días'],
  ['horas', 'horas'],
  ['minutos', 'min'],
  ['segundos', 'seg'],
] as const

const two = (n: number) => String(n).padStart(2, '0')

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
 * on each load and stops at zero (storefront.md section 4). Only the browser knows the time: its place is kept until
 * then. Who cannot see it can read how long is left, and is not told of every second.
 */
export function CountdownClock({ until }: { until: string | null }) {
  const left = useCountdown(until ? { end: Date.parse(until) } : { seconds: OFFER_SECONDS })
  const shown = splitSeconds(left ?? 0)
  return (
    <div className={classes.clock} data-real={until !== null || undefined}>
      <p className={classes.label}>{T.offer}</p>
      <div role="timer" data-known={left !== undefined || undefined} className={classes.time}>
        <span className="visually-hidden">{left !== undefined && spokenLeft(left)}</span>
        {UNITS.map(([unit, word]) => (
          <span key={unit} className={classes.unit} aria-hidden="true">
            <strong>{two(shown[unit])}</strong>
            <span>{word}</span>
          </span>
        ))}
      </div>
      {until && (left === 0 ? <Over /> : <p className={classes.date}>Hasta el {formatDateTime(until)}</p>)}
    </div>
  )
}
