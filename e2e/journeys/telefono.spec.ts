import { examOn } from '../support/exam-screen.ts'
import { courseWithExam, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const PHONE = { tag: '@telefono' }

test('la barra de abajo: cinco lugares al alcance, nada debajo de ella', PHONE, async ({ page, student, login }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Accesos del campus' })
  await expect(page.getByRole('contentinfo').getByRole('heading', { name: 'Contacto' })).toBeVisible()
  await expect(bar).toHaveCount(0)

  await login(page, student)
  await page.goto('/inicio')
  const places = bar.getByRole('link')
  await expect(places).toHaveText(['Inicio', 'Cursos', 'Calendario', 'Certificados', 'Yo'])
  for (const place of await places.all()) {
    const box = await place.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await bar.getByRole('link', { name: 'Calendario' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calendario' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Calendario' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Yo' }).click()
  await expect(page).toHaveURL(/\/perfil$/)

  await bar.getByRole('link', { name: 'Cursos' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('heading')).toHaveCount(0)
  await expect(footer.getByRole('link', { name: 'Libro de Reclamaciones' })).toBeVisible()
  await footer.getByRole('link', { name: 'Libro de Reclamaciones' }).scrollIntoViewIfNeeded()
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
  const end = await footer.boundingBox()
  const top = await bar.boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((top?.y ?? 0) + 1)
  expect(end?.height, 'one line').toBeLessThan(72)
  await footer.getByRole('button', { name: /^Más de/ }).click()
  await expect(footer.getByRole('link', { name: 'Nuestras academias' })).toHaveAttribute('href', '/marcas')

  // A keyboard that resizes the page leaves no room for it.
  await page.setViewportSize({ width: 360, height: 380 })
  await expect(bar).toBeHidden()
})

test('Yo lleva a lo de cada uno, sigue marcado allí, y cierra la sesión', PHONE, async ({ page, student, login }) => {
  await login(page, student)
  await page.goto('/perfil')
  const me = page.getByRole('navigation', { name: 'Accesos del campus' }).getByRole('link', { name: 'Yo' })
  await expect(me).toHaveAttribute('aria-current', 'page')
  const places = page.getByRole('navigation', { name: 'Lo tuyo' })
  await expect(places.getByRole('link')).toHaveText([
    'Mis compras',
    'Notificaciones',
    'Ranking y premios',
    'Referidos',
    'Soporte',
    'Generador de prompts',
  ])
  await places.getByRole('link', { name: 'Soporte' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Soporte' })).toBeVisible()
  await expect(me).toHaveAttribute('aria-current', 'true')

  await me.click()
  await places.getByRole('combobox', { name: 'Apariencia' }).selectOption('Oscuro')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await places.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('un examen en marcha tiene toda la pantalla', PHONE, async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10] })
  await login(page, await freshStudent(database, [course.id]))
  await page.goto(path)
  const bar = page.getByRole('navigation', { name: 'Accesos del campus' })
  await expect(bar).toBeVisible()
  await examOn(page).start()
  await expect(bar).toBeHidden()
})

test(
  'tu semana: los días con avance, la meta propia, y se puede apagar',
  PHONE,
  async ({ page, student, course, login, database }) => {
    await login(page, student)
    await page.goto('/inicio')
    const week = page.getByRole('region', { name: 'Tu semana' })
    await expect(week.getByRole('listitem')).toHaveCount(7)
    await expect(week).toContainText('0 de 3 días')
    await database.sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en)
    SELECT ${student.id}, l.id, now() - interval '1 day' * (l.orden % 2) FROM lecciones l
    WHERE l.id_modulo = ${course.modulo}`
    await page.reload()
    await expect(week.getByRole('listitem').filter({ hasText: 'hoy: avanzaste' })).toHaveCount(1)
    await expect(week.getByText('Llevas 2 días seguidos.')).toBeVisible()
    await expect(week.getByText(/^A este ritmo terminas el \d+ de [a-z]+\.$/)).toBeVisible()

    await week.getByRole('link', { name: /Cambiar mi meta/ }).click()
    await page.getByRole('group', { name: 'Días por semana' }).getByRole('radio', { name: '1', exact: true }).check()
    await page.getByRole('navigation', { name: 'Accesos del campus' }).getByRole('link', { name: 'Inicio' }).click()
    await expect(week.getByText(/^Meta cumplida: \d días?$/)).toBeVisible()
    await week.getByRole('link', { name: /Cambiar mi meta/ }).click()
    await page.getByRole('switch', { name: 'Ver mi semana en el inicio' }).click()
    await expect(page.getByRole('group', { name: 'Días por semana' })).toBeHidden()
    await page.getByRole('navigation', { name: 'Accesos del campus' }).getByRole('link', { name: 'Inicio' }).click()
    await expect(page.getByRole('region', { name: 'Próxima clase en vivo' })).toBeVisible()
    await expect(week).toBeHidden()
  },
)

test(
  'quien aún no entró: en el cajón están el registro, el ingreso, las categorías, WhatsApp y las academias',
  PHONE,
  async ({ page }) => {
    await page.goto('/cursos')
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('href', '/login')
    await expect(drawer.getByRole('link', { name: 'Escríbenos por WhatsApp' })).toHaveAttribute('href', /^https:/)
    await expect(drawer.locator('a[href^="/cursos/"]').first()).toBeVisible()
    await drawer.getByRole('link', { name: 'Nuestras academias' }).click()
    await expect(page).toHaveURL(/\/marcas$/)
    await expect(drawer).toBeHidden()
    await page.goBack()
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    await drawer.getByRole('link', { name: 'Crear cuenta' }).click()
    await expect(page).toHaveURL(/\/registro$/)
  },
)
