import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { UNKNOWN_CODE_TEXT } from './order-rules.ts'

/** A student's referral code (storefront.md section 3). */
export const Referral = z.object({
  id: Id,
  codigo: z.string(),
  estudiante_id: Id,
  /** Paid orders that it was used in. */
  usos: z.int(),
  /** What they earned: a free order counts as a use and earns none. */
  puntos: z.int(),
  creado_en: Instant,
})
export type Referral = z.infer<typeof Referral>

/** `POST /referidos`: a code that is taken or malformed is replaced by the server; the student is the token's (contract section 4). */
export const ReferralBody = z.object({ codigo: z.string().max(100).nullish(), estudiante_id: z.unknown().optional() })

/** `{codigo}` in a path. */
export const CodeParams = z.object({ codigo: z.string().trim().min(1, UNKNOWN_CODE_TEXT).max(20, UNKNOWN_CODE_TEXT) })
