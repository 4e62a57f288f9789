import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Heard, MercadoPagoAccount } from '../../platform/connections/connections.ts'
import { GatewayRefused, GatewayUnavailable } from './gateway.ts'

/** Per attempt; a call is retried once. */
const TIMEOUT_MS = 6000
const RETRY_MS = 200
const API_URL = 'https://api.mercadopago.com'

/** Of payments, refunds and accounts. */
export const Id = z.union([z.string(), z.number()]).transform(String)

type Call = { method?: 'POST'; body?: object; idempotencyKey?: string; headers?: Record<string, string> }

/** A status that says no, and why. */
class Refusal extends Error {
  readonly codes: string[]
  constructor(codes: string[]) {
    super(`refused: ${codes.join(', ')}`)
    this.codes = codes
  }
}

const Refused = z.object({
  message: z.string().nullish(),
  cause: z.array(z.object({ code: z.union([z.string(), z.number()]).nullish() })).nullish(),
})

async function refusalOf(response: Response): Promise<Refusal> {
  const read = Refused.safeParse(await response.json().catch(() => null))
  return new Refusal(
    (read.data?.cause ?? []).flatMap(({ code }) => (code === null || code === undefined ? [] : [String(code)])),
  )
}

const TOO_OLD = 'MercadoPago ya no devuelve un pago tan antiguo: devuélvelo por otro medio y regístralo aquí.'

/** By the code of the refusal. */
const REFUND_TEXTS: Record<string, string> = {
  2024: TOO_OLD,
  15016: TOO_OLD,
  3024: 'MercadoPago no devuelve solo una parte de este pago.',
  2063: 'MercadoPago dice que este pago ya no se puede devolver. Revisa si ya se devolvió.',
}

class Unexpected extends Error {
  readonly status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

/** What keeps MercadoPago from answering as it should, for staff. */
export function mercadoPagoProblem(error: unknown): string {
  const cause = error instanceof GatewayUnavailable ? error.cause : error
  const status = cause instanceof Unexpected ? cause.status : undefined
  if (status === 401 || status === 403)
    return 'MercadoPago no acepta estas claves: están mal copiadas, vencidas o revocadas.'
  if (status !== undefined) return `MercadoPago respondió con un error (${status}). Inténtalo en unos minutos.`
  return 'MercadoPago no respondió. Inténtalo en unos minutos.'
}

export type Options = { timeout?: number; heard?: (heard: Heard) => Promise<void> }

/** The SDK clients have no option for the base URL, nor against redirects. */
export function createClient(
  { accessToken, apiUrl = API_URL }: MercadoPagoAccount,
  { timeout = TIMEOUT_MS, heard }: Options,
) {
  async function send(path: string, { method, body, idempotencyKey, headers }: Call): Promise<Response> {
    const response = await fetch(apiUrl + path, {
      method,
      body: body && JSON.stringify(body),
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        ...(idempotencyKey && { 'x-idempotency-key': idempotencyKey }),
        ...headers,
      },
      // A redirect would carry the access token elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (method === 'POST' && [400, 403, 404, 422].includes(response.status)) throw await refusalOf(response)
    if (!response.ok && response.status !== 404) throw new Unexpected(response.status)
    return response
  }
  return async <Result>(schema: z.ZodType<Result>, path: string, call: Call = {}): Promise<Result | null> => {
    try {
      const response = await send(path, call).catch((error) => {
        if (error instanceof Refusal) throw error
        return sleep(RETRY_MS).then(() => send(path, call))
      })
      const answer = response.status === 404 ? null : schema.parse(await response.json())
      await heard?.({ exito: true })
      return answer
    } catch (error) {
      if (error instanceof Refusal && call.method === 'POST' && path.endsWith('/refunds'))
        throw new GatewayRefused(
          error.codes.map((code) => REFUND_TEXTS[code]).find(Boolean) ?? 'MercadoPago no aceptó la devolución.',
          { cause: error },
        )
      if (!(error instanceof Refusal)) await heard?.({ fallo: mercadoPagoProblem(error) })
      throw new GatewayUnavailable('MercadoPago did not respond', { cause: error })
    }
  }
}

const Owner = z.object({ id: Id, nickname: z.string().nullish(), email: z.string().nullish(), site_id: z.string() })

/** Whose keys these are; `pais` is MercadoPago's name of it. @throws GatewayUnavailable ({@link mercadoPagoProblem}) */
export async function readOwner(account: MercadoPagoAccount) {
  const owner = await createClient(account, {})(Owner, '/users/me')
  if (!owner) throw new GatewayUnavailable('MercadoPago knows no such account')
  const { id, nickname, email, site_id } = owner
  return { pais: site_id, cuenta: { id, nombre: nickname || id, correo: email ?? null } }
}
