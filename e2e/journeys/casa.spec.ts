import { goOffline } from '../support/offline.ts'
import { aCertificate } from '../support/people.ts'
import { leaveAsDrawn } from '../support/ready.ts'
import { expect, test } from '../support/test.ts'

const GUEST_MENU = ['Inicio', 'Cursos', 'Ranking', 'Certificados', 'Notificaciones', 'Referidos']

test('una dirección desconocida responde 404 con su página', async ({ page, watch }) => {
  watch.allow(/404/)
  const answer = await page.goto('/esta-pagina-no-existe')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Esta página no existe' })).toBeVisible()
})

test('la marca se elige por la dirección y se recuerda', async ({ page }) => {
  await page.goto('/login/cumbre')
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByText('Entra a tu campus de Escuela Cumbre.')).toBeVisible()
  await page.goto('/login')
  await expect(page.getByText('Entra a tu campus de Escuela Cumbre.')).toBeVisible()
  await page.goto('/login?marca=3')
  await expect(page.getByText('Entra a tu campus de Aula Viva.')).toBeVisible()
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'marca')
  expect(cookie?.value).toBe('3')
})

test('/plataformas lleva a la portada', async ({ page }) => {
  await page.goto('/plataformas')
  await expect(page).toHaveURL(/localhost:\d+\/$/)
})

test('claro u oscuro: se recuerda y no parpadea al cargar', async ({ page, student, login, watch }) => {
  watch.allow(/assets\/.*\.js/)
  await page.emulateMedia({ colorScheme: 'light' })
  await login(page, student)
  await page.goto('/miscursos')
  await page.getByRole('button', { name: 'Menú de Rosa' }).click()
  await page.getByRole('menuitemradio', { name: 'Oscuro' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  // The first paint shows what the document has before any script runs.
  leaveAsDrawn(page)
  await page.route(/\/assets\/.*\.js/, (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('el enlace de salto lleva al contenido', async ({ page, student, login }) => {
  await login(page, student)
  await page.goto('/miscursos')
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Cursos' })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Saltar al contenido' })
  await expect(skip, 'the first stop of the Tab key').toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('al navegar cambian el título, el foco y el lugar', async ({ page, student, login }) => {
  await login(page, student)
  await page.goto('/miscursos')
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Cursos' })).toBeVisible()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /^Términos/ })
    .click()
  const heading = page.getByRole('heading', { level: 1, name: 'Términos y condiciones' })
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(/^Términos y condiciones/)
  expect(await page.evaluate('scrollY')).toBe(0)
  await page.goBack()
  await expect(page).toHaveTitle(/^Mis Cursos/)
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
})

test('el pie del campus está abierto desde 768 px; en el teléfono se abre con el teclado', async ({
  page,
  student,
  login,
  axe,
}) => {
  await login(page, student)
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/miscursos')
  const footer = page.getByRole('contentinfo')
  const more = footer.getByRole('button', { name: /^Más de / })
  await expect(footer.getByRole('heading', { name: 'Contacto', exact: true })).toBeVisible()
  await expect(more).toHaveCount(0)
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(footer.getByRole('heading')).toHaveCount(0)
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  for (const title of ['Cursos', 'Ayuda', 'Contacto'])
    await expect(footer.getByRole('heading', { name: title, exact: true })).toBeVisible()
  await expect(footer.getByRole('heading', { name: 'Cursos', exact: true })).toBeInViewport()
  for (const name of [
    'Política de reembolsos',
    'Nuestras academias',
    'Ver todos los cursos',
    'Preguntas frecuentes',
    'Verificar un certificado',
  ])
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(footer.locator('a[href^="mailto:"]')).toBeVisible()
  await expect(footer.getByRole('navigation', { name: 'Redes sociales' }).getByRole('link').first()).toBeVisible()
  await axe(page)
  await more.press('Enter')
  await expect(footer.getByRole('heading')).toHaveCount(0)
  await more.press('Enter')
  await footer.getByRole('link', { name: 'Nuestras academias' }).click()
  await expect(page).toHaveURL(/\/marcas$/)
})

test('el propio certificado tiene el pie del campus, y el de otro ninguno', async ({
  page,
  database,
  student,
  course,
  login,
  newDevice,
  isMobile,
}) => {
  const code = await aCertificate(database, student, course)
  await login(page, student)
  await page.goto(`/certificado/${code}`)
  const footer = page.getByRole('contentinfo')
  await expect(
    isMobile ? footer.getByRole('button', { name: /^Más de / }) : footer.getByRole('heading', { name: 'Contacto' }),
  ).toBeVisible()
  const other = await newDevice()
  await other.goto(`/certificado/${code}`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.getByRole('contentinfo')).toHaveCount(0)
})

test('sin conexión se dice, y lo que ya está se puede leer', async ({ page, student, login, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  // Parts of the frame that were still coming.
  watch.allow(/Failed to fetch dynamically imported module/)
  await login(page, student)
  await page.goto('/miscursos')
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Cursos' })).toBeVisible()
  await goOffline(page)
  const note = page.getByText('Sin conexión. Puedes seguir leyendo lo que ya está en pantalla.')
  await expect(note).toBeVisible()
  await page.context().setOffline(false)
  await expect(note).toBeHidden()
})

test('una carga que falla ofrece reintentar', async ({ page, student, login, watch }) => {
  watch.allow(/status of 500/)
  await login(page, student)
  const message = 'Ocurrió un error inesperado.'
  await page.route('**/api/matriculas/**', (route) =>
    route.fulfill({ status: 500, json: { message, mensaje: message, code: 'ERROR_INESPERADO' } }),
  )
  await page.goto('/miscursos')
  await expect(page.getByRole('alert')).toContainText('Hubo un error al cargar los Cursos.', { timeout: 15_000 })
  await page.unroute('**/api/matriculas/**')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test.describe('el menú', () => {
  test('se minimiza solo por debajo de 1200 px y con su botón', { tag: '@escritorio' }, async ({
    page,
    student,
    login,
  }) => {
    await login(page, student)
    await page.goto('/miscursos')
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    const width = async () => Math.round((await page.getByRole('complementary').first().boundingBox())?.width ?? 0)
    await expect(menu.getByRole('link', { name: 'Mis Cursos' })).toBeVisible()
    expect(await width()).toBe(256)
    await page.setViewportSize({ width: 1199, height: 800 })
    await expect.poll(width).toBe(72)
    await page.setViewportSize({ width: 1200, height: 800 })
    await expect.poll(width).toBe(256)
    const minimise = page.getByRole('button', { name: 'Minimizar menú' })
    // The menu's part of the program comes after the page's: a press before it does nothing.
    await expect(async () => {
      await minimise.click({ timeout: 2000 })
      await expect.poll(width, { timeout: 2000 }).toBe(72)
    }).toPass({ timeout: 20_000 })
    await page.reload()
    await expect.poll(width).toBe(72)
  })

  test('en el teléfono es un cajón que devuelve el foco', { tag: '@telefono' }, async ({ page, student, login }) => {
    await login(page, student)
    await page.goto('/inicio')
    const opener = page.getByRole('button', { name: 'Abrir menú' })
    await opener.click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: 'Calendario' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await drawer.getByRole('link', { name: 'Mis Cursos' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mis Cursos' })).toBeVisible()
    await expect(drawer).toBeHidden()
  })

  test('quien no entró tiene su menú abierto desde 1200 px, y entero en el cajón', async ({ page, isMobile }) => {
    if (!isMobile) await page.setViewportSize({ width: 1200, height: 900 })
    await page.goto('/')
    const opener = page.getByRole('button', { name: 'Abrir menú' })
    await expect(opener).toBeVisible({ visible: isMobile })
    if (!isMobile) {
      const bar = page.getByRole('banner').getByRole('navigation', { name: 'Menú principal' })
      await expect(bar.getByRole('link').or(bar.getByRole('button'))).toHaveText(GUEST_MENU)
      for (const entry of await bar.getByRole('link').all()) await expect(entry).toBeInViewport({ ratio: 1 })
      await page.setViewportSize({ width: 1199, height: 900 })
    }
    await opener.click()
    const menu = page.getByRole('dialog').getByRole('navigation', { name: 'Menú principal' })
    for (const entry of GUEST_MENU) await expect(menu.getByRole('link', { name: entry, exact: true })).toBeVisible()
    for (const entry of ['Mis Cursos', 'Calendario', 'Soporte'])
      await expect(menu.getByRole('link', { name: entry })).toBeHidden()
  })
})
