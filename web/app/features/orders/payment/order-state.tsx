import type { Order } from '@campus/contract/orders'
import { IconExternalLink, IconRefresh, IconSchool, IconShoppingCart } from '@tabler/icons-react'
import { lazy, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { ASK_TEXT, enrolContacts } from '../../../lib/contact'
import { Alert } from '../../../ui/alert'
import { Button, LinkButton } from '../../../ui/button'
import { ContactButton } from '../../../ui/contact-button'
import { Late } from '../../../ui/late'
import { Panel } from '../../../ui/panel'
import { Tag } from '../../../ui/tag'
import { Text } from '../../../ui/text'
import { addToCart, readCart } from '../orders'
import classes from './payment.module.css'
import { Refund } from './refund'
import { LATE, STATES, type StateView, shownState, TEXTS, UNSEEN, UNSOLD } from './texts'
import { usePay, useVerify } from './use-order'

const PayTwiceDialog = lazy(() => import('./pay-twice-dialog'))

/** Adds the order's courses to the cart once each; the cart refreshes their prices. */
export function useBuyAgain() {
  const navigate = useNavigate()
  return ({ lineas }: Pick<Order, 'lineas'>) => {
    const inCart = new Set(readCart().map((item) => item.id))
    for (const { id_curso, nombre, precio, imagen } of lineas)
      if (!inCart.has(id_curso)) addToCart({ id: id_curso, nombre, descripcion: '', costo: precio, imagen })
    navigate('/carrito')
  }
}

export function VerifyButton({ order, filled = false }: { order: Order; filled?: boolean }) {
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
        {TEXTS.verify}
      </Button>
      <Text small dimmed role="status" className={classes.checked}>
        {same && 'Preguntamos ahora: todavía no hay novedades.'}
      </Text>
    </>
  )
}

/** A second payment while one is pending may charge twice, so it asks first. */
function PayTwice({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  if (!useBrand().cobra_en_linea) return null
  return (
    <>
      <details className={classes.other}>
        <summary>¿No terminaste ese pago?</summary>
        <p>
          Puedes pagar con otro medio. Si después también se confirma el primero, se te cobrará dos veces y la academia
          te devolverá uno de los dos.
        </p>
        <Button variant="default" onClick={() => setAsking(true)}>
          Pagar con otro medio
        </Button>
      </details>
      {asking && (
        <Late>
          <PayTwiceDialog order={order} onClose={() => setAsking(false)} />
        </Late>
      )}
    </>
  )
}

function PayButton({ order, label, quiet = false }: { order: Order; label: string; quiet?: boolean }) {
  const pay = usePay()
  return (
    <Button
      size={quiet ? 'md' : 'lg'}
      variant={quiet ? 'subtle' : 'filled'}
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
      {TEXTS.buyAgain}
    </Button>
  )
}

/** An order of before, where the campus takes payments no more. */
function Ask({ order }: { order: Order }) {
  const [contact] = enrolContacts(
    useBrand(),
    order.lineas.map(({ nombre }) => nombre),
  )
  return (
    <>
      {contact && <ContactButton contact={contact}>{ASK_TEXT}</ContactButton>}
      <VerifyButton order={order} />
    </>
  )
}

const Support = () => (
  <LinkButton to="/soporte" variant="default">
    {TEXTS.support}
  </LinkButton>
)

/** Back from the gateway without news: asking comes before paying. */
const Unseen = ({ order }: { order: Order }) => (
  <>
    <VerifyButton order={order} filled />
    {order.init_point && <PayButton order={order} label={TEXTS.notPaid} quiet />}
  </>
)

function Actions({ order }: { order: Order }) {
  const { init_point } = order
  const estado = shownState(order)
  if (estado === 'pagada')
    return (
      <LinkButton to="/miscursos" size="lg" leftSection={<IconSchool size={20} aria-hidden />}>
        {TEXTS.toCourses}
      </LinkButton>
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
          <PayButton order={order} label={estado === 'pendiente' ? TEXTS.payNow : TEXTS.again} />
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

type Shown = { order: Order; returned: boolean; sells: boolean }

/** What is said and what can be done; `tips` are left out where they help no more. */
function viewOf({ order, returned, sells }: Shown) {
  const { estado, init_point } = order
  const payable = estado === 'pendiente' || estado === 'rechazada'
  const current = STATES[shownState(order)]
  if (!sells && (payable || estado === 'cancelada'))
    return { current, view: payable ? UNSOLD : current, tips: undefined, actions: <Ask order={order} /> }
  const actions = <Actions order={order} />
  if (payable && init_point === null) return { current, view: LATE, tips: undefined, actions }
  if (returned && estado === 'pendiente')
    return { current: UNSEEN, view: UNSEEN, tips: UNSEEN.tips, actions: <Unseen order={order} /> }
  return { current, view: current, tips: current.tips, actions }
}

type StateCardProps = {
  state: string
  /** Of the tag. */
  current: Pick<StateView, 'icon' | 'tone' | 'word'>
  view: Pick<StateView, 'icon' | 'tone' | 'title' | 'text' | 'unmailed'>
  children: ReactNode
}

/** A state with its drawing, announced when it changes. */
export function StateCard({ state, current, view, children }: StateCardProps) {
  const { envia_correos } = useBrand()
  const Drawing = view.icon
  return (
    <Panel>
      <div className={classes.state} data-tone={view.tone} data-state={state}>
        <span className={classes.medal} aria-hidden="true">
          <Drawing size={40} stroke={1.6} />
        </span>
        <div className={classes.words}>
          <div role="status">
            <Tag icon={current.icon} tone={current.tone}>
              {current.word}
            </Tag>
            <h2 className={classes.stateTitle}>{view.title}</h2>
          </div>
          <p className={classes.stateText}>{envia_correos ? view.text : (view.unmailed ?? view.text)}</p>
          {children}
        </div>
      </div>
    </Panel>
  )
}

/** The order's state with the most useful action first. */
export function OrderStatus({ order, returned = false }: { order: Order; returned?: boolean }) {
  const { cobra_en_linea } = useBrand()
  const { current, view, tips, actions } = viewOf({ order, returned, sells: cobra_en_linea })
  return (
    <StateCard state={shownState(order)} current={current} view={view}>
      {order.estado === 'en_espera' && <p className={classes.stateText}>No pagues otra vez mientras tanto.</p>}
      <Refund order={order} />
      {order.motivo && (
        <Alert color={order.estado === 'rechazada' ? 'red' : 'yellow'} role="note">
          {order.motivo}
        </Alert>
      )}
      <div className={classes.actions}>{actions}</div>
      {tips && (
        <div>
          <p className={classes.tipsHead}>Lo que suele ayudar:</p>
          <ul className={classes.tips}>
            {tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </div>
      )}
    </StateCard>
  )
}
