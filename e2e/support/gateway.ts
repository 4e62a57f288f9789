import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The account of the only access token that the server accepts. */
export const ACCOUNT = { id: 241983636, nickname: 'TIENDA ANDINA', email: 'ana@tallersol.pe', site_id: 'MPE' }
export const ACCESS_TOKEN = `APP_USR-4934588586838432-112210-0f1e2d3c4b5a69788796a5b4c3d2e1f0-${ACCOUNT.id}`

/** Says whose keys it is asked with, as MercadoPago does. */
export async function openGateway(): Promise<{ url: string; close: () => void }> {
  const server = createServer(({ url, headers }, response) => {
    const answer = url === '/users/me' ? 200 : 404
    const status = headers.authorization === `Bearer ${ACCESS_TOKEN}` ? answer : 401
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(status === 200 ? ACCOUNT : { message: 'no', status }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A notice of a payment as MercadoPago signs it; the status of the answer. */
export async function notify(webhook: string, secret: string): Promise<number> {
  const [id, requestId, ts] = ['123456', randomUUID(), String(Date.now())]
  const v1 = createHmac('sha256', secret).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex')
  const { status } = await fetch(`${webhook}?data.id=${id}&type=payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
    body: JSON.stringify({ action: 'payment.updated', type: 'payment', data: { id } }),
  })
  return status
}
