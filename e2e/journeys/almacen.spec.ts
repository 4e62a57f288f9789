import type { Page } from '@playwright/test'
import { soldCourse } from '../support/cart.ts'
import { goOffline } from '../support/offline.ts'
import type { Student } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** As a browser whose cookies are blocked, or one inside another app. */
const REFUSED = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied', 'SecurityError') } })`

const FULL = `Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError') }`

async function enter(page: Page, { correo, password }: Student): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(correo)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Rosa' })).toBeVisible()
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('con el almacén del navegador negado se ven las páginas, se llena el carrito y se entra', {
  tag: '@gate',
}, async ({ page, database, student, watch }) => {
  // React Router's script that restores the scroll says so, and goes on.
  watch.allow(/SecurityError: Access is denied/, /page error at \S+: $/)
  await page.addInitScript(REFUSED)
  const course = await soldCourse(database, 'Cálculo')
  for (const path of [
    '/',
    '/cursos',
    '/registro',
    '/certificado',
    '/preguntas-frecuentes',
    `/detallecurso/${course.id}`,
  ]) {
    await page.goto(path)
    await expect(heading(page).first()).toBeVisible()
    await expect(page.getByText('Algo salió mal')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await page.getByRole('link', { name: /^Carrito/ }).click()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: course.nombre })).toBeVisible()

  await page.goto('/login')
  await enter(page, student)
  await page.getByRole('link', { name: 'Mis cursos' }).first().click()
  await expect(heading(page)).toHaveText('Mis Cursos')
})

test('con el almacén lleno se entra y el carrito funciona', async ({ page, database, student }) => {
  await page.addInitScript(FULL)
  const course = await soldCourse(database, 'Trigonometría')
  await page.goto(`/detallecurso/${course.id}`)
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await page.getByRole('link', { name: /^Carrito/ }).click()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: course.nombre })).toBeVisible()
  await page.goto('/login')
  await enter(page, student)
})

test('una pregunta que falla cuando la red ya volvió no deja el aviso', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const note = page.getByText('Sin conexión. Puedes seguir leyendo')
  const [asked, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.goto('/carrito')
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await page.route(
    '**/api/salud/viva',
    async (route) => {
      asked.resolve()
      await back.promise
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await goOffline(page)
  await page.getByRole('button', { name: 'Reintentar' }).first().click()
  await asked.promise
  await context.setOffline(false)
  await expect(note).toBeHidden()
  const failed = page.waitForEvent('requestfailed')
  back.resolve()
  await failed
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  // Sooner than the next look at the network, which is 15 s away.
  await expect(note).toBeHidden({ timeout: 8000 })
})

test('el aviso de sin conexión se va solo cuando la red vuelve', async ({ page, context, watch, student, login }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await login(page, student)
  const note = page.getByText('Sin conexión. Puedes seguir leyendo')
  for (const path of ['/carrito', '/cursos']) {
    await page.goto(path)
    await expect(page.locator('html[data-ready]')).toBeAttached()
    await goOffline(page)
    await expect(note).toBeVisible()
    // A call that fails meanwhile: its failure must not outlive the outage.
    await page.getByRole('button', { name: 'Reintentar' }).first().click()
    await context.setOffline(false)
    await expect(note).toBeHidden()
  }
})
