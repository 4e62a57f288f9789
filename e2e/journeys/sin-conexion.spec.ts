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
}, async ({ page, context, course }) => {
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
