import { isRouteErrorResponse } from 'react-router'
import { Landscape } from '../ui/landscape'
import { LightButton } from '../ui/light-button'
import { LOOKS, names } from '../ui/mantine-looks'
import classes from './error-page.module.css'

const MISSING = {
  title: 'Esta página no existe',
  text: 'El enlace está mal escrito o la página se movió. Sigamos por un camino conocido.',
}
const BROKEN = {
  title: 'Algo salió mal',
  text: 'No pudimos mostrar esta página. Vuelve a intentarlo; si sigue igual, espera unos minutos.',
}

/** A signpost with a question for what is not there, a cloud for what broke. */
function Foreground({ missing }: { missing: boolean }) {
  return missing ? (
    <g className={classes.sign}>
      <path d="M240 250v-92" />
      <path d="M206 122h58l18 18-18 18h-58z" />
      <text x="236" y="151" textAnchor="middle">
        404
      </text>
    </g>
  ) : (
    <g className={classes.cloud}>
      <path d="M190 132a26 26 0 0 1 4-51 38 38 0 0 1 72-6 30 30 0 0 1 8 57z" />
      <path d="m240 138-16 26h18l-10 24" />
    </g>
  )
}

/** What is shown when a page does not exist or broke. */
export function ErrorPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  const { title, text } = missing ? MISSING : BROKEN
  return (
    <div className={classes.page} role={missing ? undefined : 'alert'}>
      <title>{title}</title>
      <Landscape className={classes.drawing}>
        <Foreground missing={missing} />
      </Landscape>
      <h1 className={names(LOOKS.Title.root, classes.title)}>{title}</h1>
      <p className={names(LOOKS.Text.root, classes.text)}>{text}</p>
      <div className={classes.ways}>
        {!missing && <LightButton onClick={() => window.location.reload()}>Reintentar</LightButton>}
        <LightButton to="/" variant={missing ? 'filled' : 'light'}>
          Ir al inicio
        </LightButton>
      </div>
    </div>
  )
}
