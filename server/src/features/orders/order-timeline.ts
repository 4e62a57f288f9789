import { formatLimaDate, formatMoney } from '@campus/contract/formats'
import { MEDIUM_NAMES } from '@campus/contract/media'
import type { SaleEvent, StaffOrder } from '@campus/contract/orders.staff'
import { nameOfMean } from '@campus/contract/payment-means'
import { isolate, quoted } from '@campus/contract/texts'
import { EVENTS } from './buyer-notices.ts'
import type { BuyerEvent } from './order-state.ts'

type Movement = StaffOrder['movimientos'][number] & {
  motivo: string | null
  creado_en: string
  salda: boolean
  cuota: number | null
  /** Recorded on another day than it happened. */
  otro_dia: boolean
  /** What the gateway calls the card. */
  tarjeta: string | null
  /** The refund that staff asked the gateway for. */
  pedida: { por: string; motivo: string } | null
}

/** What the tables keep of an order, each in its order. */
export type Happened = Pick<StaffOrder, 'comprador' | 'codigo' | 'motivo' | 'creada_en' | 'total' | 'cuotas'> & {
  vendida_por: string | null
  confirmada_en: string | null
  lineas: { nombre: string; cerrada_en: string | null }[]
  movimientos: Movement[]
  devoluciones: (StaffOrder['devoluciones'][number] & { resuelta_en: string | null })[]
  avisos: { tipo: BuyerEvent; monto: number; creado_en: string }[]
  negadas: { por: string; respuesta: string; creado_en: string }[]
  actos: { hecho: string | null; motivo: string | null; numero: string | null; por: string | null; creado_en: string }[]
}

const because = (reason: string | null): string => (reason ? `: ${isolate(reason)}` : '')
const listed = (lines: { nombre: string }[]): string =>
  new Intl.ListFormat('es').format(lines.map(({ nombre }) => quoted(nombre)))

function ordered({ comprador, codigo, motivo, vendida_por, creada_en, lineas, cuotas }: Happened): SaleEvent {
  const courses = listed(lineas)
  const parts = cuotas.length > 0 ? ` en ${cuotas.length} cuotas` : ''
  const code = codigo ? `, con el código ${codigo}` : ''
  const texto = vendida_por
    ? `${isolate(vendida_por)} registró la venta de ${courses}${parts}${because(motivo)}`
    : `${isolate(`${comprador.nombres} ${comprador.apellidos}`.trim())} hizo el pedido de ${courses}${code}`
  return { tipo: 'pedido', fecha: creada_en, texto }
}

function mediumOf({ medio, tarjeta, operacion }: Movement): string {
  const card = nameOfMean(tarjeta)
  const number = operacion ? `, operación ${isolate(operacion)}` : ''
  return `${MEDIUM_NAMES[medio]}${card ? ` (${card})` : ''}${number}`
}

function paidText(movement: Movement): string {
  const { por, monto, medio, motivo, dia, otro_dia: late, salda, cuota } = movement
  if (medio === 'cortesia') return `${isolate(por ?? 'La academia')} lo dio por cortesía${because(motivo)}`
  const amount = cuota ? `la cuota ${cuota}, ${formatMoney(monto)},` : formatMoney(monto)
  const other = salda ? '' : `. No es el total ${cuota ? 'de la cuota' : 'del pedido'}`
  if (!por) return `Pagó ${amount} con ${mediumOf(movement)}${other}`
  return `${isolate(por)} registró ${amount} por ${mediumOf(movement)}${late ? `, del ${formatLimaDate(`${dia}T12:00:00Z`)}` : ''}${other}`
}

function returnedText(movement: Movement): string {
  const { por, monto, motivo, pedida, medio, espera } = movement
  const amount = formatMoney(-monto)
  if (pedida) return `${isolate(pedida.por)} devolvió ${amount} por ${mediumOf(movement)}${because(pedida.motivo)}`
  if (!por) return `${MEDIUM_NAMES[medio]} devolvió ${amount}`
  const waits = espera ? `. ${MEDIUM_NAMES[medio]} todavía no la confirma` : ''
  return `${isolate(por)} devolvió ${amount} por ${mediumOf(movement)}${because(motivo)}${waits}`
}

function correctedText(movement: Movement): string {
  const { por, monto, motivo, medio } = movement
  if (!por) return `Se corrigió una devolución anotada de ${formatMoney(monto)}`
  const what = monto < 0 ? `el cobro de ${formatMoney(-monto)}` : `la devolución de ${formatMoney(monto)}`
  return `${isolate(por)} anuló ${medio === 'cortesia' ? 'la cortesía' : `${what} por ${mediumOf(movement)}`}${because(motivo)}`
}

const bankText = ({ monto }: Movement): string =>
  monto < 0 ? `El banco retiró ${formatMoney(-monto)}` : `El banco repuso ${formatMoney(monto)}`

const MOVED = { cobro: paidText, devolucion: returnedText, contracargo: bankText, ajuste: correctedText }

const moved = (movement: Movement): SaleEvent => ({
  tipo: movement.tipo === 'cobro' ? 'cobro' : 'devolucion',
  fecha: movement.creado_en,
  texto: MOVED[movement.tipo](movement),
})

/** Those that were done are movements. */
function asked({ devoluciones }: Happened): SaleEvent[] {
  return devoluciones.flatMap(({ estado, por, monto, motivo, error, creado_en, resuelta_en: ended }) => {
    const sent = `${isolate(por)} pidió a MercadoPago devolver ${formatMoney(monto)}${because(motivo)}`
    if (estado === 'enviada') return [{ tipo: 'devolucion' as const, fecha: creado_en, texto: sent }]
    if (estado === 'hecha') return []
    const failed = `MercadoPago no devolvió ${formatMoney(monto)}${because(error)}`
    return [
      { tipo: 'devolucion' as const, fecha: creado_en, texto: sent },
      { tipo: 'devolucion' as const, fecha: ended ?? creado_en, texto: failed },
    ]
  })
}

function told({ avisos, comprador }: Happened): SaleEvent[] {
  return avisos.map(({ tipo, monto, creado_en }) => {
    const amount = formatMoney(monto)
    const texto =
      tipo === 'devolucion_pedida'
        ? `${isolate(comprador.nombres)} pidió que le devuelvan ${amount}`
        : `Le avisamos: ${quoted(EVENTS[tipo](amount).title)}`
    return { tipo: tipo === 'devolucion_pedida' ? 'devolucion' : 'aviso', fecha: creado_en, texto }
  })
}

const denied = ({ negadas }: Happened): SaleEvent[] =>
  negadas.map(({ por, respuesta, creado_en }) => ({
    tipo: 'devolucion',
    fecha: creado_en,
    texto: `${isolate(por)} no dio la devolución${because(respuesta)}`,
  }))

/** What staff did, after who did it. */
const DONE: Record<string, string> = {
  verificada: 'le preguntó a MercadoPago por el pago',
  reenviada: 'reenvió la confirmación',
  comprobante: 'cambió los datos del comprobante',
}

/** What the gateway said of a payment that brought nothing. */
const SAID: Record<string, string> = { rechazada: 'El pago fue rechazado', en_espera: 'El pago quedó en camino' }

const numberText = (numero: string | null): string =>
  numero ? `escribió el número del comprobante: ${numero}` : 'quitó el número del comprobante'

/** What staff or the clock did; a state that follows from the money is in its movement. */
function actText({ hecho, por, motivo, numero }: Happened['actos'][number]): string | null {
  const who = isolate(por ?? 'La academia')
  const done = DONE[hecho ?? '']
  if (done) return `${who} ${done}`
  const said = SAID[hecho ?? '']
  if (said) return said
  if (hecho === 'número de comprobante') return `${who} ${numberText(numero)}`
  if (hecho === 'cancelada') return por ? `${who} canceló la orden` : 'La orden venció sin pago y se canceló'
  return hecho === 'pagada' && motivo ? `${who} aceptó el pago${because(motivo)}` : null
}

const acted = ({ actos }: Happened): SaleEvent[] =>
  actos.flatMap((act) => {
    const texto = actText(act)
    return texto ? [{ tipo: 'estado', fecha: act.creado_en, texto }] : []
  })

const confirmed = ({ confirmada_en: sent }: Happened): SaleEvent[] =>
  sent ? [{ tipo: 'aviso', fecha: sent, texto: 'Le enviamos la confirmación' }] : []

/** Courses that one refund closed are one line. */
function closed({ lineas }: Happened): SaleEvent[] {
  const byTime = Map.groupBy(lineas, ({ cerrada_en }) => cerrada_en)
  return [...byTime].flatMap(([fecha, lines]) => {
    if (fecha === null) return []
    return [
      { tipo: 'curso' as const, fecha, texto: `Se ${lines.length === 1 ? 'cerró' : 'cerraron'} ${listed(lines)}` },
    ]
  })
}

/** All that happened to an order in words, oldest first; of one moment the cause comes before what followed. */
export function timelineOf(happened: Happened): SaleEvent[] {
  const events = [
    ordered(happened),
    ...asked(happened),
    ...acted(happened),
    ...happened.movimientos.map(moved),
    ...denied(happened),
    ...closed(happened),
    ...confirmed(happened),
    ...told(happened),
  ]
  return events.toSorted((one, other) => Date.parse(one.fecha) - Date.parse(other.fecha))
}
