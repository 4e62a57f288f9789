import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** On phones the field is behind its icon. */
async function openSearch(page: Page) {
  const icon = page.getByRole('button', { name: 'Abrir búsqueda' })
  const field = page.getByRole('combobox', { name: 'Buscar en mis cursos' })
  await expect(icon.or(field).first()).toBeVisible()
  if (await icon.isVisible()) await icon.click()
  return field
}

test('la búsqueda ignora mayúsculas y tildes y abre con el teclado', async ({ page, student, login, course, axe }) => {
  await login(page, student)
  await page.goto('/miscursos')
  const field = await openSearch(page)
  const plain = course.nombre.normalize('NFD').replace(/\p{Diacritic}/gu, '')
  await field.fill(plain.toUpperCase())
  const first = page.getByRole('option').first()
  await expect(first).toContainText(course.nombre)
  await expect(first).toContainText('Curso')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await axe(page)
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/miscursos/${course.id}/modulos$`))
})

test('sin resultados se dice cuál texto no se halló, y Escape cierra', async ({ page, student, login }) => {
  await login(page, student)
  await page.goto('/miscursos')
  const field = await openSearch(page)
  await field.fill('zzzz')
  await expect(page.getByText('Sin resultados para “zzzz”')).toBeVisible()
  await field.press('Escape')
  await expect(page.getByText('Sin resultados para “zzzz”')).toBeHidden()
  await field.press('ArrowDown')
  await field.fill('zzzzz')
  await page.getByRole('link', { name: 'Buscar en el catálogo' }).click()
  await expect(page).toHaveURL(/\/cursos\?buscar=zzzzz$/)
})

test('la búsqueda encuentra lo que dice el texto de una lección', async ({
  page,
  student,
  login,
  course,
  database,
  axe,
}) => {
  await database.sql`UPDATE lecciones SET contenido = '<p>Entonces llega el <b>crepúsculo</b> náutico, y conviene un trípode.</p>'
    WHERE id = ${course.leccion}`
  await login(page, student)
  await page.goto('/soporte')
  const field = await openSearch(page)
  await field.fill('crepusculo nautico')
  const texts = page.getByRole('group', { name: 'En el texto de tus lecciones' })
  const option = texts.getByRole('option').filter({ hasText: 'Entonces llega el crepúsculo náutico' })
  await expect(option).toContainText('Lección')
  await axe(page)
  await option.click()
  await expect(page).toHaveURL(new RegExp(`/leccion/${course.leccion}$`))
})

test('la búsqueda ofrece cursos del catálogo y, vacía, lo último abierto', async ({
  page,
  student,
  login,
  course,
  database,
}) => {
  const [other] = await database.sql<{ id: number; nombre: string }[]>`
    SELECT id, nombre FROM cursos WHERE id_cliente = 2 AND estado = 1 AND id NOT IN (
      SELECT id_curso FROM matriculas WHERE id_usuario = ${student.id}) ORDER BY id LIMIT 1`
  if (!other) throw new Error('The demo academy has no course that the student does not have.')
  await database.sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion) VALUES (${student.id}, ${course.leccion})`
  await login(page, student)
  await page.goto('/soporte')
  const field = await openSearch(page)
  await field.focus()
  const recent = page.getByRole('listbox', { name: 'Lo último que abriste' })
  await expect(recent.getByRole('option')).toHaveCount(1)
  await expect(recent.getByRole('option')).toHaveAttribute('href', new RegExp(`/leccion/${course.leccion}$`))
  await field.fill(other.nombre)
  const offer = page.getByRole('option', { name: /Curso del catálogo · aún no lo tienes/ })
  await expect(offer.first()).toContainText(other.nombre)
  await offer.first().click()
  await expect(page).toHaveURL(new RegExp(`/detallecurso/${other.id}$`))
})

test('@escritorio la barra enfoca la búsqueda, pero no mientras se escribe', async ({ page, student, login }) => {
  await login(page, student)
  await page.goto('/soporte')
  const field = await openSearch(page)
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  const message = page.getByLabel('¿En qué te ayudamos?')
  await message.focus()
  await page.keyboard.press('/')
  await expect(message).toHaveValue('/')
  await expect(message).toBeFocused()
})

test('@escritorio lo escrito después de la barra no se pierde aunque la búsqueda aún no cargue', async ({
  page,
  student,
  login,
}) => {
  await login(page, student)
  const held = Promise.withResolvers<void>()
  // A public page comes without what the campus adds to it.
  await page.route(/\/assets\/campus-[\w-]+\.js$/, async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.goto('/cursos')
  const field = page.getByRole('combobox', { name: 'Buscar en mis cursos' })
  await expect(field).toHaveCount(0)
  // The places of what is still loading are already there: a link stands in for the bell's button.
  const banner = page.getByRole('banner')
  const bell = banner
    .getByRole('link', { name: 'Notificaciones' })
    .or(banner.getByRole('button', { name: /^Notificaciones/ }))
  // Drawn again as the page wakes, so that it has no box for a moment.
  let before: Awaited<ReturnType<typeof bell.boundingBox>> = null
  await expect.poll(async () => (before = await bell.boundingBox())).not.toBeNull()
  await page.keyboard.press('/')
  await page.keyboard.type('anim')
  held.resolve()
  await expect(field).toHaveValue('anim')
  await expect(field).toBeFocused()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await bell.boundingBox()).toEqual(before)
})

test('@escritorio la primera letra tras la barra llega al campo en el mismo instante', async ({
  page,
  student,
  login,
}) => {
  await login(page, student)
  await page.goto('/soporte')
  const field = page.getByRole('combobox', { name: 'Buscar en mis cursos' })
  await expect(field).toBeVisible()
  // Without a frame between the two keys.
  const focused = await page.evaluate(`
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))
    document.activeElement.getAttribute('role')`)
  expect(focused).toBe('combobox')
})

test('soporte: el tema, la regla, el borrador y el número de la consulta', async ({ page, student, login, axe }) => {
  await login(page, student)
  await page.goto('/soporte')
  const message = page.getByLabel('¿En qué te ayudamos?')
  const send = page.getByRole('button', { name: 'Enviar mensaje' })
  const topic = page.getByLabel('Tema')
  await message.fill('   corto   ')
  await send.click()
  await expect(page.getByText('Elige de qué trata tu consulta.')).toBeVisible()
  await expect(topic).toBeFocused()
  await topic.selectOption('Un curso o una clase')
  await expect(page.getByText('Elige de qué trata tu consulta.')).toBeHidden()
  await send.click()
  const rule = 'El mensaje no puede estar vacío y debe tener al menos 10 caracteres.'
  await expect(page.getByText(rule)).toBeVisible()
  await expect(message).toBeFocused()
  await axe(page)

  await message.fill('No puedo abrir el video de mi lección.')
  await expect(page.getByText(rule)).toBeHidden()
  await page.reload()
  await expect(message).toHaveValue('No puedo abrir el video de mi lección.')
  await expect(topic).toHaveValue('curso')
  await send.click()
  await expect(page.getByText('Mensaje de soporte enviado correctamente.')).toBeVisible()
  await expect(message).toHaveValue('')
  await expect(topic).toHaveValue('')
  const sent = page.getByRole('article', { name: /^N\.º \d+$/ })
  await expect(sent).toContainText('En revisión')
  await expect(sent).toContainText('Un curso o una clase')
})

test('soporte sin conexión conserva lo escrito', async ({ page, student, login, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  await login(page, student)
  await page.goto('/soporte')
  const message = page.getByLabel('¿En qué te ayudamos?')
  await page.getByLabel('Tema').selectOption('Un examen o un certificado')
  await message.fill('Necesito ayuda con mi examen.')
  await page.route('**/api/enviar-soporte', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(page.getByText('No se pudo conectar con el servidor.')).toBeVisible()
  await expect(message).toHaveValue('Necesito ayuda con mi examen.')
})
