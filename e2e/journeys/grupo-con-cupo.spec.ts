import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aSoldGroup } from '../../server/test/groups.ts'
import { openCart, soldCourse } from '../support/cart.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const buy = (page: Page) => page.getByRole('button', { name: 'Comprar ahora' })
const choice = (page: Page) => page.getByLabel('Grupo')

test('un curso que se vende por grupos: se elige, se aparta la vacante y quien llega tarde lo sabe antes de pagar', async ({
  page,
  browser,
  database,
  login,
  axe,
  baseURL,
  watch,
}) => {
  watch.allow(/status of 422/)
  const { db, sql } = database
  const course = await soldCourse(database, `Cerámica ${randomUUID().slice(0, 6)}`)
  const times = { inicio: '2030-01-05', fin: '2030-03-30' }
  const morning = await aSoldGroup(db, course.id, {
    nombre: 'Mañanas',
    horario: 'Sábados, 9 a. m.',
    aforo: 1,
    ...times,
  })
  await aSoldGroup(db, course.id, { nombre: 'Noches', horario: 'Martes, 7 p. m.', inicio: '2030-01-08', aforo: 12 })

  // A guest reads and chooses on the course's page.
  await page.goto(`/detallecurso/${course.id}`)
  const groups = page.getByRole('group', { name: 'Elige tu grupo' })
  await expect(groups.getByText('Sábados, 9 a. m. · del 5 de enero al 30 de marzo de 2030')).toBeVisible()
  await expect(groups.getByText('Queda 1 vacante')).toBeVisible()
  await expect(groups.getByText('Quedan 12 vacantes')).toBeVisible()
  await axe(page)
  await groups.getByRole('radio', { name: /^Mañanas/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: '¡Comprar ahora!' }).click()
  await expect(page).toHaveURL(/\/carrito$/)
  await expect(choice(page)).toHaveValue(String(morning.id))
  await expect(choice(page)).toHaveAccessibleDescription('Sábados, 9 a. m. · del 5 de enero al 30 de marzo de 2030')
  await axe(page)

  const [first, second] = [await freshStudent(database), await freshStudent(database)]
  await login(page, first)
  await openCart(page, [course])
  await expect(choice(page)).toHaveValue(String(morning.id))

  // Another student comes without choosing.
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const rival = await context.newPage()
  await login(rival, second)
  await openCart(rival, [course])
  await expect(choice(rival)).toBeVisible()
  await buy(rival).click()
  await expect(choice(rival)).toBeFocused()
  await expect(choice(rival)).toHaveAccessibleDescription('Elige tu grupo.')
  await choice(rival).selectOption(String(morning.id))
  await expect(choice(rival)).toHaveAccessibleDescription(/^Sábados/)

  await buy(page).click()
  await expect(page).toHaveURL(new RegExp(`^${baseURL}/pasarela-de-prueba/`))
  await buy(rival).click()
  await expect(rival.getByText(`El grupo «Mañanas» de «${course.nombre}» ya no tiene vacantes.`)).toBeVisible()
  // The list says it, and what is left is not chosen by itself.
  await expect(choice(rival).locator('option', { hasText: 'Mañanas' })).toHaveAttribute('disabled', '')
  await expect(choice(rival)).toHaveValue('')
  await buy(rival).click()
  await expect(choice(rival)).toBeFocused()

  // The first one did not pay in time: the place goes to the second.
  await sql`UPDATE orden_lineas SET apartado_hasta = now() WHERE id_grupo = ${morning.id}`
  await rival.reload()
  await choice(rival).selectOption(String(morning.id))
  await buy(rival).click()
  await rival.getByRole('button', { name: 'Aprobar el pago', exact: true }).click()
  await expect(rival.getByText('Empezar ahora')).toBeVisible({ timeout: 20_000 })
  await expect(rival.getByText('Mañanas', { exact: true })).toBeVisible()
  await context.close()

  // Then the first one pays all the same, and enters.
  await page.getByRole('button', { name: 'Aprobar el pago', exact: true }).click()
  await expect(page.getByText('Empezar ahora')).toBeVisible({ timeout: 20_000 })
  const [there] = await sql`SELECT count(*)::int AS n FROM matriculas WHERE id_grupo = ${morning.id}`
  expect(there?.n).toBe(2)

  // All the groups are full.
  await sql`UPDATE grupos SET cerrado_en = now(), en_venta = false WHERE id_curso = ${course.id} AND nombre = 'Noches'`
  await login(page, await freshStudent(database))
  await page.goto(`/detallecurso/${course.id}`)
  await expect(page.getByText('Todos los grupos están llenos.')).toBeVisible()
  await openCart(page, [course])
  await expect(page.getByText('Sin vacantes por ahora, no se cobra')).toBeVisible()
  await axe(page)
})
