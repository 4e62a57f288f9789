import { z } from 'zod'
import { Instant, oneOf } from './common.ts'
import { OwnPassword } from './team.ts'

/** `password` is the caller's, for the link of a member of the staff. */
export const CopyLinkBody = z.object({ password: OwnPassword.optional() })
export type CopyLinkBody = z.infer<typeof CopyLinkBody>

/** A link that sets a password, for a person to whom staff send it; `invitacion` where they have none yet. */
export const CopiedLink = oneOf(
  z.object({ url: z.string(), tipo: z.enum(['invitacion', 'restablecer']), vence: Instant }),
)
export type CopiedLink = z.infer<typeof CopiedLink>['data']
