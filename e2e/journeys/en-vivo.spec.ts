import type { Page } from '@playwright/test'
import { aCourse } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { call, openSession } from '../support/api.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** A stream that broke off comes back after some seconds. */
const LIVE = { timeout: 30_000 }

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificaciones/ })

async function aClass(database: TestDatabase) {
  const course = await aCourse(database.db, { lessons: 2, nombre: 'Edición de vídeo' })
  const [modulo] = course.modulos
  const [lesson] = modulo?.lecciones ?? []
  if (!modulo || !lesson) throw new Error('the course has no lesson')
  const path = `/miscursos/${course.id}/modulos/${modulo.id}/leccion/${lesson.id}`
  const student = await freshStudent(database, [course.id])
  return { course, lesson, path, student, classmate: await freshStudent(database, [course.id]) }
}

/** A live session that begins in this many minutes. */
const aSession = ({ sql }: TestDatabase, lesson: number, nombre: string, minutes: number) => sql`
  INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
  VALUES (${lesson}, ${nombre}, now() + make_interval(mins => ${minutes}), 'https://meet.example.com/aula', ${minutes})`

test('la respuesta de un compañero llega mientras la página está abierta y lleva a su lugar', { tag: '@gate' }, async ({
  page,
  database,
  login,
  baseURL,
}) => {
  const base = baseURL ?? ''
  const { lesson, path, student, classmate } = await aClass(database)
  const [mine, theirs] = [
    await openSession(base, student.correo, student.password),
    await openSession(base, classmate.correo, classmate.password),
  ]
  const say = (token: string, comentario: string, parent_id?: number) =>
    call<{ id: number }>(base, '/comentarios', token, {
      method: 'POST',
      body: { comentario, id_leccion: lesson.id, parent_id },
    })
  const asked = await say(mine.token, '¿Cómo se corta un clip?')
  await login(page, student)
  await page.goto('/miscursos')
  await expect(bell(page)).toHaveAccessibleName('Notificaciones')

  const reply = await say(theirs.token, 'Con la tecla S.', asked.id)
  await expect(bell(page)).toHaveAccessibleName('Notificaciones: 1 sin leer', LIVE)
  await bell(page).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: `Te respondió Rosa María ${lesson.titulo}` })
    .click()
  await expect(page).toHaveURL(new RegExp(`${path}#comentario-${reply.id}$`))
  await expect(page.getByRole('article').filter({ hasText: 'Con la tecla S.' })).toBeInViewport()
  await expect(bell(page)).toHaveAccessibleName('Notificaciones')
})

test('una búsqueda sin tildes ofrece la lección y Enter la abre', async ({ page, database, login }) => {
  const { lesson, path, student } = await aClass(database)
  await database.sql`UPDATE lecciones SET titulo = 'Corrección de color básica' WHERE id = ${lesson.id}`
  await login(page, student)
  await page.goto('/miscursos')
  const icon = page.getByRole('button', { name: 'Abrir búsqueda' })
  const field = page.getByRole('combobox', { name: 'Buscar en mis cursos' })
  await expect(icon.or(field).first()).toBeVisible()
  if (await icon.isVisible()) await icon.click()
  await field.fill('CORRECCION DE COLOR BASICA')
  const option = page.getByRole('option').first()
  await expect(option).toContainText('Corrección de color básica')
  await expect(option).toContainText('Lección')
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})

test('a la sesión se entra desde 15 minutos antes', async ({ page, database, login }) => {
  const { lesson, path, student } = await aClass(database)
  await aSession(database, lesson.id, 'Clase que empieza', 10)
  await aSession(database, lesson.id, 'Clase de después', 120)
  await login(page, student)
  await page.goto('/calendario?vista=lista')
  const item = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })
      .last()
  const enter = item('Clase que empieza').getByRole('link', { name: 'Ir a sesión' })
  await expect(enter).toHaveAttribute('href', 'https://meet.example.com/aula')
  await expect(enter).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(item('Clase de después').getByRole('button', { name: 'Ir a sesión' })).toBeDisabled()

  await page.goto(path)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).last()
  await expect(row('Clase que empieza').getByRole('link', { name: 'Ir a sesión' })).toBeVisible()
  await expect(row('Clase de después').getByRole('button', { name: 'Ir a sesión' })).toBeDisabled()

  await page.goto('/inicio')
  const next = page.getByRole('region', { name: 'Próxima clase en vivo' })
  await expect(next.getByRole('link', { name: 'Ir a sesión' })).toBeVisible()
  await database.sql`DELETE FROM sesiones WHERE nombre = 'Clase que empieza' AND id_leccion = ${lesson.id}`
  await page.reload()
  await expect(next).toContainText('Clase de después')
  await expect(next.getByRole('button', { name: 'Ir a sesión' })).toBeDisabled()
})

test.describe('desde otra zona horaria', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('el calendario sigue la hora de Lima y lo dice', async ({ page, database, login }) => {
    const { lesson, student } = await aClass(database)
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Lima' }).format(Date.now() + 2 * 86_400_000)
    await database.sql`
      INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
      VALUES (${lesson.id}, 'Clase nocturna', ${`${day}T21:30:00-05:00`}, 'https://meet.example.com/aula', 1)`
    await login(page, student)
    await page.goto('/calendario?vista=lista')
    const item = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Clase nocturna' }) })
      .last()
    await expect(item).toContainText('21:30')
    await expect(page.getByText(/^Las horas son de Lima, Perú/).first()).toBeVisible()
  })
})
