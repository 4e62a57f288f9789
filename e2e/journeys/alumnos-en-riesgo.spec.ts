import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readCsv } from '../../contract/src/csv.ts'
import { aCourse, anEnrolment, aPerson, limaDay, PASSWORD } from '../../server/test/builders.ts'
import { freshStaff } from '../support/people.ts'
import { openFilters } from '../support/staff-acts.ts'
import { expect, test } from '../support/test.ts'

const MESSAGE = 'Te esperamos el martes.\nLa primera lección dura diez minutos.'

test('la docente busca a quienes están en riesgo, les escribe y apunta a quién ya contactó', async ({
  page,
  login,
  database,
  axe,
}) => {
  const suffix = randomUUID().slice(0, 8)
  const teacher = await freshStaff(database, ['docente'])
  const course = await aCourse(database.db, { nombre: `Telar ${suffix}`, teacher: teacher.id, lessons: 2 })
  const enrolled = { fecha_matricula: `${limaDay(-40)}T12:00:00-05:00` }
  const [luz, teo, active] = [
    await aPerson(database.db, { nombres: 'Luz', apellidos: `Rojas ${suffix}` }),
    await aPerson(database.db, { nombres: 'Teo', apellidos: `Paz ${suffix}` }),
    await aPerson(database.db, { nombres: 'Sol', apellidos: `Ríos ${suffix}` }),
  ]
  for (const { id } of [luz, teo, active]) await anEnrolment(database.db, id, course.id, enrolled)
  await database.sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en)
    VALUES (${active.id}, ${course.modulos[0]?.lecciones[0]?.id}, now())`

  await login(page, teacher)
  await page.goto(`/gestion/cursos/${course.id}/alumnos`)
  await expect(page.getByText('3 resultados')).toBeVisible()
  await expect(page.getByText('Todavía no empezó')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Acciones de la matrícula/ })).toHaveCount(0)
  await axe(page)
  await openFilters(page)
  await page.getByRole('combobox', { name: 'Riesgo' }).selectOption('En riesgo')
  await expect(page.getByText('2 resultados')).toBeVisible()
  await expect(page.getByText(`Sol Ríos ${suffix}`)).toHaveCount(0)

  await page.getByRole('button', { name: 'Escribir', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Escribir a los alumnos' })
  await expect(dialog.getByText('Le llega a 2 personas: un aviso en el campus y un correo.')).toBeVisible()
  await axe(page)
  const send = dialog.getByRole('button', { name: 'Escribir a 2 personas' })
  await send.press('Enter')
  await expect(dialog.getByText('Escribe el título.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Empieza esta semana')
  await dialog.getByRole('textbox', { name: 'Mensaje' }).fill(MESSAGE)
  await send.press('Enter')
  await expect(page.getByText('2 personas reciben el mensaje.')).toBeVisible()
  const notices =
    await database.sql`SELECT id_usuario::int AS id, asunto, mensaje, correo IN ('pendiente', 'enviado') AS por_correo
    FROM notificaciones WHERE evento = 'comunicado' AND asunto = 'Empieza esta semana' ORDER BY id_usuario`
  const told = { asunto: 'Empieza esta semana', mensaje: `Mensaje de tu academia\n${MESSAGE}`, por_correo: true }
  expect(notices.filter(({ id }) => [luz.id, teo.id].includes(Number(id)))).toEqual(
    [luz, teo].map(({ id }) => ({ id: Number(id), ...told })),
  )

  await page.getByRole('button', { name: `Ya lo contacté: Luz Rojas ${suffix}` }).press('Enter')
  const contact = page.getByRole('dialog', { name: 'Ya lo contacté' })
  await contact.getByRole('textbox', { name: 'Qué hablaron' }).fill('Empieza el lunes.')
  await axe(page)
  await contact.getByRole('button', { name: 'Guardar la nota' }).press('Enter')
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Quitar los filtros' }).click()
  await expect(page.getByText('3 resultados')).toBeVisible()
  await expect(page.getByText(/^Contactado /)).toHaveCount(1)
  const notes = await database.sql`SELECT texto, id_curso::int AS curso FROM notas_alumno WHERE id_usuario = ${luz.id}`
  expect(notes).toEqual([{ texto: 'Empieza el lunes.', curso: Number(course.id) }])
})

test('la docente descarga la lista de su curso con su contraseña', async ({ page, login, database, axe }) => {
  const teacher = await freshStaff(database, ['docente'])
  const course = await aCourse(database.db, { teacher: teacher.id })
  const { id, correo } = await aPerson(database.db, { nombres: 'Luz', apellidos: 'Rojas' })
  await anEnrolment(database.db, id, course.id)
  await login(page, teacher)
  await page.goto(`/gestion/cursos/${course.id}/alumnos`)
  await page.getByRole('button', { name: 'Descargar', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Descargar la lista' })
  await axe(page)
  await dialog
    .getByRole('textbox')
    .or(dialog.getByLabel('Escribe tu contraseña para continuar.'))
    .first()
    .fill(PASSWORD)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('matriculas.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(readCsv(text).rows[1]?.cells.slice(0, 3)).toEqual(['Luz', 'Rojas', correo])
  await expect(page.getByText('La descarga empezó: 1 matrícula.')).toBeVisible()
})

test('soporte lee cuántas de las elegidas están pagadas, y que lo pagado no lleva último día', async ({
  page,
  login,
  database,
}) => {
  const suffix = randomUUID().slice(0, 8)
  const course = await aCourse(database.db, { nombre: `Vitral ${suffix}` })
  const people = [await aPerson(database.db), await aPerson(database.db)]
  for (const { id } of people) await anEnrolment(database.db, id, course.id)
  await database.sql`WITH o AS (INSERT INTO ordenes
      (numero, id_cliente, id_usuario, huella, estado, subtotal_centimos, total_centimos, pasarela, pagada_en)
      VALUES (${randomUUID()}, 2, ${people[0]?.id}, ${randomUUID()}, 'pagada', 1000, 1000, 'sandbox', now()) RETURNING id)
    INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos) SELECT id, ${course.id}, 'Curso', 1000 FROM o`
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/matriculas?curso=${course.id}`)
  await page.getByRole('button', { name: 'Elegir varias' }).click()
  await page.getByRole('button', { name: 'Elegir todas las que coinciden' }).click()
  await page.getByRole('button', { name: 'Suspender' }).click()
  await expect(page.getByRole('dialog').getByText(/1 está pagada de 2\./)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  const boxes = page.getByRole('checkbox')
  await expect(boxes.nth(0)).toBeChecked()
  await page.getByRole('button', { name: 'Listo' }).click()
  const [acts] = await page.getByRole('button', { name: /^Acciones de la matrícula/ }).all()
  await expect(page.getByRole('button', { name: /^Acciones de la matrícula/ })).toHaveCount(2)
  // The newest first: the second person's was given.
  await acts?.click()
  await expect(page.getByRole('menuitem', { name: 'Poner un último día' })).toBeVisible()
  await page.reload()
  await page
    .getByRole('button', { name: /^Acciones de la matrícula/ })
    .nth(1)
    .click()
  await expect(page.getByRole('menuitem', { name: 'Suspender' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Poner un último día' })).toHaveCount(0)
})
