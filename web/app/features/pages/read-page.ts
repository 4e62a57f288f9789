import type { PageKey, PageTitle, WrittenPage } from '@campus/contract/pages'
import { PAGE_KEYS } from '@campus/contract/rules'
import { data, type RouterContextProvider } from 'react-router'
import { serverClient } from '../../lib/client'
import { requestContext } from '../../lib/request-context'

export type Read = { page: WrittenPage; others: PageTitle[] }

type Args = { url: URL; context: Readonly<RouterContextProvider> }

/** @throws Response 404 */
function keyOf(url: URL): PageKey {
  const path = url.pathname.split('/')[1]
  const key = PAGE_KEYS.find((candidate) => candidate === path)
  if (!key) throw new Response(null, { status: 404 })
  return key
}

/** Reads the written page of an address on the server. @throws Response 404 or 503 */
export async function readPage({ url, context }: Args): Promise<Read> {
  const visit = context.get(requestContext)
  const call = serverClient(visit.fetch)
  const query = { marca: String(visit.brand) }
  const [page, titles] = await Promise.all([
    call.GET('/api/paginas/{clave}', { params: { path: { clave: keyOf(url) }, query } }),
    call.GET('/api/paginas', { params: { query } }),
  ])
  if (!page.data) {
    const { status } = page.response
    throw data(null, status === 404 ? { status } : { status: 503, headers: { 'retry-after': '10' } })
  }
  const { data: written } = page.data
  return { page: written, others: (titles.data?.data ?? []).filter(({ clave }) => clave !== written.clave) }
}
