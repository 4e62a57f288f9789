import { Message, messageBody } from '@campus/contract/common'
import { WebhookBody, WebhookQuery } from '@campus/contract/orders'
import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import { fail } from '../../platform/failures.ts'
import type { App, Deps } from '../../platform/http/http.ts'
import { eventos_pago } from './gateway.tables.ts'
import { type Gateway, type GatewayNow, PAYMENT_EVENT, type Signed } from './gateway.ts'

/** The kind and the resource's id, in the newer form (`type`, `data.id`) or the older one (`topic`, `id`). */
function noticeOf(query: WebhookQuery, body: WebhookBody): { kind: string | undefined; dataId: string } {
  return {
    kind: query.type ?? query.topic ?? body.type ?? body.topic,
    dataId: String(query['data.id'] ?? body.data?.id ?? query.id ?? ''),
  }
}

/** Fails closed without gateway, signature or secret. @throws NO_AUTENTICADO */
async function requireAuthentic(gateway: Gateway | null, signed: Signed): Promise<Gateway> {
  if (!gateway || !signed.dataId || !signed.signature) throw fail('NO_AUTENTICADO')
  const authentic = await gateway.isAuthentic(signed)
  await gateway.told?.(authentic)
  if (!authentic) throw fail('NO_AUTENTICADO')
  return gateway
}

/** Notices of the gateway (docs/product/shop.md 6.3). */
export function webhookRoute(app: App, { db, jobs }: Deps, gatewayNow: GatewayNow): void {
  app.register(async (plain) => {
    const scope = plain.withTypeProvider<ZodTypeProvider>()
    const json = scope.getDefaultJsonParser('error', 'error')
    // The address says it all, so a body may be missing or a form.
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null, null) : json(request, String(body), done),
    )
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const schema = { tags: ['Compras'], querystring: WebhookQuery, body: WebhookBody, response: { 200: Message } }
    scope.post('/api/mercadopago/webhook', { config: { access: 'public' }, schema }, async (request) => {
      const { query, body, headers } = request
      const { kind, dataId } = noticeOf(query, body)
      // The gateway repeats what is not answered with 200, and older kinds come unsigned.
      if (kind !== undefined && kind !== 'payment') return messageBody('Recibido.')
      const requestId = String(headers['x-request-id'] ?? '')
      const signature = String(headers['x-signature'] ?? '')
      const gateway = await requireAuthentic(await gatewayNow(), { signature, requestId, dataId })
      const clave = `${requestId} ${dataId} ${body.action ?? ''}`
      await db.transaction(async (tx) => {
        const row = { pasarela: gateway.name, clave, id_pago: dataId, cuerpo: body }
        const stored = await tx
          .insert(eventos_pago)
          .values(row)
          .onConflictDoNothing()
          .returning({ id: eventos_pago.id })
        if (stored.length > 0) await jobs.send(tx, PAYMENT_EVENT, { id: dataId })
      })
      return messageBody('Recibido.')
    })
  })
}
