import { z } from 'zod'
import { Day, oneOf } from './common.ts'
import { INSTALMENT_STATES, MAX_INSTALMENTS, MIN_INSTALMENTS } from './instalment-rules.ts'

const COUNT_TEXT = `Son de ${MIN_INSTALMENTS} a ${MAX_INSTALMENTS} cuotas.`

/** As agreed with the buyer: amounts in soles that make the total. The first is paid with the sale. */
export const InstalmentPlan = z
  .array(
    z.object({
      monto: z.number('Escribe el monto.').positive('Escribe el monto.').max(1_000_000),
      vence: Day,
    }),
    COUNT_TEXT,
  )
  .min(MIN_INSTALMENTS, COUNT_TEXT)
  .max(MAX_INSTALMENTS, COUNT_TEXT)
  .superRefine((plan, context) => {
    plan.forEach(({ vence }, at) => {
      if (vence <= (plan[at - 1]?.vence ?? ''))
        context.addIssue({ code: 'custom', path: [at, 'vence'], message: 'Cada cuota vence después de la anterior.' })
    })
  })
export type InstalmentPlan = z.infer<typeof InstalmentPlan>

export const Instalment = z.object({
  /** From 1. */
  numero: z.int(),
  monto: z.number(),
  vence: Day,
  estado: z.enum(INSTALMENT_STATES),
  /** The day of Lima on which it was paid. */
  pagada_el: Day.nullable(),
  /** The gateway waits for its payment. */
  en_camino: z.boolean(),
})
export type Instalment = z.infer<typeof Instalment>

/** The one that the buyer pays online. */
export const PayInstalmentBody = z.object({ cuota: z.int().min(1).max(MAX_INSTALMENTS) })
export const InstalmentPayment = oneOf(z.object({ init_point: z.string() }))
