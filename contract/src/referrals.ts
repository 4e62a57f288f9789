import { z } from 'zod'
import { ReferralCheck } from './cart.ts'
import { Id, Instant, SentOnce } from './common.ts'
import { UNKNOWN_CODE_TEXT } from './order-rules.ts'
import { MAX_PASTED_CODE } from './rules.ts'
import { line } from './text-fields.ts'

export const Referral = z.object({
  id: Id,
  codigo: z.string(),
  estudiante_id: Id,
  usos: z.int(),
  /** Points earned; a free order counts as a use and earns none. */
  puntos: z.int(),
  creado_en: Instant,
})
/** For guests; `invita` is the inviter's first name. */
export const Invitation = ReferralCheck.extend({ invita: z.string().nullable() })

export type Referral = z.infer<typeof Referral>
export type Invitation = z.infer<typeof Invitation>

/** The server replaces a code that is taken or malformed and ignores `estudiante_id` (docs/product/shop.md 8.1). */
export const ReferralBody = z.object({
  codigo: z.string().max(MAX_PASTED_CODE).nullish(),
  estudiante_id: z.unknown().optional(),
  envio: SentOnce,
})

export const CodeParams = z.object({
  codigo: line(MAX_PASTED_CODE, UNKNOWN_CODE_TEXT).min(1, UNKNOWN_CODE_TEXT),
})
