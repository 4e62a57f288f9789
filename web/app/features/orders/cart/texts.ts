import { MAX_ITEMS, PAYMENT_FAILED_TEXT, UNKNOWN_CODE_TEXT } from '@campus/contract/order-rules'
import { ASK_TEXT, ENROL_FREE_TEXT } from '../../../lib/contact'

export const TOO_MANY_TEXT = `Puedes comprar hasta ${MAX_ITEMS} cursos a la vez. Quita algunos para poder comprar.`

export const TEXTS = {
  ask: ASK_TEXT,
  enrolFree: ENROL_FREE_TEXT,
  unpaid: 'Aquí todavía no se paga en línea',
  unpaidText: 'Escríbele a la academia qué curso quieres: te dice cómo pagar y lo abre en tu cuenta.',
  unpaidMixed: 'Para llevarte ya los cursos gratuitos, quita de tu carrito los de pago.',
  title: 'Carrito',
  empty: 'No hay productos en el carrito.',
  regular: 'Precio regular',
  discount: 'Descuento',
  code: 'Código de referido',
  total: 'Total',
  buy: 'Comprar ahora',
  next: 'Pagas en el paso siguiente y entras a tus cursos apenas se confirme el pago.',
  nextFree: 'No pagas nada: entras a tus cursos de inmediato.',
  toCourses: 'Ir a Mis cursos',
  paymentFailed: PAYMENT_FAILED_TEXT,
  registrationFailed: 'Error al crear cuenta.',
  registered: '¡Registro exitoso!',
  registeredNext: 'Ya puedes proceder con tu compra.',
  login: 'Iniciar Sesión',
  owned: 'Ya está en Mis cursos',
  toCourse: 'Ir',
  nothing: 'Nada de tu carrito se vende aquí: cada curso te dice en qué academia está.',
  repeated: 'Repetido, se cobra una vez',
  gone: 'ya no está a la venta, así que salió de tu carrito.',
  soldBy: (brand: string) => `Se vende en ${brand}`,
  goToBrand: (brand: string) => `Verlo en ${brand}`,
  ownAccount: 'Para llevarlo necesitas una cuenta de esa academia.',
  undo: 'Deshacer',
  unchecked: 'No pudimos confirmar los precios. Ves los de la última vez; los revisaremos antes de cobrar.',
  changedFirst: 'Revisa el nuevo total y, si estás de acuerdo, vuelve a presionar «Comprar ahora».',
  kept: 'Tu carrito sigue aquí: inténtalo de nuevo en unos segundos.',
  thanks: '¡Gracias! Recordaremos quién te invitó.',
} as const

/** A wrong code is reported and ignored (docs/product/shop.md 8.4). */
export const codeText = (motivo: string, goingOn = false): string => {
  const reason = motivo === UNKNOWN_CODE_TEXT ? 'Ese código no existe' : motivo.replace(/\.$/, '')
  return `${reason}: ${goingOn ? 'seguimos sin él.' : 'puedes seguir sin él.'}`
}
