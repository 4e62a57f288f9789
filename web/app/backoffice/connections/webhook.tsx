import type { MercadoPagoConnection } from '@campus/contract/connections'
import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNow } from '../../lib/now'
import { CopyButton } from '../../ui/copy-button'
import { CONNECTIONS } from './calls'
import classes from './connections.module.css'
import { isForeign, whenText } from './words'

const EVERY_MS = 4000
const MOST_MS = 10 * 60_000

/** What MercadoPago must call, to be copied. */
export const WebhookAddress = ({ url }: { url: string }) => (
  <div className={classes.address}>
    <code>{url}</code>
    <CopyButton text={url} label="Copiar" what="dirección de los avisos" />
  </div>
)

/** Refetches while the page is visible, for some minutes. */
function Watch() {
  const [watching, setWatching] = useState(true)
  useQuery({ ...CONNECTIONS, refetchInterval: watching && EVERY_MS })
  useEffect(() => {
    if (!watching) return
    const timer = setTimeout(() => setWatching(false), MOST_MS)
    return () => clearTimeout(timer)
  }, [watching])
  return (
    <div className={classes.waiting}>
      {watching ? (
        <>
          <Loader size={16} color="gray" />
          <Text size="sm" c="dimmed">
            Esperando el primer aviso…
          </Text>
        </>
      ) : (
        <Button variant="default" onClick={() => setWatching(true)}>
          Volver a mirar
        </Button>
      )}
    </div>
  )
}

function Prove({ url }: { url: string }) {
  return (
    <>
      <ol className={classes.steps}>
        <li>
          En Tus integraciones, Webhooks: esta dirección y el evento Pagos.
          <WebhookAddress url={url} />
        </li>
        <li>Ahí mismo, «Simular notificación»: el aviso llega en segundos.</li>
      </ol>
      <Watch />
    </>
  )
}

/** Whether MercadoPago's notices arrive and are signed with the saved secret; the screen waits for the first. */
export function Webhook({ aviso }: { aviso: MercadoPagoConnection['aviso'] }) {
  const now = useNow()
  const { url, firmado, mal_firmado } = aviso
  return (
    <div className={classes.part}>
      <Stack gap="sm">
        <div role="status" className={classes.state} data-tone={firmado ? 'good' : 'wait'}>
          <span className={classes.dot} />
          <span>{`Clave de los avisos: ${firmado ? 'comprobada' : 'sin comprobar'}`}</span>
        </div>
        {mal_firmado && isForeign(aviso) && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="alert">
            {`El aviso que llegó ${whenText(mal_firmado, now)} vino firmado con otra clave: revisa que sea la de tu aplicación.`}
          </Alert>
        )}
        {!firmado && <Prove url={url} />}
      </Stack>
    </div>
  )
}
