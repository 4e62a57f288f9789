import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCountdown } from '../../platform/countdown'
import { Only } from '../../ui/only'
import { PageHead } from '../../ui/page-head'
import { TimeLeft } from '../../ui/time-left'
import classes from './hero.module.css'
import { monthEnd, monthOf, monthWords } from './month'
import { T } from './texts'
import { Trophy } from './trophy'

/** What is left of the month. Only the browser knows the time: its place is kept until then. */
function Clock() {
  // The month in which the page was opened: when it ends, that is what is said.
  const [end] = useState(() => monthEnd(monthOf(Date.now())))
  const left = useCountdown({ end })
  if (left === 0)
    return (
      <p role="status" className={classes.ended}>
        {T.ended}
      </p>
    )
  return (
    <div className={classes.clock}>
      <p className={classes.label}>{T.endsIn}</p>
      <TimeLeft left={left} />
    </div>
  )
}

function Calls() {
  return (
    <div className={classes.actions}>
      <Only who="visitor">
        <Button component={Link} to="/cursos" size="md" className={classes.main}>
          {T.start}
        </Button>
      </Only>
      <Only who="signed">
        <Button component={Link} to="/miscursos" size="md" className={classes.main}>
          {T.goOn}
        </Button>
      </Only>
    </div>
  )
}

/** What the month is about: its title, how long it lasts, and the way to take part. */
export function Hero({ month }: { month: string | undefined }) {
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <PageHead title={T.title} documentTitle={null} lead={<span className={classes.lead}>{T.lead}</span>} />
        <Calls />
      </div>
      <Trophy className={classes.trophy} />
      <div className={classes.until}>
        {month ? <p className={classes.ended}>{T.ended}</p> : <Clock />}
        <p className={classes.rule}>{month ? T.closedRule(monthWords(month)) : T.endRule}</p>
      </div>
    </section>
  )
}
