import { aCourse, anEnrolment, anExam, aPerson, PASSWORD } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { openSession } from '../support/api.ts'
import { freshStaff } from '../support/people.ts'
import { sit } from '../support/sitting.ts'
import { expect, test } from '../support/test.ts'

/** The same attempt for `times` more students. */
async function repeat({ db, sql }: TestDatabase, detail: number, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const { id } = await aPerson(db)
    const [copy] = await sql`INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno, intentos)
      SELECT id_evaluacion, ${id}, 1 FROM detalle_evaluacion WHERE id = ${detail} RETURNING id`
    const [attempt] = await sql`INSERT INTO intentos_evaluacion
        (id_detalle, numero, estado, limite, enviado_en, preguntas, nota, nota_maxima, aprobado)
      SELECT ${copy?.id}, 1, estado, limite, enviado_en, preguntas, nota, nota_maxima, aprobado
      FROM intentos_evaluacion WHERE id_detalle = ${detail} RETURNING id`
    await sql`INSERT INTO respuestas (id_intento, id_pregunta, id_opcion, puntos)
      SELECT ${attempt?.id}, r.id_pregunta, r.id_opcion, r.puntos
      FROM respuestas r JOIN intentos_evaluacion i ON i.id = r.id_intento WHERE i.id_detalle = ${detail}`
  }
}

async function aStudentToken(database: TestDatabase, base: string, course: number): Promise<string> {
  const student = await aPerson(database.db)
  await anEnrolment(database.db, student.id, course)
  return (await openSession(base, student.correo, PASSWORD)).token
}

test('la docente ve cómo salió su examen, revisa la pregunta que falla y la edita', async ({
  page,
  database,
  login,
  axe,
  baseURL,
}) => {
  const base = baseURL ?? ''
  const teacher = await freshStaff(database, ['docente'])
  const course = await aCourse(database.db, { teacher: teacher.id, nombre: 'Telar andino' })
  const [modulo] = course.modulos
  const shape = { id_curso: course.id, id_modulo: modulo?.id ?? null, nombre: 'Final de telar' }
  const exam = await anExam(database.db, { ...shape, values: [10, 10, 10] })
  // Those who know the second and the third question fail the first: its key says B.
  await repeat(database, await sit(base, exam, await aStudentToken(database, base, course.id), [0, 1, 1]), 11)
  await login(page, teacher)

  await page.goto(`/gestion/cursos/${course.id}/resultados`)
  await page.getByRole('link', { name: /^Final de telar/ }).click()
  const head = page.getByRole('heading', { level: 1, name: 'Final de telar' })
  await expect(head).toBeVisible()
  await expect(page.getByText(/^Muestra pequeña: con menos de 20 intentos/)).toBeVisible()
  await expect(page.getByText('12 de 12 llegaron al 60 % en su primer intento.')).toBeVisible()
  await expect(page.getByText('Revisa la clave')).toHaveCount(0)

  await repeat(database, await sit(base, exam, await aStudentToken(database, base, course.id), [1, 0, 1]), 7)
  await page.reload()
  await expect(page.getByText('20 de 20 llegaron al 60 % en su primer intento.')).toBeVisible()
  const first = page.getByRole('listitem', { name: 'Pregunta 1' })
  await expect(first.getByText('Revisa la clave', { exact: true })).toBeVisible()
  await expect(first.getByText('40 % de los puntos')).toBeVisible()
  const options = first.getByRole('list', { name: 'Cuántos eligieron cada opción' }).getByRole('listitem')
  await expect(options).toHaveText([/^A12 · 60 %/, /^B8 · 40 %Correcta/, /^C0 · 0 %Nadie la eligió/, /^D0 · 0 %/])
  await expect(page.getByText('De 60 a 69 %: 20 intentos')).toBeAttached()
  await axe(page)

  await page.getByRole('link', { name: 'Por revisar' }).click()
  await expect(page).toHaveURL(/orden=revisar#preguntas$/)
  await expect(page.getByRole('radio', { name: 'Por revisar primero' })).toBeChecked()
  const regrade = page.getByRole('button', { name: 'Recalificar… la pregunta 1' })
  await regrade.press('Enter')
  await page
    .getByRole('dialog', { name: 'Recalificar la pregunta 1' })
    .getByRole('button', { name: 'Cancelar' })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(regrade).toBeFocused()

  await page.getByRole('link', { name: 'Editar la pregunta 2' }).click()
  await expect(page.getByRole('heading', { name: 'Pregunta 2 de 3' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Pregunta', exact: true })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/orden=revisar/)
  const tabs = page.getByRole('navigation', { name: 'De la evaluación' })
  await tabs.getByRole('link', { name: 'Intentos' }).press('Enter')
  await expect(page).toHaveTitle(/^Intentos de Final de telar/)
  await expect(head).toBeFocused()
  await expect(tabs.getByRole('link', { name: 'Intentos' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Resultados' }).click()
  await expect(page.getByText('20 de 20 llegaron al 60 % en su primer intento.')).toBeVisible()
  await page.getByRole('link', { name: 'Telar andino', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Telar andino' })).toBeVisible()
})

test('una encuesta muestra sus resultados desde cinco respuestas, sin decir de quién', async ({
  page,
  database,
  login,
  axe,
  baseURL,
}) => {
  const { db, sql } = database
  const teacher = await freshStaff(database, ['docente'])
  const course = await aCourse(db, { teacher: teacher.id })
  const survey = await anExam(db, { id_curso: course.id, id_modulo: null, modelo: 2, values: [0], open: [0] })
  const answer = async () => sit(baseURL ?? '', survey, await aStudentToken(database, baseURL ?? '', course.id))
  for (let n = 0; n < 4; n += 1) await answer()
  await login(page, teacher)
  await page.goto(`/gestion/evaluaciones/${survey.id}/intentos`)
  await expect(page).toHaveURL(/\/resultados$/)
  await expect(page.getByRole('heading', { name: 'Se ven desde 5 respuestas.' })).toBeVisible()

  await answer()
  await page.reload()
  await expect(page.getByText('5 respondieron', { exact: true })).toBeVisible()
  const options = page.getByRole('list', { name: 'Cuántos eligieron cada opción' }).getByRole('listitem')
  await expect(options.first()).toHaveText('A5 · 100 %')
  const written = page.getByRole('listitem', { name: 'Pregunta 2' }).getByRole('listitem')
  await expect(written).toHaveText(Array(5).fill('Mi texto 2'))
  await axe(page)

  const [open] = survey.preguntas.slice(-1)
  await sql`INSERT INTO respuestas_encuesta (id, id_evaluacion, tanda, id_pregunta, respuesta)
    SELECT gen_random_uuid(), ${survey.id}, md5(${survey.id} || (n % 2)::text)::uuid, ${open?.id ?? 0}, 'Otro ' || n
    FROM generate_series(1, 10) n`
  await page.reload()
  await expect(written).toHaveCount(10)
  await page.getByRole('button', { name: 'Ver 5 más' }).press('Enter')
  await expect(written).toHaveCount(15)
  await expect(written.nth(10)).toBeFocused()
})
