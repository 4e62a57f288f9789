import { UNPAID_STATES } from '@campus/contract/order-rules'
import { sql } from 'drizzle-orm'
import type { MercadoPagoAccount, MercadoPagoData } from '../../platform/connections/connections.ts'
import type { Db } from '../../platform/db/database.ts'
import { mercadoPagoProblem, readOwner } from './mercadopago-client.ts'

/** MercadoPago's name of Peru. */
const PERU = 'MPE'

/** Asks MercadoPago whose keys these are; or why they cannot be used, for staff. */
export async function tryKeys(account: MercadoPagoAccount): Promise<MercadoPagoData | { problema: string }> {
  try {
    const { pais, cuenta } = await readOwner(account)
    if (pais === PERU) return { cuenta }
    return { problema: `La cuenta ${cuenta.nombre} no es de MercadoPago Perú: no cobra en soles.` }
  } catch (error) {
    return { problema: mercadoPagoProblem(error) }
  }
}

/** So that what is still unpaid is not paid to the account of before. */
export async function forgetPreferences(tx: Db): Promise<void> {
  await tx.execute(sql`UPDATE ordenes SET init_point = NULL, id_preferencia = NULL
    WHERE estado = ANY(${sql.param(UNPAID_STATES)}::text[]) AND pasarela = 'mercadopago' AND init_point IS NOT NULL`)
  await tx.execute(
    sql`UPDATE cuotas SET init_point = NULL, preferencia_en = NULL WHERE preferencia_en IS NOT NULL AND pagada_el IS NULL`,
  )
}
