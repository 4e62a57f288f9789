import type { OwnRank } from '@campus/contract/awards'
import { useEffect, useState } from 'react'
import { formatNumber } from '../../lib/format'
import { CountryFlag } from './country-flag'
import classes from './mine.module.css'
import { distance, TEXTS } from './texts'

/** Whether an element is visible below the header. */
function useInView(element: Element | null): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element) return setSeen(false)
    const watcher = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      rootMargin: '-64px 0px 0px',
      threshold: 0.6,
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [element])
  return seen
}

type OwnBarProps = { own: OwnRank; row: Element | null; card: Element | null }

/** The student's place at the foot of the window while neither its card nor its row of the table is in sight. */
export function OwnBar({ own, row, card }: OwnBarProps) {
  const rowSeen = useInView(row)
  const seen = useInView(card) || rowSeen
  if (own.puesto === null || own.puntos === 0) return null
  return (
    <a href="#mi-puesto" className={classes.bar} data-seen={seen || undefined}>
      <span className={classes.barPlace}>
        <span className="visually-hidden">{TEXTS.mine}: </span>
        <span>{formatNumber(own.puesto)}</span>
      </span>
      <span className={classes.barName}>
        <span>{`${own.nombre} ${own.apellido}`}</span>
        <span className={classes.dimmed}>{distance(own)}</span>
      </span>
      <CountryFlag code={own.pais} />
      <span className={classes.amount}>{`${formatNumber(own.puntos)} puntos`}</span>
    </a>
  )
}
