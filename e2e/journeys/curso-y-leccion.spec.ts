import { aCourse, anAttempt, anExam } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { call, openSession } from '../support/api.ts'
import { tabTo } from '../support/keyboard.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const message = 'Ocurrió un error inesperado.'
const BROKEN = { status: 500, json: { message, mensaje: message, code: 'ERROR_INESPERADO' } }

/** A course of 2 modules with 2 lessons each, exams of both kinds and a student who passed the first. */
async function aCourseInProgress({ db }: TestDatabase) {
  const course = await aCourse(db, { modules: 2, lessons: 2, nombre: 'Curso con todo' })
  const [first, second] = course.modulos
  if (!first || !second) throw new Error('the course has no modules')
  const passed = await anExam(db, { id_curso: course.id, id_modulo: first.id })
  const failed = await anExam(db, { id_curso: course.id, id_modulo: second.id })
  await anExam(db, { id_curso: course.id, nombre: 'Examen final' })
  await anExam(db, { id_curso: course.id, modelo: 2, nombre: 'Encuesta del curso' })
  const student = await freshStudent({ db } as TestDatabase, [course.id])
  await anAttempt(db, student.id, passed.id, { nota: 16, nota_maxima: 20 })
  await anAttempt(db, student.id, failed.id, { nota: 11, nota_maxima: 20 })
  return { course, first, student }
}

test('los módulos: una tabla que se despliega con teclado, examen final, encuesta y foro', async ({
  page,
  database,
  login,
  baseURL,
}) => {
  const { course, first, student } = await aCourseInProgress(database)
  const { token } = await openSession(baseURL ?? '', student.correo, student.password)
  await call(baseURL ?? '', '/certificados', token, { method: 'POST', body: { id_modulo: first.id } })
  await login(page, student)
  await page.goto(`/miscursos/${course.id}/modulos`)
  await expect(page.getByText('2 módulos · 4 lecciones')).toBeVisible()
  const table = page.getByRole('table', { name: 'Contenido del curso' })
  await expect(table.getByRole('columnheader')).toHaveText(['Módulo', 'Lecciones', 'Nota', 'Certificado'])
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row('Módulo 1').getByRole('cell')).toHaveText([
    '0 de 2 lecciones',
    'Excelente · 80 %',
    'Certificado del módulo Módulo 1',
  ])
  await expect(row('Módulo 2').getByRole('cell')).toHaveText(['0 de 2 lecciones', 'Pendiente · 55 %', ''])
  const second = row('Módulo 2').getByRole('button', { name: 'Módulo 2', expanded: false })
  await tabTo(page, second)
  await page.keyboard.press('Enter')
  await expect(table.getByRole('link', { name: 'Lección 2.2' })).toBeVisible()
  await expect(table.getByRole('link', { name: /Pendiente · 55 %, te quedan? \d intentos?$/ })).toBeVisible()
  await row('Módulo 2').getByRole('button', { expanded: true }).press('Space')
  await expect(table.getByRole('link', { name: 'Lección 2.2' })).toBeHidden()

  const aside = page.getByRole('complementary', { name: 'Del curso completo' })
  await expect(aside.getByRole('link', { name: /^Examen final/ })).toHaveAttribute(
    'href',
    new RegExp(`^/examen/\\d+/${course.id}/curso$`),
  )
  await expect(aside.getByRole('link', { name: /^Encuesta del curso/ })).toBeVisible()
  await expect(aside.getByRole('link', { name: /^Foro del curso/ })).toHaveAttribute(
    'href',
    `/miscursos/${course.id}/foros`,
  )
})

test('un módulo sin lecciones lo dice', async ({ page, database, login }) => {
  const course = await aCourse(database.db, { modules: 1, lessons: 0 })
  await login(page, await freshStudent(database, [course.id]))
  await page.goto(`/miscursos/${course.id}/modulos`)
  await page.getByRole('button', { name: 'Módulo 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lección no disponible' })
  await expect(dialog).toContainText('Este módulo no tiene lecciones disponibles.')
  await dialog.getByRole('button', { name: 'Entendido' }).click()
  await expect(dialog).toBeHidden()
})

test('si los módulos no cargan, se dice y se reintenta', async ({ page, database, login, watch }) => {
  watch.allow(/status of 500/)
  const course = await aCourse(database.db)
  await login(page, await freshStudent(database, [course.id]))
  await page.route('**/api/cursos/detallado/**', (route) => route.fulfill(BROKEN))
  await page.goto(`/miscursos/${course.id}/modulos`)
  const failed = page.getByRole('alert').filter({ hasText: 'Hubo un error al cargar los módulos.' })
  await expect(failed).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/cursos/detallado/**')
  await failed.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('1 módulo · 1 lección')).toBeVisible()
})

test('la asistencia que falla se dice y se deshace; el cierre solo se ofrece después', async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/status of 500/)
  const course = await aCourse(database.db)
  const [modulo] = course.modulos
  await login(page, await freshStudent(database, [course.id]))
  await page.route('**/api/asistencia/**', (route) => route.fulfill(BROKEN))
  await page.goto(`/miscursos/${course.id}/modulos/${modulo?.id}/leccion/${modulo?.lecciones[0]?.id}`)
  const start = page.getByRole('button', { name: 'Registrar asistencia' })
  const close = page.getByRole('button', { name: 'Registrar cierre' })
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })

  await start.click()
  await expect(alert('No se pudo registrar la asistencia.')).toContainText('Error')
  await expect(start).toBeVisible()
  await expect(close).toBeHidden()
  await page.unroute('**/api/asistencia/**')
  await start.click()
  await expect(page.getByRole('status').filter({ hasText: 'Asistencia registrada' })).toBeVisible()

  await page.route('**/api/asistencia/cerrar', (route) => route.fulfill(BROKEN))
  await close.click()
  await expect(alert('No se pudo registrar el cierre.')).toContainText('Error')
  await expect(close).toBeVisible()
  await page.unroute('**/api/asistencia/cerrar')
  await close.click()
  await expect(page.getByRole('status').filter({ hasText: 'Cierre registrado' })).toBeVisible()
  await expect(close).toBeHidden()
})

type Row = { id_leccion: number; id_modulo: number; tipo: string; nombre: string; formato: string | null }

test('los materiales de los cuatro tipos, el PDF y la imagen en su sitio', async ({
  page,
  database,
  login,
  course,
  student,
}) => {
  const rows = await database.sql<Row[]>`
    SELECT a.id_leccion, l.id_modulo, a.tipo, a.nombre, a.formato
    FROM materiales a JOIN lecciones l ON l.id = a.id_leccion JOIN modulos m ON m.id = l.id_modulo
    WHERE m.id_curso = ${course.id} ORDER BY a.id_leccion, a.orden`
  await login(page, student)
  const open = async (wanted: (row: Row) => boolean) => {
    const row = rows.find(wanted)
    if (!row) throw new Error('the demo course has no such material')
    await page.goto(`/miscursos/${course.id}/modulos/${row.id_modulo}/leccion/${row.id_leccion}`)
    return { nombre: row.nombre, section: page.getByRole('region', { name: 'Materiales' }) }
  }

  const pdf = await open(({ formato }) => formato === 'application/pdf')
  await pdf.section.getByRole('button', { name: pdf.nombre }).click()
  const address = await pdf.section.getByRole('link', { name: 'Abrir' }).getAttribute('href')
  const answer = await page.request.get(address ?? '')
  expect(answer.headers()).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
  // A browser without a PDF viewer shows a message instead of an empty frame.
  const frame = pdf.section.locator('iframe')
  await expect(frame.or(pdf.section.getByText('Este dispositivo no muestra los PDF'))).toBeVisible()

  const image = await open(({ formato }) => formato?.startsWith('image/') ?? false)
  const picture = image.section.getByRole('img', { name: image.nombre })
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)

  const text = await open(({ tipo }) => tipo === 'Texto')
  await text.section.getByRole('button', { name: text.nombre }).click()
  await expect(text.section.getByRole('button', { name: text.nombre })).toHaveAttribute('aria-expanded', 'true')
  const link = await open(({ tipo }) => tipo === 'Enlace')
  await expect(link.section.getByRole('link', { name: link.nombre })).toHaveAttribute('rel', 'noopener noreferrer')
  const other = await open(({ tipo }) => tipo === 'Otro')
  await expect(other.section.getByRole('link', { name: other.nombre })).toHaveAttribute('download')
})

test('la lección: migas, lista con marcas, anterior y siguiente, examen y foro', { tag: '@gate' }, async ({
  page,
  login,
  course,
  student,
  isMobile,
}) => {
  await login(page, student)
  await page.goto(`/miscursos/${course.id}/modulos/${course.modulo}/leccion/${course.leccion}`)
  const crumbs = page.getByRole('navigation', { name: 'Ruta de navegación' })
  await expect(crumbs.getByRole('link', { name: 'Mis cursos' })).toHaveAttribute('href', '/miscursos')
  await expect(crumbs.getByRole('link', { name: course.nombre })).toHaveAttribute(
    'href',
    `/miscursos/${course.id}/modulos`,
  )
  await expect(page.getByRole('link', { name: /Rendir examen del módulo/ }).filter({ visible: true })).toHaveAttribute(
    'href',
    `/examen/${course.examen}/${course.modulo}/modulo`,
  )
  const forum = page.getByRole('link', { name: 'Ir al foro del curso' }).filter({ visible: true })
  await expect(forum).toHaveAttribute('href', `/miscursos/${course.id}/foros`)
  if (isMobile) await page.getByRole('button', { name: 'Ver las lecciones' }).click()
  const lessons = page.getByRole('navigation', { name: 'Lecciones del módulo' }).locator('a[href*="/leccion/"]')
  const first = await lessons.first().getAttribute('href')
  const second = await lessons.nth(1).getAttribute('href')
  if (isMobile) await page.keyboard.press('Escape')
  expect(first).toBe(new URL(page.url()).pathname)
  await page.getByRole('link', { name: /^Siguiente/ }).click()
  await expect(page).toHaveURL(new RegExp(`${second}$`))
  await page.getByRole('link', { name: /^Anterior/ }).click()
  await expect(page).toHaveURL(new RegExp(`${first}$`))
})
