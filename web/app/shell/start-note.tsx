import classes from './start-note.module.css'

/**
 * Until React has taken the page over, shown by styles alone; lib/start.js marks the page. It comes first, so that a document that is
 * cut off has it; a button, because the page's first link is the one to its content.
 */
export function StartNote() {
  return (
    <form id="carga" hidden className={classes.note}>
      <p role="status">
        <span className={classes.slow}>Está tardando en cargar.</span>
        <span className={classes.waiting}>Terminando de cargar: lo que pulsaste se hará solo.</span>
        <span className={classes.failed}>No cargó.</span>
      </p>
      <button type="submit" className={classes.retry}>
        Reintentar
      </button>
    </form>
  )
}
