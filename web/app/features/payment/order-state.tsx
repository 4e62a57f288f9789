import type { Order } from '@campus/contract/orders'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconExternalLink, IconRefresh, IconSchool, IconShoppingCart } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addToCart, readCart } from '../../platform/cart'
import { Panel } from '../../ui/panel'
import { Tag } from '../../ui/tag'
import classes from './payment.module.css'
import { LATE, STATES, T } from './texts'
import { usePay, useVerify } from './use-order'

/** Puts the order's courses back into the cart, each once; their prices are asked anew there. */
export function useBuyAgain() {
  const navigate = useNavigate()
  return ({ lineas }: Pick<Order, 'lineas'>) => {
    const there = new Set(readCart().map((item) => item.id))
    for (const { id_curso, nombre, precio, imagen } of lineas)
      if (!there.has(id_curso)) addToCart({ id: id_curso, nombre, descripcion: '', costo: precio, imagen })
    navigate('/carrito')
  }
}

function VerifyButton({ order, filled = false }: { order: Order; filled?: boolean }) {
  const verify = useVerify(order.numero)
  const same = verify.isSuccess && verify.data?.estado === order.estado
  return (
    <>
      <Button
        variant={filled ? 'filled' : 'default'}
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={verify.isPending}
        onClick={() => verify.mutate(null)}
      >
        {T.verify}
      </Button>
      <Text size="sm" c="dimmed" role="status" className={classes.checked}>
        {same && 'Preguntamos ahora: todavía no hay novedades.'}
      </Text>
    </>
  )
}

/** Paying while another payment is on its way may charge twice: said before it happens. */
function PayTwice({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  const pay = usePay()
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        Pagar con otro medio
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title="Ya hay un pago en camino" centered>
        <Stack gap="md">
          <Text>
            Si pagas otra vez y el primer pago también se confirma, se te cobrará dos veces y habrá que devolverte uno.
            Lo más seguro es esperar.
          </Text>
          <Group justify="flex-end" grow preventGrowOverflow={false}>
            <Button variant="default" loading={pay.busy} onClick={() => pay.go(order)}>
              Pagar de todos modos
            </Button>
            <Button data-autofocus onClick={() => setAsking(false)}>
              Esperar
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

function PayButton({ order, label }: { order: Order; label: string }) {
  const pay = usePay()
  return (
    <Button
      size="lg"
      loading={pay.busy}
      rightSection={<IconExternalLink size={18} aria-hidden />}
      onClick={() => pay.go(order)}
    >
      {label}
    </Button>
  )
}

function BuyAgain({ order }: { order: Order }) {
  const buyAgain = useBuyAgain()
  return (
    <Button leftSection={<IconShoppingCart size={18} aria-hidden />} onClick={() => buyAgain(order)}>
      {T.buyAgain}
    </Button>
  )
}

const Support = () => (
  <Button component={Link} to="/soporte" variant="default">
    {T.support}
  </Button>
)

/** What to do next, in each of the eight states. */
function Actions({ order }: { order: Order }) {
  const { estado, init_point } = order
  if (estado === 'pagada')
    return (
      <Button component={Link} to="/miscursos" size="lg" leftSection={<IconSchool size={20} aria-hidden />}>
        {T.toCourses}
      </Button>
    )
  if (estado === 'en_espera')
    return (
      <>
        <VerifyButton order={order} filled />
        {init_point && <PayTwice order={order} />}
      </>
    )
  if (estado === 'pendiente' || estado === 'rechazada')
    return (
      <>
        {init_point ? (
          <PayButton order={order} label={estado === 'pendiente' ? T.payNow : T.again} />
        ) : (
          <BuyAgain order={order} />
        )}
        <VerifyButton order={order} />
      </>
    )
  if (estado === 'cancelada')
    return (
      <>
        <BuyAgain order={order} />
        <VerifyButton order={order} />
      </>
    )
  return (
    <>
      <Support />
      {estado === 'reembolsada' && <BuyAgain order={order} />}
    </>
  )
}

/** The order's state in plain words, announced when it changes, with the one action that helps first. */
export function OrderStatus({ order }: { order: Order }) {
  const late = order.init_point === null && (order.estado === 'pendiente' || order.estado === 'rechazada')
  const known = STATES[order.estado]
  const view = late ? LATE : known
  const Drawing = view.icon
  return (
    <Panel>
      <div className={classes.state} data-tone={view.tone} data-state={order.estado}>
        <span className={classes.medal} aria-hidden="true">
          <Drawing size={40} stroke={1.6} />
        </span>
        <div className={classes.words}>
          <div role="status">
            <Tag icon={known.icon} tone={known.tone}>
              {known.word}
            </Tag>
            <h2 className={classes.stateTitle}>{view.title}</h2>
          </div>
          <p className={classes.stateText}>{view.text}</p>
          {order.motivo && (
            <Alert color={order.estado === 'rechazada' ? 'red' : 'yellow'} role="note">
              {order.motivo}
            </Alert>
          )}
          {known.tips && !late && (
            <div>
              <p className={classes.tipsHead}>Lo que suele ayudar:</p>
              <ul className={classes.tips}>
                {known.tips.map((tip) => (
                  <li key={tip}>{tip}</li>
                ))}
              </ul>
            </div>
          )}
          <div className={classes.actions}>
            <Actions order={order} />
          </div>
        </div>
      </div>
    </Panel>
  )
}
