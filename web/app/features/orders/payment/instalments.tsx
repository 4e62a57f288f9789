import type { Instalment } from '@campus/contract/instalments'
import type { Order } from '@campus/contract/orders'
import { IconAlertCircle, IconBan, IconCircleCheck, IconClock, IconCreditCardOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useBrand } from '../../../lib/brand'
import { contactsOf } from '../../../lib/contact'
import { count, formatMoney } from '../../../lib/format'
import { instalmentText, nextOf } from '../../../lib/instalments'
import { limaDay } from '../../../lib/session-time'
import { LinkButton } from '../../../ui/button'
import { ContactButton } from '../../../ui/contact-button'
import { paymentsBefore } from './departures'
import list from './instalments.module.css'
import { StateCard, VerifyButton } from './order-state'
import { instalmentBefore, PayInstalment } from './pay-instalment'
import classes from './payment.module.css'
import { Refund } from './refund'
import { owingOf, STATES, type StateView, TEXTS, UNSEEN } from './texts'

type View = Pick<StateView, 'icon' | 'tone' | 'title' | 'text' | 'unmailed'>

const ICONS = {
  pagada: IconCircleCheck,
  por_pagar: IconClock,
  vencida: IconAlertCircle,
  cerrada: IconBan,
} as const

const owedOf = ({ cuotas }: Order): Instalment[] =>
  cuotas.filter(({ estado }) => estado === 'por_pagar' || estado === 'vencida')

/** «Te faltan 2 cuotas: S/ 99.00.» */
function leftText(order: Order): string {
  const left = owedOf(order).length
  if (left === 0) return 'Terminaste de pagar tu compra. ¡Gracias!'
  return `${left === 1 ? 'Te falta una cuota' : `Te faltan ${count(left, 'cuota', 'cuotas')}`}: ${formatMoney(order.debe)}.`
}

const waitingView = ({ numero }: Instalment): View => ({
  ...{ icon: IconClock, tone: 'wait', title: `El pago de tu cuota ${numero} está en camino` },
  text: 'No tienes que hacer nada más: apenas se confirme, te avisamos por correo.',
  unmailed: 'No tienes que hacer nada más: apenas se confirme, lo verás aquí.',
})

/** What became of the payment that the buyer comes back from. */
function backView(order: Order): View | null {
  const paid = order.cuotas.find(({ numero }) => numero === instalmentBefore(order.numero))
  if (!paid) return null
  const name = `tu cuota ${paid.numero}`
  if (paid.estado === 'pagada')
    return { ...STATES.pagada, title: `Recibimos ${name}`, text: leftText(order), unmailed: leftText(order) }
  if (paid.en_camino) return waitingView(paid)
  if (order.intentos > (paymentsBefore(order.numero) ?? 0))
    return {
      ...{ icon: IconCreditCardOff, tone: 'bad', title: `El pago de ${name} fue rechazado` },
      text: 'No se te cobró nada. Prueba con otra tarjeta u otro medio de pago.',
    }
  return UNSEEN
}

function plainView(order: Order, next: Instalment | undefined, today: string): View {
  if (!next) return STATES.pagada
  if (next.en_camino) return waitingView(next)
  if (next.estado === 'por_pagar')
    return { ...STATES.pagada, title: 'Ya puedes estudiar', text: leftText(order), unmailed: leftText(order) }
  const text = 'Apenas la pagues, sigues donde lo dejaste.'
  const when = instalmentText(next, today).toLowerCase()
  return { icon: IconAlertCircle, tone: 'bad', title: `Tu cuota ${next.numero} ${when}`, text, unmailed: text }
}

/** A second payment while one waits may charge twice. */
const PayAgain = (props: { order: Order; next: Instalment }) => (
  <details className={classes.other}>
    <summary>¿No terminaste ese pago?</summary>
    <p>Si después también se confirma el primero, la academia te devolverá uno de los dos.</p>
    <PayInstalment {...props} variant="default" label="Pagar con otro medio" />
  </details>
)

/** Where the academy takes no payments online. */
function Ask({ next }: { next: Instalment }) {
  const message = `Hola, quiero pagar mi cuota ${next.numero}, de ${formatMoney(next.monto)}.`
  const [contact] = contactsOf(useBrand(), 'Quiero pagar mi cuota', message)
  return contact && <ContactButton contact={contact}>Escríbenos para pagarla</ContactButton>
}

function Actions({ order, next, waits }: { order: Order; next: Instalment | undefined; waits: boolean }) {
  const { cobra_en_linea } = useBrand()
  const toCourses = (
    <LinkButton to="/miscursos" size={next ? 'md' : 'lg'} variant={next ? 'subtle' : 'filled'}>
      {TEXTS.toCourses}
    </LinkButton>
  )
  if (!next) return toCourses
  if (waits)
    return (
      <>
        <VerifyButton order={order} filled />
        {cobra_en_linea && <PayAgain order={order} next={next} />}
      </>
    )
  return (
    <>
      {cobra_en_linea ? <PayInstalment order={order} next={next} size="lg" /> : <Ask next={next} />}
      {next.estado === 'por_pagar' && toCourses}
    </>
  )
}

function List({ cuotas, today }: { cuotas: Instalment[]; today: string }) {
  return (
    <ol className={list.parts} aria-label="Cuotas">
      {cuotas.map((one) => {
        const Drawing = one.en_camino ? IconClock : ICONS[one.estado]
        return (
          <li key={one.numero} data-state={one.estado}>
            <Drawing size={22} stroke={1.8} aria-hidden />
            <span className={list.words}>
              <span className={list.name}>{`Cuota ${one.numero}`}</span>
              <span className={list.when}>{instalmentText(one, today)}</span>
            </span>
            <span className={list.amount}>{formatMoney(one.monto)}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** An order that is paid in parts: how it stands, the next one to pay, and all of them. */
export default function InstalmentStatus({ order, returned }: { order: Order; returned: boolean }) {
  const [today] = useState(() => limaDay(Date.now()))
  const next = nextOf(order.cuotas)
  const view = (returned && backView(order)) || plainView(order, next, today)
  const waits = view === UNSEEN || next?.en_camino === true
  return (
    <StateCard state={next ? 'en_cuotas' : 'pagada'} current={owingOf(order) ?? STATES.pagada} view={view}>
      <Refund order={order} />
      <div className={classes.actions}>
        <Actions order={order} next={next} waits={waits} />
      </div>
      <List cuotas={order.cuotas} today={today} />
    </StateCard>
  )
}
