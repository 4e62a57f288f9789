import { useState } from 'react'
import { useCountdown } from '../../lib/countdown'
import { LinkButton } from '../../ui/button'
import { PageHead } from '../../ui/page-head'
import { Guest, SignedIn } from '../../ui/signed-in'
import { TimeLeft } from '../../ui/time-left'
import classes from './hero.module.css'
import { monthEnd, monthOf, monthWords } from './month'
import { TEXTS } from './texts'
import { Trophy } from './trophy'

function Clock() {
  // Fixed when the page opens, so that the end of the month is shown instead of the next countdown.
  const [end] = useState(() => monthEnd(monthOf(Date.now())))
  const left = useCountdown({ end })
  return (
    <div className={classes.clock} data-over={left === 0 || undefined}>
      <p className={classes.label}>{TEXTS.endsIn}</p>
      <TimeLeft left={left} until={{ end }} />
      <p className={classes.ended}>{TEXTS.ended}</p>
    </div>
  )
}

function Calls() {
  return (
    <>
      <Guest>
        <LinkButton to="/cursos" className={classes.main}>
          {TEXTS.start}
        </LinkButton>
      </Guest>
      <SignedIn>
        <LinkButton to="/miscursos" className={classes.main}>
          {TEXTS.goOn}
        </LinkButton>
      </SignedIn>
    </>
  )
}

export function Hero({ month }: { month: string | undefined }) {
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <PageHead title={TEXTS.title} documentTitle={null} lead={<span className={classes.lead}>{TEXTS.lead}</span>} />
        <Calls />
      </div>
      <Trophy className={classes.trophy} />
      <div className={classes.until}>
        {month ? <p className={classes.ended}>{TEXTS.ended}</p> : <Clock />}
        <p className={classes.rule}>{month ? TEXTS.closedRule(monthWords(month)) : TEXTS.endRule}</p>
      </div>
    </section>
  )
}
