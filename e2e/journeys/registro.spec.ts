import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aDocument } from '../../server/test/builders.ts'
import { goOffline } from '../support/offline.ts'
import { freshStudent, letterTo } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const PASSWORD = 'Clave-segura-1'
const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const create = (page: Page) => page.getByRole('button', { name: 'Crear Cuenta' })

async function fill(page: Page, correo: string, dni = aDocument()): Promise<void> {
  await fieldOf(page, 'DNI').fill(dni)
  await fieldOf(page, 'Nombres').fill('Rosa María')
  await fieldOf(page, 'Apellidos').fill('Ñahui Peña')
  await fieldOf(page, 'Correo electrónico').fill(correo)
  await fieldOf(page, 'Contraseña').fill(PASSWORD)
  await fieldOf(page, 'Confirmar Contraseña').fill(PASSWORD)
}

test('crea una cuenta, lo celebra y lleva al login con su correo y a donde iba', { tag: '@gate' }, async ({
  page,
  database,
  dataDir,
}) => {
  const correo = `${randomUUID()}@prueba.pe`
  await page.goto('/login?redirect=%2Fmiscursos')
  await page.getByRole('link', { name: 'Crear cuenta' }).click()
  await expect(page).toHaveURL(/\/registro\?redirect=%2Fmiscursos$/)
  await fill(page, correo)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/register')) sent++
  })
  // A double click must not send a second registration, which would fail.
  await create(page).dblclick()
  const done = page.getByRole('dialog', { name: 'Cuenta Creada' })
  await expect(done).toBeVisible()
  expect(sent).toBe(1)
  await done.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmiscursos$/)
  // The address changes before the screen does, and both have a mail and a password.
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(correo)
  await fieldOf(page, 'Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveURL(/\/miscursos$/)
  const stored = await database.sql`
    SELECT u.id_cliente, u.tipo_cliente, c.aceptado FROM usuarios u JOIN consentimientos c ON c.id_usuario = u.id
    WHERE u.correo = ${correo}`
  expect(stored).toEqual([{ id_cliente: 2, tipo_cliente: 'Alumno', aceptado: false }])
  // The session of the registration was revoked: only the login's is open.
  const open = () =>
    database.sql`SELECT 1 FROM accesos a JOIN usuarios u ON u.id = a.id_usuario WHERE u.correo = ${correo}`
  await expect.poll(async () => (await open()).length).toBe(1)

  const note = page.getByRole('complementary', { name: 'Confirma tu correo' })
  await expect(note).toContainText(`Confirma tu correo: ${correo}`)
  const letter = await letterTo(dataDir, correo)
  await page.goto(letter.match(/https?:\/\/\S+\/verificar-correo\/\d+\?token=[\w-]+/)?.[0] ?? '')
  await expect(page.getByText('Correo confirmado')).toBeVisible()
  await page.getByRole('link', { name: 'Ir a mi campus' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Rosa' })).toBeVisible()
  await expect(note).toBeHidden()
})

test('cada error en su campo, y lo escrito se queda', async ({ page, database, watch }) => {
  watch.allow(/status of (422|429|500)/, /ERR_INTERNET_DISCONNECTED/)
  const taken = await freshStudent(database)
  await page.goto('/registro')
  await create(page).click()
  for (const [label, text] of [
    ['DNI', 'El DNI debe tener 8 dígitos.'],
    ['Nombres', 'Escribe tus nombres.'],
    ['Apellidos', 'Escribe tus apellidos.'],
    ['Correo electrónico', 'Escribe tu correo.'],
    ['Contraseña', /La contraseña debe tener como mínimo 8 caracteres\./],
  ] as const)
    await expect(fieldOf(page, label)).toHaveAccessibleDescription(text)
  const preview = page.getByText('Así saldrá en tu certificado:')
  await fieldOf(page, 'Nombres').fill('Rosa ગીતા')
  await create(page).click()
  await expect(fieldOf(page, 'Nombres')).toHaveAccessibleDescription(/en letras latinas\.$/)
  await expect(fieldOf(page, 'Nombres')).toHaveValue('Rosa ગીતા')
  await expect(preview).toBeHidden()
  await fill(page, taken.correo)
  // As the server will keep it, and before the button.
  await fieldOf(page, 'Nombres').fill('  Rosa   María ')
  await expect.poll(() => preview.textContent()).toBe('Así saldrá en tu certificado: Rosa María Ñahui Peña')
  const [shown, button] = [await preview.boundingBox(), await create(page).boundingBox()]
  expect(shown?.y ?? 0).toBeLessThan(button?.y ?? 0)
  await fieldOf(page, 'Nombres').fill('Rosa María')
  await fieldOf(page, 'Confirmar Contraseña').fill('otra')
  await create(page).click()
  await expect(fieldOf(page, 'Confirmar Contraseña')).toHaveAccessibleDescription('Las contraseñas no coinciden')
  await fieldOf(page, 'Confirmar Contraseña').fill(PASSWORD)
  await create(page).click()
  await expect(fieldOf(page, 'Correo electrónico')).toHaveAccessibleDescription('Ya existe una cuenta con este correo.')
  await expect(fieldOf(page, 'Correo electrónico')).toBeFocused()
  const known = page.getByText('¿Es tuya?').getByRole('link', { name: 'Inicia sesión' })
  await expect(known).toBeVisible()

  const alert = page.getByRole('alert')
  const busy = 'Demasiados intentos. Espera un momento y vuelve a intentarlo.'
  for (const [answer, text] of [
    [{ status: 429, json: { message: busy, mensaje: busy, code: 'DEMASIADOS_INTENTOS' } }, busy],
    [{ status: 500, body: 'upstream down' }, 'Ocurrió un error inesperado.'],
  ] as const) {
    await page.route('**/api/auth/register*', (route) => route.fulfill(answer))
    await create(page).click()
    await expect(alert).toHaveText(text)
    await page.unroute('**/api/auth/register*')
  }
  await goOffline(page)
  await create(page).click()
  await expect(alert).toContainText('Revisa tu conexión a internet')
  await page.context().setOffline(false)
  await expect(fieldOf(page, 'Nombres')).toHaveValue('Rosa María')
  await expect(fieldOf(page, 'Contraseña')).toHaveValue(PASSWORD)

  await create(page).click()
  await known.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(taken.correo)
})

test('sin destino lleva al inicio, con la marca de la página y lo que se acepta', async ({ page, database }) => {
  const correo = `${randomUUID()}@prueba.pe`
  await page.goto('/registro?marca=1')
  await fill(page, correo)
  await page.getByLabel('Quiero recibir novedades y promociones de la academia por correo.').check()
  await page.keyboard.press('Tab')
  // With the keyboard only: the two written pages, then the button.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(create(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Cuenta Creada' }).getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?redirect=%2Finicio$/)
  const stored = await database.sql`
    SELECT u.id_cliente, c.aceptado, c.version FROM usuarios u JOIN consentimientos c ON c.id_usuario = u.id
    WHERE u.correo = ${correo}`
  expect(stored).toEqual([{ id_cliente: 1, aceptado: true, version: '2026-11' }])
})

test('quien ya entró no se registra otra vez', async ({ page, student, login }) => {
  await login(page, student)
  await page.goto('/registro?redirect=%2Fmiscursos')
  await expect(page).toHaveURL(/\/miscursos$/)
})
