import type { Page } from '@playwright/test'
import { aCourse } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { expect, test } from '../support/test.ts'

/** A course whose first lesson anybody may see. */
async function aFreeLesson({ db, sql }: TestDatabase) {
  const course = await aCourse(db, { lessons: 2, nombre: 'Curso con lección gratis' })
  const [free, paid] = course.modulos[0]?.lecciones ?? []
  await sql`UPDATE lecciones SET gratis = true, contenido = '<p>Lo que se ve sin comprar.</p>' WHERE id = ${free?.id}`
  await sql`UPDATE lecciones SET contenido = '<p>Solo para alumnos.</p>' WHERE id = ${paid?.id}`
  return course
}

/** From the course's syllabus to the lesson, and from there to the cart. */
async function walk(page: Page, course: number): Promise<void> {
  await page.goto(`/detallecurso/${course}`)
  const free = page.getByRole('link', { name: 'Vista previa gratis: Lección 1.1' })
  if (!(await free.isVisible())) await page.getByText('Módulo 1', { exact: true }).click()
  await expect(page.getByRole('link', { name: /^Vista previa gratis/ })).toHaveCount(1)
  await free.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lección 1.1' })).toBeVisible()
  await expect(page.getByText('Lo que se ve sin comprar.')).toBeVisible()
  await expect(page.getByText('Solo para alumnos.')).toHaveCount(0)
  await page.getByRole('button', { name: '¡Comprar ahora!' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible()
  await expect(page).toHaveURL(/\/carrito/)
}

test('un invitado ve la lección gratis y compra el curso', async ({ page, database, axe }) => {
  const course = await aFreeLesson(database)
  await walk(page, course.id)
  await expect(page.getByText('Curso con lección gratis').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Lo que se ve sin comprar.')).toBeVisible()
  await axe(page)
})

test.describe('sin JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('la lección gratis se lee y lleva al carrito', async ({ page, database }) => {
    const course = await aFreeLesson(database)
    await walk(page, course.id)
    await expect(page).toHaveURL(new RegExp(`/carrito\\?agregar=${course.id}$`))
  })
})
