import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** The search field, behind its icon on phones. */
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

test('soporte: la regla, el borrador y el número de ticket', async ({ page, student, login, axe }) => {
  await login(page, student)
  await page.goto('/soporte')
  const message = page.getByLabel('¿En qué te ayudamos?')
  const send = page.getByRole('button', { name: 'Enviar mensaje' })
  await message.fill('   corto   ')
  await send.click()
  const rule = 'El mensaje no puede estar vacío y debe tener al menos 10 caracteres.'
  await expect(page.getByText(rule)).toBeVisible()
  await expect(message).toBeFocused()
  await axe(page)

  await message.fill('No puedo abrir el video de mi lección.')
  await expect(page.getByText(rule)).toBeHidden()
  await page.reload()
  await expect(message).toHaveValue('No puedo abrir el video de mi lección.')
  await send.click()
  await expect(page.getByText('Mensaje de soporte enviado correctamente.')).toBeVisible()
  await expect(message).toHaveValue('')
  await expect(page.getByRole('article', { name: /^N\.º \d+$/ })).toContainText('En revisión')
})

test('soporte sin conexión conserva lo escrito', async ({ page, student, login, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  await login(page, student)
  await page.goto('/soporte')
  const message = page.getByLabel('¿En qué te ayudamos?')
  await message.fill('Necesito ayuda con mi examen.')
  await page.route('**/api/enviar-soporte', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(page.getByText('No se pudo conectar con el servidor.')).toBeVisible()
  await expect(message).toHaveValue('Necesito ayuda con mi examen.')
})
