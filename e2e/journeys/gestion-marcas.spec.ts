import { aPerson, PASSWORD } from '../../server/test/builders.ts'
import { expect, test } from '../support/test.ts'

test('se abre una marca, se le da un dominio y se trabaja en ella', async ({ page, login, database, watch, isMobile }, {
  workerIndex,
}) => {
  watch.allow(/422/)
  // Far from the ids of other journeys, which new brands follow.
  const own = 5000 + 100 * workerIndex
  const roles = ['plataforma' as const]
  const { id, correo } = await aPerson(database.db, { id_cliente: own, roles })
  const slug = `musica-${own}-${id}`
  await login(page, { id, correo, password: PASSWORD, nombre: 'Ana', nombres: 'Ana' })
  await page.goto('/gestion/marcas')
  await page.getByRole('button', { name: 'Nueva marca' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByText('El nombre es obligatorio.')).toBeVisible()
  await expect(dialog.getByLabel('Nombre', { exact: true })).toBeFocused()
  await dialog.getByLabel('Nombre', { exact: true }).fill('Casa de Música')
  await dialog.getByLabel('Nombre corto').fill(`marca-${own}`)
  await dialog.getByLabel('Nombres').fill('Rosa')
  await dialog.getByLabel('Apellidos').fill('Paz')
  await dialog.getByLabel('Correo').fill(`rosa-${slug}@prueba.pe`)
  const confirm = async () => {
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await dialog.getByLabel('Escribe tu contraseña para continuar.').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Abrir la marca' }).click()
  }
  await confirm()
  await expect(dialog.getByText('Ya hay una marca con este nombre corto.')).toBeVisible()
  await dialog.getByLabel('Nombre corto').fill(slug)
  await confirm()
  await expect(page.getByText(`Invitamos a rosa-${slug}@prueba.pe.`)).toBeVisible()

  const row = page.locator('li, tr').filter({ hasText: slug })
  await row.getByRole('button', { name: 'Casa de Música' }).click()
  await dialog.getByLabel('Dominios').fill('Sin Punto')
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(dialog.getByText('Escribe cada dominio en minúsculas, como campus.academia.pe.')).toBeVisible()
  await dialog.getByLabel('Nombre', { exact: true }).fill(`Música ${slug}`)
  await dialog.getByLabel('Dominios').fill('')
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(row.getByRole('button', { name: `Música ${slug}` })).toBeVisible()

  if (isMobile) await page.getByRole('button', { name: 'Abrir menú' }).click()
  const change = page.getByRole('button', { name: 'Cambiar de marca' })
  await change.click()
  await expect(page.getByRole('menuitemradio', { name: `Música ${slug}` })).toBeVisible()
  // On a phone the menu lies in a drawer, which stays.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await change.click()
  await page.getByRole('menuitemradio', { name: `Música ${slug}` }).click()
  await expect(page.getByRole('banner').getByText(`Música ${slug}`)).toBeAttached()
  const [brand] = await database.sql`SELECT id FROM clientes WHERE slug = ${slug}`
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}').id_cliente)).toBe(brand?.id)
  await page.goto('/gestion/equipo')
  await expect(page.getByText(`rosa-${slug}@prueba.pe`)).toBeVisible()
  await page.goto('/gestion/marcas')
  await row.getByRole('button', { name: `Música ${slug}` }).click()
  await dialog.getByLabel('Estado').selectOption('Cerrada')
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(dialog.getByText('Cambia antes a otra marca: estás trabajando en esta.').first()).toBeVisible()
  await database.sql`UPDATE clientes SET estado = 0 WHERE slug = ${slug}`
})
