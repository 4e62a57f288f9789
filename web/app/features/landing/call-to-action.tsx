import { Link } from 'react-router'
import { Landscape } from '../../ui/landscape'
import { Only } from '../../ui/only'
import classes from './call-to-action.module.css'
import landing from './landing.module.css'
import { T } from './texts'

/** The page's last word: what to do now. */
export function CallToAction() {
  return (
    <section className={classes.call} aria-labelledby="empezar">
      <div className={classes.words}>
        <h2 id="empezar">{T.lastTitle}</h2>
        <p>{T.lastText}</p>
        <div className={classes.actions}>
          <Link to="/cursos" prefetch="intent" className={`${landing.button} ${classes.main}`}>
            {T.allCourses}
          </Link>
          <Only who="visitor">
            <Link to="/registro" prefetch="intent" className={`${landing.button} ${classes.second}`}>
              {T.register}
            </Link>
          </Only>
          <Only who="signed">
            <Link to="/inicio" prefetch="intent" className={`${landing.button} ${classes.second}`}>
              {T.campus}
            </Link>
          </Only>
        </div>
      </div>
      <Landscape className={classes.landscape} />
    </section>
  )
}
