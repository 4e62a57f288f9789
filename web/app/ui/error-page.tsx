import { isRouteErrorResponse } from 'react-router'
import { isOffline } from '../lib/errors'
import { useOnReconnect } from '../lib/network'
import { AnchorButton, LinkButton } from './button'
import classes from './error-page.module.css'
import { Landscape } from './landscape'
import { Title } from './title'

const MISSING = {
  title: 'Esta página no existe',
  text: 'El enlace está mal escrito o la página se movió.',
}
const OFFLINE = {
  title: 'Sin conexión',
  text: 'No se pudo conectar con el servidor. La página se abrirá sola cuando vuelva la conexión.',
}
const BROKEN = {
  title: 'Algo salió mal',
  text: 'No pudimos mostrar esta página. Vuelve a intentarlo; si sigue igual, espera unos minutos.',
}

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

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

function wordsFor(error: unknown) {
  if (isMissing(error)) return MISSING
  return isOffline(error) ? OFFLINE : BROKEN
}

export function ErrorPage({ error }: { error: unknown }) {
  const missing = isMissing(error)
  const { title, text } = wordsFor(error)
  useOnReconnect(() => isOffline(error) && window.location.reload())
  return (
    <div className={classes.page} role={missing ? undefined : 'alert'}>
      <title>{title}</title>
      <Landscape className={classes.drawing}>
        <Foreground missing={missing} />
      </Landscape>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      <p className={classes.text}>{text}</p>
      <div className={classes.ways}>
        {!missing && <AnchorButton href="">Reintentar</AnchorButton>}
        <LinkButton to="/" variant={missing ? 'filled' : 'light'}>
          Ir al inicio
        </LinkButton>
      </div>
    </div>
  )
}
