import { COPY_HEADER, withClockMoved } from '@campus/contract/offline'

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A copy is found only with the token that it was read with: never by the next user of this browser. */
export async function keyedBySession({ request }: { request: Request }): Promise<string> {
  const url = new URL(request.url)
  url.searchParams.set('sesion', await digest(request.headers.get('authorization') ?? ''))
  return url.href
}

/** The server alone says what may be kept; a copy remembers when it was taken. */
export async function storable({ response }: { response: Response }): Promise<Response | null> {
  const policy = response.headers.get('cache-control') ?? 'no-store'
  if (policy.includes('no-store')) return null
  const headers = new Headers(response.headers)
  headers.set(COPY_HEADER, String(Date.now()))
  return new Response(response.body, { status: response.status, headers })
}

export async function withClock({ cachedResponse }: { cachedResponse?: Response }): Promise<Response | undefined> {
  if (!cachedResponse) return undefined
  const { status, headers } = cachedResponse
  const age = Date.now() - Number(headers.get(COPY_HEADER))
  return new Response(withClockMoved(await cachedResponse.text(), age), { status, headers })
}
