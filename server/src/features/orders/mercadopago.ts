import { CURRENCY } from '@campus/contract/order-rules'
import { WebhookSignatureValidator } from 'mercadopago'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import type { MercadoPagoAccount } from '../../platform/connections/connections.ts'
import {
  type Charge,
  type Gateway,
  type GatewayPayment,
  type GatewayRefund,
  GatewayRefused,
  GatewayUnavailable,
  type PaymentStatus,
  returnPage,
} from './gateway.ts'
import { createClient, Id, type Options } from './mercadopago-client.ts'

const Refund = z.object({
  id: Id,
  amount: z.number(),
  status: z.string().nullish(),
  date_created: z.string().nullish(),
})

const Payment = z.object({
  id: Id,
  status: z.string().nullish(),
  status_detail: z.string().nullish(),
  external_reference: z.string().nullish(),
  transaction_amount: z.number().nullish(),
  transaction_amount_refunded: z.number().nullish(),
  refunds: z.array(Refund).nullish(),
  date_approved: z.string().nullish(),
  currency_id: z.string().nullish(),
  live_mode: z.boolean().nullish(),
  collector_id: z.union([z.string(), z.number()]).nullish(),
  payment_method_id: z.string().nullish(),
})
const Refunds = z.array(Refund)
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

const centimosOf = (soles: number | null | undefined): number => Math.round((soles ?? 0) * 100)

const UNDER_WAY = new Set(['in_process', 'pending'])

function toRefund({ id, amount, status, date_created }: z.infer<typeof Refund>): GatewayRefund {
  return { id, centimos: centimosOf(amount), done: !UNDER_WAY.has(status ?? ''), at: date_created ?? null }
}

const REFUSED_REFUND: Record<string, string> = {
  rejected: 'MercadoPago no aceptó la devolución.',
  cancelled: 'MercadoPago canceló la devolución.',
}

/** @throws GatewayRefused */
function acceptedRefund(refund: z.infer<typeof Refund>): GatewayRefund {
  const refused = REFUSED_REFUND[refund.status ?? '']
  if (refused) throw new GatewayRefused(refused)
  return toRefund(refund)
}

const refundsOf = (refunds: z.infer<typeof Refund>[]): GatewayRefund[] =>
  refunds.filter(({ status }) => !REFUSED_REFUND[status ?? '']).map(toRefund)

function toPayment(payment: Payment, refunds = payment.refunds ?? []): GatewayPayment {
  return {
    id: payment.id,
    reference: payment.external_reference ?? '',
    // Authorized, in process, in mediation and pending all mean waiting.
    status: STATUSES[payment.status ?? ''] ?? 'pending',
    detail: payment.status_detail ?? null,
    amountCentimos: centimosOf(payment.transaction_amount),
    refundedCentimos: centimosOf(payment.transaction_amount_refunded),
    refunds: refundsOf(refunds).filter(({ done }) => done),
    approvedAt: payment.date_approved ?? null,
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

function bodyOf({ numero, referencia = numero, correo, marca, lineas, vence }: Charge, config: Config) {
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
    external_reference: referencia,
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

/** Otherwise a refund under way is answered like a refused one. */
const SHOW_UNDER_WAY = { 'x-render-in-process-refunds': 'true' }

/** Payments through MercadoPago's Checkout Pro. */
export function mercadoPago(config: Config, account: MercadoPagoAccount, options: Options = {}): Gateway {
  const call = createClient(account, options)
  const collector = accountOf(account.accessToken)
  // Payments collected by another account did not pay us, whatever order they name.
  const isOurs = (payment: Payment) => collector === undefined || String(payment.collector_id) === collector
  /** A payment lists few of its refunds or none; then they are read. */
  async function complete(payment: Payment): Promise<GatewayPayment> {
    const read = toPayment(payment)
    const listed = (read.refunds ?? []).reduce((sum, { centimos }) => sum + centimos, 0)
    if ((read.refundedCentimos ?? 0) <= listed) return read
    return toPayment(payment, (await call(Refunds, `/v1/payments/${encodeURIComponent(payment.id)}/refunds`)) ?? [])
  }
  return {
    name: 'mercadopago',
    live: !account.accessToken.startsWith('TEST-'),
    async createPreference(charge) {
      const preference = await call(Preference, '/checkout/preferences/', {
        method: 'POST',
        body: bodyOf(charge, config),
        // Idempotent per order; an instalment's that has expired is made again.
        idempotencyKey: `orden-${charge.referencia ? `${charge.referencia}-${charge.vence}` : charge.numero}`,
      })
      if (!preference) throw new GatewayUnavailable('MercadoPago returned no payment URL')
      return preference
    },
    async readPayment(id) {
      const payment = await call(Payment, `/v1/payments/${encodeURIComponent(id)}`)
      return payment && isOurs(payment) ? complete(payment) : null
    },
    async findPayments(reference) {
      const query = new URLSearchParams({
        external_reference: reference,
        sort: 'date_created',
        criteria: 'desc',
        limit: '50',
      })
      const search = await call(SearchResult, `/v1/payments/search?${query}`)
      return Promise.all((search?.results ?? []).filter(isOurs).map(complete))
    },
    async refund(payment, centimos, key) {
      const made = await call(Refund, `/v1/payments/${encodeURIComponent(payment)}/refunds`, {
        method: 'POST',
        body: { amount: centimos / 100 },
        idempotencyKey: key,
        headers: SHOW_UNDER_WAY,
      })
      if (!made) throw new GatewayRefused('MercadoPago no aceptó la devolución.')
      return acceptedRefund(made)
    },
    async readRefund(payment, id) {
      const path = `/v1/payments/${encodeURIComponent(payment)}/refunds/${encodeURIComponent(id)}`
      const refund = await call(Refund, path, { headers: SHOW_UNDER_WAY })
      return refund && acceptedRefund(refund)
    },
    async paymentMeans() {
      const methods = await call(PaymentMethods, '/v1/payment_methods')
      return (methods ?? []).filter(({ status }) => status === 'active').map(({ id }) => id)
    },
    told: async (firmado) => options.heard?.({ firmado }),
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
