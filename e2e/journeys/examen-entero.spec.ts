import type { Page } from '@playwright/test'
import { aCourse, aPerson, PASSWORD } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { call, openSession } from '../support/api.ts'
import { isSaved } from '../support/drafts.ts'
import { examOn } from '../support/exam-screen.ts'
import { pressKey, publish, writeAllKinds } from '../support/exam-writing.ts'
import { goOffline } from '../support/offline.ts'
import { freshStudent, type Student } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const EXAM = 'Examen entero'

/** All six answered, the last three without a connection; the key of the first one is wrong. */
async function take(page: Page, path: string): Promise<void> {
  const screen = examOn(page)
  await page.goto(path)
  await screen.start()
  await screen.choose('Cuatro')
  await screen.next()
  const text = page.getByRole('textbox', { name: 'Tu respuesta' })
  await text.fill('Porque así se suma.')
  await screen.next()
  await page.getByRole('checkbox', { name: 'Dos', exact: true }).check()
  await expect(screen.saved).toBeVisible()
  await screen.next()
  await goOffline(page)
  await text.fill(' LIMA ')
  await screen.next()
  await text.fill('2,5')
  await screen.next()
  await page.getByRole('combobox', { name: 'Perú' }).selectOption('Lima')
  await page.getByRole('combobox', { name: 'Chile' }).selectOption('Santiago')
  await expect(page.getByText('Sin conexión: guardado aquí').first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(screen.saved).toBeVisible({ timeout: 15_000 })
  await screen.send()
  await expect(screen.result('Enviado')).toBeVisible()
}

/** An attempt that stays open, with the same first answer. */
async function begin(base: string, { sql }: TestDatabase, student: Student, exam: number) {
  const { token } = await openSession(base, student.correo, PASSWORD)
  const send = <Data>(method: 'POST' | 'PUT', path: string, body?: object) =>
    call<Data>(base, path, token, { method, ...(body && { body }) })
  const { id } = await send<{ id: number }>('POST', '/detalle-evaluacion', { id_evaluacion: exam })
  await send('POST', `/detalle-evaluacion/${id}/intentos`)
  const [option] = await sql<{ id: number; id_pregunta: number }[]>`SELECT o.id, o.id_pregunta FROM opciones o
    JOIN preguntas p ON p.id = o.id_pregunta WHERE p.id_evaluacion = ${exam} AND o.opcion = 'Cuatro'`
  const answer = { id_detalle_evaluacion: id, id_pregunta: option?.id_pregunta, id_opcion: option?.id, secuencia: 1 }
  await send('POST', '/respuestas', [answer])
  return { submit: () => send<{ nota: number | null }>('PUT', `/detalle-evaluacion/${id}`, {}) }
}

async function gradeOpen(page: Page, exam: number): Promise<void> {
  await page.goto(`/gestion/calificar?examen=${exam}`)
  await page.getByRole('link', { name: /Ñahui/ }).first().press('Enter')
  await page.getByRole('textbox', { name: 'Puntos' }).fill('10')
  await page.getByRole('textbox', { name: 'Puntos' }).press('Control+Enter')
  await expect(page.getByText('Con estos filtros no espera ninguna respuesta.')).toBeVisible()
}

/** The right key is published, and the attempts made with the other one are regraded. */
async function correct(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('radio', { name: 'Cuatro es correcta' }).focus()
  await page.keyboard.press('Space')
  await isSaved(page)
  await publish(page)
  await pressKey(page, 'Recalificar…')
  await page.getByRole('radio', { name: /^Vale la clave nueva/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('textbox', { name: 'Motivo' }).focus()
  await page.keyboard.type('La correcta era Cuatro.')
  await pressKey(page, 'Ver qué cambiaría')
  await expect(page.getByText(/^Si aplicas esta corrección: 1 nota sube/)).toBeVisible()
  await pressKey(page, 'Recalificar 2 intentos')
  await page.getByRole('link', { name: 'Ver el avance' }).click()
  await expect(page.getByText('1 nota subió', { exact: false })).toBeVisible({ timeout: 15_000 })
}

test('un examen de seis tipos se escribe con el teclado, se da con mala señal, se califica y se recalifica', async ({
  page,
  newDevice,
  database,
  login,
  watch,
  baseURL,
}) => {
  test.slow()
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const base = baseURL ?? ''
  const { db, sql } = database
  const teacher = await aPerson(db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  const course = await aCourse(db, { lessons: 1, teacher: teacher.id, nombre: 'Curso con un examen entero' })
  const [modulo] = course.modulos
  const office = await newDevice()
  await login(office, { ...teacher, password: PASSWORD, nombre: 'Rosa Huamán' })
  await writeAllKinds(office, course.id, EXAM, { right: 'Cinco' })
  await isSaved(office)
  await publish(office)
  const [made] = await sql<{ id: number }[]>`
    SELECT id FROM evaluaciones WHERE id_curso = ${course.id} AND nombre = ${EXAM}`
  const exam = made?.id ?? 0

  const [student, other] = [await freshStudent(database, [course.id]), await freshStudent(database, [course.id])]
  await login(page, student)
  await take(page, `/examen/${exam}/${modulo?.id}/modulo`)
  const open = await begin(base, database, other, exam)
  await gradeOpen(office, exam)
  await page.goto('/notificaciones')
  await page
    .getByRole('link', { name: `Ya está tu nota ${EXAM}` })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Aviso' }).getByRole('link', { name: 'Ver mi nota' }).click()
  await page.getByRole('button', { name: 'Ver mi último resultado' }).click()
  await expect(page.getByText('Obtuviste 76.66 de 100 puntos')).toBeVisible()

  await correct(office, `/gestion/cursos/${course.id}/examenes/${exam}`)
  await page.reload()
  await page.getByRole('button', { name: 'Ver mi último resultado' }).click()
  await expect(page.getByText('Obtuviste 93.33 de 100 puntos')).toBeVisible()
  expect(await open.submit()).toMatchObject({ nota: 16.67 })
})
