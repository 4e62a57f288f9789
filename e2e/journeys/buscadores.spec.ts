import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

// What a search engine or a reader without JavaScript gets.
test.use({ javaScriptEnabled: false })
test.describe.configure({ mode: 'parallel' })

type Thing = Record<string, unknown> & { '@type'?: string }

/** The content of the only such tag of the head; a second one is an error too. */
async function only(page: Page, selector: string, attribute: string): Promise<string> {
  const found = page.locator(`head ${selector}`)
  await expect(found, selector).toHaveCount(1)
  return (await found.getAttribute(attribute)) ?? ''
}

async function graphOf(page: Page): Promise<Thing[]> {
  const scripts = page.locator('script[type="application/ld+json"]')
  await expect(scripts).toHaveCount(1)
  const data = JSON.parse((await scripts.textContent()) ?? '') as { '@context': string; '@graph': Thing[] }
  expect(data['@context']).toBe('https://schema.org')
  return data['@graph']
}

/** The public pages, with the structured data of each. */
const PAGES: { name: string; path: string | ((course: number) => string); types: string[] }[] = [
  { name: 'la portada', path: '/', types: ['Organization', 'WebSite', 'ItemList'] },
  { name: 'el catálogo', path: '/cursos', types: ['BreadcrumbList'] },
  { name: 'un curso', path: (course) => `/detallecurso/${course}`, types: ['Course', 'BreadcrumbList'] },
  { name: 'los premios', path: '/premios', types: [] },
  { name: 'las marcas', path: '/marcas', types: ['BreadcrumbList'] },
]

for (const { name, path, types } of PAGES)
  test(`sin JavaScript, ${name} se lee y dice a los buscadores qué es`, { tag: '@escritorio' }, async ({
    page,
    course,
    baseURL,
  }) => {
    const address = typeof path === 'string' ? path : path(course.id)
    const answer = await page.goto(address)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toHaveText(/.{150,}/s)

    await expect(page.locator('head title')).toHaveCount(1)
    await expect(page).toHaveTitle(/Academia Qhapaq/)
    const description = await only(page, 'meta[name="description"]', 'content')
    expect(description.length).toBeGreaterThan(40)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(await only(page, 'link[rel="canonical"]', 'href')).toBe(`${baseURL}${address}`)
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0)

    expect(await only(page, 'meta[property="og:title"]', 'content')).toBe(await page.title())
    expect(await only(page, 'meta[property="og:description"]', 'content')).toBe(description)
    expect(await only(page, 'meta[property="og:url"]', 'content')).toBe(`${baseURL}${address}`)
    expect(await only(page, 'meta[property="og:site_name"]', 'content')).toBe('Academia Qhapaq')
    expect(await only(page, 'meta[property="og:locale"]', 'content')).toBe('es_PE')
    expect(await only(page, 'meta[property="og:image:type"]', 'content')).toBe('image/png')
    const picture = await page.request.get(await only(page, 'meta[property="og:image"]', 'content'))
    expect(picture.headers()['content-type']).toMatch(/^image\//)

    if (types.length === 0) return
    const things = await graphOf(page)
    expect(things.map((thing) => thing['@type'])).toEqual(expect.arrayContaining(types))
  })

test('cada marca tiene sus propias direcciones', { tag: '@escritorio' }, async ({ page, baseURL }) => {
  await page.goto('/?marca=cumbre')
  await expect(page).toHaveTitle(/^Escuela Cumbre/)
  expect(await only(page, 'link[rel="canonical"]', 'href')).toBe(`${baseURL}/?marca=cumbre`)
  const [academy] = await graphOf(page)
  expect(academy).toMatchObject({ '@type': 'Organization', name: 'Escuela Cumbre', url: `${baseURL}/?marca=cumbre` })
})

test('un curso se ofrece en soles, en línea y con su duración', { tag: '@escritorio' }, async ({ page, course }) => {
  await page.goto(`/detallecurso/${course.id}`)
  const offered = (await graphOf(page)).find((thing) => thing['@type'] === 'Course')
  expect(offered).toMatchObject({
    name: course.nombre,
    provider: { '@type': 'Organization', name: 'Academia Qhapaq' },
    offers: { '@type': 'Offer', priceCurrency: 'PEN', price: expect.stringMatching(/^\d+\.\d\d$/), category: 'Paid' },
    hasCourseInstance: { courseMode: 'Online', courseWorkload: expect.stringMatching(/^PT\d+H/) },
  })
})

test('sin JavaScript la búsqueda de la portada llega al catálogo y el perfil de un docente se lee', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByPlaceholder('Buscar cursos...').fill('blender')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page).toHaveURL(/\/cursos\?buscar=blender$/)
  await page.goto('/')
  await page.getByRole('link', { name: 'Ver perfil de Rosa Elena Huamán Quispe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rosa Elena Huamán Quispe' })
  await expect(dialog).toContainText('Anima personajes desde hace quince años')
  await dialog.getByRole('link', { name: 'Cerrar' }).click()
  await expect(dialog).toBeHidden()
})

test('los buscadores no guardan certificados', { tag: '@escritorio' }, async ({ page, campus }) => {
  const answer = await page.goto(`/certificado/${campus.ids.codigo}`)
  expect(answer?.headers()['x-robots-tag']).toBe('noindex')
  expect(await only(page, 'meta[name="robots"]', 'content')).toBe('noindex')
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
})

test('sin JavaScript, el menú y el pie están, cada uno con su forma', { tag: '@escritorio' }, async ({ page }) => {
  for (const path of ['/', '/premios']) {
    await page.goto(path)
    const menu = page.getByRole('navigation', { name: 'Menú principal' }).filter({ visible: true })
    await expect(menu.getByRole('link', { name: 'Ranking' })).toBeInViewport()
    expect((await menu.boundingBox())?.height, 'one line').toBeLessThan(80)
    await expect(page.getByRole('contentinfo').getByRole('heading', { name: 'Contacto' })).toBeVisible()
  }
})
