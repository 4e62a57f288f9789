import { splitSeconds, spokenLeft } from '../platform/countdown'
import classes from './time-left.module.css'

const UNITS = [
  ['dias', 'días'],
  ['horas', 'horas'],
  ['minutos', 'min'],
  ['segundos', 'seg'],
] as const

const two = (n: number) => String(n).padStart(2, '0')

/**
 * Seconds as days, hours, minutes and seconds; their place is kept while they are not known. Who cannot see it can read
 * how long is left, and is not told of every second. What stands around it sets the colours (`--units-*`).
 */
export function TimeLeft({ left }: { left: number | undefined }) {
  const shown = splitSeconds(left ?? 0)
  return (
    <div role="timer" data-known={left !== undefined || undefined} className={classes.time}>
      <span className="visually-hidden">{left !== undefined && spokenLeft(left)}</span>
      {UNITS.map(([unit, word]) => (
        <span key={unit} className={classes.unit} aria-hidden="true">
          <strong>{two(shown[unit])}</strong>
          <span>{word}</span>
        </span>
      ))}
    </div>
  )
}
