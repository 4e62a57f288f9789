import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { method?: string; url: string; headers: IncomingHttpHeaders; body: string }

type Reply = [status: number, body: object] | { location: string } | 'silence'

/** The collecting account; the token ends with its id. */
export const COLLECTOR = 241983636
const TOKEN = `APP_USR-4934588586838432-112210-0f1e2d3c4b5a69788796a5b4c3d2e1f0-${COLLECTOR}`

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}

/** Some references fail on purpose. */
function preference(body: string): Reply {
  const { external_reference } = JSON.parse(body)
  if (external_reference === 'falla') return [503, { message: 'unavailable' }]
  if (external_reference === 'sin-enlace') return [201, { id: 'pref-2' }]
  if (external_reference === 'tarde') return 'silence'
  return [201, { id: 'pref-1', init_point: 'https://www.mercadopago.com.pe/checkout/pref-1' }]
}

/** Some payments are not paid back, or later. */
function refund(id: string, { amount }: { amount: number }): Reply {
  const refused: Record<string, number> = { antiguo: 2024, entero: 3024, devuelto: 2063, otro: 9999 }
  if (id in refused) return [400, { message: 'refused', status: 400, cause: [{ code: refused[id] }] }]
  if (id === 'silencio') return 'silence'
  if (id === 'rechazado') return [201, { id: 4002, payment_id: 123, amount, status: 'rejected' }]
  return [
    201,
    {
      id: 4001,
      payment_id: 123,
      amount,
      status: id === 'despacio' ? 'in_process' : 'approved',
      date_created: REFUNDED_AT,
    },
  ]
}

export const REFUNDED_AT = '2026-11-20T23:30:00.000-04:00'

/** Of a payment of which a part came back: two refunds, a third that was refused. */
const refundsOf = (id: string) => {
  const amount = Number(/[\d.]+$/.exec(id)?.[0] ?? 0)
  return [
    { id: 4001, amount: amount - 1, status: 'approved', date_created: REFUNDED_AT },
    { id: 4002, amount: 1, status: 'approved' },
    { id: 4003, amount: 5, status: 'rejected' },
  ]
}

/** Behaves as documented by MercadoPago; `payment` is the only payment. */
const routes = (payment: object): [RegExp, (found: string, body: string) => Reply][] => [
  [/^\/checkout\/preferences\/?$/, (_found, body) => preference(body)],
  [/^\/v1\/payments\/search\?/, () => [200, { results: [payment], paging: { total: 1, limit: 50, offset: 0 } }]],
  [/^\/v1\/payments\/123$/, () => [200, payment]],
  [/^\/v1\/payments\/estado-([\w-]+)$/, (status) => [200, { ...payment, status }]],
  [/^\/v1\/payments\/monto-([\d.]+)$/, (amount) => [200, { ...payment, transaction_amount: Number(amount) }]],
  [
    /^\/v1\/payments\/parte-([\d.]+)$/,
    (back) => [
      200,
      {
        ...payment,
        id: `parte-${back}`,
        status_detail: 'partially_refunded',
        transaction_amount_refunded: Number(back),
      },
    ],
  ],
  [/^\/v1\/payments\/([\w.-]+)\/refunds$/, (id, body) => (body ? refund(id, JSON.parse(body)) : [200, refundsOf(id)])],
  [
    /^\/v1\/payments\/123\/refunds\/([\w-]+)$/,
    (status) => {
      if (status === '500') return [500, { message: 'internal' }]
      if (status === '404') return [404, { message: 'Refund not found', status: 404 }]
      return [200, { id: status, payment_id: 123, amount: 1, status }]
    },
  ],
  [/^\/v1\/payments\/cuenta-(\d+)$/, (id) => [200, { ...payment, collector_id: Number(id) }]],
  [/^\/v1\/payments\/sin-cuenta$/, () => [200, { ...payment, collector_id: undefined }]],
  [
    /^\/v1\/payment_methods$/,
    () => [
      200,
      [
        { id: 'visa', status: 'active' },
        { id: 'amex', status: 'testing' },
        { id: 'yape', status: 'active' },
      ],
    ],
  ],
  [/^\/v1\/payments\/500$/, () => [500, { message: 'internal' }]],
  [/^\/v1\/payments\/tarde$/, () => 'silence'],
]

/** What `GET /users/me` tells of the account of a token. */
export const OWNER = { id: COLLECTOR, nickname: 'TIENDA ANDINA', email: 'ana@andina.pe', site_id: 'MPE' }

/** `stumble(n)` makes the next n calls return 500. */
export async function fakeMercadoPago(payment: object) {
  const asked: Asked[] = []
  const table = routes(payment)
  const owners = new Map<string | undefined, object>([[`Bearer ${TOKEN}`, OWNER]])
  let stumbles = 0
  let elsewhere: string | undefined

  function answer({ url, headers, body }: Asked): Reply {
    if (elsewhere !== undefined) return { location: `${elsewhere}${url}` }
    const owner = owners.get(headers.authorization)
    if (!owner) return [401, { message: 'invalid token', status: 401 }]
    if (stumbles > 0) {
      stumbles -= 1
      return [500, { message: 'internal' }]
    }
    if (url === '/users/me') return [200, owner]
    return served(url, body)
  }

  function served(url: string, body: string): Reply {
    for (const [pattern, reply] of table) {
      const match = url.match(pattern)
      if (match) return reply(match[1] ?? '', body)
    }
    return [404, { message: 'not found', error: 'not_found', status: 404 }]
  }

  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request
    const call = { method, url, headers, body: await readBody(request) }
    asked.push(call)
    const reply = answer(call)
    if (reply === 'silence') return
    if ('location' in reply) return void response.writeHead(302, reply).end()
    response.writeHead(reply[0], { 'content-type': 'application/json' }).end(JSON.stringify(reply[1]))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    asked,
    /** Accepts another token. */
    own: (token: string, owner: object) => void owners.set(`Bearer ${token}`, { ...OWNER, ...owner }),
    token: TOKEN,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stumble: (times: number) => {
      stumbles = times
    },
    /** Redirects every call to another server, until `undefined`. */
    sendTo: (url: string | undefined) => {
      elsewhere = url
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
