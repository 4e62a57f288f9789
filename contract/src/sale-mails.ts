import { z } from 'zod'
import { oneOf } from './common.ts'

/** How often who runs the academy is mailed its sales. */
export const SALE_MAILS = ['cada_venta', 'al_dia', 'nunca'] as const
export type SaleMails = (typeof SALE_MAILS)[number]

export const SaleMailsBody = z.object({ cuando: z.enum(SALE_MAILS, 'Elige cuándo recibirlos.') })
export type SaleMailsBody = z.infer<typeof SaleMailsBody>
export const OneSaleMails = oneOf(SaleMailsBody)
