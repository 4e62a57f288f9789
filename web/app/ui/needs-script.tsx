import { useBrand } from '../lib/brand'
import classes from './needs-script.module.css'

/** The contact for users without JavaScript. */
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
