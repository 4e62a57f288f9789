import { leaveAsDrawn } from '../support/ready.ts'
import { expect, test } from '../support/test.ts'

test('el inicio: anuncios, tres botones, contadores, cursos, próxima clase y dónde seguir', { tag: '@gate' }, async ({
  page,
  student,
  course,
  login,
  database,
}) => {
  await login(page, student)
  await page.goto('/inicio')
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Anuncios' }).getByRole('button')).toHaveCount(2)
  await expect(main.getByRole('navigation', { name: 'Accesos rápidos' }).getByRole('link')).toHaveCount(3)
  await expect(main.getByRole('link', { name: /1\s*Cursos Matriculados/ })).toHaveAttribute('href', '/miscursos')
  await expect(main.getByRole('link', { name: /0\s*Certificados Obtenidos/ })).toHaveAttribute(
    'href',
    '/miscertificados',
  )
  await expect(main.getByRole('article').filter({ hasText: course.nombre })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Próxima clase en vivo' })).toContainText('Ir a sesión')

  await page.goto(`/miscursos/${course.id}/modulos/${course.modulo}/leccion/${course.leccion}`)
  // Optimistic, and saved although the page is left before the server answers.
  await page.getByRole('button', { name: 'Completar y seguir' }).click()
  await page.goto('/api/salud/viva')
  const marks = () =>
    database.sql`SELECT 1 FROM progreso_lecciones WHERE id_usuario = ${student.id} AND completada_en IS NOT NULL`
  await expect.poll(async () => (await marks()).length).toBe(1)
  await page.goto('/inicio')
  await expect(main.getByText('Continúa donde lo dejaste')).toBeVisible()
  await main.getByRole('link', { name: 'Continuar', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/miscursos/${course.id}/modulos/\\d+/leccion/\\d+$`))
})

test('los anuncios cambian cada 5 segundos y se detienen', { tag: '@escritorio' }, async ({ page, student, login }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await login(page, student)
  await page.goto('/inicio')
  const banners = page.getByRole('region', { name: 'Anuncios' })
  const shown = banners.locator('[aria-current="true"]')
  await expect(banners.getByRole('button', { name: 'Pausar los anuncios' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const away = () => page.mouse.move(2, 2)

  // Hovering pauses them; leaving restarts the 5000 ms.
  await banners.hover()
  await away()
  await expect(shown).toHaveAttribute('aria-label', /^Anuncio \d de 2$/)
  const before = await shown.getAttribute('aria-label')
  const other = before === 'Anuncio 1 de 2' ? 'Anuncio 2 de 2' : 'Anuncio 1 de 2'
  await page.clock.runFor(4999)
  await expect(shown).toHaveAttribute('aria-label', before ?? '')
  await page.clock.runFor(1)
  await expect(shown).toHaveAttribute('aria-label', other)
  await page.clock.runFor(5000)
  await expect(shown).toHaveAttribute('aria-label', before ?? '')

  await banners.hover()
  await page.clock.runFor(20_000)
  await expect(shown, 'under the pointer').toHaveAttribute('aria-label', before ?? '')
  await away()
  await banners.getByRole('button', { name: before ?? '' }).focus()
  await page.clock.runFor(20_000)
  await expect(shown, 'under the focus').toHaveAttribute('aria-label', before ?? '')
  await banners.getByRole('button', { name: 'Pausar los anuncios' }).click()
  await banners.getByRole('button', { name: 'Reanudar los anuncios' }).blur()
  await away()
  await page.clock.runFor(20_000)
  await expect(shown, 'paused').toHaveAttribute('aria-label', before ?? '')
})

test('con movimiento reducido los anuncios no se mueven', { tag: '@escritorio' }, async ({ page, student, login }) => {
  await page.clock.install()
  await login(page, student)
  await page.goto('/inicio')
  const banners = page.getByRole('region', { name: 'Anuncios' })
  await expect(banners.locator('[aria-current="true"]')).toHaveAttribute('aria-label', 'Anuncio 1 de 2')
  await expect(banners.getByRole('button', { name: 'Pausar los anuncios' })).toBeHidden()
  await page.clock.fastForward(20_000)
  await expect(banners.locator('[aria-current="true"]')).toHaveAttribute('aria-label', 'Anuncio 1 de 2')
})

test('el menú con el primer nombre lleva al perfil', async ({ page, student, login }) => {
  await login(page, student)
  await page.goto('/miscursos')
  await page.getByRole('button', { name: 'Menú de Rosa' }).click()
  await page.getByRole('menuitem', { name: 'Ver Perfil' }).click()
  await expect(page).toHaveURL(/\/perfil$/)
})

test('quien no entró ve el botón de ingreso, sin búsqueda ni campana', async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Iniciar sesión' })).toBeVisible()
  await expect(header.getByRole('button', { name: /Notificaciones|Menú de|Abrir búsqueda/ })).toHaveCount(0)
  await expect(header.getByRole('combobox').or(header.getByRole('searchbox'))).toHaveCount(0)
  // The place of the bell; the menu names the page.
  await expect(header.locator('[aria-label="Notificaciones"]:visible')).toHaveCount(0)
})

test('el pie: cursos de la marca, verificación, textos legales, redes y contacto', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  for (const name of [
    'Verificar un certificado',
    'Preguntas frecuentes',
    'Términos y condiciones',
    'Política de privacidad',
    'Libro de Reclamaciones',
  ])
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(footer.locator('a[href^="/detallecurso/"]').first()).toBeVisible()
  await expect(footer.locator('a[href^="mailto:"]')).toBeVisible()
  await expect(footer.getByRole('navigation', { name: 'Redes sociales' }).getByRole('link').first()).toBeVisible()
})

test('las marcas: su logo, su tienda y su Ingresar, sin menú ni pie', async ({ page, watch }) => {
  // The reset link below is none.
  watch.allow(/422/)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Otras academias' }).click()
  await page.getByRole('link', { name: 'Ver los cursos de Aula Viva' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mañana tu clase puede ser distinta' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Nuestras academias' })).toBeVisible()
  await page.goto('/marcas')
  await expect(page.getByRole('heading', { level: 2 }).getByRole('img', { name: /Qhapaq/ })).toBeVisible()
  const shop = await page.getByRole('link', { name: 'Ver los cursos de Escuela Cumbre' }).boundingBox()
  const login = await page.getByRole('link', { name: 'Ingresar a Escuela Cumbre' }).boundingBox()
  expect(login?.y).toBe(shop?.y)
  expect(login?.x).toBeGreaterThan((shop?.x ?? 0) + (shop?.width ?? 0))
  // Other journeys make brands of their own.
  for (const name of ['Qhapaq', 'Aula Viva', 'Escuela Cumbre'])
    await expect(page.getByRole('link', { name: new RegExp(`^Ingresar a .*${name}$`) })).toHaveCount(1)
  await page.getByRole('link', { name: 'Ingresar a Escuela Cumbre' }).click()
  await expect(page).toHaveURL(/\/login\/cumbre$/)
  for (const path of ['/marcas', '/login', '/restablecer/1?token=x', '/certificado']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Menú principal' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Abrir menú' })).toHaveCount(0)
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Libro de Reclamaciones' })).toHaveCount(0)
    // The law requires the book on every page, also without a footer.
    const book = page
      .getByRole('navigation', { name: 'Enlaces legales' })
      .getByRole('link', { name: 'Libro de Reclamaciones' })
    await expect(book).toHaveAttribute('href', '/libro-de-reclamaciones')
  }
})

test('el menú de categorías se abre sin ningún programa, también en el teléfono', { tag: '@escritorio' }, async ({
  page,
}) => {
  leaveAsDrawn(page)
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.setViewportSize({ width: 769, height: 900 })
  await page.goto('/')
  // Above 768 px the menu is beside the page and its *Cursos* opens.
  const opener = page.getByRole('button', { name: 'Cursos', exact: true })
  await opener.click()
  const category = page.getByRole('banner').locator('a[href^="/cursos/"]:visible').first()
  await expect(category).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(category).toBeHidden()
  await expect(opener).toBeFocused()

  await page.setViewportSize({ width: 768, height: 900 })
  await expect(opener).toBeHidden()
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Cursos', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Todos los cursos' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(scripts).toEqual([])
})
