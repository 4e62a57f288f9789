import type { FailureBody } from '@campus/contract/common'
import { COPY_HEADER, withClockMoved } from '@campus/contract/offline'
import createFetchClient from 'openapi-fetch'
import type { paths } from './api.gen'
import { ApiError, OfflineError } from './errors'
import { isGatewayFailure, networkReturns, reportNetwork } from './network'
import { requestLogin } from './request-login'
import { readSession } from './session'

function withToken(request: Request): Request {
  const token = readSession()?.token
  if (token) request.headers.set('authorization', `Bearer ${token}`)
  return request
}

// Here a 401 is a result, not the end of the session.
const OWN_401 = ['/api/loginalumno', '/api/logout']

type Transport = (request: Request) => Promise<Response>

async function reach(request: Request, transport: Transport): Promise<Response> {
  const began = networkReturns()
  const unreachable = () => {
    reportNetwork(false, began)
    return new OfflineError()
  }
  const response = await transport(withToken(request)).catch((error: unknown) => {
    // An aborted call says nothing about the network.
    throw request.signal.aborted ? error : unreachable()
  })
  if (isGatewayFailure(response)) throw unreachable()
  // An answer from the service worker's cache means that there is no network.
  reportNetwork(!response.headers.has(COPY_HEADER), began)
  return response
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response
  const body = (await response.json().catch(() => undefined)) as Partial<FailureBody> | undefined
  throw new ApiError(response.status, body, Number(response.headers.get('retry-after')) || 0)
}

declare global {
  /** What the document asked for itself (first-answer.js). */
  var firstAnswer: { url: string; token: string; answer: Promise<{ response: Response; at: number }> } | undefined
}

const FIRST_ANSWER_LASTS_MS = 30_000

/** Through the network, or once what the document asked for before its scripts arrived. */
async function ask(request: Request): Promise<Response> {
  const first = globalThis.firstAnswer
  if (first?.url !== request.url || request.method !== 'GET' || first.token !== readSession()?.token)
    return fetch(request)
  globalThis.firstAnswer = undefined
  const { response, at } = await first.answer.catch(() => ({ response: undefined, at: 0 }))
  const age = Date.now() - at
  if (!response || age > FIRST_ANSWER_LASTS_MS) return fetch(request)
  if (!response.ok) return response
  const { status, headers } = response
  return new Response(withClockMoved(await response.text(), age), { status, headers })
}

/** The steps of every {@link client} call; `transport` replaces the network. */
export async function send(request: Request, transport: Transport = ask): Promise<Response> {
  const again = request.clone()
  const before = OWN_401.includes(new URL(request.url).pathname) ? null : readSession()
  const response = await reach(request, transport)
  if (response.status !== 401 || !before || !(await requestLogin(before.token))) return checked(response)
  // What one user did is never repeated as another.
  const now = readSession()
  if (now && now.user.id !== before.user.id) return checked(response)
  await response.body?.cancel()
  return checked(await reach(again, transport))
}

const baseUrl = typeof window === 'undefined' ? 'http://campus.internal' : window.location.origin

/** `client.GET('/api/inicio')`; throws ApiError or OfflineError instead of returning an error. */
export const client = createFetchClient<paths>({ baseUrl, fetch: (request) => send(request), cache: 'no-store' })

/** For drafts, read marks and prefetching: a 401 opens no login while the user reads or writes. */
export const backgroundClient = createFetchClient<paths>({
  baseUrl,
  fetch: async (request) => checked(await fetch(withToken(request))),
})

/** For loaders: calls the API in the same process, without a token. */
export const serverClient = (fetch: (request: Request) => Promise<Response>) =>
  createFetchClient<paths>({ baseUrl: 'http://campus.internal', fetch })
