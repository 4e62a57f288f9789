import type { Page } from '@playwright/test'
import { aCourse, anExam } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { examOn } from '../support/exam-screen.ts'
import { brandOpeningExams, completeLessons, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

async function aFinal(database: TestDatabase, id_cliente: number) {
  const { db } = database
  const course = await aCourse(db, { lessons: 8, id_cliente, nombre: 'Curso con examen final' })
  await anExam(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id ?? null, nombre: 'Examen de la parte' })
  const final = await anExam(db, { id_curso: course.id, values: [10], nombre: 'Examen final' })
  const student = await freshStudent(database, [course.id], id_cliente)
  return { course, student, path: `/examen/${final.id}/${course.id}/curso`, modules: `/miscursos/${course.id}/modulos` }
}

const start = (page: Page) => page.getByRole('button', { name: 'Comenzar examen' })
const closed = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('la academia pide el 80 %; sus exámenes dicen qué falta, llevan a las lecciones y se abren con ellas', async ({
  page,
  newDevice,
  database,
  login,
  axe,
}, { workerIndex }) => {
  test.slow()
  const { id_cliente, admin } = await brandOpeningExams(database, workerIndex, 0)
  const { course, student, path, modules } = await aFinal(database, id_cliente)

  const office = await newDevice()
  await login(office, admin)
  await office.goto('/gestion/ajustes')
  const share = office.getByLabel('Se abren con este avance en las lecciones')
  await expect(office.getByText('0: los exámenes se pueden dar desde el primer día.')).toBeVisible()
  await share.fill('80')
  await expect(office.getByText(/tus alumnos leen «Se abre con el 80 % de las lecciones: te faltan 6»/)).toBeVisible()
  await office.keyboard.press('Control+s')
  await expect(office.getByText(/^Guardado/)).toBeVisible()

  await login(page, student)
  await page.goto(modules)
  const reason = 'Se abre con el 80 % de las lecciones: te faltan 7'
  const missing = page.getByRole('region', { name: 'Lo que falta para tu certificado' })
  await expect(missing.getByRole('link', { name: /^Examen: Módulo 1/ })).toContainText(reason)
  await expect(page.getByRole('link', { name: /^Examen de la parte/ })).toContainText(reason)
  await expect(missing.getByRole('link', { name: /^Examen final/ })).toContainText(reason)
  const row = page
    .getByRole('complementary', { name: 'Del curso completo' })
    .getByRole('link', { name: /^Examen final/ })
  await expect(row).toContainText(reason)
  await row.click()
  await expect(closed(page, reason)).toBeVisible()
  await expect(start(page)).toHaveCount(0)
  const lessons = page.getByRole('list', { name: 'Lecciones que te faltan' }).getByRole('link')
  await expect(lessons).toHaveText([...[1, 2, 3, 4, 5].map((n) => `Lección 1.${n}Módulo 1`), 'y 2 más'])
  await expect(lessons.last()).toHaveAttribute('href', modules)
  await axe(page)

  await completeLessons(database, student.id, course.id, 5)
  await page.reload()
  await expect(closed(page, 'Se abre con el 80 % de las lecciones: te faltan 2')).toBeVisible()
  await expect(lessons).toHaveText(['Lección 1.6Módulo 1', 'Lección 1.7Módulo 1'])
  await lessons.first().focus()
  await page.keyboard.press('Enter')
  for (const name of ['Lección 1.6', 'Lección 1.7']) {
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.getByRole('button', { name: 'Completar y seguir' }).click()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Lección 1.8' })).toBeVisible()
  // Without a reload, so that what the browser read of the exam before must be asked again.
  await page.getByRole('main').getByRole('link', { name: course.nombre }).first().click()
  await expect(row).toContainText('Pendiente, te quedan 2 intentos')
  await row.focus()
  await page.keyboard.press('Enter')
  const exam = examOn(page)
  await exam.start()
  await exam.choose('B')
  await exam.send()
  await expect(exam.result('¡Aprobaste!')).toBeVisible()
  expect(page.url()).toContain(path)
})

test('el examen final que se cierra entre la página y el botón lo dice y no gasta un intento', async ({
  page,
  database,
  login,
  watch,
}, { workerIndex }) => {
  watch.allow(/409/)
  const { id_cliente } = await brandOpeningExams(database, workerIndex, 0)
  const { student, path } = await aFinal(database, id_cliente)
  await login(page, student)
  await page.goto(path)
  await start(page).click()
  const asked = page.getByRole('dialog', { name: 'Te faltan 8 lecciones. ¿Rendirlo igual?' })
  await expect(asked).toBeVisible()
  await database.sql`UPDATE clientes SET examenes_desde = 50 WHERE id = ${id_cliente}`
  await asked.getByRole('button', { name: 'Rendirlo igual' }).click()
  await expect(closed(page, 'Se abre con el 50 % de las lecciones: te faltan 4')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Lecciones que te faltan' }).getByRole('link')).toHaveCount(4)
  await expect(start(page)).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'intentos disponibles' })).toHaveText(
    '2 de 2 intentos disponibles',
  )
})
