import type { FailureBody } from '@campus/contract/common'
import type { Invitation } from '@campus/contract/referrals'
import type { serverClient } from '../../lib/client'
import { ApiError } from '../../lib/errors'

/** An invitation, the server's reason why its code is of no use, or what failed. */
export type Answer = { invitation: Invitation } | { reason: string } | { error: unknown }

type Refusal = Partial<Pick<FailureBody, 'errors' | 'message'>>

function refused(status: number, error: unknown): Answer {
  const { errors = {}, message } = error as Refusal
  const reason = Object.values(errors)[0]?.[0] ?? message
  return status === 422 && reason ? { reason } : { error: null }
}

/** Never throws. A server's client returns the refusal that a browser's one throws. */
export async function askInvitation(
  call: ReturnType<typeof serverClient>,
  marca: number,
  codigo: string,
): Promise<Answer> {
  const params = { path: { codigo }, query: { marca: String(marca) } }
  try {
    const { data, error, response } = await call.GET('/api/referidos/validar/{codigo}', { params })
    return data ? { invitation: data.data } : refused(response.status, error)
  } catch (error) {
    return error instanceof ApiError && error.status === 422 ? refused(422, error) : { error }
  }
}
