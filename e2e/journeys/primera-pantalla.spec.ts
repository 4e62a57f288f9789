import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** Each is whole above the phone's bar, or above the end of a window of 1280 x 900. */
async function expectInFirstScreen(page: Page, isMobile: boolean, parts: Record<string, Locator>) {
  const bar = page.getByRole('navigation', { name: 'Accesos del campus' })
  const end = isMobile ? (await bar.boundingBox())?.y : page.viewportSize()?.height
  for (const [name, part] of Object.entries(parts)) {
    await expect(part).toBeVisible()
    const box = await part.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(end ?? 0)
  }
}

const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0

test.beforeEach(async ({ page, login, student, isMobile }) => {
  if (!isMobile) await page.setViewportSize({ width: 1280, height: 900 })
  await login(page, student)
})

test('el inicio: dónde seguir y los contadores; en una computadora también anuncios, botones y cursos', async ({
  page,
  course,
  isMobile,
}) => {
  await page.goto('/inicio')
  const main = page.getByRole('main')
  const region = (name: string) => main.getByRole('region', { name })
  const card = main.getByRole('article').filter({ hasText: course.nombre })
  const banners = region('Anuncios')
  await expectInFirstScreen(page, isMobile, {
    resume: main.getByRole('link', { name: 'Empezar', exact: true }),
    courses: main.getByRole('link', { name: /Cursos Matriculados$/ }),
    certificates: main.getByRole('link', { name: /Certificados Obtenidos$/ }),
    ...(!isMobile && { banners, buttons: main.getByRole('navigation', { name: 'Accesos rápidos' }), card }),
  })
  expect((await banners.getByRole('img').first().boundingBox())?.height).toBeLessThanOrEqual(160)
  for (const name of ['Próxima clase en vivo', 'Tu semana', 'Foros'])
    expect(await topOf(region(name)), name).toBeGreaterThan(await topOf(card))
})

test('Mis Cursos: el primer curso entero con su botón, y los foros al final', async ({ page, course, isMobile }) => {
  await page.goto('/miscursos')
  const main = page.getByRole('main')
  const card = main.getByRole('article').filter({ hasText: course.nombre })
  await expectInFirstScreen(page, isMobile, { card, resume: card.getByRole('link', { name: /^Empezar/ }) })
  await expect(card.getByText(/horas académicas$/)).toBeVisible()
  expect(await topOf(main.getByRole('region', { name: 'Foros' }))).toBeGreaterThan(await topOf(card))
})

test('el curso: su avance, el botón y los módulos; lo que falta al lado', async ({ page, course, isMobile }) => {
  await page.goto(`/miscursos/${course.id}/modulos`)
  const main = page.getByRole('main')
  const table = main.getByRole('table', { name: 'Contenido del curso' })
  await expectInFirstScreen(page, isMobile, {
    title: main.getByRole('heading', { level: 1, name: course.nombre }),
    progress: main.getByText(/^0 de \d+ lecciones completadas$/),
    resume: main.getByRole('link', { name: 'Empezar el curso' }),
    module: table.getByRole('rowheader').first(),
  })
  const missing = main.getByRole('region', { name: 'Lo que falta para tu certificado' })
  if (isMobile) return expect(await topOf(missing)).toBeGreaterThan(await topOf(table))
  expect(await topOf(main.getByRole('region', { name: 'Contenido del curso' }))).toBeLessThanOrEqual(370)
  expect(await topOf(missing)).toBeLessThanOrEqual(370)
})
