import { formatLimaDate } from '@campus/contract/formats'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import type { InstalmentEvent } from './order-state.ts'

/** In the campus (`notice`) and by mail. */
export type EventText = { notice: string; title: string; lines: string[]; button?: string }

/** `quedan`: those that are still owed. */
export type ToldInstalment = { numero: number; de: number; vence: string; pagada: boolean; quedan: number }

/** Of an instalment `q`. */
export const TOLD_INSTALMENT =
  sql.raw(`json_build_object('numero', q.numero, 'vence', q.vence, 'pagada', q.pagada_el IS NOT NULL,
  'de', (SELECT count(*) FROM cuotas k WHERE k.id_orden = q.id_orden),
  'quedan', (SELECT count(*) FROM cuotas k WHERE k.id_orden = q.id_orden AND k.pagada_el IS NULL AND k.id_cierre IS NULL))`)

export async function findTold(tx: Db, idOrden: number, cuota: number): Promise<ToldInstalment | null> {
  const [row] = await query<{ cuota: ToldInstalment }>(
    tx,
    sql`SELECT ${TOLD_INSTALMENT} AS cuota FROM cuotas q WHERE q.id_orden = ${idOrden} AND q.numero = ${cuota}`,
  )
  return row?.cuota ?? null
}

export const dayText = (day: string): string => formatLimaDate(`${day}T12:00:00-05:00`)

function leftText({ quedan }: ToldInstalment): string {
  if (quedan === 0) return 'Terminaste de pagar tu compra. ¡Gracias!'
  return quedan === 1 ? 'Te queda una cuota.' : `Te quedan ${quedan} cuotas.`
}

const HOW_TO_PAY = 'Puedes pagarla en línea desde Mis compras, o como lo acordaste con la academia.'
const PAY = 'Pagar la cuota'

const TEXTS: Record<InstalmentEvent, (monto: string, told: ToldInstalment) => EventText> = {
  cuota_pronto: (monto, { numero, de, vence }) => ({
    notice: `Tu cuota ${numero} vence pronto\nSon ${monto}, hasta el ${dayText(vence)}.`,
    title: 'Tu cuota está por vencer',
    lines: [`Tu cuota ${numero} de ${de} es de ${monto} y vence el ${dayText(vence)}.`, HOW_TO_PAY],
    button: PAY,
  }),
  cuota_hoy: (monto, { numero, de, vence }) => ({
    notice: `Tu cuota ${numero} vence hoy\nSon ${monto}: págala y sigues sin pausa.`,
    title: 'Tu cuota vence hoy',
    lines: [`Hoy, ${dayText(vence)}, vence tu cuota ${numero} de ${de}, de ${monto}.`, HOW_TO_PAY],
    button: PAY,
  }),
  cuota_suspendida: (monto, { numero, de, vence }) => ({
    notice: `Tu acceso está en pausa\nFalta tu cuota ${numero}, de ${monto}. Págala y sigues donde lo dejaste.`,
    title: 'Tu acceso está en pausa',
    lines: [
      `Tu cuota ${numero} de ${de}, de ${monto}, venció el ${dayText(vence)}.`,
      'Apenas la pagues se abre tu acceso, con todo lo que avanzaste.',
    ],
    button: PAY,
  }),
  cuota_pagada: (monto, told) => ({
    notice: `Recibimos tu cuota ${told.numero}\nSon ${monto}. ${leftText(told)}`,
    title: 'Recibimos tu cuota',
    lines: [`Recibimos ${monto} por tu cuota ${told.numero} de ${told.de}.`, leftText(told)],
  }),
  cuota_reabierta: (monto, told) => ({
    notice: `Tu acceso está abierto\nRecibimos tu cuota ${told.numero}, de ${monto}. Sigues donde lo dejaste.`,
    title: 'Tu acceso está abierto otra vez',
    lines: [`Recibimos ${monto} por tu cuota ${told.numero} de ${told.de}. Sigues donde lo dejaste.`, leftText(told)],
  }),
}

const UNKNOWN: ToldInstalment = { numero: 1, de: 1, vence: '2026-01-01', pagada: false, quedan: 0 }

/** Without an instalment it has only the title, as a timeline tells it. */
export const instalmentText = (tipo: InstalmentEvent, monto: string, told: ToldInstalment | null): EventText =>
  TEXTS[tipo](monto, told ?? UNKNOWN)
