import type { Page } from '@playwright/test'
import { aPerson, PASSWORD } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { isSaved } from '../support/drafts.ts'
import { aPicture } from '../support/png.ts'
import { expect, test } from '../support/test.ts'

/** An administrator of a brand that only this worker's tests write. */
async function aBrandOfItsOwn({ db }: TestDatabase, worker: number) {
  const id_cliente = 800 + worker
  const nombres = 'Rosa'
  const { id, correo } = await aPerson(db, { tipo_cliente: 'Administrador', id_cliente, nombres, apellidos: 'Paz' })
  const admin = { id, correo, password: PASSWORD, nombre: 'Rosa Paz', nombres }
  return { admin, address: `/?marca=marca-${id_cliente}` }
}

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Revisar y publicar' }).click()
  await page.getByRole('button', { name: 'Publicar', exact: true }).click()
  await expect(page.getByText('Publicado. Ya lo ven los alumnos.')).toBeVisible()
}

test('la portada se escribe, se previsualiza y se publica; quien visita la ve; una versión vuelve', async ({
  page,
  login,
  newDevice,
  database,
  axe,
}, { workerIndex }) => {
  test.slow()
  const { admin, address } = await aBrandOfItsOwn(database, workerIndex)
  await login(page, admin)
  await page.goto('/gestion/paginas')
  await page.getByRole('link', { name: 'Portada' }).click()
  const own = page.getByRole('switch', { name: 'Titular propio' })
  if (!(await own.isChecked())) await own.click()
  await page.getByLabel('Titular', { exact: true }).fill('Aprende a pintar con luz')
  await expect(page.getByText('5 de 8 palabras')).toBeVisible()
  await page.getByRole('button', { name: 'Revisar y publicar' }).click()
  await page.getByRole('button', { name: 'Falta este texto.' }).click()
  await expect(page.getByRole('group', { name: 'Banners' })).toBeVisible()
  await expect(page.getByLabel('Texto', { exact: true }).first()).toBeFocused()
  await page.keyboard.type('Clases cortas, de verdad.')
  await isSaved(page)

  const visitor = await newDevice()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { level: 1 })).not.toHaveText('Aprende a pintar con luz')

  await page.getByRole('button', { name: 'Vista previa' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Aprende a pintar con luz', level: 1 })).toBeVisible()
  await expect(frame.getByText('Clases cortas, de verdad.')).toBeVisible()
  await page.keyboard.press('Escape')
  await publish(page)
  await axe(page)
  await expect(async () => {
    await visitor.goto(address)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Aprende a pintar con luz', { timeout: 1000 })
  }).toPass()

  await page.getByLabel('Titular', { exact: true }).fill('Otro titular')
  await isSaved(page)
  await publish(page)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Versiones' }).click()
  await page.getByRole('button', { name: 'Restaurar' }).nth(1).click()
  await expect(page.getByLabel('Titular', { exact: true })).toHaveValue('Aprende a pintar con luz')
})

test('una página escrita dice qué le falta, se ve como la verán, se publica, y una versión vuelve', async ({
  page,
  login,
  newDevice,
  database,
  axe,
}, { workerIndex }) => {
  test.slow()
  const { admin } = await aBrandOfItsOwn(database, workerIndex)
  await login(page, admin)
  await page.goto('/gestion/paginas/reembolsos')
  const title = page.getByLabel('Título', { exact: true })
  const text = page.getByLabel('Texto', { exact: true })
  await title.fill('')
  await text.fill('## Plazo\n\nDevolvemos en {{plazo}} días.')
  await page.getByRole('button', { name: 'Revisar y publicar' }).click()
  await expect(page.getByRole('button', { name: 'No existe {{plazo}}.' })).toBeVisible()
  await page.getByRole('button', { name: 'El título es obligatorio.' }).click()
  await expect(title).toBeFocused()
  await page.keyboard.type('Si no te gustó')
  await text.fill('## Plazo\n\nDevolvemos en siete días.')
  await isSaved(page)
  await page.getByRole('button', { name: 'Vista previa' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Si no te gustó', level: 1 })).toBeVisible()
  await expect(frame.getByRole('heading', { name: 'Plazo', level: 2 })).toBeVisible()
  await page.keyboard.press('Escape')
  await publish(page)
  await axe(page)
  const visitor = await newDevice()
  await expect(async () => {
    await visitor.goto(`/reembolsos?marca=marca-${800 + workerIndex}`)
    await expect(visitor.getByText('Devolvemos en siete días.')).toBeVisible({ timeout: 1000 })
  }).toPass()

  await text.fill('Otro texto.')
  await isSaved(page)
  await publish(page)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Versiones' }).click()
  await page.getByRole('button', { name: 'Restaurar' }).nth(1).click()
  await expect(text).toHaveValue('## Plazo\n\nDevolvemos en siete días.')
})

test('dos personas en la portada: la segunda se entera y lo suyo no se pierde', async ({
  page,
  login,
  newDevice,
  database,
  watch,
}, { workerIndex }) => {
  watch.allow(/409/)
  const { admin } = await aBrandOfItsOwn(database, workerIndex)
  const other = await newDevice()
  for (const one of [page, other]) {
    await login(one, admin)
    await one.goto('/gestion/portada')
    await expect(one.getByRole('heading', { name: 'Portada', level: 1 })).toBeVisible()
  }
  await other.getByLabel('Valoración media (opcional)').fill('4.5')
  await other.getByLabel('Valoración media (opcional)').blur()
  await isSaved(other)
  await page.getByLabel('Valoración media (opcional)').fill('3')
  await expect(page.getByText(/guardó cambios mientras escribías\. Lo tuyo sigue en este equipo\./)).toBeVisible()
  await expect(page.getByLabel('Valoración media (opcional)')).toHaveValue('3')
  await page.getByRole('button', { name: 'Quedarme con lo mío' }).click()
  await isSaved(page)
})

test('un tema de prompt se crea, se prueba con respuestas y se publica', async ({ page, login, database, axe }, {
  workerIndex,
}) => {
  const { admin } = await aBrandOfItsOwn(database, workerIndex)
  await login(page, admin)
  await page.goto('/gestion/temas')
  await page.getByRole('button', { name: 'Nuevo tema' }).click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Un resumen')
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Un resumen', level: 1 })).toBeVisible()
  await page.getByLabel('Descripción').fill('Resume lo que leíste.')
  await page.getByRole('button', { name: 'Agregar pregunta' }).click()
  await page.getByLabel('Pregunta', { exact: true }).fill('¿Qué leíste?')
  await page.getByLabel('Variable').fill('libro')
  await page.getByRole('button', { name: 'Agregar plantilla' }).click()
  await page.getByLabel('Título', { exact: true }).fill('Resumen')
  const template = page.getByLabel('Plantilla', { exact: true })
  await template.focus()
  // The keys of a text are not those of the list around it.
  await page.keyboard.type('Resume  \nen diez líneas')
  for (const key of ['Home', 'ArrowUp', 'End']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Insertar libro' }).click()
  await expect(template).toHaveValue('Resume  {{libro}}\nen diez líneas')
  await expect(template).toBeFocused()
  await isSaved(page)
  await page.getByRole('button', { name: 'Probar' }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('¿Qué leíste?').fill('La ciudad y los perros')
  await frame.getByRole('button', { name: 'Generar PROMPT 1,2,3' }).click()
  await expect(frame.getByLabel('PROMPT 1: Resumen')).toHaveValue('Resume  La ciudad y los perros\nen diez líneas')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Agregar pregunta' }).click()
  await page.getByLabel('Pregunta', { exact: true }).nth(1).fill('¿Para quién?')
  await page.getByRole('button', { name: 'Acciones de «¿Para quién?»' }).click()
  await page.getByRole('menuitem', { name: 'Subir' }).click()
  await expect(page.getByLabel('Pregunta', { exact: true }).first()).toHaveValue('¿Para quién?')
  await expect(page.getByRole('status').filter({ hasText: '«¿Para quién?», posición 1 de 2' })).toBeAttached()
  await isSaved(page)
  await publish(page)
  await axe(page)
})

test('lo que se escribe mientras sube una imagen no se pierde, y el premio se publica', async ({
  page,
  login,
  database,
}, { workerIndex }) => {
  const { admin } = await aBrandOfItsOwn(database, workerIndex)
  await login(page, admin)
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/gestion/archivos*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/gestion/premios')
  const names = page.getByLabel('Premio', { exact: true })
  const place = await names.count()
  await page.getByRole('button', { name: 'Agregar premio' }).click()
  const prize = page.getByRole('group', { name: `Premio ${place + 1}` })
  const choosing = page.waitForEvent('filechooser')
  await prize.getByRole('button', { name: 'Subir imagen' }).click()
  await (await choosing).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: aPicture(40, 30) })
  await page.getByRole('button', { name: 'Usar la imagen entera' }).click()
  await names.nth(place).fill('Una cámara')
  gate.resolve()
  await expect(page.getByRole('button', { name: 'Cambiar imagen' })).toHaveCount(place + 1)
  await expect(names.nth(place)).toHaveValue('Una cámara')
  await page.getByRole('combobox', { name: 'Puesto' }).nth(place).click()
  await page.getByRole('option', { name: 'PRIMER PUESTO' }).click()
  await isSaved(page)
  await publish(page)
})

test('un banner se encuadra con el teclado y el ratón, y se sube con la forma de la tienda', async ({
  page,
  login,
  database,
  axe,
}, { workerIndex }) => {
  const { admin } = await aBrandOfItsOwn(database, workerIndex)
  await login(page, admin)
  await page.goto('/gestion/portada')
  await page.getByRole('button', { name: 'Agregar banner' }).click()
  const banner = page.getByRole('group', { name: /^Banner \d$/ }).last()
  const choose = async (name: RegExp, width: number, height: number) => {
    const choosing = page.waitForEvent('filechooser')
    await banner.getByRole('button', { name }).click()
    await (await choosing).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: aPicture(width, height) })
  }
  await choose(/Subir imagen/, 1600, 1200)
  const dialog = page.getByRole('dialog', { name: 'Encuadra la imagen' })
  const frame = dialog.getByRole('application', { name: 'Encuadre de la imagen' })
  await expect(frame).toBeFocused()
  const preview = dialog.getByRole('figure', { name: 'Así se verá en tu portada' }).locator('img')
  const place = () => preview.getAttribute('style')
  const first = await place()
  // Before the picture is drawn there is nothing to move.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    expect(await place()).not.toBe(first)
  }).toPass()
  const byKey = await place()
  await dialog.getByRole('slider', { name: 'Acercar' }).fill('2')
  await expect(preview).not.toHaveAttribute('style', byKey ?? '')
  const zoomed = await place()
  const box = await frame.boundingBox()
  if (!box) throw new Error('The frame is not drawn.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 + 10, { steps: 4 })
  await page.mouse.up()
  await expect(preview).not.toHaveAttribute('style', zoomed ?? '')
  await expect(dialog.getByRole('button', { name: 'Usar la imagen entera' })).toBeHidden()
  await axe(page)
  await dialog.getByRole('button', { name: 'Usar este encuadre' }).click()
  await expect(dialog).toBeHidden()
  const change = banner.getByRole('button', { name: 'Cambiar imagen' })
  await expect(change).toBeVisible()
  const shape = () =>
    banner.locator('img').evaluate((image) => {
      const { naturalWidth, naturalHeight } = image as unknown as { naturalWidth: number; naturalHeight: number }
      return naturalWidth / naturalHeight
    })
  await expect.poll(shape).toBeCloseTo(1600 / 560, 1)

  await choose(/Cambiar imagen/, 1600, 560)
  await expect(dialog.getByRole('button', { name: 'Usar la imagen entera' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
})

test('los temas se ordenan con el menú de cada uno, y el generador los muestra así', async ({
  page,
  login,
  database,
  axe,
}, { workerIndex }) => {
  const { admin } = await aBrandOfItsOwn(database, workerIndex)
  const id_cliente = 800 + workerIndex
  await database.sql`DELETE FROM temas_prompt WHERE id_cliente = ${id_cliente}`
  await database.sql`INSERT INTO temas_prompt (id_cliente, nombre, orden, estado)
    VALUES (${id_cliente}, 'Tema uno', 1, 1), (${id_cliente}, 'Tema dos', 2, 1)`
  await login(page, admin)
  await page.goto('/gestion/temas')
  await page.getByRole('button', { name: 'Ordenar los temas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ordenar los temas' })
  await expect(dialog.getByRole('row')).toContainText(['Tema uno', 'Tema dos'])
  await axe(page)
  await dialog.getByRole('button', { name: 'Acciones de «Tema dos»' }).click()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/gestion/temas/orden'))
  await page.getByRole('menuitem', { name: 'Subir' }).click()
  expect((await saved).status()).toBe(200)
  await expect(dialog.getByRole('row')).toContainText(['Tema dos', 'Tema uno'])

  // Escape closes only what lies on top.
  const opener = dialog.getByRole('button', { name: 'Acciones de «Tema dos»' })
  await opener.click()
  await page.getByRole('menuitem', { name: 'Mover a…' }).click()
  const over = page.getByRole('dialog', { name: 'Mover «Tema dos»' })
  await expect(over.getByLabel('Posición')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(over).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.goto('/prompt')
  await expect(page.getByText(/^Tema (uno|dos)$/)).toHaveText(['Tema dos', 'Tema uno'])
})
