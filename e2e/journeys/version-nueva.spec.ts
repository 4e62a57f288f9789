import type { Page } from '@playwright/test'
import { type Deployed, deployable } from '../support/deploy.ts'
import { goOffline, warmed } from '../support/offline.ts'
import { test as base, expect } from '../support/test.ts'

const test = base.extend<{ site: Deployed }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a pattern here
  site: async ({}, use) => {
    const site = await deployable(process.env.E2E_URL ?? '')
    await use(site)
    await site.close()
  },
  baseURL: async ({ site }, use) => use(site.url),
})

test.use({ serviceWorkers: 'allow' })
test.setTimeout(120_000)

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Accesos del campus' }).getByRole('link', { name })

test('con la página abierta llega una versión nueva: la pantalla que falta se abre en ella', {
  tag: '@telefono',
}, async ({ page, site, student, login, watch }) => {
  watch.allow(/status of 404/, /Refused to apply style/, /Error loading route module/, /dynamically imported module/)
  await login(page, student)
  await page.goto('/inicio')
  await warmed(page)
  site.deploy()
  await place(page, 'Yo').click()
  await expect(page).toHaveURL('/perfil')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 40_000 })
  expect(site.isNew(await page.content())).toBe(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(site.isNew(await page.content())).toBe(true)
})

test('una página abierta pregunta cada hora por la versión nueva y pasa a ella en la pantalla siguiente', {
  tag: '@telefono',
}, async ({ page, site, student, login }) => {
  await page.clock.install()
  await login(page, student)
  await page.goto('/inicio')
  await warmed(page)
  site.deploy()
  const news = page.evaluate(
    `new Promise((told) => navigator.serviceWorker.addEventListener('message', () => told(true), { once: true }))`,
  )
  await page.clock.fastForward('01:00:01')
  await news
  expect(site.isNew(await page.content())).toBe(false)
  await place(page, 'Calendario').click()
  await expect(page).toHaveURL('/calendario')
  await expect.poll(async () => site.isNew(await page.content())).toBe(true)
  await expect(page.getByRole('heading', { level: 1, name: 'Calendario' })).toBeVisible({ timeout: 40_000 })
})

test('una parte de la versión anterior que ya no está dice que hay una nueva', { tag: '@telefono' }, async ({
  page,
  site,
  student,
  login,
  watch,
}) => {
  watch.allow(/status of 404/, /dynamically imported module/)
  await login(page, student)
  await page.goto('/perfil')
  await warmed(page)
  site.deploy()
  const removal = page.getByRole('button', { name: 'Eliminar mi cuenta' })
  await removal.click()
  const notice = page.getByRole('status').filter({ hasText: 'Hay una versión nueva' })
  await notice.getByRole('button', { name: 'Recargar' }).click()
  await expect.poll(async () => site.isNew(await page.content())).toBe(true)
  await removal.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('la versión anterior se sigue leyendo sin conexión después de un cambio', { tag: '@telefono' }, async ({
  page,
  site,
  student,
  login,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503|Failed to fetch/)
  await login(page, student)
  await page.goto('/inicio')
  await warmed(page)
  site.deploy()
  await goOffline(page)
  await place(page, 'Calendario').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calendario' })).toBeVisible()
})
