import type { Page } from '@playwright/test'
import { freshStudent, letterTo } from '../support/people.ts'
import { leaveAsDrawn } from '../support/ready.ts'
import { expect, test } from '../support/test.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Hoja de reclamación' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Enviar hoja de reclamación' })

/** Each consumer has their own mail. */
async function fillIn(page: Page, correo: string): Promise<void> {
  await field(page, 'Nombres').fill('Ñusta María')
  await field(page, 'Apellidos').fill('Güíza Ávalos')
  await field(page, 'Número de documento').fill('45678912')
  await field(page, 'Correo electrónico').fill(correo)
  await field(page, 'Domicilio').fill('Jr. Cusco 123, Lima')
  await field(page, 'Descripción').fill('Curso de Excel')
  await field(page, 'Monto reclamado').fill('149.90')
  await page.getByRole('radio', { name: /^Reclamo/ }).check()
  await field(page, 'Detalle').fill('El video no se ve.')
  await field(page, 'Pedido').fill('Que lo arreglen.')
}

test(
  'un visitante llega desde el pie de página, presenta su reclamo y recibe su copia',
  { tag: '@gate' },
  async ({ page, axe, dataDir }, { project }) => {
    const correo = `nusta.${project.name}.${Date.now()}@correo.pe`
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Libro de Reclamaciones' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Libro de Reclamaciones' })).toBeVisible()
    await expect(page).toHaveTitle(/^Libro de Reclamaciones · /)

    await send(page).click()
    await expect(page.getByText('Escribe tus nombres.')).toBeVisible()
    await expect(page.getByText('Elige si es un reclamo o una queja.')).toBeVisible()
    await expect(page.getByText('Marca la casilla para firmar tu hoja.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText('Hay 10 datos por revisar.')
    await expect(field(page, 'Nombres')).toBeFocused()
    await axe(page)

    await fillIn(page, correo)
    await expect(page.getByText('Escribe tus nombres.')).toBeHidden()
    const guardian = field(page, 'Padre, madre o apoderado')
    await expect(guardian).toBeHidden()
    await page.getByLabel('Soy menor de edad').check()
    await page.getByLabel('Declaro que los datos de esta hoja son verdaderos').check()
    await send(page).click()
    await expect(page.getByText('Escribe el nombre del padre, madre o apoderado.')).toBeVisible()
    await expect(guardian).toBeFocused()
    await guardian.fill('Rosa Ñahui')
    await send(page).click()

    await expect(page.getByRole('heading', { name: 'Recibimos tu hoja de reclamación' })).toBeFocused()
    const number = page.getByText(/^\d{9}-\d{4}$/)
    await expect(number).toBeVisible()
    await expect(page.getByText(`Te enviamos una copia a ${correo}`)).toBeVisible()
    await axe(page)
    const address = await page.getByRole('link', { name: 'Descargar hoja en PDF' }).getAttribute('href')
    const pdf = await page.request.get(address ?? '')
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    const letter = await letterTo(dataDir, correo)
    expect(letter).toContain((await number.textContent()) ?? '?')
    expect(letter).toContain('application/pdf')

    // A reload shows the receipt again; another sheet begins empty.
    await page.reload()
    await expect(number).toBeVisible()
    await page.getByRole('button', { name: 'Presentar otra hoja' }).click()
    await expect(field(page, 'Detalle')).toHaveValue('')
  },
)

test('lo escrito queda en el dispositivo, también sin conexión, y se envía una sola vez', async ({ page, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await page.goto('/libro-de-reclamaciones')
  await fillIn(page, 'sin-conexion@correo.pe')
  await page.reload()
  await expect(page.getByText('Recuperamos lo que habías escrito en este dispositivo.')).toBeVisible()
  await expect(field(page, 'Detalle')).toHaveValue('El video no se ve.')
  await expect(page.getByRole('radio', { name: /^Reclamo/ })).toBeChecked()
  const conforme = page.getByLabel('Declaro que los datos de esta hoja son verdaderos')
  await expect(conforme).not.toBeChecked()
  await conforme.check()

  // The sheet arrives but its response does not: sent again it is the same sheet.
  let first = ''
  await page.route('**/api/reclamos?*', async (route) => {
    first = (await (await route.fetch()).json()).data.numero
    await route.abort('internetdisconnected')
  })
  await send(page).click()
  await expect(page.getByRole('alert').first()).toContainText('Lo que escribiste sigue aquí')
  await expect(field(page, 'Detalle')).toHaveValue('El video no se ve.')
  await page.unroute('**/api/reclamos?*')
  await send(page).click()
  await expect(page.getByText(/^\d{9}-\d{4}$/)).toHaveText(first)
})

test('lo que se escribe y se envía antes de que la página despierte no va a la dirección ni se pierde', {
  tag: '@telefono',
}, async ({ page }) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  leaveAsDrawn(page)
  await page.goto('/libro-de-reclamaciones')
  await field(page, 'Nombres').fill('Rosa')
  await send(page).click()
  scripts.resolve()
  await expect(page.getByText('Escribe tus apellidos.')).toBeVisible()
  await expect(page).toHaveURL(/\/libro-de-reclamaciones$/)
  await page.reload()
  await expect(field(page, 'Nombres')).toHaveValue('Rosa')
})

test('donde la revisión de la página no carga, la del servidor llega a los campos', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED|status of 422/)
  await page.route(/check-sheet/, (route) => route.abort())
  await page.goto('/libro-de-reclamaciones')
  await fillIn(page, 'no es un correo')
  await send(page).click()
  await expect(page.getByRole('alert')).toHaveText('Hay 2 datos por revisar.')
  await expect(field(page, 'Correo electrónico')).toBeFocused()
  await expect(page.getByText('Marca la casilla para firmar tu hoja.')).toBeVisible()
})

test('quien inició sesión encuentra sus datos y puede borrarlos', async ({ page, student, login }) => {
  await login(page, student)
  await page.goto('/libro-de-reclamaciones')
  await expect(page.getByText('Completamos tus datos con los de tu perfil.')).toBeVisible()
  await expect(field(page, 'Nombres')).toHaveValue(student.nombres)
  await expect(field(page, 'Correo electrónico')).toHaveValue(student.correo)
  await page.getByRole('button', { name: 'Borrar todo' }).click()
  await expect(field(page, 'Nombres')).toHaveValue('')
})

/** Logs in through the page, on the way to the book. */
async function enter(page: Page, { correo, password }: { correo: string; password: string }): Promise<void> {
  await page.goto('/login?redirect=/libro-de-reclamaciones')
  await page.getByLabel('Correo electrónico').fill(correo)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveURL(/\/libro-de-reclamaciones$/)
}

test('lo que escribió un visitante es suyo al entrar, y de nadie más', async ({ page, student, database }) => {
  await page.goto('/libro-de-reclamaciones')
  await fillIn(page, 'visita@correo.pe')
  await enter(page, student)
  await expect(page.getByText('Recuperamos lo que habías escrito en este dispositivo.')).toBeVisible()
  await expect(field(page, 'Detalle')).toHaveValue('El video no se ve.')
  await expect(field(page, 'Correo electrónico')).toHaveValue('visita@correo.pe')
  // The next user of this device finds nothing of it.
  await page.getByRole('button', { name: 'Menú de Rosa' }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/')
  const other = await freshStudent(database)
  await enter(page, other)
  await expect(page.getByText('Completamos tus datos con los de tu perfil.')).toBeVisible()
  await expect(field(page, 'Nombres')).toHaveValue(other.nombres)
  await expect(field(page, 'Detalle')).toHaveValue('')
})

test('@escritorio la hoja se llena y se envía solo con el teclado', async ({ page }) => {
  await page.goto('/libro-de-reclamaciones')
  await field(page, 'Nombres').focus()
  const type = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await type('Ana')
  await type('Quispe')
  await page.keyboard.press('Tab')
  await type('45678912')
  await type('teclado@correo.pe')
  await type('')
  await type('Lima')
  await type('')
  await type('')
  await type('Curso')
  await type('')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Queja/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await type('No contestan')
  await type('Que contesten')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Recibimos tu hoja de reclamación' })).toBeFocused()
})

test('sin JavaScript se leen el proveedor, las definiciones, la ley y la hoja', async ({ page, browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport: page.viewportSize() })
  const plain = await context.newPage()
  await plain.goto('/libro-de-reclamaciones')
  await expect(plain.getByRole('heading', { level: 1, name: 'Libro de Reclamaciones' })).toBeVisible()
  for (const text of [
    'RUC',
    'Disconformidad relacionada a los productos o servicios.',
    'no impide acudir a otras vías de solución de controversias',
    'quince (15) días hábiles',
  ])
    await expect(plain.getByText(text).first()).toBeVisible()
  const note = plain.locator('noscript p')
  await expect(note).toBeVisible()
  await expect(note).toContainText('Para llenar la hoja en esta página tu navegador necesita JavaScript.')
  for (const name of ['Identificación del consumidor', 'Bien contratado', 'Detalle de la reclamación y pedido'])
    await expect(form(plain).getByRole('heading', { name })).toBeVisible()
  await context.close()
})
