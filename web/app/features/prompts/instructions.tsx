import { Panel } from '../../ui/panel'
import classes from './prompts.module.css'
import { TEXTS } from './texts'

export function Instructions() {
  return (
    <Panel>
      <section aria-labelledby="instrucciones">
        <h2 id="instrucciones" className={classes.title}>
          {TEXTS.instructions}
        </h2>
        <ol className={classes.steps}>
          {TEXTS.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={classes.care}>{TEXTS.care}</p>
      </section>
    </Panel>
  )
}
