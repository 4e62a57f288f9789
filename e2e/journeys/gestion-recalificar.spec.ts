import { aCourse, anEnrolment, anExam, aPerson, PASSWORD } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { isSaved } from '../support/drafts.ts'
import { anAnswered, completeLessons } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('una clave corregida sube la nota de quien acertó, también en un intento abierto', async ({
  page,
  database,
  login,
  axe,
  watch,
  baseURL,
}) => {
  watch.allow(/422/)
  const base = baseURL ?? ''
  const { db } = database
  const teacher = await aPerson(db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  const course = await aCourse(db, { teacher: teacher.id, nombre: 'Curso con clave mala' })
  const exam = await anExam(db, { id_curso: course.id, id_modulo: null, values: [50, 50], nombre: 'Prueba final' })
  const [first] = exam.preguntas

  /** Answers A to the first question, whose key says B, and B to the second. */
  async function begin(): Promise<{ token: string; detail: number; student: number }> {
    const student = await aPerson(db, { nombres: 'Lucía', apellidos: 'Torres' })
    await anEnrolment(db, student.id, course.id)
    await completeLessons(database, student.id, course.id)
    const { token } = await openSession(base, student.correo, PASSWORD)
    const { id } = await call<{ id: number }>(base, '/detalle-evaluacion', token, {
      method: 'POST',
      body: { id_evaluacion: exam.id },
    })
    await call(base, `/detalle-evaluacion/${id}/intentos`, token, { method: 'POST' })
    const body = exam.preguntas.map((question, at) => ({
      ...{ id_detalle_evaluacion: id, id_pregunta: question.id, secuencia: 1 },
      id_opcion: question.opciones[at]?.id,
    }))
    await call(base, '/respuestas', token, { method: 'POST', body })
    return { token, detail: id, student: student.id }
  }
  const submit = ({ token, detail }: Awaited<ReturnType<typeof begin>>) =>
    call<{ nota: number }>(base, `/detalle-evaluacion/${detail}`, token, { method: 'PUT', body: {} })
  const sent = await begin()
  expect(await submit(sent)).toMatchObject({ nota: 50 })
  const open = await begin()

  await login(page, { ...teacher, password: PASSWORD, nombre: 'Rosa Huamán' })
  await page.goto(`/gestion/cursos/${course.id}/examenes/${exam.id}`)
  await page.getByRole('radio', { name: 'A es correcta' }).check()
  await isSaved(page)
  await page.getByRole('button', { name: 'Revisar y publicar' }).click()
  const publishing = page.getByRole('dialog')
  const warning = 'Cambia la clave de la pregunta 1, que ya está en 1 intento enviado.'
  await expect(publishing.getByText(warning)).toBeVisible()
  await publishing.getByRole('button', { name: /^Publicar/ }).click()
  await expect(page.getByText('Publicado. Ya lo ven los alumnos.')).toBeVisible()
  const offer = page.getByRole('dialog', { name: '¿Recalificar 1 intento?' })
  await expect(offer.getByText('La clave de la pregunta 1 cambió y ya tiene respuestas enviadas.')).toBeVisible()
  await axe(page)
  await offer.getByRole('button', { name: 'Recalificar…' }).click()
  const offered = page.getByRole('dialog', { name: 'Recalificar la pregunta 1' })
  await expect(offered.getByText(first?.pregunta ?? '', { exact: true })).toBeVisible()
  await offered.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: `Acciones de «${first?.pregunta}»` }).click()
  await page.getByRole('menuitem', { name: 'Recalificar…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recalificar la pregunta 1' })
  await dialog.getByRole('button', { name: 'Ver qué cambiaría' }).click()
  await expect(dialog.getByText('Elige cómo recalificar.')).toBeVisible()
  await expect(dialog.getByText('Escribe el motivo.')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Vale la clave nueva/ }).check()
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('La correcta era la A.')
  await dialog.getByRole('button', { name: 'Ver qué cambiaría' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Si aplicas' })).toHaveText(
    'Si aplicas esta corrección: 1 nota sube, 1 alumno aprueba, 1 certificado nuevo. Ninguna nota baja.',
  )
  const rises = dialog.getByRole('region', { name: 'A quién le sube la nota' })
  await expect(rises.getByText('Lucía Torres')).toBeVisible()
  await expect(rises.getByText('De 50 a 100')).toBeVisible()
  await expect(rises.getByText('aprueba · certificado nuevo')).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Recalificar 2 intentos' }).click()
  await page.getByRole('link', { name: 'Ver el avance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trabajos' })).toBeVisible()
  await expect(page.getByText('Recalificar la pregunta 1 de «Prueba final»')).toBeVisible()
  await expect(page.getByText('1 nota subió, 1 alumno aprobó, 1 certificado nuevo')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('2 de 2')).toBeVisible()
  await expect(page.getByText('Terminado', { exact: true }).last()).toBeVisible()

  expect(await submit(open)).toMatchObject({ nota: 100 })
  const news = await call<{ mensaje: string }[]>(base, `/notificaciones/usuario/${sent.student}`, sent.token)
  expect(news.map(({ mensaje }) => mensaje)).toContain('Tu nota subió a 100\nEra 50: corregimos la pregunta 1.')
})

test('una pregunta abierta se anula desde un intento: deja de esperar y el alumno tiene su nota', async ({
  page,
  newDevice,
  database,
  login,
  axe,
  baseURL,
}) => {
  const { db } = database
  const teacher = await aPerson(db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  const course = await aCourse(db, { teacher: teacher.id, nombre: 'Curso con pregunta anulada' })
  const exam = await anExam(db, { id_curso: course.id, values: [], open: [10], nombre: 'Prueba abierta' })
  const student = await anAnswered(baseURL ?? '', database, exam, 'Lucía')
  await login(page, { ...teacher, password: PASSWORD, nombre: 'Rosa Huamán' })
  await page.goto(`/gestion/evaluaciones/${exam.id}/intentos`)
  await page.locator('[data-row]').first().click()
  const annul = page.getByRole('button', { name: 'Anular para todos… la pregunta 1' })
  await annul.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Anular la pregunta 1' })
  await page.keyboard.press('Escape')
  await expect(annul).toBeFocused()
  await annul.press('Enter')
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('La pregunta se entendía de dos maneras.')
  await dialog.getByRole('button', { name: 'Ver qué cambiaría' }).click()
  await expect(dialog.getByText('Sin nota a 10')).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Anular en 1 intento' }).click()
  await page.getByRole('link', { name: 'Ver el avance' }).click()
  await expect(page.getByText('1 nota subió, 1 alumno aprobó', { exact: false })).toBeVisible({ timeout: 15_000 })
  await page.goto(`/gestion/calificar?examen=${exam.id}`)
  await expect(page.getByText('Lucía Torres')).toHaveCount(0)
  await page.goto(`/gestion/evaluaciones/${exam.id}/intentos`)
  await expect(page.getByText('10 de 10')).toBeVisible()
  await page.locator('[data-row]').first().click()
  await expect(page.getByText('Anulada', { exact: true })).toBeVisible()
  await expect(annul).toHaveCount(0)

  const theirs = await newDevice()
  await login(theirs, { ...student, password: PASSWORD, nombre: 'Lucía Torres' })
  await theirs.goto(`/examen/${exam.id}/${course.id}/curso`)
  await theirs.getByRole('button', { name: 'Ver mi último resultado' }).click()
  await expect(theirs.getByText('Tu academia anuló esta pregunta: todos reciben sus puntos.')).toBeVisible()
  await axe(theirs)
})

test('mientras se cuenta lo que cambiaría se ve cuánto va; si falla se dice, y cerrar lo detiene', async ({
  page,
  database,
  login,
  axe,
}) => {
  const { db } = database
  const teacher = await aPerson(db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  const course = await aCourse(db, { teacher: teacher.id, nombre: 'Curso con muchos alumnos' })
  const exam = await anExam(db, { id_curso: course.id, values: [10], nombre: 'Prueba final' })
  await login(page, { ...teacher, password: PASSWORD, nombre: 'Rosa Huamán' })
  // A class so large that its count can be watched.
  let state: object = { estado: 'en_curso', total: 300, hechas: 120 }
  await page.route('**/api/gestion/evaluaciones/*/ensayos/*', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const trabajo = { ...data.trabajo, ...state }
    await route.fulfill({ response, json: { data: { ...data, trabajo, efecto: null, alumnos: null } } })
  })
  await page.goto(`/gestion/cursos/${course.id}/examenes/${exam.id}`)
  await page.getByRole('button', { name: `Acciones de «${exam.preguntas[0]?.pregunta}»` }).click()
  await page.getByRole('menuitem', { name: 'Recalificar…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recalificar la pregunta 1' })
  await dialog.getByRole('radio', { name: /^Vale la clave nueva/ }).check()
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('La correcta era la A.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('120 de 300 alumnos')).toBeVisible()
  const counting = dialog.getByRole('button', { name: 'Calculando…' })
  await expect(counting).toBeDisabled()
  await expect(counting).toBeFocused()
  await axe(page)

  state = { estado: 'fallido', total: 300, hechas: 120 }
  await expect(dialog.getByRole('status')).toHaveText('No pudimos calcular qué cambiaría. Vuelve a intentarlo.')
  state = { estado: 'en_curso', total: 300, hechas: 0 }
  await dialog.getByRole('button', { name: 'Ver qué cambiaría' }).click()
  await expect(dialog.getByText('0 de 300 alumnos')).toBeVisible()
  const stopped = page.waitForResponse(/\/api\/gestion\/trabajos\/\d+\/cancelar$/)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  expect((await stopped).status()).toBe(200)
  await expect(dialog).toHaveCount(0)

  // Closed before the server says that it began.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/gestion/evaluaciones/*/recalificar', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: `Acciones de «${exam.preguntas[0]?.pregunta}»` }).click()
  await page.getByRole('menuitem', { name: 'Recalificar…' }).click()
  await dialog.getByRole('radio', { name: /^Vale la clave nueva/ }).check()
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('La correcta era la A.')
  await dialog.getByRole('button', { name: 'Ver qué cambiaría' }).click()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  const late = page.waitForResponse(/\/api\/gestion\/trabajos\/\d+\/cancelar$/)
  held.resolve()
  expect((await late).status()).toBe(200)
})
