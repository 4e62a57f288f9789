import { useBrand } from '../lib/brand'
import classes from './needs-script.module.css'

/** The contact for users without JavaScript. */
export function NeedsScript({ what }: { what: string }) {
  const { correo, telefono } = useBrand()
  return (
    <noscript>
      <p className={classes.note}>
        <span>{`${what} tu navegador necesita JavaScript. Actívalo y vuelve a cargar la página, o escríbenos a `}</span>
        <a href={`mailto:${correo}`}>{correo}</a>
        <span>{` o llámanos al ${telefono}.`}</span>
      </p>
    </noscript>
  )
}
