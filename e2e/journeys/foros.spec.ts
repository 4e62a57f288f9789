import type { Page } from '@playwright/test'
import { aCourse, aPerson, PASSWORD } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStudent, type Student, sessionEndsAt } from '../support/people.ts'
import { aPicture } from '../support/png.ts'
import { expect, test } from '../support/test.ts'

async function aClass(database: TestDatabase) {
  const teacher = await aPerson(database.db, { nombres: 'Elena', apellidos: 'Ríos', tipo_cliente: 'Docente' })
  const course = await aCourse(database.db, { nombre: 'Curso con foros', teacher: teacher.id })
  const student = await freshStudent(database, [course.id])
  const classmate = await freshStudent(database, [course.id])
  /** Forums of the classmate, each an hour older than the one before. */
  const open = (author: Student, titles: string[]) => database.sql`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, descripcion, contenido, texto, ultima_actividad)
    SELECT 2, ${author.id}, 'curso', ${course.id}, t.titulo, '', '<p>Texto del foro.</p>', 'Texto del foro.',
      now() - make_interval(hours => t.n::int) FROM unnest(${titles}::text[]) WITH ORDINALITY AS t (titulo, n)`
  return {
    course,
    teacher: { ...teacher, password: PASSWORD, nombre: 'Elena Ríos' },
    student,
    classmate,
    open,
    path: `/miscursos/${course.id}/foros`,
  }
}

const FROM_WORD = `<p class=MsoNormal style="color:red"><o:p></o:p><b>De Word</b></p>
  <p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·  </span>Uno</p>
  <p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·  </span>Dos</p>
  <script>window.malo = 1</script><img src="javascript:alert(1)" onerror="window.malo = 1">`

/** Runs in the page: pastes at the caret. */
const PASTE = `(() => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', ${JSON.stringify(FROM_WORD)})
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
})()`

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const card = (page: Page, title: string) => page.getByRole('article', { name: title })
const content = (page: Page) => page.getByRole('textbox', { name: 'Cuéntalo con detalle' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
async function choose(page: Page, title: string, action: string): Promise<void> {
  await card(page, title).getByRole('button', { name: 'Más opciones' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('abre su primer foro, lo cambia y lo elimina', { tag: '@gate' }, async ({ page, database, login, axe }) => {
  const { course, student, classmate, path } = await aClass(database)
  await login(page, student)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Foros del Curso' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No hay foros aún' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recientes' })).toContainText('No hay foros recientes')
  await page.getByRole('button', { name: 'Crear Primer Foro' }).click()
  const form = dialog(page, 'Nuevo Foro')
  const question = form.getByLabel('¿Qué no entendiste?')
  // Two fields; the others follow from where she stands.
  await expect(question).toBeFocused()
  await expect(form.getByRole('textbox')).toHaveCount(2)
  await expect(form.getByRole('combobox')).toHaveCount(0)
  await expect(form.getByText('se publica en Curso con foros')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(question).toHaveAccessibleDescription('Campos requeridos. El título y contenido son obligatorios.')
  await expect(question).toBeFocused()
  await axe(page)
  await page.keyboard.type('¿Cómo empiezo?')
  await page.keyboard.press('Enter')
  await expect(content(page)).toBeFocused()
  await expect(content(page)).toHaveAccessibleDescription(/^Campos requeridos/)
  await page.keyboard.type('Una duda con calma')

  const publish = form.getByRole('button', { name: 'Publicar' })
  const more = form.getByText('Más opciones')
  const type = form.getByLabel('Tipo de foro')
  await more.click()
  await type.selectOption('Módulo')
  await more.click()
  await expect(type).toBeHidden()
  await publish.click()
  const module = form.getByRole('combobox', { name: 'Módulo' })
  await expect(module, 'a wrong field opens what it stands in').toBeFocused()
  await expect(module).toHaveAccessibleDescription('Módulo requerido. Debes seleccionar un módulo.')
  await type.selectOption('Curso')
  await publish.click()
  const where = form.getByRole('combobox', { name: 'Curso' })
  await expect(where).toHaveAccessibleDescription('Curso requerido. Debes seleccionar un curso.')
  await axe(page)
  await where.selectOption(String(course.id))
  await publish.click()
  await expect(toast(page, 'Foro creado')).toBeVisible()
  // A new topic opens.
  await expect(page.getByRole('heading', { level: 1, name: '¿Cómo empiezo?' })).toBeVisible()
  await page.goto(path)
  await expect(card(page, '¿Cómo empiezo?')).toContainText('Una duda con calma')
  const recent = page.getByRole('region', { name: 'Recientes' })
  await expect(recent.getByRole('link', { name: /^¿Cómo empiezo\?/ })).toBeVisible()

  await choose(page, '¿Cómo empiezo?', 'Editar')
  await dialog(page, 'Editar foro').getByLabel('¿Qué no entendiste?').fill('¿Por dónde empiezo?')
  await expect(content(page)).toContainText('Una duda con calma')
  await content(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' @nahui')
  await expect(page.getByRole('option', { name: classmate.nombre })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(content(page)).toContainText(`con calma @${classmate.nombre}`)
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(toast(page, 'Foro actualizado')).toBeVisible()
  const [row] = await database.sql<
    { contenido: string }[]
  >`SELECT contenido FROM foros WHERE id_usuario = ${student.id}`
  expect(row?.contenido).toContain(`<span data-mencion="${classmate.id}">@${classmate.nombre}</span>`)
  await choose(page, '¿Por dónde empiezo?', 'Eliminar')
  await expect(dialog(page, '¿Eliminar foro?')).toContainText('Esta acción no se puede deshacer.')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await choose(page, '¿Por dónde empiezo?', 'Eliminar')
  await page.getByRole('button', { name: 'Sí, eliminar' }).click()
  await expect(toast(page, 'Foro eliminado')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No hay foros aún' })).toBeVisible()
})

test('@escritorio un foro que no se pudo eliminar sigue ahí', async ({ page, database, login, watch }) => {
  watch.allow(/500/)
  const { student, open, path } = await aClass(database)
  await open(student, ['Se queda'])
  const message = 'Ocurrió un error inesperado.'
  await page.route('**/api/foros/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { message, mensaje: message, code: 'ERROR_INESPERADO' } })
      : route.fallback(),
  )
  await login(page, student)
  await page.goto(path)
  await choose(page, 'Se queda', 'Eliminar')
  await page.getByRole('button', { name: 'Sí, eliminar' }).click()
  await expect(page.getByText('No se pudo eliminar el foro.')).toBeVisible()
  await expect(card(page, 'Se queda')).toBeVisible()
})

test('escribe con formato por teclado, y lo pegado de Word llega limpio', async ({ page, database, login }) => {
  const { student, path } = await aClass(database)
  await login(page, student)
  await page.goto(path)
  await page.getByRole('button', { name: 'Nuevo Foro' }).click()
  await dialog(page, 'Nuevo Foro').getByLabel('¿Qué no entendiste?').fill('Con formato')
  await content(page).click()
  await page.keyboard.press('Control+B')
  await page.keyboard.type('Negrita')
  await expect(page.getByRole('button', { name: 'Negrita' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Control+B')
  await page.keyboard.press('Control+K')
  await page.getByLabel('Dirección del enlace').fill('http://malo.pe')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Escribe una dirección que empiece con https:// o un correo.')).toBeVisible()
  await page.getByLabel('Dirección del enlace').fill('campus.pe')
  await page.keyboard.press('Enter')
  await expect(content(page).getByRole('link', { name: 'campus.pe' })).toHaveAttribute('href', 'https://campus.pe')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(content(page)).toBeFocused()
  await page.evaluate(PASTE)
  await expect(content(page).getByRole('listitem')).toHaveText(['Uno', 'Dos'])
  await expect(content(page).getByRole('strong').filter({ hasText: 'De Word' })).toBeVisible()
  expect(await content(page).innerHTML()).not.toMatch(/Mso|mso-|color:|<script|<img src="j/)
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(toast(page, 'Foro creado')).toBeVisible()
  const [row] = await database.sql<{ contenido: string }[]>`
    SELECT contenido FROM foros WHERE id_usuario = ${student.id}`
  expect(row?.contenido).toContain('<strong>Negrita</strong>')
  expect(row?.contenido).toMatch(/<ul><li><p>Uno<\/p><\/li><li><p>Dos<\/p><\/li><\/ul>/)
})

test('desde todos sus foros elige el curso; desde un módulo pregunta en él', async ({ page, database, login }) => {
  const { course } = await aClass(database)
  const other = await aCourse(database.db, { nombre: 'Otro curso' })
  const student = await freshStudent(database, [course.id, other.id])
  const [module] = other.modulos
  await login(page, student)
  const form = dialog(page, 'Nuevo Foro')
  const ask = async (question: string) => {
    await page.getByRole('button', { name: 'Nuevo Foro' }).click()
    await form.getByLabel('¿Qué no entendiste?').fill(question)
    await content(page).fill('Con detalle')
  }
  const asked = async (question: string) => {
    await form.getByRole('button', { name: 'Publicar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()
    return database.sql`SELECT tipo_foro, id_curso, id_modulo FROM foros WHERE titulo = ${question}
      AND id_usuario = ${student.id}`
  }
  await page.goto('/foros')
  await ask('¿Qué curso?')
  await form.getByRole('button', { name: 'Publicar' }).click()
  const where = form.getByRole('combobox', { name: 'Curso' })
  await expect(where).toBeFocused()
  await expect(where).toHaveAccessibleDescription('Curso requerido. Debes seleccionar un curso.')
  await where.selectOption('Otro curso')
  expect(await asked('¿Qué curso?')).toEqual([{ tipo_foro: 'curso', id_curso: other.id, id_modulo: null }])

  await page.goto(`/miscursos/${other.id}/foros`)
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByRole('menuitemradio', { name: module?.nombre ?? '' }).click()
  await ask('¿Qué módulo?')
  await expect(form.getByText(`se publica en ${module?.nombre}`)).toBeVisible()
  expect(await asked('¿Qué módulo?')).toEqual([{ tipo_foro: 'modulo', id_curso: other.id, id_modulo: module?.id }])
})

test('tres temas en la primera pantalla, los propios alineados con los demás', async ({
  page,
  database,
  login,
  isMobile,
}) => {
  const { student, classmate, open, path } = await aClass(database)
  await open(classmate, ['Una duda de clase que ocupa dos renglones', 'Otra duda de clase'])
  await open(student, ['La duda propia'])
  await database.sql`UPDATE foros SET likes = 3, total_posts = 12 WHERE id_usuario = ${student.id}`
  await login(page, student)
  await page.goto(path)
  await expect(page.getByRole('article')).toHaveCount(3)
  const bar = page.getByRole('navigation', { name: 'Accesos del campus' })
  const end = (isMobile ? (await bar.boundingBox())?.y : page.viewportSize()?.height) ?? 0
  const last = await page.getByRole('article').last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(end)
  const box = (title: string, part: string) => card(page, title).locator(part).first().boundingBox()
  for (const part of ['time', 'span:has(> svg)']) {
    const lefts = await Promise.all(['La duda propia', 'Otra duda de clase'].map((title) => box(title, part)))
    expect(lefts[0]?.x, part).toBe(lefts[1]?.x)
  }
  const heights = await Promise.all(['La duda propia', 'Otra duda de clase'].map((title) => box(title, 'h2')))
  expect(heights[0]?.height).toBe(heights[1]?.height)
})

test('una pulsación que empieza antes de que llegue el nombre del curso vale', async ({ page, database, login }) => {
  const { student, path } = await aClass(database)
  await login(page, student)
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/cursos\/detallado\/\d+$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path)
  const button = page.getByRole('button', { name: 'Nuevo Foro' })
  await button.hover()
  await page.mouse.down()
  held.resolve()
  await expect(page.getByRole('navigation', { name: 'Ruta de navegación' })).toContainText('Curso con foros')
  await page.mouse.up()
  await expect(dialog(page, 'Nuevo Foro')).toBeVisible()
})

test('inserta una imagen descrita, y dice por qué no otra', async ({ page, database, login }) => {
  const { student, path } = await aClass(database)
  await login(page, student)
  await page.goto(path)
  await page.getByRole('button', { name: 'Nuevo Foro' }).click()
  await dialog(page, 'Nuevo Foro').getByLabel('¿Qué no entendiste?').fill('Con imagen')
  await expect(content(page)).toBeVisible()
  const file = page.getByLabel('Elegir imagen')
  await file.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByText('El archivo debe ser una imagen.')).toBeVisible()
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: aPicture(40, 30) })
  await page.getByRole('button', { name: 'Insertar imagen' }).click()
  await expect(page.getByText('Describe la imagen en pocas palabras.')).toBeVisible()
  await page.getByLabel('Describe la imagen').fill('Un cuadro')
  await page.keyboard.press('Enter')
  await expect(content(page).getByRole('img', { name: 'Un cuadro' })).toHaveAttribute(
    'src',
    /^\/api\/storage\/imagenes\/[0-9a-f]{64}-1280\.webp$/,
  )
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(toast(page, 'Foro creado')).toBeVisible()
})

test('el borrador sobrevive a otro dispositivo y a una sesión que termina', async ({
  page,
  database,
  login,
  newDevice,
  watch,
}) => {
  watch.allow(/401/)
  const { student, path } = await aClass(database)
  await login(page, student)
  await page.goto(path)
  await page.getByRole('button', { name: 'Nuevo Foro' }).click()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await dialog(page, 'Nuevo Foro').getByLabel('¿Qué no entendiste?').fill('Un texto a medias')
  await saved

  const other = await newDevice()
  await login(other, student)
  await other.goto(path)
  await other.getByRole('button', { name: 'Nuevo Foro' }).click()
  const form = dialog(other, 'Nuevo Foro')
  await expect(form.getByLabel('¿Qué no entendiste?')).toHaveValue('Un texto a medias')
  await content(other).fill('Y su final')
  await sessionEndsAt(other, database, student.id, /\/api\/foros$/)
  await form.getByRole('button', { name: 'Publicar' }).click()
  await other.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await other.getByRole('button', { name: /^(Ingresar|Iniciar)/ }).click()
  await expect(toast(other, 'Foro creado')).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'Un texto a medias' })).toBeVisible()
  await expect(other.getByRole('article', { name: 'Un texto a medias' })).toContainText('Y su final')
})

test('el docente fija un foro y no puede cambiarlo', { tag: '@escritorio' }, async ({ page, database, login }) => {
  const { teacher, classmate, open, path } = await aClass(database)
  await open(classmate, ['El nuevo', 'El importante'])
  await login(page, teacher)
  await page.goto(path)
  await expect(page.getByRole('article').first()).toContainText('El nuevo')
  const button = card(page, 'El importante').getByRole('button')
  await button.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText(['Fijar'])
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
  await expect(toast(page, 'Foro fijado')).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('El importante')
  await page.goto(`${path}?pagina=99`)
  await expect(page).toHaveURL(/pagina=1$/)
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('diez por página, los fijados primero, y el error no parece vacío', async ({ page, database, login, watch }) => {
  watch.allow(/500/)
  const { student, classmate, open, path } = await aClass(database)
  await open(classmate, ['Duda sobre fórmulas', ...Array.from({ length: 11 }, (_, n) => `Foro ${n + 2}`)])
  await database.sql`UPDATE foros SET pinned = true WHERE id_usuario = ${classmate.id} AND titulo = 'Foro 2'`
  await login(page, student)
  await page.goto(path)
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect(page.getByRole('article').first()).toContainText('Foro 2')
  await expect(page.getByRole('article').first()).toContainText('Fijado')
  await expect(card(page, 'Foro 2').getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'Página 2', exact: true }).click()
  await expect(page).toHaveURL(/pagina=2$/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('button', { name: 'Filtrar' }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Sin respuesta' }).press('Enter')
  await expect(page).toHaveURL(/orden=sin-respuesta$/)
  await expect(page.getByRole('button', { name: 'Filtrar (1)' })).toBeFocused()
  await expect(page.getByRole('article').first()).not.toContainText('Foro 2')

  await page.route('**/api/foros/curso/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(path)
  await expect(page.getByRole('alert').filter({ hasText: 'No se pudieron cargar los foros.' })).toBeVisible()
  await expect(page.getByText('No hay foros aún')).toBeHidden()
  await page.unroute('**/api/foros/curso/**')
  await page.getByRole('button', { name: 'Reintentar' }).first().click()
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.goto('/miscursos/hola/foros')
  await expect(
    page.getByText('No se pudo identificar el curso. Por favor, regresa a la lista de cursos.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/miscursos$/)
})
