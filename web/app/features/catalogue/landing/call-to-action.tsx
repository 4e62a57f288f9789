import { Landscape } from '../../../ui/landscape'
import { Actions } from './actions'
import classes from './call-to-action.module.css'
import { TEXTS } from './texts'

export function CallToAction() {
  return (
    <section className={classes.call} aria-labelledby="empezar">
      <div className={classes.words}>
        <h2 id="empezar">{TEXTS.lastTitle}</h2>
        <p>{TEXTS.lastText}</p>
        <Actions to="/cursos" label={TEXTS.allCourses} join={TEXTS.register} />
      </div>
      <Landscape className={classes.landscape} />
    </section>
  )
}
