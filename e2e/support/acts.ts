import type { Page, Route } from '@playwright/test'
import { offlinePage } from '../../web/worker/offline-page.ts'

export async function wrongLogin(page: Page): Promise<void> {
  await page.getByLabel('Correo electrónico').fill('nadie@demo.pe')
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByText('Correo o contraseña incorrectos.').waitFor()
}

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Starts the exam, or continues the open attempt. */
export async function begin(page: Page): Promise<void> {
  const question = page.getByText(/^Pregunta \d+ de/)
  const start = page.getByRole('button', { name: 'Comenzar examen' })
  await question.or(start).first().waitFor()
  if (await start.isVisible()) await start.click()
  await question.waitFor()
}

/** Opens the first course of the catalogue with a late, broken or unreachable server. */
export const openCourse = (answer: (route: Route) => Promise<unknown>, until: string) => async (page: Page) => {
  await page.route(/\/detallecurso\/\d+\.data/, answer)
  await page.getByRole('article').first().getByRole('link').click()
  await page.getByText(until).first().waitFor()
}

/** Navigates to the landing page while its data fails. */
export async function breakLanding(page: Page): Promise<void> {
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await page.getByRole('alert').waitFor()
}

export async function openTeacher(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Ver perfil/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** Fills the cart with three courses at their current prices. */
export async function fillCart(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const answer = await fetch('/api/cursos/activos')
    const { data } = (await answer.json()) as { data: unknown[] }
    localStorage.setItem('cart', JSON.stringify(data.slice(0, 3)))
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Resumen' }).waitFor()
}

export async function openAuth(page: Page, registration: boolean): Promise<void> {
  await fillCart(page)
  await press('Comprar ahora')(page)
  await page.getByRole('dialog').waitFor()
  // A new device begins with the registration.
  if (!registration) await press('Inicia sesión')(page)
}

/** The page that the service worker answers with when it has no cached page; the network stays away. */
export async function openOfflinePage(page: Page): Promise<void> {
  const answer = offlinePage(false)
  const made = { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
  await page.route('**/api/salud/viva', (route) => route.abort('internetdisconnected'))
  await page.route('**/inicio', (route) => route.fulfill(made))
  await page.goto(new URL('/inicio', page.url()).href)
  await page.getByRole('heading', { name: 'Sin conexión' }).waitFor()
}

/** The link of a mail, as if it were valid. */
export async function confirmMail(page: Page): Promise<void> {
  await page.route(/\/api\/verificar-correo\/1/, (route) =>
    route.fulfill({ json: { data: { correo: null }, message: 'Correo confirmado.', mensaje: 'Correo confirmado.' } }),
  )
  await page.goto(new URL('/verificar-correo/1?token=valido', page.url()).href)
  await page.getByText('Correo confirmado').waitFor()
}

/** The link that gives the account another mail, before its press. */
export async function askNewMail(page: Page): Promise<void> {
  await page.route(/\/api\/verificar-correo\/1/, (route) =>
    route.fulfill({ json: { data: { correo: 'maria.fernanda.quispe@correo-nuevo.pe' } } }),
  )
  await page.goto(new URL('/verificar-correo/1?token=valido', page.url()).href)
  await page.getByRole('button', { name: 'Confirmar este correo' }).waitFor()
}
