import { aCourse, aPerson, PASSWORD } from '../../server/test/builders.ts'
import { expect, test } from '../support/test.ts'

test('las categorías se crean, se renombran, se ordenan y se ocultan; la tienda las ofrece así', async ({
  page,
  login,
  watch,
  database,
  axe,
  isMobile,
}, { workerIndex }) => {
  watch.allow(/422/)
  const id_cliente = (isMobile ? 840 : 860) + workerIndex
  const { id, correo } = await aPerson(database.db, { tipo_cliente: 'Administrador', id_cliente })
  await database.sql`DELETE FROM cursos WHERE id_cliente = ${id_cliente}`
  await database.sql`DELETE FROM categorias WHERE id_cliente = ${id_cliente}`
  await login(page, { id, correo, password: PASSWORD, nombre: 'Ana', nombres: 'Ana' })
  await page.goto('/gestion/categorias')
  const dialog = page.getByRole('dialog')
  const create = async (button: string, nombre: string) => {
    await page.getByRole('button', { name: button }).click()
    await dialog.getByLabel('Nombre').fill(nombre)
    await dialog.getByRole('button', { name: 'Crear la categoría' }).click()
  }
  await create('Crear la primera', 'Cocina')
  await expect(dialog).toBeHidden()
  await create('Nueva categoría', 'cocina')
  await expect(dialog.getByText('Ya existe una categoría con ese nombre.').first()).toBeVisible()
  await dialog.getByLabel('Nombre').fill('Pastelería')
  await dialog.getByRole('button', { name: 'Crear la categoría' }).click()
  await expect(dialog).toBeHidden()
  const rows = page.getByRole('grid', { name: 'Categorías en orden' }).getByRole('row')
  await expect(rows).toHaveText([/^Cocina/, /^Pastelería/])

  await rows.last().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(rows).toHaveText([/^Pastelería/, /^Cocina/])
  await expect(page.getByText('«Pastelería», posición 1 de 2')).toBeAttached()
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(rows).toHaveText([/^Cocina/, /^Pastelería/])
  await expect(page.getByText('«Pastelería», posición 2 de 2')).toBeAttached()
  await rows.last().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(rows).toHaveText([/^Pastelería/, /^Cocina/])

  // The menu and dragging do what the keys do.
  const ordered = () => page.waitForResponse((answer) => answer.url().endsWith('/api/gestion/catalogo/orden'))
  await page.getByRole('button', { name: 'Acciones de «Cocina»' }).click()
  const lifted = ordered()
  await page.getByRole('menuitem', { name: 'Subir' }).click()
  expect((await lifted).status()).toBe(200)
  await expect(rows).toHaveText([/^Cocina/, /^Pastelería/])
  const dropped = ordered()
  if (isMobile) {
    await rows.last().focus()
    await page.keyboard.press('Alt+ArrowUp')
  } else await rows.last().dragTo(rows.first(), { targetPosition: { x: 40, y: 2 } })
  expect((await dropped).status()).toBe(200)
  await expect(rows).toHaveText([/^Pastelería/, /^Cocina/])

  await aCourse(database.db, { id_cliente })
  await database.sql`UPDATE cursos SET id_categoria = (SELECT id FROM categorias WHERE id_cliente = ${id_cliente} AND nombre = 'Cocina')
    WHERE id_cliente = ${id_cliente}`
  await database.sql`DELETE FROM categorias WHERE id_cliente = ${id_cliente} AND nombre NOT IN ('Cocina', 'Pastelería')`
  await page.reload()
  const counted = rows.last().getByRole('link', { name: /^\d+ cursos? de Cocina$/ })
  await expect(counted).toHaveAttribute('href', /^\/gestion\/cursos\?categoria=\d+$/)
  await rows.last().getByRole('button', { name: 'Cocina', exact: true }).click()
  await dialog.getByLabel('Nombre').fill('Cocina peruana')
  await dialog.getByLabel('En la tienda').selectOption('Oculta')
  await expect(dialog.getByText(/^La usan? \d+ cursos?\.$/)).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(rows).toHaveText([/^Pastelería/, /^Cocina peruana.*Oculta/])

  const shop = await page.request.get(`/api/categorias/activas?marca=${id_cliente}`)
  const offered = (await shop.json()).data.map(({ nombre }: { nombre: string }) => nombre)
  expect(offered).toEqual(['Pastelería'])
  await page.reload()
  await expect(rows).toHaveText([/^Pastelería/, /^Cocina peruana/])
})
