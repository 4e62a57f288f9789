import { expect, test } from '../support/test.ts'

const busy = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.'

test('la recuperación que falla lo dice y conserva el correo', async ({ page, watch }) => {
  watch.allow(/status of (500|503)/)
  await page.goto('/login?vista=recuperar')
  const field = page.getByLabel('Correo electrónico')
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(field).toHaveAccessibleDescription('Escribe tu correo.')

  await field.fill('rosa@prueba.pe')
  const alert = page.getByRole('form', { name: 'Recuperar contraseña' }).getByRole('alert')
  await page.route('**/api/recuperar-contrasena', (route) =>
    route.fulfill({ status: 503, json: { message: busy, mensaje: busy, code: 'NO_DISPONIBLE' } }),
  )
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(alert).toHaveText(busy)
  await page.unroute('**/api/recuperar-contrasena')
  // The text of a proxy's error page must not be shown.
  await page.route('**/api/recuperar-contrasena', (route) => route.fulfill({ status: 500, body: 'upstream down' }))
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(alert).toHaveText(/^Ocurrió un error inesperado\.?$/)
  await expect(field).toHaveValue('rosa@prueba.pe')
})

test('el perfil que no se guarda dice el mensaje del servidor o que hubo un error', async ({
  page,
  student,
  login,
  watch,
}) => {
  watch.allow(/status of (500|503)/)
  await login(page, student)
  await page.goto('/perfil')
  await page.getByLabel('Ciudad').fill('Tacna')
  const save = page.getByRole('button', { name: 'Guardar cambios' })
  const answers = [
    { status: 503, json: { message: busy, mensaje: busy } },
    { status: 500, body: 'upstream down' },
  ]
  for (const [at, text] of [busy, /Ocurrió un error inesperado/].entries()) {
    await page.unrouteAll()
    await page.route('**/api/usuarios/*', (route) =>
      route.request().method() === 'POST' ? route.fulfill(answers[at]) : route.fallback(),
    )
    await save.click()
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await expect(page.getByLabel('Ciudad')).toHaveValue('Tacna')
  }
})
