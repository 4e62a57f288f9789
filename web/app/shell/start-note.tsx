import classes from './start-note.module.css'

/** An empty address is the document's own, with its whole query. */
const HERE = ''

/** Until React has taken the page over, shown by styles alone; lib/start.js marks the page. */
export function StartNote() {
  return (
    <p id="carga" role="status" hidden className={classes.note}>
      <span className={classes.slow}>Está tardando en cargar.</span>
      <span className={classes.waiting}>Terminando de cargar: lo que pulsaste se hará solo.</span>
      <span className={classes.failed}>No cargó.</span>
      <a href={HERE} className={classes.retry}>
        Reintentar
      </a>
    </p>
  )
}
