import { setTimeout as sleep } from 'node:timers/promises'
import { CURRENCY } from '@campus/contract/order-rules'
import { WebhookSignatureValidator } from 'mercadopago'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import {
  type Charge,
  type Gateway,
  type GatewayPayment,
  GatewayUnavailable,
  type PaymentStatus,
  returnPage,
} from './gateway.ts'

/** Per attempt; a call is retried once. */
const TIMEOUT_MS = 6000
const RETRY_MS = 200
const API_URL = 'https://api.mercadopago.com'

const Payment = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  status: z.string().nullish(),
  status_detail: z.string().nullish(),
  external_reference: z.string().nullish(),
  transaction_amount: z.number().nullish(),
  transaction_amount_refunded: z.number().nullish(),
  currency_id: z.string().nullish(),
  live_mode: z.boolean().nullish(),
  collector_id: z.union([z.string(), z.number()]).nullish(),
  payment_method_id: z.string().nullish(),
})
const PaymentMethods = z.array(z.object({ id: z.string(), status: z.string().nullish() }))
type Payment = z.infer<typeof Payment>
const SearchResult = z.object({ results: z.array(Payment).nullish() })
const Preference = z.object({ id: z.string().min(1), init_point: z.string().min(1) })

const STATUSES: Record<string, PaymentStatus> = {
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  refunded: 'refunded',
  charged_back: 'charged_back',
}

function toPayment(payment: Payment): GatewayPayment {
  return {
    id: payment.id,
    reference: payment.external_reference ?? '',
    // Authorized, in process, in mediation and pending all mean waiting.
    status: STATUSES[payment.status ?? ''] ?? 'pending',
    detail: payment.status_detail ?? null,
    amountCentimos: Math.round((payment.transaction_amount ?? 0) * 100),
    refundedCentimos: Math.round((payment.transaction_amount_refunded ?? 0) * 100),
    currency: payment.currency_id ?? '',
    live: payment.live_mode ?? false,
    method: payment.payment_method_id ?? null,
  }
}

/** MercadoPago ends access tokens with the user id; undefined for other formats. */
const accountOf = (accessToken: string): string | undefined =>
  accessToken.match(/^(?:APP_USR|TEST)-\d+-\d+-[0-9a-z]+-(\d+)$/i)?.[1]

/** Card statements take at most 13 capital letters without accents. */
const descriptorOf = (marca: string): string =>
  marca
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .toUpperCase()
    .slice(0, 13)
    .trim()

/** MercadoPago requires an explicit offset. */
const withOffset = (instant: string): string => new Date(instant).toISOString().replace('Z', '+00:00')

function bodyOf({ numero, correo, marca, lineas, vence }: Charge, config: Config) {
  const page = returnPage(config, numero)
  const reachable = config.publicUrl.startsWith('https:')
  return {
    // MercadoPago refuses items without a price.
    items: lineas
      .filter((line) => line.precio_centimos > 0)
      .map((line) => ({
        id: String(line.id_curso),
        title: line.nombre,
        category_id: 'learnings',
        quantity: 1,
        currency_id: CURRENCY,
        unit_price: line.precio_centimos / 100,
        ...(line.imagen && { picture_url: new URL(line.imagen, config.publicUrl).href }),
      })),
    payer: { email: correo },
    external_reference: numero,
    statement_descriptor: descriptorOf(marca),
    expires: true,
    expiration_date_to: withOffset(vence),
    back_urls: { success: page, pending: page, failure: page },
    // Neither works with a local URL. `source_news` requests signed notifications only.
    ...(reachable && {
      auto_return: 'approved',
      notification_url: `${config.publicUrl}/api/mercadopago/webhook?source_news=webhooks`,
    }),
  }
}

type Call = { method?: 'POST'; body?: object; idempotencyKey?: string }

/** The SDK clients have no option for the base URL, nor against redirects. */
function createClient({ accessToken, apiUrl = API_URL }: NonNullable<Config['mercadoPago']>, timeout: number) {
  async function send(path: string, { method, body, idempotencyKey }: Call): Promise<Response> {
    const response = await fetch(apiUrl + path, {
      method,
      body: body && JSON.stringify(body),
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        ...(idempotencyKey && { 'x-idempotency-key': idempotencyKey }),
      },
      // A redirect would carry the access token elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok && response.status !== 404) throw new Error(`status ${response.status}`)
    return response
  }
  return async <Result>(schema: z.ZodType<Result>, path: string, call: Call = {}): Promise<Result | null> => {
    try {
      const response = await send(path, call).catch(() => sleep(RETRY_MS).then(() => send(path, call)))
      return response.status === 404 ? null : schema.parse(await response.json())
    } catch (error) {
      throw new GatewayUnavailable('MercadoPago did not respond', { cause: error })
    }
  }
}

/** Payments through MercadoPago's Checkout Pro. */
export function mercadoPago(
  config: Config,
  account: NonNullable<Config['mercadoPago']>,
  { timeout = TIMEOUT_MS } = {},
): Gateway {
  const call = createClient(account, timeout)
  const collector = accountOf(account.accessToken)
  // Payments collected by another account did not pay us, whatever order they name.
  const isOurs = (payment: Payment) => collector === undefined || String(payment.collector_id) === collector
  return {
    name: 'mercadopago',
    live: !account.accessToken.startsWith('TEST-'),
    async createPreference(charge) {
      const preference = await call(Preference, '/checkout/preferences/', {
        method: 'POST',
        body: bodyOf(charge, config),
        // Idempotent per order.
        idempotencyKey: `orden-${charge.numero}`,
      })
      if (!preference) throw new GatewayUnavailable('MercadoPago returned no payment URL')
      return preference
    },
    async readPayment(id) {
      const payment = await call(Payment, `/v1/payments/${encodeURIComponent(id)}`)
      return payment && isOurs(payment) ? toPayment(payment) : null
    },
    async findPayments(reference) {
      const query = new URLSearchParams({
        external_reference: reference,
        sort: 'date_created',
        criteria: 'desc',
        limit: '50',
      })
      const search = await call(SearchResult, `/v1/payments/search?${query}`)
      return (search?.results ?? []).filter(isOurs).map(toPayment)
    },
    async paymentMeans() {
      const methods = await call(PaymentMethods, '/v1/payment_methods')
      return (methods ?? []).filter(({ status }) => status === 'active').map(({ id }) => id)
    },
    async isAuthentic({ signature, requestId, dataId }) {
      // MercadoPago signs `data.id` as sent or in lower case, depending on its age.
      return [dataId, dataId.toLowerCase()].some((id) => {
        try {
          WebhookSignatureValidator.validate({
            xSignature: signature,
            xRequestId: requestId,
            dataId: id,
            secret: account.webhookSecret,
          })
          return true
        } catch {
          return false
        }
      })
    },
  }
}
