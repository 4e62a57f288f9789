import { useState } from 'react'
import { useCountdown } from '../../lib/countdown'
import { LinkButton } from '../../ui/button'
import { PageHead } from '../../ui/page-head'
import { Guest } from '../../ui/signed-in'
import { TimeLeft } from '../../ui/time-left'
import classes from './hero.module.css'
import { monthEnd, monthOf, monthWords } from './month'
import { TEXTS } from './texts'

function Clock() {
  // Fixed when the page opens, so that the end of the month is shown instead of the next countdown.
  const [end] = useState(() => monthEnd(monthOf(Date.now())))
  const left = useCountdown({ end })
  return (
    <div className={classes.clock} data-over={left === 0 || undefined}>
      <p>{TEXTS.endsIn}</p>
      <TimeLeft left={left} until={{ end }} />
      <p className={classes.ended}>{TEXTS.ended}</p>
    </div>
  )
}

export function Hero({ month }: { month: string | undefined }) {
  return (
    <section className={classes.hero}>
      <PageHead title={TEXTS.title} documentTitle={null} flush />
      <div>
        {month ? <p className={classes.ended}>{TEXTS.ended}</p> : <Clock />}
        <p className={classes.rule} data-closed={month}>
          {month ? TEXTS.closedRule(monthWords(month)) : TEXTS.endRule}
        </p>
      </div>
      <Guest>
        <LinkButton to="/cursos">{TEXTS.start}</LinkButton>
      </Guest>
    </section>
  )
}
