import { leaveAsDrawn } from '../support/ready.ts'
import { expect, test } from '../support/test.ts'

const TEACHER = 'Rosa Elena Huamán Quispe'

test('la portada: lo que se logra, su prueba, cursos con su precio, docentes y el camino al catálogo', {
  tag: '@gate',
}, async ({ page, course }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  const hero = main.getByRole('region', { name: 'Bienvenida' })
  await expect(hero.getByRole('heading', { level: 1, name: 'De la idea a tu primer corto' })).toBeInViewport()
  await expect(hero.getByRole('list', { name: 'En cifras' })).toContainText(
    /\d+ lecciones en \d+ cursos\s*\d+ cursos con certificado verificable/,
  )
  await expect(hero.getByRole('link', { name: 'Ver los cursos' })).toHaveAttribute('href', '/cursos')
  await expect(main.getByRole('heading', { level: 2, name: 'Todos los cursos en un solo lugar' })).toBeVisible()

  // In a tab of its own, and a guest meets no login behind a banner.
  const banners = hero.getByRole('region', { name: 'Anuncios' })
  for (const link of await banners.locator('a').all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).not.toHaveAttribute('href', '/calendario')
  }

  // Below the banner, on the first screen of any height.
  await expect(main.getByPlaceholder('Buscar cursos...')).toBeInViewport()
  const card = main.getByRole('article').filter({ hasText: course.nombre })
  await expect(card.getByText(/^(Básico|Intermedio|Avanzado)$/)).toBeVisible()
  await expect(card.locator('strong')).toHaveText(/^S\/ \d+\.\d\d$/)
  await expect(card.getByText(TEACHER)).toBeVisible()
  await expect(card).toContainText(/\d+ lecciones · \d/)
  await expect(main.getByRole('link', { name: /^Ver más/ })).toHaveAttribute('href', '/cursos')
  await expect(main.getByRole('heading', { level: 2, name: 'Conoce a tus docentes' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Crear mi cuenta' })).toHaveAttribute('href', '/registro')
  await card.getByRole('link', { name: course.nombre }).click()
  await expect(page).toHaveURL(new RegExp(`/detallecurso/${course.id}$`))
})

/** As many screens of a phone as a visitor scrolls through before giving up. */
const FOUR_SCREENS = 4 * 740

test('en un teléfono la portada cabe en cuatro pantallas, y sus filas se deslizan con el dedo y el teclado', {
  tag: '@telefono',
}, async ({ page }) => {
  for (const brand of [1, 2, 3]) {
    await page.goto(`/?marca=${brand}`)
    const main = page.getByRole('main')
    const footer = await page.getByRole('contentinfo').boundingBox()
    expect.soft(footer?.y, `brand ${brand}`).toBeLessThanOrEqual(FOUR_SCREENS)
    expect.soft(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    const more = main.getByRole('link', { name: /^Ver más: los \d+ cursos$/ })
    await expect(more).toHaveAttribute('href', '/cursos')
    const cards = main.getByRole('article').filter({ hasText: 'S/ ' }).filter({ visible: true })
    await expect(cards).toHaveCount(3)
    for (const card of await cards.all()) expect((await card.boundingBox())?.height).toBeLessThanOrEqual(132)

    const row = main.getByRole('group', { name: 'Lo que dicen nuestros estudiantes' })
    const last = row.getByRole('figure').last()
    await expect(last).not.toBeInViewport()
    await row.focus()
    await expect(async () => {
      await page.keyboard.press('ArrowRight')
      await expect(last).toBeInViewport({ ratio: 0.9, timeout: 500 })
    }).toPass()
  }
})

test('la búsqueda filtra los cursos por su nombre y, enviada, pregunta al catálogo', { tag: '@gate' }, async ({
  page,
  course,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  const search = main.getByPlaceholder('Buscar cursos...')
  const cards = main.getByRole('article').filter({ hasText: 'S/ ' })
  await search.fill('  ANIMACION 3d ')
  await expect(cards).toHaveCount(1)
  await expect(cards.getByRole('link', { name: course.nombre })).toBeVisible()
  await expect(main.getByRole('status')).toHaveText('1 curso encontrado')
  await search.fill('zzzz')
  await expect(main.getByRole('heading', { name: 'No hay cursos disponibles' })).toBeVisible()
  await expect(main.getByText('Ningún curso tiene «zzzz» en su nombre.')).toBeVisible()
  await expect(cards).toHaveCount(0)
  await search.fill('blender')
  await expect(main.getByRole('link', { name: /^Ver más/ })).toHaveAttribute('href', '/cursos?buscar=blender')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/cursos\?buscar=blender$/)
})

test('lo que se escribe antes de que la página despierte se busca al despertar', async ({ page, course }) => {
  const scripts = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route('**/assets/*.js', async (route) => {
    asked.push(route.request().url())
    await scripts.promise
    await route.continue()
  })
  leaveAsDrawn(page)
  await page.goto('/', { waitUntil: 'commit' })
  const main = page.getByRole('main')
  await main.getByPlaceholder('Buscar cursos...').fill('animacion')
  scripts.resolve()
  await expect(main.getByRole('status')).toHaveText('1 curso encontrado')
  await expect(main.getByRole('link', { name: course.nombre })).toBeVisible()
  expect(
    asked.filter((url) => /\/(router|entry\.client)-/.test(url)),
    'a guest loads no router',
  ).toEqual([])
})

test('el perfil de un docente se abre, se comparte y se cierra', async ({ page, axe, isMobile }) => {
  await page.goto('/')
  const opener = page.getByRole('link', { name: `Ver perfil de ${TEACHER}` })
  const dialog = page.getByRole('dialog', { name: TEACHER })
  await opener.click()
  await expect(dialog.getByRole('img', { name: TEACHER })).toBeVisible()
  await expect(dialog.getByText('Animadora 3D y docente')).toBeVisible()
  await expect(dialog.getByText(/^Anima personajes desde hace quince años/)).toBeVisible()
  await expect(page).toHaveURL(/\/\?docente=\d+$/)
  if (!isMobile) await axe(page)

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  await opener.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()

  const address = await opener.getAttribute('href')
  await page.goto(address ?? '')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('link', { name: 'Cerrar' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
})

test('sin JavaScript los anuncios se pasan con el teclado y dicen adónde llevan', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport: page.viewportSize() })
  const plain = await context.newPage()
  // In the letters of a slow line the words beside them are higher.
  await plain.route('**/*.woff2', (route) => route.abort())
  await plain.goto('/')
  const banners = plain.getByRole('region', { name: 'Anuncios' })
  const first = banners.getByRole('link', { name: /^Anuncio: Todos los cursos/ })
  const second = banners.getByRole('link', { name: /^Anuncio: Ranking/ })
  await expect(first).toBeInViewport()
  await expect(second).not.toBeInViewport()
  await first.focus()
  await expect(async () => {
    await plain.keyboard.press('ArrowRight')
    await expect(second).toBeInViewport({ ratio: 1, timeout: 500 })
  }).toPass()
  await expect(first).not.toBeInViewport()
  expect(await plain.evaluate('scrollY'), 'the page stays').toBe(0)
  await context.close()
})

test('el carrito de la cabecera dice cuántos cursos tiene, para todos', async ({ page, course, student, login }) => {
  const cart = page.getByRole('banner').getByRole('link', { name: /^Carrito/ })
  const keep = (courses: number) =>
    page.evaluate(
      (items) => localStorage.setItem('cart', JSON.stringify(items)),
      Array(courses).fill({ id: course.id, nombre: course.nombre, descripcion: '', costo: 149, imagen: null }),
    )
  await page.goto('/')
  await expect(cart).toHaveAccessibleName('Carrito')
  await expect(cart).toHaveAttribute('href', '/carrito')
  await keep(1)
  await page.reload()
  await expect(cart).toHaveAccessibleName('Carrito, 1 curso')
  await keep(2)
  await page.reload()
  await expect(cart).toHaveAccessibleName('Carrito, 2 cursos')
  await login(page, student)
  await page.goto('/miscursos')
  await expect(cart).toHaveAccessibleName('Carrito, 2 cursos')
  // Nothing overflows a narrow screen.
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
})

test('la primera imagen se pide antes que nada y lo demás espera', { tag: '@telefono' }, async ({ page }) => {
  const html = await (await page.request.get('/')).text()
  const [head = '', body = ''] = html.split('<body')
  expect(head).toMatch(/<link rel="preload" as="image"[^>]*type="image\/avif"[^>]*fetchPriority="high"/)
  const pictures = body.match(/<img [^>]*>/g) ?? []
  const content = pictures.filter((picture) => picture.includes('sizes') && !picture.includes('sizes="36px"'))
  // The banner's, and the first course's, the largest of a phone's first screen.
  expect(content.filter((picture) => picture.includes('loading="eager"'))).toHaveLength(2)
  expect(content.filter((picture) => !/width="\d+" height="\d+"/.test(picture))).toEqual([])
})

test('una página pública trae sus estilos en ella y no pide ningún programa', async ({ page, watch }) => {
  watch.allow(/status of 404/)
  leaveAsDrawn(page)
  const files: string[] = []
  page.on('request', (request) => /script|stylesheet/.test(request.resourceType()) && files.push(request.url()))
  for (const path of [
    '/',
    '/cursos',
    '/premios',
    '/terminos',
    '/libro-de-reclamaciones',
    '/certificado',
    '/marcas',
    '/nada',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(files).toEqual([])
})

test('los estilos están en el documento y los scripts esperan: la página se ve primero', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  const priorities = new Map<string, string>()
  devtools.on('Network.requestWillBeSent', ({ request: { url, initialPriority } }) => {
    priorities.set(new URL(url).pathname, initialPriority)
  })
  await devtools.send('Network.enable')
  const document = await (await page.goto('/login'))?.text()
  const linked = (rel: string) =>
    [...(document ?? '').matchAll(new RegExp(`rel="${rel}" href="([^"#]+)`, 'g'))].map(([, path]) => path ?? '')
  const prioritiesOf = (rel: string) => new Set(linked(rel).map((path) => priorities.get(path)))
  expect(linked('modulepreload').length).toBeGreaterThan(10)
  await expect.poll(() => prioritiesOf('modulepreload')).toEqual(new Set(['Low']))
  expect(linked('stylesheet')).toEqual([])
  expect(document).toMatch(/<style id="estilos">[^<]{5000}/)
})
