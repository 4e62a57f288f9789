import type { OrderState } from '@campus/contract/order-rules'
import type { Order } from '@campus/contract/orders'
import { isReturned } from '@campus/contract/returned'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconBuildingBank,
  IconCircleCheck,
  IconClock,
  IconCreditCard,
  IconCreditCardOff,
  IconEyeSearch,
} from '@tabler/icons-react'
import type { Tone } from '../../../ui/tag'

export const TEXTS = {
  title: 'Datos de Pago',
  orderError: 'No se pudo cargar tu compra.',
  purchases: 'Mis compras',
  purchasesLead: 'Lo que compraste y cómo va cada pago.',
  purchasesError: 'No se pudieron cargar tus compras.',
  noPurchases: 'Aún no has comprado ningún curso',
  verify: 'Verificar pago',
  again: 'Intentar de nuevo',
  pay: 'Pagar',
  payNow: 'Pagar ahora',
  notPaid: 'No llegué a pagar: pagar ahora',
  confirming: 'Estamos confirmando tu pago…',
  confirmingText: 'Tarda unos segundos. No cierres esta página ni pagues otra vez.',
  paidText: 'Tu pago está confirmado y te enviamos los datos de tu compra por correo.',
  freeText: 'Tu matrícula está lista y te enviamos sus datos por correo.',
  paidUnmailed: 'Tu pago está confirmado.',
  freeUnmailed: 'Tu matrícula está lista.',
  start: 'Empezar ahora',
  toCourses: 'Ir a mis cursos',
  toCourse: 'Ir al curso',
  buyAgain: 'Volver a comprar',
  support: 'Escribir a soporte',
  sandbox: 'Pasarela de prueba: no se cobra nada',
} as const

export type StateView = {
  icon: typeof IconClock
  tone: Tone
  /** In a word or two, for lists. */
  word: string
  title: string
  text: string
  /** Where no mail is sent. */
  unmailed?: string
  tips?: string[]
}

export const STATES: Record<OrderState, StateView> = {
  pendiente: {
    icon: IconCreditCard,
    tone: 'fair',
    word: 'Por pagar',
    title: 'Tu compra está lista para pagar',
    text: 'Te guardamos estos precios. Si ya pagaste, verifica el pago: la confirmación puede tardar unos segundos.',
  },
  en_espera: {
    icon: IconClock,
    tone: 'wait',
    word: 'En espera',
    title: 'Estamos esperando la confirmación del pago',
    text: 'No tienes que hacer nada más: apenas se confirme, tus cursos se abrirán solos y te avisaremos por correo.',
    unmailed: 'No tienes que hacer nada más: apenas se confirme, tus cursos se abrirán solos.',
  },
  rechazada: {
    icon: IconCreditCardOff,
    tone: 'bad',
    word: 'Rechazada',
    title: 'El pago fue rechazado',
    text: 'No se te cobró nada y tu compra sigue aquí.',
    tips: [
      'Revisa el número, la fecha y el código de la tarjeta.',
      'Activa las compras por internet en la aplicación de tu banco.',
      'Prueba con otra tarjeta u otro medio de pago.',
    ],
  },
  cancelada: {
    icon: IconBan,
    tone: 'plain',
    word: 'Cancelada',
    title: 'Esta compra se canceló',
    text: 'No se pagó a tiempo o la reemplazaste por otra. Si pagaste después, tu pago se reconocerá y tus cursos se abrirán.',
  },
  pagada: {
    icon: IconCircleCheck,
    tone: 'good',
    word: 'Pagada',
    title: '¡Listo! Ya puedes estudiar',
    text: 'Tu pago está confirmado y los datos de tu compra están en tu correo.',
    unmailed: 'Tu pago está confirmado.',
  },
  en_revision: {
    icon: IconEyeSearch,
    tone: 'wait',
    word: 'En revisión',
    title: 'Estamos revisando tu pago',
    text: 'Recibimos un pago que no coincide con el total de la orden. La academia ya fue avisada y lo resolverá contigo. No pagues otra vez.',
  },
  reembolsada: {
    icon: IconArrowBackUp,
    tone: 'plain',
    word: 'Reembolsada',
    title: 'Te devolvimos el dinero',
    text: 'Ya no puedes entrar a esos cursos. El dinero vuelve al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo.',
  },
  contracargo: {
    icon: IconBuildingBank,
    tone: 'bad',
    word: 'Contracargo',
    title: 'Tu banco retiró el pago',
    text: 'Por eso no puedes entrar a esos cursos. Si fue un error, escríbenos y lo resolvemos.',
  },
}

/** An order whose money all went back is one that was paid back, also before the gateway says so. */
export const shownState = (order: Pick<Order, 'estado' | 'devolucion'>): OrderState =>
  isReturned(order) ? 'reembolsada' : order.estado

/** Of an order that is paid in parts; null where nothing is owed. */
export function owingOf({
  debe,
  cuotas,
}: Pick<Order, 'debe' | 'cuotas'>): Pick<StateView, 'icon' | 'tone' | 'word'> | null {
  if (debe === 0) return null
  const late = cuotas.some(({ estado }) => estado === 'vencida')
  return late
    ? { icon: IconAlertTriangle, tone: 'bad', word: 'Cuota vencida' }
    : { icon: IconClock, tone: 'fair', word: 'En cuotas' }
}

/** Back from the gateway without news: perhaps paid, so no payment is requested. */
export const UNSEEN: StateView = {
  icon: IconClock,
  tone: 'wait',
  word: 'Sin confirmar',
  title: 'Todavía no vemos tu pago',
  text: 'Si ya pagaste, no pagues otra vez: apenas el banco lo confirme, tus cursos se abrirán solos y te escribiremos.',
  unmailed: 'Si ya pagaste, no pagues otra vez: apenas el banco lo confirme, tus cursos se abrirán solos.',
}

/** Shown when the time to pay an order is over. */
export const LATE: Pick<StateView, 'icon' | 'tone' | 'title' | 'text' | 'unmailed'> = {
  icon: IconAlertTriangle,
  tone: 'plain',
  title: 'El plazo para pagar venció',
  text: 'Los precios de esta orden ya no están vigentes. Vuelve a comprar y verás los de hoy.',
}

/** Shown where the campus takes payments no more. */
export const UNSOLD: typeof LATE = {
  icon: IconAlertTriangle,
  tone: 'plain',
  title: 'Aquí ya no se paga en línea',
  text: 'Si ya pagaste, verifica tu pago. Si no, escríbele a la academia: te dice cómo pagar y abre tus cursos.',
}
