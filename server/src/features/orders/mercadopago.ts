import { CURRENCY } from '@campus/contract/order-rules'
import { MercadoPagoConfig, MPNotFoundError, Payment, Preference, WebhookSignatureValidator } from 'mercadopago'
import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes.js'
import type { PaymentSearchResult } from 'mercadopago/dist/clients/payment/search/types.js'
import type { PreferenceRequest } from 'mercadopago/dist/clients/preference/commonTypes.js'
import { AppConfig } from 'mercadopago/dist/utils/config/index.js'
import type { Config } from '../../platform/config.ts'
import {
  type Charge,
  type Gateway,
  GatewayAway,
  type GatewayPayment,
  orderPage,
  type PaymentStatus,
} from './gateway.ts'

/** Timeout of a call, which is tried twice at most. */
const TIMEOUT_MS = 6000
/**
 * Options of every call. The SDK passes unknown ones to `fetch`: a redirect would carry the access token elsewhere (safety.md section 2,
 * SSRF).
 */
const CALL = { maxRetries: 1, initialDelay: 200, redirect: 'error' } as const
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

/** The account that an access token belongs to: MercadoPago ends the token with its user id. Undefined when the token has another form. */
const accountOf = (accessToken: string): string | undefined =>
  accessToken.match(/^(?:APP_USR|TEST)-\d+-\d+-[0-9a-z]+-(\d+)$/i)?.[1]

/** What a card's statement shows of a brand: capital letters without accents, at most 13. */
const descriptorOf = (marca: string): string =>
  marca
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .toUpperCase()
    .slice(0, 13)
    .trim()

/** MercadoPago wants an offset spelled out. */
const withOffset = (instant: string): string => new Date(instant).toISOString().replace('Z', '+00:00')

function bodyOf({ numero, correo, marca, lineas, vence }: Charge, config: Config): PreferenceRequest {
  const page = orderPage(config, numero)
  const reachable = config.publicUrl.startsWith('https:')
  return {
    // An item of no price is refused; it takes nothing from the sum.
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
    // Neither works with the address of a developer's machine. `source_news` asks for signed notifications alone.
    ...(reachable && {
      auto_return: 'approved',
      notification_url: `${config.publicUrl}/api/mercadopago/webhook?source_news=webhooks`,
    }),
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
export function mercadoPago(
  config: Config,
  account: NonNullable<Config['mercadoPago']>,
  { timeout = TIMEOUT_MS } = {},
): Gateway {
  // The SDK has no option for its address; tests use a server of their own.
  if (account.apiUrl) Object.assign(AppConfig, { BASE_URL: account.apiUrl })
  const client = new MercadoPagoConfig({
    accessToken: account.accessToken,
    options: { ...CALL, timeout },
  })
  const preferences = new Preference(client)
  const payments = new Payment(client)
  const collector = accountOf(account.accessToken)
  // A payment that another account collected did not pay us, whatever order it names.
  const isOurs = (found: PaymentResponse | PaymentSearchResult) =>
    collector === undefined || String(found.collector_id) === collector
  return {
    name: 'mercadopago',
    // The token of a test account moves no money, and its payments say so.
    live: !account.accessToken.startsWith('TEST-'),
    async createPreference(charge) {
      // Derived from the order, so that a repeated call makes the same preference.
      const requestOptions = { idempotencyKey: `orden-${charge.numero}` }
      const made = await asked(() => preferences.create({ body: bodyOf(charge, config), requestOptions }))
      if (!made?.id || !made.init_point) throw new GatewayAway('MercadoPago gave no payment address')
      return { id: made.id, init_point: made.init_point }
    },
    async readPayment(id) {
      const found = await asked(() => payments.get({ id }))
      return found && isOurs(found) ? toPayment(found) : null
    },
    async findPayments(reference) {
      const found = await asked(() =>
        payments.search({
          options: { external_reference: reference, sort: 'date_created', criteria: 'desc', limit: 50 },
        }),
      )
      return (found?.results ?? []).filter(isOurs).map(toPayment)
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
