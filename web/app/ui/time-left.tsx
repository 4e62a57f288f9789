import { use, useState } from 'react'
import { splitSeconds, type Until } from '../lib/countdown'
import { NonceContext } from '../lib/nonce'
import count from './early-clock.js?raw'
import classes from './time-left.module.css'

const UNITS = [
  ['dias', 'días'],
  ['horas', 'horas'],
  ['minutos', 'min'],
  ['segundos', 'seg'],
] as const

const two = (n: number) => String(n).padStart(2, '0')

/** It counts until React does; React itself never runs a script that it adds later. */
function Early({ until }: { until: Until }) {
  const nonce = use(NonceContext)
  const [early] = useState(() => import.meta.env.SSR || !('ready' in document.documentElement.dataset))
  if (!early) return null
  const data = 'end' in until ? { 'data-end': until.end } : { 'data-seconds': until.seconds }
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the page's nonce
    <script {...data} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: count }} />
  )
}

type TimeLeftProps = { left: number | undefined; until?: Until }

/**
 * A countdown with its space reserved until it is known; screen readers get it without the seconds. With `until` it counts without
 * React, too, and marks its parent with `data-over` at the end. The parent sets the colours (`--units-*`).
 */
export function TimeLeft({ left, until }: TimeLeftProps) {
  const known = left ?? (until && 'seconds' in until ? until.seconds : undefined)
  const shown = splitSeconds(known ?? 0)
  return (
    <>
      <div role="timer" data-known={known !== undefined || undefined} className={classes.time} suppressHydrationWarning>
        {UNITS.map(([unit, word]) => (
          <span
            key={`${unit} ${known !== undefined}`}
            className={classes.unit}
            aria-hidden={unit === 'segundos' || undefined}
          >
            <strong suppressHydrationWarning>{two(shown[unit])}</strong>
            <span>{word}</span>
          </span>
        ))}
      </div>
      {until && <Early until={until} />}
    </>
  )
}
