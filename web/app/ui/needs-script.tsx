import { useBrand } from '../platform/brand'
import classes from './needs-script.module.css'

/** Says, where JavaScript does not run, what cannot be done without it, and whom to ask instead. */
export function NeedsScript({ what }: { what: string }) {
  const { correo, telefono } = useBrand()
  return (
    <noscript>
      <p className={classes.note}>
        {what} tu navegador necesita JavaScript. Actívalo y vuelve a cargar la página, o escríbenos a{' '}
        <a href={`mailto:${correo}`}>{correo}</a> o llámanos al {telefono}.
      </p>
    </noscript>
  )
}
