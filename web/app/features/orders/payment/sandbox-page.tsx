import { ORDER_STATE_TEXTS, SANDBOX_ACTIONS, type SandboxAction } from '@campus/contract/order-rules'
import { IconAlertTriangle, IconBuildingBank, IconFlask, IconLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { api } from '../../../lib/api'
import { client } from '../../../lib/client'
import { ApiError } from '../../../lib/errors'
import { formatMoney } from '../../../lib/format'
import { seo } from '../../../lib/seo'
import { AnchorButton, Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { LoadError, Loading } from '../../../ui/loaded'
import { NeedsScript } from '../../../ui/needs-script'
import { PageHead } from '../../../ui/page-head'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import type { Route } from './+types/sandbox-page'
import classes from './sandbox.module.css'
import { TEXTS } from './texts'

export const meta: Route.MetaFunction = (args) =>
  seo(args, { title: 'Pasarela de prueba', description: 'Una página de pago que no cobra nada.', index: false })

// The order is read in the browser, as on a bank's page.
export const shouldRevalidate = () => false

/** The buyer's actions, then those of networks and banks. */
const COMMON: SandboxAction[] = ['aprobar', 'rechazar', 'dejar_pendiente']
const NETWORK: SandboxAction[] = [
  'aprobar_sin_avisar',
  'aprobar_y_avisar_tarde',
  'aprobar_y_avisar_dos_veces',
  'avisar_en_desorden',
  'aprobar_con_firma_mala',
  'pagar_dos_veces',
]
const LATER: SandboxAction[] = ['devolver_parte', 'reembolsar', 'contracargo']

type Act = { act: (accion: SandboxAction) => void; doing: SandboxAction | null }

function Actions({ actions, act, doing, first = false }: Act & { actions: SandboxAction[]; first?: boolean }) {
  return (
    <div className={classes.actions}>
      {actions.map((accion, at) => (
        <Button
          key={accion}
          size={first ? 'lg' : 'md'}
          variant={first && at === 0 ? 'filled' : 'default'}
          loading={doing === accion}
          disabled={doing !== null && doing !== accion}
          onClick={() => act(accion)}
        >
          {SANDBOX_ACTIONS[accion]}
        </Button>
      ))}
    </div>
  )
}

function useAct(numero: string, back: string): Act {
  const [leaving, setLeaving] = useState<SandboxAction | null>(null)
  const acting = useMutation({
    mutationFn: async (accion: SandboxAction) => {
      setLeaving(accion)
      await client.POST('/api/pasarela-de-prueba/{numero}', { params: { path: { numero } }, body: { accion } })
      window.location.assign(back)
    },
    onError: () => setLeaving(null),
  })
  return { act: acting.mutate, doing: leaving }
}

type Sandbox = { numero: string; total: number; estado: keyof typeof ORDER_STATE_TEXTS; volver: string }

function Counter({ order }: { order: Sandbox }) {
  const act = useAct(order.numero, order.volver)
  return (
    <>
      <section className={classes.amount} aria-label="Lo que se pagaría">
        <span className={classes.label}>Total</span>
        <strong className={classes.total}>{formatMoney(order.total)}</strong>
        <dl className={classes.facts}>
          <div>
            <dt>Orden</dt>
            <dd>{order.numero}</dd>
          </div>
          <div>
            <dt>Estado</dt>
            <dd>{ORDER_STATE_TEXTS[order.estado]}</dd>
          </div>
        </dl>
      </section>
      <section aria-labelledby="pagar">
        <h2 id="pagar" className={classes.heading}>
          ¿Qué responde el banco?
        </h2>
        <Actions actions={COMMON} first {...act} />
      </section>
      <section aria-labelledby="red">
        <h2 id="red" className={classes.heading}>
          Cuando la red falla
        </h2>
        <Actions actions={NETWORK} {...act} />
      </section>
      <section aria-labelledby="despues">
        <h2 id="despues" className={classes.heading}>
          Después de pagar
        </h2>
        <Actions actions={LATER} {...act} />
      </section>
      <a href={order.volver.replace('&vuelta=1', '')} className={classes.back}>
        Volver a la tienda sin pagar
      </a>
    </>
  )
}

function Body({ numero }: { numero: string }) {
  const query = api.useQuery('get', '/api/pasarela-de-prueba/{numero}', { params: { path: { numero } } }, { retry: 0 })
  if (query.data) return <Counter order={query.data.data} />
  // There is no sandbox in production or with a real gateway; an unknown order looks the same.
  const absent = query.error instanceof ApiError && [404, 422].includes(query.error.status)
  if (absent)
    return (
      <EmptyState
        icon={IconAlertTriangle}
        title="Aquí no hay nada que pagar"
        text="La pasarela de prueba solo existe fuera de producción, y esta orden no es suya. Vuelve a la tienda para ver tus compras."
        action={<AnchorButton href="/compras">Mis compras</AnchorButton>}
      />
    )
  if (query.error) return <LoadError error={query.error} title="No se pudo abrir el pago" onRetry={query.refetch} />
  return (
    <Loading>
      <Stack gap="lg">
        <Skeleton height={170} />
        <Skeleton height={160} />
      </Stack>
    </Loading>
  )
}

/** The built-in payment page charges nothing and can fail in every way a real one can (docs/product/shop.md 6.1). */
export default function SandboxPage() {
  const { numero = '' } = useParams()
  return (
    <div className={classes.page}>
      <p className={classes.warning} role="note">
        <IconFlask size={20} aria-hidden />
        {TEXTS.sandbox}
      </p>
      <div className={classes.sheet}>
        <div className={classes.bank}>
          <IconBuildingBank size={28} stroke={1.6} aria-hidden />
          <PageHead title="Banco de Prueba" documentTitle={null} flush />
          <IconLock size={20} aria-hidden className={classes.lock} />
        </div>
        <NeedsScript what="Para pagar," />
        <Body numero={numero} />
      </div>
    </div>
  )
}
