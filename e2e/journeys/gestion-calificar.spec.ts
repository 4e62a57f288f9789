import type { Page } from '@playwright/test'
import { aCourse, anExam, aPerson, PASSWORD } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { anAnswered } from '../support/people.ts'
import { openFilters } from '../support/staff-acts.ts'
import { expect, test } from '../support/test.ts'

/** From the notice to the result, as the student reads it. */
async function readsFeedback(page: Page, exam: string, texts: (string | RegExp)[]): Promise<void> {
  await page.goto('/notificaciones')
  await page
    .getByRole('link', { name: `Ya está tu nota ${exam}` })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Aviso' }).getByRole('link', { name: 'Ver mi nota' }).click()
  await page.getByRole('button', { name: 'Ver mi último resultado' }).click()
  for (const text of texts) await expect(page.getByText(text)).toBeVisible()
}

test('dos docentes califican: la segunda ve la nota de la primera y decide; el alumno lee nota y comentario', async ({
  page,
  newDevice,
  database,
  login,
  watch,
  baseURL,
  isMobile,
}) => {
  const base = baseURL ?? ''
  watch.allow(/409/)
  const { db } = database
  const teacher = await aPerson(db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  const course = await aCourse(db, { teacher: teacher.id, nombre: 'Curso por calificar' })
  const exam = await anExam(db, { id_curso: course.id, values: [], open: [10, 10], nombre: 'Examen por calificar' })
  const student = await anAnswered(base, database, exam, 'Lucía')

  await login(page, { ...teacher, password: PASSWORD, nombre: 'Rosa Huamán' })
  await page.goto(`/gestion/calificar?examen=${exam.id}`)
  await expect(page.getByText('2 respuestas esperan')).toBeVisible()
  await page.getByLabel('Ocultar nombres').check()
  // Elsewhere the first answer is open.
  if (isMobile)
    await page
      .getByRole('link', { name: /^Respuesta/ })
      .first()
      .click()
  await expect(page.getByText('Mi texto 1')).toBeVisible()
  await expect(page.getByText('Lucía Torres')).toHaveCount(0)
  const points = page.getByRole('textbox', { name: 'Puntos' })
  await points.fill('11')
  await points.press('Control+Enter')
  await expect(page.getByText('Los puntos van de 0 a 10.')).toBeVisible()
  await points.fill('8,5')
  const comment = 'Muy bien: cita también al autor.'
  await page.getByRole('textbox', { name: 'Comentario' }).fill(comment)
  await points.press('Control+Enter')
  await expect(page.getByText('Mi texto 2')).toBeVisible()

  const other = await openSession(base, teacher.correo, PASSWORD)
  const [id] = new URL(page.url()).pathname.match(/\d+$/) ?? []
  await call(base, `/calificaciones/${id}`, other.token, { method: 'PUT', body: { puntos: 4, version: 0 } })
  await points.fill('6')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('La de Rosa: 4 puntos. La tuya: 6 puntos.')).toBeVisible()
  await page.getByRole('link', { name: 'Dejar la de Rosa' }).click()
  await expect(page.getByText('Con estos filtros no espera ninguna respuesta.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar los filtros' }).click()
  await expect(page.getByText('Todo calificado. Te avisaremos cuando llegue otra respuesta.')).toBeVisible()

  const theirs = await newDevice()
  await login(theirs, { ...student, password: PASSWORD, nombre: 'Lucía Torres' })
  await readsFeedback(theirs, 'Examen por calificar', [comment, '8.5 de 10', '4 de 10', 'Obtuviste 12.5 de 20 puntos'])
})

test('lo que espera se busca por curso, examen y día', async ({ page, database, login, baseURL, axe }) => {
  const base = baseURL ?? ''
  const { db } = database
  const teacher = await aPerson(db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  for (const name of ['Telar', 'Cerámica']) {
    const course = await aCourse(db, { teacher: teacher.id, nombre: `Curso de ${name}` })
    for (const of of ['parcial', 'final']) {
      const exam = await anExam(db, { id_curso: course.id, values: [], open: [10], nombre: `${name}, ${of}` })
      await anAnswered(base, database, exam, name)
    }
  }
  await login(page, { ...teacher, password: PASSWORD, nombre: 'Rosa Huamán' })
  await page.goto('/gestion/calificar')
  const waiting = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
  await waiting('4 respuestas esperan')
  await openFilters(page)
  await page.getByRole('combobox', { name: 'Curso' }).fill('telar')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Curso de Telar'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await waiting('2 respuestas esperan')
  const exams = page.getByRole('combobox', { name: 'Examen' })
  await expect(exams.getByRole('option')).toHaveText(['Todos los exámenes', 'Telar, parcial', 'Telar, final'])
  await exams.selectOption('Telar, final')
  await waiting('1 respuesta espera')
  await axe(page)
  await page.getByLabel('Recibidas desde el día').fill('2100-01-01')
  await waiting('Con estos filtros no espera ninguna respuesta.')
  await page.reload()
  await openFilters(page)
  await expect(page.getByRole('combobox', { name: 'Curso' })).toHaveValue('Curso de Telar')
  await expect(exams.locator('option:checked')).toHaveText('Telar, final')
  await page.getByRole('button', { name: 'Quitar los filtros' }).click()
  await waiting('4 respuestas esperan')
})

const ALL_GRADED = 'Con estos filtros no espera ninguna respuesta.'

/** Grades by keyboard; whether another teacher was faster. */
async function gradeByKeys(page: Page, points: string): Promise<boolean> {
  const at = page.url()
  const field = page.getByRole('textbox', { name: 'Puntos' })
  const conflict = page.getByRole('link', { name: /^Dejar la de/ })
  await field.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(points)
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => page.url() !== at || (await conflict.isVisible())).toBe(true)
  return page.url() === at
}

async function follow(page: Page, name: RegExp): Promise<void> {
  const at = page.url()
  await page.getByRole('link', { name }).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url() !== at).toBe(true)
}

/** The answer of the address is on the screen: names are hidden, so its number is its heading. */
async function untilShown(page: Page): Promise<void> {
  const [id] = new URL(page.url()).pathname.match(/\d+$/) ?? []
  await expect(page.getByRole('heading', { name: `Respuesta ${id}`, exact: true })).toBeVisible()
}

/** Grades what waits until nothing does; leaves to the other teacher what they graded meanwhile. */
async function gradeAll(page: Page, points: string): Promise<void> {
  const done = page.getByText(ALL_GRADED)
  for (;;) {
    if (/calificar\?/.test(page.url())) {
      // A row leaves the list when the other teacher grades it: take the next one.
      const row = page.getByRole('link', { name: /^Respuesta/ }).first()
      await expect(async () => {
        if (await done.isVisible()) return
        await row.focus({ timeout: 1000 })
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/calificar\/\d/, { timeout: 3000 })
      }).toPass({ timeout: 30_000 })
      if (await done.isVisible()) return
    }
    await untilShown(page)
    const graded = await page.getByText(/ya calificó esta respuesta/).isVisible()
    if (graded || (await gradeByKeys(page, points))) await follow(page, /^Dejar la de/)
  }
}

test('dos docentes califican 20 respuestas a la vez, con el teclado: cada una una vez, y cada alumno un aviso', async ({
  page,
  newDevice,
  database,
  login,
  watch,
  baseURL,
  isMobile,
}) => {
  watch.allow(/409/)
  const base = baseURL ?? ''
  const { db, sql } = database
  const [rosa, jorge] = await Promise.all(
    ['Rosa', 'Jorge'].map((nombres) => aPerson(db, { tipo_cliente: 'Administrador', nombres, apellidos: 'Huamán' })),
  )
  const course = await aCourse(db, { nombre: 'Curso de dos docentes' })
  const open = [10, 10, 10, 10, 10]
  const exam = await anExam(db, { id_curso: course.id, values: [], open, nombre: 'Examen de dos docentes' })
  const students: number[] = []
  for (const nombres of ['Ana', 'Beto', 'Carla', 'Dino'])
    students.push((await anAnswered(base, database, exam, nombres)).id)

  const other = await newDevice()
  for (const [one, teacher] of [[page, rosa] as const, [other, jorge] as const]) {
    if (!teacher) throw new Error('no teacher')
    await login(one, { ...teacher, password: PASSWORD, nombre: `${teacher.nombres} Huamán` })
    await one.goto(`/gestion/calificar?examen=${exam.id}`)
    await expect(one.getByText('20 respuestas esperan')).toBeVisible()
    await one.getByLabel('Ocultar nombres').focus()
    await one.keyboard.press('Space')
    // Elsewhere the first answer is open.
    if (isMobile) await follow(one, /^Respuesta/)
    await untilShown(one)
  }
  // Each meets a decision of the other first.
  expect(await gradeByKeys(page, '8')).toBe(false)
  expect(await gradeByKeys(other, '6')).toBe(true)
  await expect(other.getByText('La de Rosa: 8 puntos. La tuya: 6 puntos.')).toBeVisible()
  await expect(other.getByText(/^Rosa Huamán ya resolvió esto a las \d\d:\d\d\.$/)).toBeVisible()
  await follow(other, /^Dejar la de Rosa/)
  await Promise.all([page, other].map(untilShown))
  expect(await gradeByKeys(other, '6')).toBe(false)
  expect(await gradeByKeys(page, '8')).toBe(true)
  await expect(page.getByText('La de Jorge: 6 puntos. La tuya: 8 puntos.')).toBeVisible()
  await follow(page, /^Dejar la de Jorge/)
  await Promise.all([gradeAll(page, '8'), gradeAll(other, '6')])

  const answers = await sql`SELECT r.puntos::int AS puntos, r.version, r.calificado_por FROM respuestas r
    JOIN intentos_evaluacion i ON i.id = r.id_intento JOIN detalle_evaluacion d ON d.id = i.id_detalle
    WHERE d.id_evaluacion = ${exam.id}`
  expect(answers).toHaveLength(20)
  for (const { puntos, version, calificado_por } of answers)
    expect([version, puntos]).toEqual([1, calificado_por === rosa?.id ? 8 : 6])
  const grades =
    await sql`SELECT d.id_alumno, i.estado, i.nota = (SELECT sum(r.puntos) FROM respuestas r WHERE r.id_intento = i.id) AS suma,
      (SELECT count(*)::int FROM auditoria a WHERE a.objeto = 'intento:' || i.id AND a.accion = 'intento_calificado') AS actos
    FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle WHERE d.id_evaluacion = ${exam.id} ORDER BY 1`
  expect(grades).toEqual(students.map((id_alumno) => ({ id_alumno, estado: 'calificado', suma: true, actos: 5 })))
  const told = await sql`SELECT id_usuario, mensaje, asunto, correo <> 'no' AS por_correo FROM notificaciones
    WHERE id_usuario = ANY(${students}) AND evento = 'calificacion' ORDER BY 1`
  expect(told).toEqual(
    students.map((id_usuario) => ({
      id_usuario,
      mensaje: 'Ya está tu nota',
      asunto: 'Examen de dos docentes',
      por_correo: true,
    })),
  )
})
