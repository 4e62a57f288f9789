import { randomUUID } from 'node:crypto'
import type { Medium } from '@campus/contract/media'
import type { OrderState } from '@campus/contract/order-rules'
import { eq } from 'drizzle-orm'
import { spread } from '../src/features/orders/deals.ts'
import { type Movement, writeMovement } from '../src/features/orders/movements.ts'
import { orden_lineas, ordenes } from '../src/features/orders/orders.tables.ts'
import type { Db } from '../src/platform/db/database.ts'
import { limaDay } from './builders.ts'

type Sale = {
  buyer: { id: number; id_cliente: number }
  courses: { id: number; nombre: string; centimos: number }[]
  estado?: OrderState
  descuento?: number
  creada_en?: string
  /** Who registered it. */
  personal?: { id: number }
}

const PAID: OrderState[] = ['pagada', 'reembolsada', 'contracargo']

/** What staff send to register a sale of 149 soles. */
export const aSale = (change: object = {}) => ({
  ...{ medio: 'yape', operacion: randomUUID().slice(0, 8), dia: limaDay(), total: 149, envio: randomUUID() },
  ...change,
})

/** Orders and their money, written as the features write them. */
export function selling(t: { deps: { db: Db } }) {
  const orderOf = async (numero: string) => {
    const [order] = await t.deps.db.select().from(ordenes).where(eq(ordenes.numero, numero))
    if (!order) throw new Error('there is no such order')
    return order
  }
  return {
    async sale({ buyer, courses, estado = 'pagada', descuento = 0, creada_en, personal }: Sale): Promise<string> {
      const subtotal = courses.reduce((sum, { centimos }) => sum + centimos, 0)
      const [order] = await t.deps.db
        .insert(ordenes)
        .values({
          ...{ numero: randomUUID(), id_cliente: buyer.id_cliente, id_usuario: buyer.id, estado, huella: randomUUID() },
          ...{ subtotal_centimos: subtotal, descuento_centimos: descuento, total_centimos: subtotal - descuento },
          ...{ pasarela: personal ? 'manual' : 'sandbox', id_personal: personal?.id ?? null },
          ...(creada_en && { creada_en }),
          pagada_en: PAID.includes(estado) ? (creada_en ?? new Date().toISOString()) : null,
        })
        .returning()
      if (!order) throw new Error('the order was not inserted')
      const priced = courses.map(({ id, nombre, centimos }) => ({ id_curso: id, nombre, precio_centimos: centimos }))
      const lines = spread(priced, descuento)
      await t.deps.db.insert(orden_lineas).values(lines.map((line) => ({ ...line, id_orden: order.id })))
      return order.numero
    },
    /** Returns the movement's id. */
    async money(numero: string, movement: Omit<Movement, 'medio'> & { medio?: Medium }): Promise<number> {
      const order = await orderOf(numero)
      const salda = movement.tipo === 'cobro' && movement.centimos === order.total_centimos
      return t.deps.db.transaction((tx) => writeMovement(tx, order, { medio: 'mercadopago', salda, ...movement }))
    },
    orderOf,
  }
}
