import type { Course } from '@campus/contract/catalogue'
import { serverClient } from './client'
import type { PageRequest } from './request-context'

/** The brand's active courses while a page is rendered; none when they cannot be read, so that the page still stands. */
export async function activeCourses(page: PageRequest, brand: number): Promise<Course[]> {
  const params = { query: { marca: String(brand) } }
  const { data } = await serverClient(page.fetch).GET('/api/cursos/activos', { params })
  return data?.data ?? []
}
