import type { Page, Route } from '@playwright/test'

/** Tries a login that is refused. */
export async function wrongLogin(page: Page): Promise<void> {
  await page.getByLabel('Correo electrónico').fill('nadie@demo.pe')
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByText('Correo o contraseña incorrectos.').waitFor()
}

/** Presses the first button of a name. */
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Begins the exam, or goes on with the attempt that is open. */
export async function begin(page: Page): Promise<void> {
  await press(/^(Comenzar examen|Continuar)$/)(page)
  await page.getByText(/^Pregunta \d+ de/).waitFor()
}

/** Leaves the catalogue for its first course while the server is late, broken or out of reach. */
export const openCourse = (answer: (route: Route) => Promise<unknown>, until: string) => async (page: Page) => {
  await page.route(/\/detallecurso\/\d+\.data/, answer)
  await page.getByRole('article').first().getByRole('link').click()
  await page.getByText(until).first().waitFor()
}

/** Comes to the landing page inside the application when its data cannot be had. */
export async function breakLanding(page: Page): Promise<void> {
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 500, body: '' }))
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Qhapaq/ })
    .click()
  await page.getByRole('alert').waitFor()
}

/** The first teacher's profile. */
export async function openTeacher(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Ver perfil/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** Puts three courses into the cart as they are sold now. */
export async function fillCart(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const answer = await fetch('/api/cursos/activos')
    const { data } = (await answer.json()) as { data: unknown[] }
    localStorage.setItem('cart', JSON.stringify(data.slice(0, 3)))
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Resumen' }).waitFor()
}

/** Opens the dialog over the cart, and in it the registration. */
export async function openAuth(page: Page, registration: boolean): Promise<void> {
  await fillCart(page)
  await press('Comprar ahora')(page)
  await page.getByRole('dialog').waitFor()
  if (registration) await press('Regístrate')(page)
}
