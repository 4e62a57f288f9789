import { IconTile } from '../../ui/icon-tile'
import { Panel } from '../../ui/panel'
import classes from './mine.module.css'
import { REASONS } from './reasons'
import { TEXTS } from './texts'

/** The public rules: what earns points and how ties are ordered. */
export function Rules() {
  return (
    <Panel>
      <section aria-labelledby="reglas">
        <h2 id="reglas" className={classes.title}>
          {TEXTS.rules}
        </h2>
        <ul className={classes.list}>
          {Object.values(REASONS).map(({ icon, rule, worth }) => (
            <li key={rule} className={classes.reason}>
              <IconTile icon={icon} />
              <span>
                <span>{rule}</span>
                <strong>{worth}</strong>
              </span>
            </li>
          ))}
        </ul>
        <ul className={classes.notes}>
          {TEXTS.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </Panel>
  )
}
