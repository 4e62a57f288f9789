import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { aCourse, anEnrolment, aPerson, PASSWORD } from '../../server/test/builders.ts'
import { openSession } from '../support/api.ts'
import { freshStaff } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { keepSession } from '../support/visit.ts'

const ADMIN = 'admin@demo.pe' as const

test('una serie se programa, una clase se mueve y se avisa, otra se cancela, y el alumno lo ve', async ({
  page,
  newDevice,
  enter,
  baseURL,
  database,
  axe,
}) => {
  test.slow()
  const nombre = `Curso con clases ${randomUUID().slice(0, 8)}`
  const course = await aCourse(database.db, { lessons: 1, nombre, id_cliente: 2 })
  const student = await aPerson(database.db, { id_cliente: 2 })
  await anEnrolment(database.db, student.id, course.id)
  await enter(page, ADMIN)
  await page.goto('/gestion/sesiones')
  await page.getByRole('button', { name: 'Nueva clase' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre', { exact: true }).fill('Taller en vivo')
  await dialog.getByRole('combobox', { name: 'Curso' }).fill(nombre)
  await page.getByRole('option', { name: nombre }).click()
  await dialog.getByRole('combobox', { name: 'Lección' }).click()
  await page.getByRole('option', { name: 'Lección 1.1' }).click()
  await dialog.getByLabel('Fecha', { exact: true }).fill('2030-03-02')
  await dialog.getByLabel('Hora de Lima').fill('19:30')
  await dialog.getByLabel('Enlace').fill('http://meet.example.com/taller')
  await dialog.getByLabel('Se repite').selectOption('7')
  await dialog.getByRole('button', { name: 'Programar 8 clases' }).click()
  await expect(dialog.getByText('El enlace debe empezar con https://')).toBeVisible()
  await dialog.getByLabel('Enlace').fill('https://meet.example.com/taller')
  await dialog.getByRole('button', { name: 'Programar 8 clases' }).click()
  await expect(page.getByText('8 clases programadas.')).toBeVisible()

  await page.goto(`/gestion/cursos/${course.id}/clases?orden=inicio`)
  await expect(page.getByText('8 resultados')).toBeVisible()
  const rows = page.getByRole('button', { name: 'Taller en vivo' })
  await rows.first().click()
  const tell = dialog.getByLabel('Avisar a 1 alumno')
  await dialog.getByLabel('Nombre', { exact: true }).fill('Taller de color')
  await expect(tell).not.toBeChecked()
  await dialog.getByLabel('Nombre', { exact: true }).fill('Taller en vivo')
  await dialog.getByLabel('Fecha', { exact: true }).fill('2030-03-04')
  await expect(tell).toBeChecked()
  await expect(dialog.getByText(/^Es el 04\/03\/2030 a las 19:30.* Antes era el 02\/03\/2030/)).toBeVisible()
  await tell.uncheck()
  await dialog.getByLabel('Minutos').fill('90')
  await expect(tell).not.toBeChecked()
  await tell.check()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Guardamos la clase y avisamos a 1 alumno.')).toBeVisible()
  await rows.nth(1).click()
  await dialog.getByRole('button', { name: 'Cancelar la clase' }).click()
  await expect(dialog.getByRole('button', { name: 'Volver', exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancelar la clase' }).click()
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible()
  await rows.nth(2).click()
  await dialog.getByText('Esta y las 5 siguientes').click()
  await dialog.getByLabel('Fecha', { exact: true }).fill('2030-03-17')
  const moved = dialog.getByRole('list', { name: 'Clases que cambian' }).getByRole('listitem')
  await expect(moved).toHaveCount(6)
  await expect(moved.last()).toHaveText(/20 abr.*21 abr/)
  await axe(page)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Guardamos 6 clases y avisamos a 1 alumno.')).toBeVisible()
  await axe(page)

  const other = await newDevice()
  await keepSession(other, baseURL ?? '', await openSession(baseURL ?? '', student.correo, PASSWORD))
  await other.goto('/calendario?mes=2030-03&dia=2030-03-04')
  await expect(other.getByRole('heading', { name: 'Taller en vivo' }).first()).toBeVisible()
  await other.getByRole('button', { name: 'Opciones de Taller en vivo' }).first().click()
  const download = other.waitForEvent('download')
  await other.getByRole('menuitem', { name: 'Agregar a mi calendario' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  // 19:30 in Lima.
  expect(file).toContain('DTSTART:20300305T003000Z')
  expect(file).toContain('SEQUENCE:1')
  await other.goto('/calendario?mes=2030-03&dia=2030-03-09')
  await expect(other.getByText('Clase cancelada').first()).toBeVisible()
  await other.goto('/notificaciones')
  await expect(other.getByText(/^Tu clase ahora es 04\/03 /).first()).toBeVisible()
  const series = other.getByRole('link', {
    name: /^Sin leer: Tus clases cambiaron( de fecha)? Taller en vivo y las 5 siguientes/,
  })
  await expect(series).toHaveCount(1)
  await expect(other.getByRole('link', { name: /^Sin leer: Se canceló tu clase Taller en vivo/ })).toBeVisible()
})

test('un docente ve primero las clases de hoy y entra desde la lista; las de antes se eligen', async ({
  page,
  login,
  database,
  axe,
}) => {
  const course = await aCourse(database.db, { lessons: 1, nombre: `Aula ${randomUUID().slice(0, 8)}`, id_cliente: 2 })
  const leccion = course.modulos[0]?.lecciones[0]?.id ?? 0
  await database.sql`INSERT INTO sesiones (id_leccion, nombre, inicio, duracion, enlace, orden) VALUES
    (${leccion}, 'La de mañana', now() + interval '1 day', 60, 'https://meet.example.com/b', 3),
    (${leccion}, 'La de ahora', now() - interval '5 minutes', 60, 'https://meet.example.com/a', 2),
    (${leccion}, 'La de antes', now() - interval '3 days', 60, 'https://meet.example.com/c', 1)`
  const teacher = await freshStaff(database, ['docente'])
  await database.sql`INSERT INTO curso_docentes (id_curso, id_usuario) VALUES (${course.id}, ${teacher.id})`
  await login(page, teacher)
  await page.goto(`/gestion/cursos/${course.id}/clases`)
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveText([/La de ahora/, /La de mañana/])
  const join = page.getByRole('link', { name: /^Entrar/ })
  await expect(join).toHaveCount(1)
  await expect(join).toHaveAttribute('href', 'https://meet.example.com/a')
  await axe(page)
  await page.getByLabel('Cuándo').selectOption('anteriores')
  await expect(rows).toHaveText([/La de antes/])
})
