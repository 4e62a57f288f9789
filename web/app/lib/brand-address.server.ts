import { data, redirectDocument } from 'react-router'
import type { serverClient } from './client'
import { withBrand } from './redirect'

type Move = { brand: number; visit: number; path: string }

/** A document redirect, because the theme belongs to the document; null when that brand does not exist any more. */
export async function moveToBrand(
  call: ReturnType<typeof serverClient>,
  { brand, visit, path }: Move,
): Promise<Response | null> {
  const find = async (id: number) =>
    (await call.GET('/api/clientes/{id}', { params: { path: { id: String(id) } } })).data?.data
  const [to, from] = await Promise.all([find(brand), find(visit)])
  if (!to) return null
  return redirectDocument((to.url_base !== from?.url_base ? to.url_base : '') + withBrand(path, brand))
}

/** @throws 404 when that brand does not exist any more */
export async function redirectToBrand(call: ReturnType<typeof serverClient>, move: Move): Promise<Response> {
  const response = await moveToBrand(call, move)
  if (!response) throw data(null, { status: 404 })
  return response
}
