import { CURRENCY } from '@campus/contract/order-rules'
import { MercadoPagoConfig, MPNotFoundError, Payment, Preference, WebhookSignatureValidator } from 'mercadopago'
import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes.js'
import type { PaymentSearchResult } from 'mercadopago/dist/clients/payment/search/types.js'
import { AppConfig } from 'mercadopago/dist/utils/config/index.js'
import type { Config } from '../../platform/config.ts'
import { backUrls, type Charge, type Gateway, GatewayAway, type GatewayPayment, type PaymentStatus } from './gateway.ts'

const TIMEOUT_MS = 8000
const STATUSES: Record<string, PaymentStatus> = {
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  refunded: 'refunded',
  charged_back: 'charged_back',
}

function toPayment(found: PaymentResponse | PaymentSearchResult): GatewayPayment {
  return {
    id: String(found.id),
    reference: found.external_reference ?? '',
    // Authorized, in process, in mediation and pending all mean: wait.
    status: STATUSES[found.status ?? ''] ?? 'pending',
    detail: found.status_detail ?? null,
    amountCentimos: Math.round((found.transaction_amount ?? 0) * 100),
    currency: found.currency_id ?? '',
    live: found.live_mode ?? false,
  }
}

function bodyOf({ numero, correo, lineas, descuento_centimos }: Charge, config: Config) {
  const items = lineas.map((line) => ({
    id: String(line.id_curso),
    title: line.nombre,
    quantity: 1,
    currency_id: CURRENCY,
    unit_price: line.precio_centimos / 100,
    ...(line.imagen && { picture_url: new URL(line.imagen, config.publicUrl).href }),
  }))
  if (descuento_centimos > 0)
    items.push({
      id: 'descuento',
      title: 'Descuento',
      quantity: 1,
      currency_id: CURRENCY,
      unit_price: -descuento_centimos / 100,
    })
  return {
    items,
    payer: { email: correo },
    external_reference: numero,
    back_urls: backUrls(config, numero),
    auto_return: 'approved',
    notification_url: `${config.publicUrl}/api/mercadopago/webhook`,
  }
}

async function asked<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof MPNotFoundError) return null
    throw new GatewayAway('MercadoPago did not answer', { cause: error })
  }
}

/** Payments through MercadoPago's Checkout Pro, by its official SDK (peers.md section 4). */
export function mercadoPago(config: Config, account: NonNullable<Config['mercadoPago']>): Gateway {
  // The SDK has no setting for its address; the tests speak to a server of their own.
  if (account.apiUrl) Object.assign(AppConfig, { BASE_URL: account.apiUrl })
  const client = new MercadoPagoConfig({
    accessToken: account.accessToken,
    options: { timeout: TIMEOUT_MS, maxRetries: 1, initialDelay: 200 },
  })
  const preferences = new Preference(client)
  const payments = new Payment(client)
  return {
    name: 'mercadopago',
    async createPreference(charge) {
      // Derived from the order, so that a repeated call is the same preference.
      const requestOptions = { idempotencyKey: `orden-${charge.numero}` }
      const made = await asked(() => preferences.create({ body: bodyOf(charge, config), requestOptions }))
      if (!made?.id || !made.init_point) throw new GatewayAway('MercadoPago gave no payment address')
      return { id: made.id, init_point: made.init_point }
    },
    async readPayment(id) {
      const found = await asked(() => payments.get({ id }))
      return found && toPayment(found)
    },
    async findPayments(reference) {
      const found = await asked(() => payments.search({ options: { external_reference: reference } }))
      return (found?.results ?? []).map(toPayment)
    },
    async isAuthentic({ signature, requestId, dataId }) {
      // MercadoPago signs `data.id` as it sends it or in lower case, depending on its age.
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
