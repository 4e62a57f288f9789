import { splitSeconds, spokenDuration } from '../lib/countdown'
import classes from './time-left.module.css'

const UNITS = [
  ['dias', 'días'],
  ['horas', 'horas'],
  ['minutos', 'min'],
  ['segundos', 'seg'],
] as const

const two = (n: number) => String(n).padStart(2, '0')

/**
 * A countdown with its space reserved until it is known; screen readers get it without the seconds. The parent sets the
 * colours (`--units-*`).
 */
export function TimeLeft({ left }: { left: number | undefined }) {
  const shown = splitSeconds(left ?? 0)
  return (
    <div role="timer" data-known={left !== undefined || undefined} className={classes.time}>
      <span className="visually-hidden">{left !== undefined && spokenDuration(left)}</span>
      {UNITS.map(([unit, word]) => (
        <span key={unit} className={classes.unit} aria-hidden="true">
          <strong>{two(shown[unit])}</strong>
          <span>{word}</span>
        </span>
      ))}
    </div>
  )
}
