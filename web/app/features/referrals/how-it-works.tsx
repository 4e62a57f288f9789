import { Link } from 'react-router'
import { Panel } from '../../ui/panel'
import classes from './referrals.module.css'
import { steps, T } from './texts'

/** From the code to the points, and what does not count. */
export function HowItWorks({ percent }: { percent: number }) {
  return (
    <Panel>
      <section aria-labelledby="como-funciona">
        <h2 id="como-funciona" className={classes.title}>
          {T.how}
        </h2>
        <ol className={classes.steps}>
          {steps(percent).map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <h3 className={classes.small}>{T.rulesTitle}</h3>
        <ul className={classes.rules}>
          {T.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p className={classes.ranking}>
          <Link to="/premios" prefetch="intent">
            {T.ranking}
          </Link>
        </p>
      </section>
    </Panel>
  )
}
