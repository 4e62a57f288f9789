import type { ShopCourse } from '@campus/contract/catalogue'
import { serverClient } from '../../lib/client'
import type { PageRequest } from '../../lib/request-context'

/** For loaders; empty when the API fails, so that the page still renders. */
export async function activeCourses(page: PageRequest, brand: number): Promise<ShopCourse[]> {
  const params = { query: { marca: String(brand) } }
  const { data } = await serverClient(page.fetch).GET('/api/cursos/activos', { params })
  return data?.data ?? []
}
