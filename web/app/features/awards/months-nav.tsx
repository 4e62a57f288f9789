import type { ClosedMonth } from '@campus/contract/awards'
import { Link } from 'react-router'
import classes from './awards.module.css'
import { monthWords } from './month'
import { TEXTS } from './texts'

/** This month and the closed ones, each at its own address. */
export function MonthsNav({ months, month }: { months: ClosedMonth[]; month: string | undefined }) {
  if (months.length === 0) return null
  const entries = [
    { mes: undefined, text: TEXTS.thisMonth },
    ...months.map(({ mes }) => ({ mes, text: monthWords(mes) })),
  ]
  return (
    <nav aria-label={TEXTS.months} className={classes.months}>
      {entries.map(({ mes, text }) => (
        <Link
          key={text}
          to={`/premios${mes ? `?mes=${mes}` : ''}#ranking`}
          aria-current={mes === month ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
