import { Landscape } from '../../ui/landscape'
import classes from './welcome.module.css'

/** What stands in the banners' place where a brand has none: its motto over its colours, and a note that says so. */
export function Welcome({ lema, note }: { lema: string; note?: string }) {
  return (
    <section className={classes.welcome} aria-label="Bienvenida">
      <p className={classes.lema}>{lema}</p>
      {note && <p className={classes.note}>{note}</p>}
      <Landscape className={classes.landscape} />
    </section>
  )
}
