import type { Page, Route } from '@playwright/test'
import { aCourse } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'

/** A course of this test's own, at S/ 149.00. */
export type Sold = { id: number; nombre: string }

export async function soldCourse({ db }: TestDatabase, nombre: string): Promise<Sold> {
  const { id } = await aCourse(db, { nombre })
  return { id, nombre }
}

/** Changes the price of a course, in céntimos. */
export async function changePrice({ sql }: TestDatabase, { id }: Sold, centimos: number): Promise<void> {
  await sql`UPDATE cursos SET costo_centimos = ${centimos} WHERE id = ${id}`
}

/** Opens the cart with these courses. */
export async function openCart(page: Page, courses: Sold[], costo = 149): Promise<void> {
  await page.goto('/api/salud/viva')
  const items = courses.map(({ id, nombre }) => ({
    id,
    nombre,
    descripcion: '<p>Un <b>curso</b>.</p>',
    costo,
    imagen: null,
  }))
  await page.evaluate((cart) => localStorage.setItem('cart', JSON.stringify(cart)), items)
  await page.goto('/carrito')
}

export const storedIds = (page: Page): Promise<number[]> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('cart') ?? '[]') as { id: number }[]).map(({ id }) => id))

/** Mocks the check of a referral code with this discount. */
export const withPercentage = (porcentaje: number) => async (route: Route) => {
  const answer = await route.fetch()
  const body = (await answer.json()) as { data: { codigo: { valido: boolean } | null } }
  if (body.data.codigo?.valido) Object.assign(body.data.codigo, { porcentaje })
  await route.fulfill({ response: answer, json: body })
}
