import type { Page } from '@playwright/test'
import { aCourse, aPerson } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** A lesson of this test's own, with a student, a classmate and a teacher. */
async function aConversation(database: TestDatabase) {
  const teacher = await aPerson(database.db, { nombres: 'Elena', apellidos: 'Ríos', tipo_cliente: 'Docente' })
  const course = await aCourse(database.db, { teacher: teacher.id })
  const [modulo] = course.modulos
  const [lesson] = modulo?.lecciones ?? []
  if (!modulo || !lesson) throw new Error('the course has no lesson')
  const student = await freshStudent(database, [course.id])
  const classmate = await freshStudent(database, [course.id])
  const path = `/miscursos/${course.id}/modulos/${modulo.id}/leccion/${lesson.id}`
  /** Writes a comment that many minutes old and returns its id. */
  async function say(author: number, text: string, minutes: number, parent: number | null = null): Promise<number> {
    const [row] = await database.sql<{ id: number }[]>`
      INSERT INTO comentarios (comentario, id_usuario, id_leccion, parent_id, fecha)
      VALUES (${text}, ${author}, ${lesson?.id ?? 0}, ${parent}, now() - make_interval(mins => ${minutes})) RETURNING id`
    return row?.id ?? 0
  }
  return { teacher, student, classmate, path, say }
}

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const item = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const title = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 2, name: text })

test('publica, responde y da like; quien recibió la respuesta llega a ella', { tag: '@gate' }, async ({
  page,
  database,
  login,
  newDevice,
}) => {
  const { student, classmate, path } = await aConversation(database)
  await login(page, student)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Todavía no hay comentarios' })).toBeVisible()
  await page.getByLabel('Tu comentario').fill('¿Por qué se usa una tabla?')
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(toast(page, 'Comentario Publicado!!!')).toBeVisible()
  await expect(item(page, '¿Por qué se usa una tabla?').getByText('ahora mismo')).toBeVisible()
  await expect(title(page, 'Comentarios (1)')).toBeVisible()
  await expect(page.getByLabel('Tu comentario')).toHaveValue('')
  const own = item(page, '¿Por qué se usa una tabla?').getByRole('button', { name: 'Me gusta: 1' })
  await expect(own, "the author's own like").toHaveAttribute('aria-pressed', 'true')

  const other = await newDevice()
  await login(other, classmate)
  await other.goto(path)
  const question = item(other, '¿Por qué se usa una tabla?')
  await question.getByRole('button', { name: 'Me gusta: 1' }).click()
  await expect(toast(other, 'Like!!!')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Me gusta: 2' })).toHaveAttribute('aria-pressed', 'true')
  await question.getByRole('button', { name: 'Me gusta: 2' }).click()
  await expect(question.getByRole('button', { name: 'Me gusta: 1' })).toHaveAttribute('aria-pressed', 'false')

  await question.getByRole('button', { name: /^Responder a/ }).click()
  await expect(other.getByText(`Respondiendo a ${student.nombre}`)).toBeVisible()
  await expect(other.getByLabel('Tu respuesta')).toBeFocused()
  await other.getByRole('button', { name: 'Cancelar' }).click()
  await expect(other.getByLabel('Tu respuesta')).toBeHidden()
  await expect(question.getByRole('button', { name: /^Responder a/ })).toBeFocused()
  await question.getByRole('button', { name: /^Responder a/ }).click()
  await other.getByLabel('Tu respuesta').fill('Porque el rango crece solo.')
  await other.getByLabel('Tu respuesta').press('Control+Enter')
  await expect(toast(other, 'Comentario Publicado!!!')).toBeVisible()
  await expect(other.getByLabel('Tu respuesta')).toBeHidden()
  await expect(other.getByRole('list', { name: /^Respuestas a/ })).toContainText('Porque el rango crece solo.')

  await page.goto('/notificaciones')
  await page
    .getByText(/^Te respondió /)
    .first()
    .click()
  await page.getByRole('dialog').getByRole('link', { name: 'Leer la respuesta' }).click()
  await expect(page).toHaveURL(/#comentario-\d+$/)
  await expect(item(page, 'Porque el rango crece solo.')).toBeInViewport()
})

test('lo más nuevo va primero, por páginas, y el docente se distingue', async ({ page, database, login, axe }) => {
  const { student, teacher, path, say } = await aConversation(database)
  for (let n = 1; n <= 25; n++) await say(student.id, `Comentario ${n}.`, 100 - n)
  const asked = await say(student.id, 'La pregunta.', 2)
  await say(teacher.id, 'La respuesta.', 1, asked)
  await login(page, student)
  await page.goto(path)
  await title(page, 'Comentarios (27)').scrollIntoViewIfNeeded()
  await expect(page.getByRole('article').first()).toContainText('La pregunta.')
  await expect(item(page, 'La respuesta.')).toContainText('Docente')
  await expect(page.getByRole('article')).toHaveCount(21)
  await page.getByRole('button', { name: 'Ver más comentarios' }).click()
  await expect(page.getByRole('article')).toHaveCount(27)
  await expect(page.getByRole('article').last()).toContainText('Comentario 1.')
  await expect(page.getByRole('button', { name: 'Ver más comentarios' })).toBeHidden()
  await item(page, 'La respuesta.')
    .getByRole('button', { name: /^Responder a/ })
    .click()
  await expect(page.getByText('Respondiendo a Elena Ríos')).toBeVisible()
  // Where the page scrolled to, its lower bar may cover half of a button.
  await page.evaluate('scrollTo(0, 0)')
  await axe(page)
})

test('el autor corrige y elimina; lo que le respondieron queda', async ({ page, database, login }) => {
  const { student, classmate, path, say } = await aConversation(database)
  const question = await say(student.id, '¿Pro qué?', 5)
  await say(classmate.id, 'Porque sí.', 4, question)
  await login(page, student)
  await page.goto(path)
  await expect(title(page, 'Comentarios (2)')).toBeVisible()
  const reply = item(page, 'Porque sí.')
  const face = await reply.locator('xpath=./*[1]').boundingBox()
  const name = await reply.locator('strong').boundingBox()
  const gap = (name?.x ?? 0) - (face?.x ?? 0) - (face?.width ?? 0)
  expect(gap, 'the face does not touch the name').toBeGreaterThanOrEqual(8)
  await item(page, '¿Pro qué?').getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('textbox', { name: 'Editar comentario' }).fill('¿Por qué?')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(item(page, '¿Por qué?')).toContainText('editado')
  await item(page, '¿Por qué?').getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sí, eliminar' }).click()
  await expect(page.getByRole('article', { name: 'Comentario eliminado' })).toContainText('Comentario eliminado')
  await expect(item(page, 'Porque sí.')).toBeVisible()
  await expect(title(page, 'Comentarios (1)')).toBeVisible()
})

test('un enlace lleva a su comentario, esté en la página que esté', async ({ page, database, login }) => {
  const { student, path, say } = await aConversation(database)
  const old = await say(student.id, 'El más antiguo.', 1000)
  for (let n = 1; n <= 24; n++) await say(student.id, `Comentario ${n}.`, 100 - n)
  const newest = await say(student.id, 'El más nuevo.', 1)
  await login(page, student)
  await page.goto(`${path}#comentario-${old}`)
  await expect(item(page, 'El más antiguo.')).toBeInViewport()
  await expect(item(page, 'El más antiguo.')).toHaveAttribute('data-marked')
  await expect(item(page, 'El más antiguo.')).toBeFocused()

  await page.getByRole('button', { name: 'Ver comentarios más recientes' }).click()
  await expect(item(page, 'El más nuevo.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(26)

  await page.evaluate(`location.hash = 'comentario-${newest}'`)
  await expect(item(page, 'El más nuevo.')).toBeInViewport()
  await expect(item(page, 'El más nuevo.')).toHaveAttribute('data-marked')

  await page.goto(`${path}#comentario-999999999`)
  await page.reload()
  await title(page, /^Comentarios/).scrollIntoViewIfNeeded()
  await expect(page.getByText('Ese comentario ya no está disponible.')).toBeVisible()
})

test('copia el enlace de un comentario', { tag: '@escritorio' }, async ({ page, context, database, login }) => {
  const { student, path, say } = await aConversation(database)
  const id = await say(student.id, 'Para compartir.', 5)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await login(page, student)
  await page.goto(path)
  await item(page, 'Para compartir.').getByRole('button', { name: 'Copiar enlace' }).click()
  await expect(toast(page, 'Enlace copiado.')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(new RegExp(`${path}#comentario-${id}$`))
})

test('el borrador sobrevive a recargar, también el de una respuesta', async ({ page, database, login }) => {
  const { student, classmate, path, say } = await aConversation(database)
  await say(classmate.id, 'Una duda.', 5)
  await login(page, student)
  await page.goto(path)
  await page.getByLabel('Tu comentario').fill('Sin terminar')
  await item(page, 'Una duda.')
    .getByRole('button', { name: /^Responder a/ })
    .click()
  await page.getByLabel('Tu respuesta').fill('A medias')
  await page.reload()
  await expect(page.getByLabel('Tu comentario')).toHaveValue('Sin terminar')
  await expect(page.getByText(`Respondiendo a ${classmate.nombre}`)).toBeVisible()
  await expect(page.getByLabel('Tu respuesta')).toHaveValue('A medias')
})

test('lo vacío y lo largo se dicen antes de enviar', async ({ page, database, login }) => {
  const { student, path } = await aConversation(database)
  await login(page, student)
  await page.goto(path)
  const field = page.getByLabel('Tu comentario')
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(field).toHaveAccessibleDescription('Escribe un comentario.')
  await field.fill('x'.repeat(5001))
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(field).toHaveAccessibleDescription('El comentario puede tener hasta 5000 caracteres.')
  await expect(page.getByText('5001 de 5000 caracteres')).toBeVisible()
})

test('lo que falla se dice, se deshace y conserva lo escrito', async ({ page, database, login, watch }) => {
  watch.allow(/status of 500/)
  const { student, classmate, path, say } = await aConversation(database)
  await say(classmate.id, 'Una duda.', 5)
  const message = 'Ocurrió un error inesperado.'
  const broken = { status: 500, json: { message, mensaje: message, code: 'ERROR_INESPERADO' } }
  await login(page, student)
  await page.route(/\/api\/comentarios$/, (route) => route.fulfill(broken))
  await page.route('**/api/comentarios/**', (route) => route.fulfill(broken))
  await page.goto(path)
  const failed = page.getByRole('alert').filter({ hasText: 'Hubo un error al cargar los comentarios.' })
  await expect(failed).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/comentarios/**')
  await failed.getByRole('button', { name: 'Reintentar' }).click()
  await expect(item(page, 'Una duda.')).toBeVisible()

  await page.getByLabel('Tu comentario').fill('No quiero perder esto')
  await page.getByRole('button', { name: 'Publicar' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'No se pudo enviar el comentario.' })
  await expect(alert).toContainText('Error')
  await expect(page.getByLabel('Tu comentario')).toHaveValue('No quiero perder esto')

  await page.route('**/api/comentarios/like/**', (route) => route.fulfill(broken))
  const like = item(page, 'Una duda.').getByRole('button', { name: /^Me gusta/ })
  await like.click()
  await expect(page.getByRole('alert').filter({ hasText: 'No se pudo dar like al comentario.' })).toContainText('Error')
  await expect(like).toHaveAccessibleName('Me gusta: 0')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})

test('los comentarios se piden recién cuando se acercan', async ({ page, database, login }) => {
  const { student, path, say } = await aConversation(database)
  await say(student.id, 'Abajo.', 5)
  const lesson = path.split('/').at(-1)
  await database.sql`UPDATE lecciones SET contenido = ${'<p>Un párrafo largo para leer.</p>'.repeat(120)} WHERE id = ${Number(lesson)}`
  await login(page, student)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/comentarios/leccion/')) asked.push(request.url())
  })
  await page.goto(path)
  await expect(page.getByText('Un párrafo largo para leer.').first()).toBeVisible()
  await expect(title(page, 'Comentarios')).toBeAttached()
  // The intersection observer has fired after two frames.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(asked).toEqual([])
  await title(page, 'Comentarios').scrollIntoViewIfNeeded()
  await expect(item(page, 'Abajo.')).toBeVisible()
})
