import type { Page } from '@playwright/test'
import type { Db } from '../../server/src/platform/db/database.ts'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson, PASSWORD } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { isSaved } from '../support/drafts.ts'
import { examOn } from '../support/exam-screen.ts'
import { publish } from '../support/exam-writing.ts'
import { completeLessons, freshStudent } from '../support/people.ts'
import { sit } from '../support/sitting.ts'
import { expect, test } from '../support/test.ts'

const aTeacher = (db: Db) => aPerson(db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
const named = (person: Awaited<ReturnType<typeof aPerson>>) => ({
  ...person,
  password: PASSWORD,
  nombre: `${person.nombres} ${person.apellidos}`,
})

const press = async (page: Page, name: RegExp | string, role: 'button' | 'link' = 'button') => {
  await page.getByRole(role, { name }).first().focus()
  await page.keyboard.press('Enter')
}

test('la docente sube una nota con su motivo y el alumno lee la nota nueva y el comentario', async ({
  page,
  newDevice,
  database,
  login,
  watch,
  axe,
  baseURL,
}) => {
  watch.allow(/409|422/)
  const base = baseURL ?? ''
  const { db, sql } = database
  const teacher = await aTeacher(db)
  const course = await aCourse(db, { teacher: teacher.id, nombre: 'Telar andino' })
  const shape = {
    id_curso: course.id,
    id_modulo: null,
    values: [10],
    open: [10],
    intentos: 1,
    nombre: 'Final de telar',
  }
  const exam = await anExam(db, shape)
  const student = await aPerson(db, { nombres: 'Lucía', apellidos: 'Torres' })
  await anEnrolment(db, student.id, course.id)
  await completeLessons(database, student.id, course.id)
  const { token } = await openSession(base, student.correo, PASSWORD)
  await sit(base, exam, token)
  const rosa = await openSession(base, teacher.correo, PASSWORD)
  const [waiting] = await sql`SELECT r.id FROM respuestas r JOIN intentos_evaluacion i ON i.id = r.id_intento
    JOIN detalle_evaluacion d ON d.id = i.id_detalle WHERE d.id_evaluacion = ${exam.id} AND r.puntos IS NULL`

  await login(page, named(teacher))
  await page.goto(`/gestion/cursos/${course.id}/resultados`)
  await press(page, /^Final de telar/, 'link')
  await press(page, 'Intentos', 'link')
  await expect(page.getByRole('heading', { level: 1, name: 'Final de telar' })).toBeVisible()
  await expect(page.getByText('Por calificar', { exact: true }).last()).toBeVisible()
  await page.getByRole('combobox', { name: 'Estado' }).selectOption('Aprobado')
  await expect(page.getByText('Nada coincide con estos filtros.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar los filtros' }).click()
  await expect(page.getByRole('link', { name: 'Lucía Torres' })).toBeVisible()
  await axe(page)
  await press(page, 'Lucía Torres', 'link')
  await expect(page.getByRole('heading', { level: 1, name: 'Intento 1 de Lucía Torres' })).toBeVisible()
  const link = page.getByRole('link', { name: /^Calificar la pregunta/ })
  await expect(link).toHaveAttribute('href', `/gestion/calificar/${waiting?.id}?examen=${exam.id}`)
  await call(base, `/calificaciones/${waiting?.id}`, rosa.token, { method: 'PUT', body: { puntos: 3, version: 0 } })
  await page.reload()
  await expect(page.getByText('3 de 20 (15 %)')).toBeVisible()
  await axe(page)

  const open = page.getByRole('listitem').filter({ hasText: 'Mi texto 2' })
  const button = open.getByRole('button', { name: /^Corregir nota/ })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Corregir la nota de la pregunta/ })
  const points = dialog.getByRole('textbox', { name: 'Puntos' })
  await points.fill('9')
  await dialog.getByRole('textbox', { name: 'Comentario' }).fill('Ahora leí tu segunda hoja.')
  await dialog.getByRole('button', { name: 'Corregir la nota' }).click()
  await expect(dialog.getByText('Escribe el motivo.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toBeFocused()
  await axe(page)
  await page.keyboard.type('Faltaba una hoja.')

  // Another teacher corrects it meanwhile: both grades are shown, and nothing typed is lost.
  await call(base, `/gestion/calificaciones/${waiting?.id}/correccion`, rosa.token, {
    method: 'PUT',
    body: { puntos: 4, motivo: 'Un punto más.', version: 1 },
  })
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('La de Rosa: 4 puntos. La tuya: 9 puntos.')).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Usar la mía' }).click()
  await expect(page.getByText('Puntos corregidos. La nota del intento es 9 de 20.')).toBeVisible()
  await expect(page.getByText('9 de 20 (45 %)')).toBeVisible()
  await expect(open.getByText('Ahora leí tu segunda hoja.')).toBeVisible()
  await expect(button).toBeFocused()

  // A comment on a choice reaches the student, too.
  const choice = page.getByRole('listitem').filter({ hasText: 'Incorrecta' })
  await choice.getByRole('button', { name: /^Corregir nota/ }).click()
  await dialog.getByRole('textbox', { name: 'Comentario' }).fill('La A vale en frío.')
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Lo explicamos mejor.')
  await dialog.getByRole('button', { name: 'Corregir la nota' }).click()
  await expect(choice.getByText('La A vale en frío.')).toBeVisible()

  const theirs = await newDevice()
  await login(theirs, named(student))
  await theirs.goto('/notificaciones')
  await theirs.getByText('Tu nota subió a 9').first().click()
  const notice = theirs.getByRole('dialog', { name: 'Aviso' })
  await expect(notice.getByText('Era 4: Faltaba una hoja.')).toBeVisible()
  await notice.getByRole('link', { name: 'Ver mi nota' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('Final de telar')
  await theirs.getByRole('button', { name: 'Ver mi último resultado' }).click()
  await expect(theirs.getByText('Ahora leí tu segunda hoja.')).toBeVisible()
  await expect(theirs.getByText('9 de 10')).toBeVisible()
  await expect(theirs.getByText('La A vale en frío.')).toBeVisible()
})

test('quien se quedó sin intentos recibe uno más y lo empieza', async ({
  page,
  newDevice,
  database,
  login,
  watch,
  axe,
  baseURL,
}) => {
  watch.allow(/409|422/)
  const base = baseURL ?? ''
  const { db, sql } = database
  const teacher = await aTeacher(db)
  const course = await aCourse(db, { teacher: teacher.id, nombre: 'Cerámica fría' })
  const id_modulo = course.modulos[0]?.id
  const exam = await anExam(db, { id_curso: course.id, id_modulo, intentos: 1, nombre: 'Prueba de cerámica' })
  const student = await aPerson(db, { nombres: 'Teo', apellidos: 'Ríos' })
  await anEnrolment(db, student.id, course.id)
  const { token } = await openSession(base, student.correo, PASSWORD)
  await sit(base, exam, token)

  await login(page, named(teacher))
  await page.goto(`/gestion/alumnos/${student.id}/evaluaciones`)
  await expect(page.getByRole('link', { name: 'Prueba de cerámica' })).toHaveAttribute(
    'href',
    /gestion\/intentos\/\d+$/,
  )
  const opener = page.getByRole('button', { name: 'Dar intentos o tiempo' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Dar intentos o tiempo' })
  const choice = dialog.getByRole('combobox', { name: 'Examen' })
  await choice.focus()
  await page.keyboard.type('cerámica')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Tendrá 1 intento, como los demás, y ya usó 1.')).toBeVisible()
  await dialog.getByLabel('Intentos de más').fill('1')
  await expect(dialog.getByText('Tendrá 2 intentos (1 del examen y 1 más), y ya usó 1.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Escribe el motivo.')).toBeVisible()
  await axe(page)
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Se fue la luz.')

  // Another teacher gives minutes meanwhile: they stay, and the attempt typed here is added.
  const rosa = await openSession(base, teacher.correo, PASSWORD)
  await call(base, `/gestion/evaluaciones/${exam.id}/alumnos/${student.id}`, rosa.token, {
    method: 'PUT',
    body: { intentos: 0, minutos: 10, motivo: 'Pidió tiempo.', version: 0 },
  })
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Esta ficha cambió mientras la editabas.')).toBeVisible()
  await expect(dialog.getByLabel('Minutos de más')).toHaveValue('10')
  await expect(dialog.getByLabel('Intentos de más')).toHaveValue('1')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Listo: Teo Ríos tiene 2 intentos.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  const [kept] = await sql`SELECT intentos_extra, minutos_extra FROM detalle_evaluacion WHERE id_alumno = ${student.id}`
  expect(kept).toEqual({ intentos_extra: 1, minutos_extra: 10 })

  const theirs = await newDevice()
  await login(theirs, named(student))
  await theirs.goto('/notificaciones')
  const news = 'Tienes 1 intento más, Prueba de cerámica'
  await theirs.getByRole('link', { name: `Ir al examen: ${news}` }).click()
  await expect(theirs.getByText('1 de 2', { exact: true })).toBeVisible()
  await expect(theirs.getByText('25', { exact: true })).toBeVisible()
  await examOn(theirs).start()
})

test('un examen sin preguntas lo dice; sin permiso la pantalla no existe', async ({ page, database, login }) => {
  const { db } = database
  const teacher = await aTeacher(db)
  const course = await aCourse(db, { teacher: teacher.id })
  const bare = await anExam(db, { id_curso: course.id, id_modulo: null, values: [] })
  await login(page, named(teacher))
  await page.goto(`/gestion/cursos/${course.id}/examenes/${bare.id}`)
  await page.getByRole('link', { name: 'Intentos', exact: true }).click()
  await expect(page.getByText('Este examen todavía no tiene preguntas.')).toBeVisible()

  const cashier = await aPerson(db, { roles: ['caja'] })
  await login(page, named(cashier))
  for (const path of [`evaluaciones/${bare.id}/intentos`, 'intentos/1']) {
    await page.goto(`/gestion/${path}`)
    await expect(page.getByRole('heading', { name: 'Esta página no existe' })).toBeVisible()
  }
})

test('un examen que se publica con más minutos los da también a quien ya empezó', async ({
  page,
  database,
  login,
  axe,
  baseURL,
}) => {
  const { db, sql } = database
  const teacher = await aTeacher(db)
  const course = await aCourse(db, { teacher: teacher.id, nombre: 'Curso con más tiempo' })
  const exam = await anExam(db, { id_curso: course.id, values: [10], duracion: 20, nombre: 'Examen corto' })
  const student = await freshStudent(database, [course.id])
  await completeLessons(database, student.id, course.id)
  const { token } = await openSession(baseURL ?? '', student.correo, PASSWORD)
  const send = (path: string, body?: object) =>
    call<{ id: number }>(baseURL ?? '', path, token, { method: 'POST', ...(body && { body }) })
  const { id } = await send('/detalle-evaluacion', { id_evaluacion: exam.id })
  await send(`/detalle-evaluacion/${id}/intentos`)
  await login(page, named(teacher))
  await page.goto(`/gestion/cursos/${course.id}/examenes/${exam.id}`)
  await page.getByRole('button', { name: 'Ajustes' }).click()
  await page.getByRole('textbox', { name: 'Minutos' }).fill('40')
  await isSaved(page)
  await publish(page)
  const offer = page.getByRole('dialog', { name: '¿Dar también más tiempo a 1 intento abierto?' })
  await axe(page)
  await offer.getByRole('button', { name: 'Dar más tiempo' }).press('Enter')
  await expect(page.getByText('1 intento abierto tiene más tiempo.')).toBeVisible()
  const [attempt] = await sql`UPDATE intentos_evaluacion SET segundos_devueltos = 41 WHERE id_detalle = ${id}
    RETURNING id, round(extract(epoch FROM limite - inicio) / 60)::int AS minutos`
  expect(attempt?.minutos).toBe(40)
  await page.goto(`/gestion/intentos/${attempt?.id}`)
  await expect(page.getByText('41 s, el servicio estuvo caído')).toBeVisible()
})

test('una clase a la que se le fue la luz recibe un intento y minutos de una vez', async ({
  page,
  newDevice,
  database,
  login,
  watch,
  axe,
}) => {
  watch.allow(/422/)
  const { db, sql } = database
  const teacher = await aTeacher(db)
  const course = await aCourse(db, { teacher: teacher.id, nombre: 'Cerámica para todos' })
  const id_modulo = course.modulos[0]?.id
  const exam = await anExam(db, { id_curso: course.id, id_modulo, intentos: 1, nombre: 'Prueba de esmaltes' })
  const students = await Promise.all(
    ['Teo', 'Lía', 'Ana'].map((nombres) => aPerson(db, { nombres, apellidos: 'Ríos' })),
  )
  for (const { id } of students) await anEnrolment(db, id, course.id)
  const [teo, lia] = students
  if (!teo || !lia) throw new Error('no students')
  await anAttempt(db, teo.id, exam.id, { nota: 2 })

  await login(page, named(teacher))
  await page.goto(`/gestion/evaluaciones/${exam.id}/intentos`)
  const opener = page.getByRole('button', { name: 'Dar a varios' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Dar intentos o tiempo a varios' })
  const failed = dialog.getByRole('radio', { name: 'Quienes no aprobaron 1 alumno.' })
  await expect(failed).toBeChecked()
  await expect(dialog.getByText('Quien ya usó su último intento pudo ver las respuestas correctas.')).toBeVisible()
  await failed.press('ArrowUp')
  const list = dialog.getByRole('textbox', { name: 'Correos' })
  await list.fill(`${teo.correo}\nnadie@prueba.pe\n${lia.correo}`)
  await dialog.getByRole('textbox', { name: 'Minutos de más' }).fill('10')
  await dialog.getByRole('button', { name: 'Dar a 3 alumnos' }).press('Enter')
  await expect(dialog.getByText('Escribe el motivo.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toBeFocused()
  await page.keyboard.type('Se fue la luz.')
  await dialog.getByRole('button', { name: 'Dar a 3 alumnos' }).press('Enter')
  await expect(dialog.getByText('Línea 2: No está matriculado en el curso.')).toBeVisible()
  await expect(list).toBeFocused()
  await axe(page)
  await list.fill(`${teo.correo}\n${lia.correo}`)
  await dialog.getByRole('button', { name: 'Dar a 2 alumnos' }).press('Enter')
  await expect(page.getByText('Dando más a 2 alumnos.')).toBeVisible()
  await expect(opener).toBeFocused()
  await page.getByRole('link', { name: 'Ver el avance' }).click()
  const row = page.getByRole('row', { name: 'Dar 1 intento y 10 minutos más en «Prueba de esmaltes»' })
  await expect(row.or(page.getByRole('listitem').filter({ hasText: 'Prueba de esmaltes' }))).toContainText(
    '2 alumnos tienen más',
  )
  const given = await sql`SELECT intentos_extra, minutos_extra FROM detalle_evaluacion WHERE id_evaluacion = ${exam.id}`
  expect([...given]).toEqual(Array.from({ length: 2 }, () => ({ intentos_extra: 1, minutos_extra: 10 })))

  const theirs = await newDevice()
  await login(theirs, named(teo))
  await theirs.goto(`/examen/${exam.id}/${id_modulo}/modulo`)
  await expect(theirs.getByText('1 de 2', { exact: true })).toBeVisible()
  await examOn(theirs).start()
})
