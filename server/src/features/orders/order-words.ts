import type { BuyerEvent } from './order-state.ts'

export type EventWords = { title: string; lines: string[]; button: string }

const SEE = 'Ver mi compra'

const WORDS: Record<BuyerEvent, (monto: string, respuesta: string) => EventWords> = {
  en_espera: (monto) => ({
    title: 'Estamos esperando tu pago',
    lines: [
      `Tu pago de ${monto} está en camino. Apenas se confirme, tus cursos se abrirán solos y te escribiremos.`,
      'No pagues otra vez mientras tanto.',
    ],
    button: SEE,
  }),
  rechazada: (monto) => ({
    title: 'Tu pago fue rechazado',
    lines: [`El pago de ${monto} no se aceptó: no se te cobró nada y tu compra sigue guardada.`],
    button: 'Intentar de nuevo',
  }),
  en_revision: () => ({
    title: 'Estamos revisando tu pago',
    lines: [
      'Recibimos un pago que no coincide con el total de tu orden. La academia ya fue avisada y lo resolverá contigo.',
      'No pagues otra vez.',
    ],
    button: SEE,
  }),
  reembolsada: (monto) => ({
    title: 'Te devolvimos el dinero',
    lines: [
      `Devolvimos ${monto} al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo.`,
      'El acceso a los cursos de esta orden terminó.',
    ],
    button: SEE,
  }),
  contracargo: (monto) => ({
    title: 'Tu banco retiró el pago',
    lines: [
      `Tu banco nos quitó el pago de ${monto}, por eso el acceso a sus cursos está suspendido.`,
      'Si fue un error, escríbenos y lo resolvemos.',
    ],
    button: SEE,
  }),
  devolucion_pedida: (monto) => ({
    title: 'Recibimos tu pedido de devolución',
    lines: [
      `Nos pediste que te devolvamos ${monto}: te respondemos en 3 días hábiles como máximo.`,
      'Por ahora no cambia nada: tu acceso se cierra solo si te devolvemos el dinero.',
    ],
    button: SEE,
  }),
  devolucion_hecha: (monto) => ({
    title: 'Te devolvimos el dinero',
    lines: [
      `Devolvimos ${monto} al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo.`,
      'El acceso a lo que devolvimos terminó. Cuando quieras volver, aquí estamos.',
    ],
    button: SEE,
  }),
  devolucion_negada: (_, respuesta) => ({
    title: 'Respondimos a tu pedido de devolución',
    lines: [
      'Esta vez no corresponde devolverte el dinero. La academia lo explica así:',
      respuesta,
      'Tu acceso sigue igual. Si no estás de acuerdo, escríbenos.',
    ],
    button: SEE,
  }),
  cobro_doble: (monto) => ({
    title: 'Tu compra se cobró dos veces',
    lines: [
      `Recibimos un segundo pago de la misma orden. La academia ya fue avisada y te devolverá ${monto}: no tienes que hacer nada.`,
      'Tus cursos están abiertos. Te escribiremos cuando el dinero esté en camino.',
    ],
    button: SEE,
  }),
  cobro_devuelto: (monto) => ({
    title: 'Te devolvimos el cobro doble',
    lines: [
      `Devolvimos ${monto} al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo. Tus cursos siguen abiertos.`,
    ],
    button: SEE,
  }),
  devolucion_parcial: (monto) => ({
    title: 'Te devolvimos una parte de tu pago',
    lines: [
      `Devolvimos ${monto} de tu orden al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo.`,
      'Si fue por uno de tus cursos, su acceso termina; los demás siguen abiertos.',
    ],
    button: SEE,
  }),
  compra_repetida: (monto) => ({
    title: 'Pagaste un curso que ya tenías',
    lines: [
      `Esta orden incluye cursos que otra orden tuya ya había pagado. La academia ya fue avisada y te devolverá ${monto}: no tienes que hacer nada.`,
    ],
    button: SEE,
  }),
}

/** `respuesta`: what the academy wrote. */
export const wordsOf = (tipo: BuyerEvent, monto: string, respuesta = ''): EventWords => WORDS[tipo](monto, respuesta)

const PASSING: readonly BuyerEvent[] = ['en_espera', 'rechazada', 'en_revision']

/** A wait, a refusal or a review that is over is not worth a mail. */
export const isOutdated = (tipo: BuyerEvent, estado: string): boolean => PASSING.includes(tipo) && estado !== tipo
