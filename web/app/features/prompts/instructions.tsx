import { Panel } from '../../ui/panel'
import classes from './prompts.module.css'
import { T } from './texts'

/** How the prompts are used. */
export function Instructions() {
  return (
    <Panel>
      <section aria-labelledby="instrucciones">
        <h2 id="instrucciones" className={classes.title}>
          {T.instructions}
        </h2>
        <ol className={classes.steps}>
          {T.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={classes.care}>{T.care}</p>
      </section>
    </Panel>
  )
}
