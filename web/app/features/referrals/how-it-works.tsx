import { Link } from 'react-router'
import { Panel } from '../../ui/panel'
import classes from './referrals.module.css'
import { steps, TEXTS } from './texts'

export function HowItWorks({ percent }: { percent: number }) {
  return (
    <Panel>
      <section aria-labelledby="como-funciona">
        <h2 id="como-funciona" className={classes.title}>
          {TEXTS.how}
        </h2>
        <ol className={classes.steps}>
          {steps(percent).map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <h3 className={classes.small}>{TEXTS.rulesTitle}</h3>
        <ul className={classes.rules}>
          {TEXTS.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p className={classes.ranking}>
          <Link to="/premios" prefetch="intent">
            {TEXTS.ranking}
          </Link>
        </p>
      </section>
    </Panel>
  )
}
