import type { StaffOrder } from '@campus/contract/orders.staff'
import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  type Icon,
  IconArrowBackUp,
  IconCash,
  IconCheck,
  IconEraser,
  IconMail,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api'
import { failureText } from '../../lib/errors'
import { toast } from '../../lib/toasts'
import { Confirm } from '../../ui/confirm'
import { Failure } from '../../ui/failure'
import { Late } from '../../ui/late'
import { ActMenu, MenuAct } from '../blocks/act-menu'
import { NARROW } from '../blocks/filter-bar'
import { isAllowed, useScreenPath, useStaff } from '../shell/staff'
import { type Act, actsOn } from './acts'
import { type Annulled, annulledText, isAnnullable } from './annulled'
import { useOrderRefresh } from './use-order-refresh'

const AnnulDialog = lazy(() => import('./annul-dialog'))
const AcceptDialog = lazy(() => import('./accept-dialog'))
const RefundDialog = lazy(() => import('./refund-dialog'))

const WORDS: Record<Act, { label: string; icon: Icon }> = {
  aceptar: { label: 'Aceptar el pago', icon: IconCheck },
  registrar: { label: 'Registrar el pago', icon: IconCash },
  reenviar: { label: 'Reenviar confirmación', icon: IconMail },
  verificar: { label: 'Verificar con MercadoPago', icon: IconRefresh },
  devolver: { label: 'Devolver…', icon: IconArrowBackUp },
  cancelar: { label: 'Cancelar la orden', icon: IconX },
}

function CancelDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const refresh = useOrderRefresh()
  const cancel = api.useMutation('post', '/api/gestion/ordenes/{numero}/cancelar', {
    meta: { handled: true },
    onSuccess: async () => {
      toast('La orden está cancelada.')
      await refresh()
      onClose()
    },
  })
  return (
    <Confirm
      title="Cancelar la orden"
      action="Cancelar la orden"
      cancel="Volver"
      busy={cancel.isPending}
      failure={<Failure mt="md" error={cancel.error} />}
      onConfirm={() => cancel.mutate({ params: { path: { numero: order.numero } } })}
      onClose={onClose}
    >
      Ya no se podrá pagar con su enlace. Si llega un pago que ya estaba en camino, la orden se abre otra vez.
    </Confirm>
  )
}

/** The acts that need no question, each with what became of it. */
function useQuick(order: StaffOrder) {
  const refresh = useOrderRefresh()
  const params = { path: { numero: order.numero } }
  const options = { meta: { handled: true }, onError: (error: unknown) => toast(failureText(error), { color: 'red' }) }
  const check = api.useMutation('post', '/api/gestion/ordenes/{numero}/verificar', {
    ...options,
    onSuccess: async ({ data }) => {
      const same = data.estado === order.estado && data.cobrado === order.cobrado && data.devuelto === order.devuelto
      toast(same ? 'MercadoPago no tiene novedades de esta orden.' : `Ahora está así: ${data.estado_texto}.`)
      await refresh()
    },
  })
  const resend = api.useMutation('post', '/api/gestion/ordenes/{numero}/reenviar', {
    ...options,
    onSuccess: async () => {
      toast(`Enviamos otra vez la confirmación a ${order.comprador.correo}.`)
      await refresh()
    },
  })
  return {
    busy: check.isPending || resend.isPending,
    check: () => check.mutate({ params }),
    resend: () => resend.mutate({ params }),
  }
}

/** What may be done to an order, by how it is offered: `next` and `second` as buttons, the others in a menu. */
function useActs(order: StaffOrder, mayRegister: boolean) {
  const staff = useStaff()
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  const [next, ...others] = actsOn(order, (permission) => isAllowed(staff, permission), mayRegister)
  const second = narrow ? undefined : others.find((other) => other === 'devolver')
  const mistakes = isAllowed(staff, 'devoluciones') ? order.movimientos.filter(isAnnullable) : []
  return { next, second, listed: others.filter((other) => other !== second), mistakes }
}

/** The next act as a button, and a refund where there is room; the others in one menu. */
export function OrderActs({ order }: { order: StaffOrder }) {
  const navigate = useNavigate()
  const refresh = useOrderRefresh()
  const register = useScreenPath('ventas/nueva')
  const [asking, setAsking] = useState<Act | null>(null)
  const [annulling, setAnnulling] = useState<Annulled | null>(null)
  const quick = useQuick(order)
  const { next, second, listed, mistakes } = useActs(order, register !== null)
  if (!next && mistakes.length === 0) return null
  const act = (chosen: Act) => {
    if (chosen === 'registrar') return void navigate(`${register}?orden=${order.numero}`)
    if (chosen === 'verificar') return quick.check()
    if (chosen === 'reenviar') return quick.resend()
    setAsking(chosen)
  }
  const Drawing = next && WORDS[next].icon
  const close = () => {
    setAsking(null)
    setAnnulling(null)
  }
  return (
    <Group gap="xs" wrap="nowrap">
      {next && Drawing && (
        <Button
          variant={next === 'reenviar' ? 'default' : 'filled'}
          leftSection={<Drawing size={18} aria-hidden />}
          loading={quick.busy}
          onClick={() => act(next)}
        >
          {WORDS[next].label}
        </Button>
      )}
      {second && (
        <Button variant="default" leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={() => act(second)}>
          {WORDS[second].label}
        </Button>
      )}
      {listed.length + mistakes.length > 0 && (
        <ActMenu label="Más acciones" variant="default">
          {listed.map((other) => (
            <MenuAct key={other} {...WORDS[other]} onClick={() => act(other)} />
          ))}
          {mistakes.map((one) => (
            <MenuAct
              key={one.id}
              icon={IconEraser}
              label={`Anular ${annulledText(one)}…`}
              onClick={() => setAnnulling(one)}
            />
          ))}
        </ActMenu>
      )}
      {asking === 'cancelar' && <CancelDialog order={order} onClose={close} />}
      {annulling && (
        <Late fallback={null}>
          <AnnulDialog order={order} movement={annulling} onDone={refresh} onClose={close} />
        </Late>
      )}
      {asking === 'aceptar' && (
        <Late fallback={null}>
          <AcceptDialog order={order} onDone={refresh} onClose={close} />
        </Late>
      )}
      {asking === 'devolver' && (
        <Late fallback={null}>
          <RefundDialog order={order} onDone={refresh} onClose={close} />
        </Late>
      )}
    </Group>
  )
}
