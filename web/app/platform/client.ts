import type { FailureBody } from '@campus/contract/common'
import createFetchClient from 'openapi-fetch'
import type { paths } from './api.gen'
import { ApiError, OfflineError } from './errors'
import { takeFirst } from './first-calls'
import { reportNetwork } from './network'
import { relogin } from './relogin'
import { readSession } from './session'

function withToken(request: Request): Request {
  const token = readSession()?.token
  if (token) request.headers.set('authorization', `Bearer ${token}`)
  return request
}

// A 401 of these is an answer, not the end of a session.
const OWN_401 = ['/api/loginalumno', '/api/logout']

const ask = (request: Request): Promise<Response> => fetch(withToken(request))

async function reach(request: Request): Promise<Response> {
  // What was asked before the scripts came and failed is asked once more: the line may be back.
  const response = await (takeFirst(request)?.catch(() => ask(request)) ?? ask(request)).catch((error: unknown) => {
    // A call that nobody waits for any more says nothing of the network.
    if (request.signal.aborted) throw error
    reportNetwork(false)
    throw new OfflineError()
  })
  reportNetwork(true)
  return response
}

async function send(request: Request): Promise<Response> {
  const again = request.clone()
  const mayAsk = readSession() !== null && !OWN_401.includes(new URL(request.url).pathname)
  const response = await reach(request)
  if (response.status !== 401 || !mayAsk || !(await relogin())) return response
  await response.body?.cancel()
  return reach(again)
}

async function checked(request: Request): Promise<Response> {
  const response = await send(request)
  if (response.ok) return response
  const body = (await response.json().catch(() => undefined)) as Partial<FailureBody> | undefined
  throw new ApiError(response.status, body)
}

/** Typed calls: `client.GET('/api/inicio')`. Throws ApiError or OfflineError; never answers an error as a value. */
export const client = createFetchClient<paths>({
  baseUrl: typeof window === 'undefined' ? 'http://campus.internal' : window.location.origin,
  fetch: checked,
})

/** Typed calls while a page is rendered on the server, in the same process and without a token. */
export const serverClient = (fetch: (request: Request) => Promise<Response>) =>
  createFetchClient<paths>({ baseUrl: 'http://campus.internal', fetch })
