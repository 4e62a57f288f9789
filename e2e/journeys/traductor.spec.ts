import type { Page } from '@playwright/test'
import { notify } from '../../server/src/features/notifications/notifications.ts'
import { aCourse } from '../../server/test/builders.ts'
import { openCart, soldCourse } from '../support/cart.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { translate } from '../support/translator.ts'

const sum = (page: Page, label: string) => page.locator('dl > div, dl').filter({ hasText: label }).last().locator('dd')

// A part that hydrates after the translator came is drawn again by React, which says so.
test.beforeEach(({ watch }) => watch.allow(/React error #418/))

test('con el traductor del navegador el carrito suma lo que queda', async ({ page, database }) => {
  const [one, two] = [await soldCourse(database, 'Álgebra'), await soldCourse(database, 'Bordado')]
  await openCart(page, [one, two])
  await expect(sum(page, 'Descuento')).toHaveText('−S/ 59.60')
  await translate(page)
  await page.getByRole('button', { name: 'Quitar Álgebra' }).click()
  await expect(sum(page, 'Precio regular')).toHaveText('S/ 178.80')
  await expect(sum(page, 'Descuento')).toHaveText('−S/ 29.80')
  await expect(sum(page, 'Total')).toHaveText('S/ 149.00')
  await expect(page.getByText('Quitaste «Álgebra».')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(sum(page, 'Descuento')).toHaveText('−S/ 59.60')
})

test('con el traductor cuentan la lección y sus comentarios', async ({ page, database, login }) => {
  const course = await aCourse(database.db, { lessons: 3 })
  const [modulo] = course.modulos
  await login(page, await freshStudent(database, [course.id]))
  await page.goto(`/miscursos/${course.id}/modulos/${modulo?.id}/leccion/${modulo?.lecciones[0]?.id}`)
  const panel = page.getByRole('navigation', { name: 'Lecciones del módulo' })
  await expect(panel).toContainText('0 de 3 completadas')
  await page.getByLabel('Tu comentario').fill('¿Por qué se usa una tabla?')
  await translate(page)
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Comentarios (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Completar y seguir' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lección 1.2' })).toBeVisible()
  await expect(panel).toContainText('1 de 3 completadas')
  await expect(page.getByRole('region', { name: 'Avance de la lección' })).toContainText('2 de 3 del módulo')
})

test('con el traductor la página siguiente y la cuenta de lo no leído son las de verdad', async ({
  page,
  database,
  login,
}) => {
  const student = await freshStudent(database)
  for (let n = 1; n <= 22; n++)
    await notify(database.db, {
      evento: 'aviso',
      tipo: 'Otro',
      mensaje: `Aviso ${n} de la academia.`,
      clave: `traductor:${student.id}:${n}`,
      usuarios: [student.id],
    })
  await login(page, student)
  await page.goto('/notificaciones')
  const filter = page.getByRole('navigation', { name: 'Filtro' })
  await expect(filter).toContainText('No leídas (22)')
  await translate(page)
  await page
    .getByRole('navigation', { name: 'Páginas de notificaciones' })
    .getByRole('link', { name: 'Página 2' })
    .click()
  await expect(page.getByText('Aviso 1 de la academia.')).toBeVisible()
  await page.getByText('Aviso 1 de la academia.').click()
  await expect(filter).toContainText('No leídas (21)')
})

test('con el traductor una nota cambia sus palabras y la página sigue en pie', async ({ page, database, login }) => {
  const student = await freshStudent(database)
  await database.sql`UPDATE usuarios SET correo_verificado_en = NULL WHERE id = ${student.id}`
  await login(page, student)
  await page.goto('/inicio')
  const note = page.getByRole('complementary', { name: 'Confirma tu correo' })
  await expect(note).toContainText(student.correo)
  await translate(page)
  await note.getByRole('button', { name: 'Reenviar' }).click()
  await expect(note.getByRole('status')).not.toContainText(student.correo)
  await expect(note.getByRole('button', { name: 'Cerrar este aviso' })).toBeVisible()
})
