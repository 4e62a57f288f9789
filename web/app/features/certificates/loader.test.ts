import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type PageRequest, requestContext } from '../../lib/request-context'
import type { Route } from './+types/verification-page'
import { loader } from './verification-page'

const CODE = 'CERT-ABCDEFGHI'

/** A visit of brand 2 to a certificate of brand 3; an answer that is missing is a 404. */
function open(answers: Record<string, unknown>) {
  const verified = { codigo_certificado: CODE, id_cliente: 3 }
  const known: Record<string, unknown> = { [`/api/certificados/validacion/${CODE}`]: { data: verified }, ...answers }
  const fetch: PageRequest['fetch'] = async ({ url }) => {
    const answer = known[new URL(url).pathname]
    return Response.json(answer ?? { message: 'No está.' }, { status: answer ? 200 : 404 })
  }
  const context = new RouterContextProvider()
  context.set(requestContext, {
    brand: 2,
    nonce: '',
    fetch,
    failed: () => undefined,
    styles: new Map(),
    islands: new Map(),
  })
  const request = new Request(`http://campus.internal/certificado/${CODE}`)
  return loader({ context, request, params: { '*': CODE } } as unknown as Route.LoaderArgs)
}

const here = { '/api/clientes/2': { data: { url_base: 'https://campus.pe' } } }

describe('the loader of a certificate', () => {
  it.each([
    ['the same host', 'https://campus.pe', `/certificado/${CODE}?marca=3`],
    ['the host of its brand', 'https://aulaviva.pe', `https://aulaviva.pe/certificado/${CODE}?marca=3`],
  ])('leads to the brand that issued it, at %s', async (_where, url_base, target) => {
    const answer = await open({ ...here, '/api/clientes/3': { data: { url_base } } }).catch((thrown: unknown) => thrown)
    expect(answer instanceof Response && answer.headers.get('location')).toBe(target)
  })

  it('verifies it here when its brand is gone', async () => {
    expect(await open(here)).toMatchObject({ data: { kind: 'found', certificate: { codigo_certificado: CODE } } })
  })
})
