import { PAYMENT_FAILED_TEXT } from '@campus/contract/order-rules'
import type { Hindrance } from '../../platform/cart-lines'

/** storefront.md sections 2 and 8. */
export const T = {
  title: 'Carrito',
  empty: 'No hay productos en el carrito.',
  regular: 'Precio regular',
  discount: 'Descuento',
  code: 'Código de referido',
  total: 'Total',
  buy: 'Comprar ahora',
  paymentFailed: PAYMENT_FAILED_TEXT,
  registrationFailed: 'Error al crear cuenta.',
  registered: '¡Registro exitoso!',
  registeredNext: 'Ya puedes proceder con tu compra.',
  login: 'Iniciar Sesión',
  owned: 'Ya tienes este curso',
  toCourse: 'Ir al curso',
  removeRepeated: 'Quitar repetidos',
  removeGone: 'Quitar los no disponibles',
  undo: 'Deshacer',
  unchecked: 'No pudimos confirmar los precios. Ves los de la última vez; los revisaremos antes de cobrar.',
  changedFirst: 'Revisa el nuevo total y, si estás de acuerdo, vuelve a presionar «Comprar ahora».',
  kept: 'Tu carrito sigue aquí: inténtalo de nuevo en unos segundos.',
  thanks: '¡Gracias! Recordaremos quién te invitó.',
} as const

/** Why the button waits. */
export const HELD: Record<NonNullable<Hindrance>, string> = {
  gone: 'Hay cursos que ya no están disponibles. Quítalos para poder comprar.',
  repeated: 'Hay cursos repetidos o que ya tienes. Quítalos para poder comprar.',
  many: 'Puedes comprar hasta 20 cursos a la vez. Quita algunos para poder comprar.',
}
