import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openSession } from '../support/api.ts'
import { aPicture } from '../support/png.ts'
import { expect, test } from '../support/test.ts'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const save = (page: Page) => page.getByRole('button', { name: 'Guardar cambios' })

async function openProfile(page: Page): Promise<void> {
  await page.goto('/perfil')
  await expect(page.getByRole('heading', { level: 2, name: 'Datos de contacto' })).toBeVisible()
}

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}') as { foto_perfil: string | null })

const choose = (page: Page, buffer: Buffer, mimeType = 'image/png', name = 'foto.png') =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer })

test('ve sus datos fijos y guarda los que puede cambiar', async ({ page, student, login }) => {
  await login(page, student)
  await openProfile(page)
  for (const [label, value] of [
    ['Nombres', student.nombres],
    ['Correo electrónico', student.correo],
    ['Tipo de documento', 'DNI'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('readonly')
  }
  await expect(page.getByRole('link', { name: 'pide la corrección a Soporte' })).toHaveAttribute('href', '/soporte')

  await page.getByLabel('Teléfono').fill('+51 987 654 321')
  await page.getByLabel('Dirección').fill('Jr. Ñandú 123')
  await page.getByLabel('Ciudad').fill('Arequipa')
  await page.getByLabel('Profesión', { exact: true }).fill('Diseñadora')
  const shown = page.getByRole('switch', { name: 'Mostrar mi profesión al verificar mis certificados' })
  await expect(shown).toBeChecked()
  await expect(shown).toHaveAccessibleDescription(/^Quien abra uno de ellos o escriba su código/)
  await shown.press('Space')
  await page.getByLabel('Fecha de nacimiento').fill('1998-04-17')
  await expect(page.getByText('Tienes cambios sin guardar')).toBeVisible()
  await save(page).click()
  await expect(toast(page, 'Usuario Actualizado')).toBeVisible()
  await expect(page.getByText('Tienes cambios sin guardar')).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Teléfono')).toHaveValue('+51 987 654 321')
  await expect(page.getByLabel('Dirección')).toHaveValue('Jr. Ñandú 123')
  await expect(shown).not.toBeChecked()
  await expect(page.getByLabel('Fecha de nacimiento')).toHaveValue('1998-04-17')
})

test('un dato que no vale se dice junto a su campo, y lo demás se queda', async ({ page, student, login, watch }) => {
  watch.allow(/status of (422|500)/)
  await login(page, student)
  await openProfile(page)
  await page.getByLabel('Ciudad').fill('Cusco')
  await page.getByLabel('Teléfono').fill('llámame')
  await save(page).click()
  await expect(page.getByLabel('Teléfono')).toHaveAccessibleDescription(
    'El teléfono solo puede tener números, espacios y el signo +.',
  )
  await expect(page.getByLabel('Teléfono')).toBeFocused()

  await page.getByLabel('Teléfono').fill('999888777')
  const mensaje = 'Ocurrió un error inesperado'
  await page.route('**/api/usuarios/*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { message: mensaje, mensaje } })
      : route.fallback(),
  )
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: mensaje })).toBeVisible()
  await expect(page.getByLabel('Ciudad')).toHaveValue('Cusco')
})

test('salir con cambios sin guardar pregunta antes', async ({ page, student, login }) => {
  await login(page, student)
  await openProfile(page)
  await page.getByLabel('Ciudad').fill('Trujillo')
  const away = page.getByRole('link', { name: 'pide la corrección a Soporte' })
  await away.click()
  const dialog = page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })
  await dialog.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(page.getByLabel('Ciudad')).toHaveValue('Trujillo')
  await expect(page).toHaveURL(/\/perfil$/)
  await away.click()
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL(/\/soporte$/)
})

test('la foto se encuadra, se guarda y cambia en todas partes; también al quitarla', async ({
  page,
  student,
  login,
  axe,
}) => {
  await login(page, student)
  await openProfile(page)
  await choose(page, aPicture(1600, 1000))
  const dialog = page.getByRole('dialog', { name: 'Encuadra tu foto' })
  const frame = dialog.getByRole('application', { name: 'Encuadre de la foto' })
  await expect(frame).toBeFocused()
  const left = () => dialog.locator('img').getAttribute('style')
  const before = await left()
  // Before the picture is drawn there is nothing to move.
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    expect(await left()).not.toBe(before)
  }).toPass()
  await dialog.getByRole('slider', { name: 'Acercar' }).fill('2')
  await axe(page)
  await dialog.getByRole('button', { name: 'Guardar foto' }).click()
  await expect(toast(page, 'Usuario Actualizado')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('img', { name: 'Tu foto de perfil' })).toBeVisible()
  const { foto_perfil } = await stored(page)
  expect(foto_perfil).toMatch(/^\/api\/storage\/fotos\/[0-9a-f]{64}-1280\.webp$/)
  await expect(page.getByRole('banner').locator(`img[src="${foto_perfil}"]`)).toBeVisible()

  await page.getByRole('button', { name: 'Quitar foto' }).click()
  const asked = page.getByRole('dialog', { name: '¿Quitar tu foto?' })
  await asked.getByRole('button', { name: 'Sí, quitar' }).click()
  await expect(asked).toBeHidden()
  await expect(page.getByRole('button', { name: 'Subir foto' })).toBeVisible()
  await expect(page.locator(`img[src="${foto_perfil}"]`)).toHaveCount(0)
  expect((await stored(page)).foto_perfil).toBeNull()
})

test('lo que no puede ser una foto se dice sin enviarlo', async ({ page, student, login }) => {
  await login(page, student)
  await openProfile(page)
  const refused = page.getByRole('main').getByRole('alert')
  await choose(page, Buffer.from('hola'), 'text/plain', 'nota.txt')
  await expect(refused).toHaveText('El archivo debe ser una imagen.')
  await choose(page, Buffer.from('no es una imagen'))
  await expect(refused).toHaveText('El archivo debe ser una imagen.')
  await choose(page, Buffer.alloc(5_000_001))
  await expect(refused).toHaveText('La foto puede pesar hasta 5 MB.')
  await choose(page, aPicture(5000, 4801))
  await expect(refused).toHaveText('La imagen puede tener hasta 24 megapíxeles.')

  // A save leaves nothing of it.
  await page.getByLabel('Ciudad').fill('Cusco')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Usuario Actualizado')).toBeVisible()
  await expect(refused).toHaveText('')
})

test('cambia su contraseña: las otras sesiones se cierran', async ({ page, student, login, watch, newDevice }) => {
  watch.allow(/status of (401|422)/)
  const elsewhere = await newDevice()
  await login(elsewhere, student)
  await login(page, student)
  await openProfile(page)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const current = page.getByLabel('Contraseña actual')
  const fresh = page.getByLabel('Contraseña nueva', { exact: true })
  const again = page.getByLabel('Repite la contraseña nueva')

  await current.fill(student.password)
  await fresh.fill('corta')
  await again.fill('corta')
  await save(page).click()
  await expect(fresh).toHaveAccessibleDescription(/La contraseña debe tener como mínimo 8 caracteres\./)

  await fresh.fill('Nueva-clave-9')
  await again.fill('otra-cosa')
  await save(page).click()
  await expect(again).toHaveAccessibleDescription('Las contraseñas no coinciden')
  await expect(page.getByRole('alert').filter({ hasText: 'Las contraseñas no coinciden' })).toContainText('Error')

  await again.fill('Nueva-clave-9')
  await current.fill('no-es-esta-clave')
  await save(page).click()
  await expect(current).toHaveAccessibleDescription('La contraseña actual no es correcta.')
  await expect(current).toBeFocused()
  await expect(fresh, 'what was typed stays').toHaveValue('Nueva-clave-9')

  await current.fill(student.password)
  await save(page).click()
  await expect(toast(page, 'Usuario Actualizado')).toBeVisible()
  await expect(current, 'the fields are folded away').toBeHidden()
  await elsewhere.goto('/inicio')
  await expect(elsewhere.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Este dispositivo')).toBeVisible()
})

test('ve sus sesiones y cierra una o todas las otras', async ({ page, student, login, watch, newDevice, baseURL }) => {
  // The other device's session is over: its next request gets 401.
  watch.allow(/status of 401/)
  const elsewhere = await newDevice()
  await elsewhere.goto('/login')
  await elsewhere.getByLabel('Correo electrónico').fill(student.correo)
  await elsewhere.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await elsewhere.getByRole('button', { name: 'Ingresar' }).click()
  await expect(elsewhere).toHaveURL(/\/inicio$/)
  for (let n = 0; n < 2; n++) await openSession(baseURL ?? '', student.correo, student.password)
  await login(page, student)
  await openProfile(page)
  const rows = page.getByRole('listitem').filter({ hasText: /Último uso|Este dispositivo/ })
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('Este dispositivo')
  await page.getByRole('button', { name: /^Cerrar la sesión de Chrome/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(toast(page, 'Sesión cerrada.')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Cerrar las otras sesiones' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar las otras' }).click()
  await expect(toast(page, 'Se cerraron las otras sesiones.')).toBeVisible()
  await expect(rows).toHaveCount(1)
})

test('descarga sus datos', async ({ page, student, login }) => {
  await login(page, student)
  await openProfile(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar mis datos' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('mis-datos.json')
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, { correo: string }[]>
  expect(data.usuario?.[0]?.correo).toBe(student.correo)
  expect(Object.keys(data)).toContain('matriculas')
})

test('elimina su cuenta con su contraseña', async ({ page, student, login, watch }) => {
  watch.allow(/status of (401|422)/)
  await login(page, student)
  await openProfile(page)
  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Eliminar mi cuenta' })
  await expect(dialog).toContainText('se conservan y se pueden seguir verificando')
  const password = dialog.getByLabel('Escribe tu contraseña para confirmar')
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(password).toHaveAccessibleDescription('Escribe tu contraseña.')
  await password.fill('no-es-esta-clave')
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(password).toHaveAccessibleDescription('La contraseña no es correcta.')
  await password.fill(student.password)
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('status').filter({ hasText: 'Tu cuenta fue eliminada.' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await page.getByLabel('Correo electrónico').fill(student.correo)
  await page.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('alert')).toHaveText('Correo o contraseña incorrectos.')
})
