import { aCourse } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { examOn } from '../support/exam-screen.ts'
import { goOffline, guarded, held, warmed } from '../support/offline.ts'
import { aCertificate, courseWithExam, freshStudent, revokeSessions } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// Every other journey blocks the worker, so that it meets the network itself.
test.use({ serviceWorkers: 'allow' })
test.setTimeout(120_000)
test.beforeEach(({ watch }) =>
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503|sw\.js|Failed to fetch|Unable to preload/),
)

test('una lección abierta se lee sin conexión, y salir de la cuenta no deja nada', {
  tag: ['@gate', '@telefono'],
}, async ({ page, context, course, student, login }) => {
  await login(page, student)
  await page.goto('/inicio')
  await guarded(page)
  const lesson = `/miscursos/${course.id}/modulos/${course.modulo}/leccion/${course.leccion}`
  await page.goto(lesson)
  const title = page.getByRole('heading', { level: 1 })
  await expect(page.getByRole('button', { name: 'Ver el video' })).toBeVisible()
  const name = (await title.textContent()) ?? ''
  await held(page, 'campus-datos', `/api/lecciones/detallado/${course.leccion}`).toBe(true)
  await held(page, 'campus-paginas', '/miscursos/0/modulos/0/leccion/0').toBe(true)

  await goOffline(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Sin conexión. Puedes seguir leyendo')).toBeVisible()
  // What was never opened says so, in a page of ours.
  await page.goto('/premios')
  await expect(page.getByRole('heading', { name: 'Sin conexión' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sin conexión', { timeout: 20_000 })

  await page.goto('/inicio')
  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/')
  await held(page, 'campus-datos', '/api/').toBe(false)
  await goOffline(page)
  const other = { id: student.id + 1, nombres: 'Otra', apellidos: 'Persona', id_cliente: 2, tipo_cliente: 'Alumno' }
  await page.evaluate((user) => {
    localStorage.setItem('token', 'otra')
    localStorage.setItem('usuario', user)
  }, JSON.stringify(other))
  await page.goto(lesson)
  await expect(page.getByText('Sin conexión').first()).toBeVisible()
  await expect(page.getByText(name, { exact: true })).toHaveCount(0)
})

/** The lessons that the server knows as done, in the order in which they were. */
const doneLessons = ({ sql }: TestDatabase, student: number) => sql<{ titulo: string }[]>`
  SELECT l.titulo FROM progreso_lecciones p JOIN lecciones l ON l.id = p.id_leccion
  WHERE p.id_usuario = ${student} AND p.completada_en IS NOT NULL ORDER BY p.completada_en`

async function threeLessons(database: TestDatabase) {
  const course = await aCourse(database.db, { modules: 1, lessons: 3, nombre: 'Curso del camino' })
  const [modulo] = course.modulos
  const paths = modulo?.lecciones.map(({ id }) => `/miscursos/${course.id}/modulos/${modulo.id}/leccion/${id}`) ?? []
  const ids = modulo?.lecciones.map(({ id }) => id) ?? []
  return { course, paths, ids, student: await freshStudent(database, [course.id]) }
}

test('completar sin conexión sigue adelante, se ve hecho al recargar y se envía solo al volver', {
  tag: '@telefono',
}, async ({ page, context, database, login }) => {
  const { paths, ids, student } = await threeLessons(database)
  const [first = '', second = '', third = ''] = paths
  await login(page, student)
  await page.goto('/inicio')
  await guarded(page)
  await page.reload()
  await held(page, 'campus-datos', '/api/inicio').toBe(true)
  await page.goto(first)
  // The next lesson is loaded ahead, the third one is not.
  await held(page, 'campus-datos', `/api/lecciones/detallado/${ids[1]}`).toBe(true)

  await goOffline(page)
  const finish = page.getByRole('button', { name: 'Completar y seguir' })
  await finish.click()
  await expect(page).toHaveURL(second)
  await expect(page.getByText('Lección completada. Se registrará al volver la señal.')).toBeVisible()
  await finish.click()
  await expect(page).toHaveURL(third)
  await expect(page.getByRole('main').getByText('Sin conexión', { exact: true })).toBeVisible()

  await page.goto(second)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Siguiente: Lección 1.3' }).first()).toBeVisible()
  await expect(page.getByText('2 de 3 completadas')).toBeVisible()
  expect(await doneLessons(database, student.id)).toEqual([])

  await page.goto('/inicio')
  const goOn = page.getByRole('main').getByRole('link', { name: 'Continuar', exact: true })
  await expect(goOn).toHaveAttribute('href', third)
  await context.setOffline(false)
  await expect(page.getByText('Se guardó lo que hiciste sin conexión.')).toBeVisible({ timeout: 40_000 })
  expect(await doneLessons(database, student.id)).toEqual([{ titulo: 'Lección 1.1' }, { titulo: 'Lección 1.2' }])
  await expect(goOn).toHaveAttribute('href', third)
})

test('lo que el servidor ya no acepta al volver la conexión se dice y no se queda a medias', {
  tag: '@telefono',
}, async ({ page, context, database, login, watch }) => {
  watch.allow(/status of 403/)
  const { course, paths, student } = await threeLessons(database)
  await login(page, student)
  await page.goto('/inicio')
  await guarded(page)
  await page.goto(paths[0] ?? '')
  await expect(page.getByRole('button', { name: 'Completar y seguir' })).toBeVisible()
  await goOffline(page)
  await page.getByRole('button', { name: 'Completar y seguir' }).click()
  await expect(page.getByText('Se registrará al volver la señal.')).toBeVisible()
  await database.sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id_usuario = ${student.id} AND id_curso = ${course.id}`
  await page.goto('about:blank')
  await context.setOffline(false)
  // A screen that shows no lessons.
  await page.goto('/perfil')
  const told = page.getByRole('alert').filter({ hasText: 'No se guardó tu avance' })
  await expect(told).toContainText('«Lección 1.1»: No tienes una matrícula vigente en este curso.', { timeout: 40_000 })
  expect(await page.evaluate((key) => localStorage.getItem(key), `sin-enviar-${student.id}`)).toBeNull()
})

test('recargar un examen sin conexión vuelve a la pregunta con lo respondido y el tiempo que queda', {
  tag: '@telefono',
}, async ({ page, context, database, login }) => {
  const { course, exam: made, path } = await courseWithExam(database, { values: [10, 10, 10] })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  await page.goto('/inicio')
  await guarded(page)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await held(page, 'campus-datos', `/api/preguntas/evaluacion/${made.id}`).toBe(true)
  await held(page, 'campus-archivos', '/assets/sitting-').toBe(true)
  await exam.choose('B')
  await expect(exam.saved).toBeVisible()
  await exam.next()

  await goOffline(page)
  await exam.choose('A')
  await page.reload()
  await exam.resume()
  await expect(exam.timer).toBeVisible()
  for (const [number, answer] of [
    [1, 'B'],
    [2, 'A'],
  ] as const) {
    await page.getByRole('button', { name: `Pregunta ${number}, respondida` }).click()
    await expect(page.getByRole('radio', { name: answer, exact: true })).toBeChecked()
  }
  await context.setOffline(false)
  await expect(exam.saved).toBeVisible({ timeout: 40_000 })
})

test('sin conexión, tocar un curso que no se abrió lo dice en la página y se recupera sola', {
  tag: '@telefono',
}, async ({ page, context, course, student, login }) => {
  await login(page, student)
  await page.goto('/cursos')
  await guarded(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The course page's program is loaded ahead.
  await held(page, 'campus-archivos', 'course-detail-page').toBe(true)
  await goOffline(page)
  await page
    .getByRole('link', { name: new RegExp(course.nombre) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Sin conexión' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: course.nombre })).toBeVisible({ timeout: 20_000 })
})

test('sin conexión, tocar un archivo o un enlace de fuera lo dice sin salir de la pantalla', {
  tag: '@telefono',
}, async ({ page, context, database, course, student, login }) => {
  await aCertificate(database, student, course)
  await login(page, student)
  await page.goto('/miscertificados')
  await warmed(page)
  const pdf = page.getByRole('link', { name: /^Descargar PDF de/ })
  const address = await pdf.getAttribute('href')
  await goOffline(page)
  const note = page.getByText('Esto se abre con internet.')
  for (const link of [pdf, page.getByRole('link', { name: /por WhatsApp$/ })]) {
    await link.click()
    await expect(note).toBeVisible()
    await expect(page).toHaveURL('/miscertificados')
    expect(context.pages()).toHaveLength(1)
    await note.locator('xpath=ancestor::*[@role="status"]').getByRole('button').click()
    await expect(note).toBeHidden()
  }
  // From a bookmark, a message or another tab.
  await page.goto(address ?? '')
  await expect(page.getByRole('heading', { name: 'Sin conexión' })).toBeVisible()
  await expect(page.getByText('Los archivos se abren con internet.')).toBeVisible()
  const download = page.waitForEvent('download')
  await context.setOffline(false)
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
})

test('sin conexión, el PDF de una lección lo dice en su recuadro', { tag: '@telefono' }, async ({
  page,
  context,
  database,
  course,
  student,
  login,
}) => {
  const [material] = await database.sql<{ nombre: string; leccion: number; modulo: number }[]>`
    SELECT a.nombre, l.id AS leccion, l.id_modulo AS modulo FROM materiales a
    JOIN lecciones l ON l.id = a.id_leccion JOIN modulos m ON m.id = l.id_modulo
    WHERE m.id_curso = ${course.id} AND a.formato = 'application/pdf' ORDER BY a.id LIMIT 1`
  // A headless browser has no viewer.
  await page.addInitScript(`Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })`)
  await login(page, student)
  await page.goto(`/miscursos/${course.id}/modulos/${material?.modulo}/leccion/${material?.leccion}`)
  await warmed(page)
  await goOffline(page)
  await page.getByRole('button', { name: material?.nombre ?? '' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('Los archivos se abren con internet.')).toBeVisible()
  // Asked for once: a browser that downloads it keeps this page.
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await context.setOffline(false)
  await expect(frame.getByText('Ya hay conexión')).toBeVisible({ timeout: 45_000 })
  await expect.poll(() => downloads.length).toBe(1)
})

test('si la sesión terminó sola y entra otra persona, no queda nada de la anterior', { tag: '@telefono' }, async ({
  page,
  database,
  course,
  student,
  login,
  watch,
}) => {
  watch.allow(/status of 40[13]/)
  const other = await freshStudent(database)
  await login(page, student)
  await page.goto('/inicio')
  await guarded(page)
  await page.goto(`/miscursos/${course.id}/modulos/${course.modulo}/leccion/${course.leccion}`)
  await held(page, 'campus-datos', `/api/lecciones/detallado/${course.leccion}`).toBe(true)
  await revokeSessions(database, student.id)
  await page.reload()
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar con otra cuenta' }).click()
  await expect(page).toHaveURL(/\/login/)
  // Loaded anew: a press before React has taken it over is lost.
  await expect(page.locator('html[data-ready]')).toBeAttached({ timeout: 40_000 })
  await page.getByLabel('Correo electrónico').fill(other.correo)
  await page.getByLabel('Contraseña', { exact: true }).fill(other.password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('button', { name: /^Menú de/ })).toBeVisible({ timeout: 40_000 })
  await held(page, 'campus-datos', `/api/lecciones/detallado/${course.leccion}`).toBe(false)
})

test('el navegador puede instalar el campus con su nombre y sus íconos', async ({ page }) => {
  await page.goto('/')
  const devtools = await page.context().newCDPSession(page)
  const { url, errors, manifest } = await devtools.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/api/clientes/2/manifiesto', []])
  expect(manifest).toMatchObject({ display: 'kStandalone', id: manifest.startUrl })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})
