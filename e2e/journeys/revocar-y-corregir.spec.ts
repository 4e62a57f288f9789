import type { Page } from '@playwright/test'
import { aCourse, anEnrolment, anExam, aPerson, PASSWORD } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { call, openSession } from '../support/api.ts'
import { completeLessons, freshStaff } from '../support/people.ts'
import { sit } from '../support/sitting.ts'
import { expect, test } from '../support/test.ts'

const RIGHT = [1, 1]

/** A student who passed a module's exam with everything right, and its teacher. */
async function aCertified(database: TestDatabase, base: string) {
  const { db, sql } = database
  const teacher = await aPerson(db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  const course = await aCourse(db, { teacher: teacher.id, nombre: 'Telar andino' })
  const shape = { id_curso: course.id, id_modulo: course.modulos[0]?.id, values: [10, 10], intentos: 3 }
  const exam = await anExam(db, { ...shape, nombre: 'Prueba de telar' })
  const student = await aPerson(db, { nombres: 'Lucía', apellidos: 'Torres' })
  await anEnrolment(db, student.id, course.id)
  await completeLessons(database, student.id, course.id)
  const { token } = await openSession(base, student.correo, PASSWORD)
  const detail = await sit(base, exam, token, RIGHT)
  const [attempt] = await sql`SELECT id FROM intentos_evaluacion WHERE id_detalle = ${detail}`
  const [own] = await sql`SELECT codigo_certificado FROM certificados
    WHERE id_usuario = ${student.id} AND id_modulo IS NOT NULL`
  const code = String(own?.codigo_certificado)
  const named = (person: typeof teacher) => ({
    ...{ id: person.id, correo: person.correo, password: PASSWORD, nombres: person.nombres },
    nombre: `${person.nombres} ${person.apellidos}`,
  })
  return { teacher: named(teacher), student: named(student), exam, token, attempt: Number(attempt?.id), code }
}

const verdict = (page: Page, text: string) => expect(page.getByRole('heading', { name: text })).toBeVisible()

test('una nota que baja de más se lleva su certificado, que vuelve cuando se gana otra vez', async ({
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
  const { teacher, student, exam, token, attempt, code } = await aCertified(database, base)
  const guest = await newDevice()
  await guest.goto(`/certificado/${code}`)
  await verdict(guest, 'Certificado válido')

  await login(page, teacher)
  await page.goto(`/gestion/intentos/${attempt}`)
  const opener = page.getByRole('button', { name: 'Corregir nota de la pregunta 1' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Corregir la nota de la pregunta 1' })
  const points = dialog.getByRole('textbox', { name: 'Puntos' })
  const reason = dialog.getByRole('textbox', { name: 'Motivo' })
  await points.fill('4')
  await reason.fill('Contamos de más.')
  await page.keyboard.press('Enter')
  const told = dialog.getByRole('alert')
  await expect(told).toBeFocused()
  await expect(told).toContainText(`Módulo 1 (${code}): Dirá 70 % en vez de 100 %.`)
  await expect(dialog.getByRole('button', { name: 'Corregir también el certificado' })).toBeVisible()

  // Other points have other consequences: they are asked anew, with what was typed.
  await points.fill('0')
  await expect(told).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Corregir la nota' }).press('Enter')
  await expect(told).toContainText(`Módulo 1 (${code}): Se revoca (dice 100 %).`)
  await axe(page)
  await dialog.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await expect(points).toBeFocused()
  await expect(points).toHaveValue('0')
  await expect(reason).toHaveValue('Contamos de más.')
  await page.keyboard.press('Enter')
  await expect(told).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Revocar y corregir' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('Puntos corregidos. La nota del intento es 10 de 20. 2 certificados revocados.'),
  ).toBeVisible()
  await expect(opener).toBeFocused()

  await guest.reload()
  await verdict(guest, 'Certificado revocado')

  const theirs = await newDevice()
  await login(theirs, student)
  await theirs.goto('/notificaciones')
  await theirs.getByText('Tu nota bajó a 10').first().click()
  const notice = theirs.getByRole('dialog', { name: 'Certificación' })
  await expect(notice).toContainText('Era 20: Contamos de más.')
  await expect(notice).toContainText('Revocamos tus certificados')
  await expect(notice).toContainText(code)
  await theirs.goto('/miscertificados')
  await expect(theirs.getByText('Aprobar el examen del módulo «Módulo 1».')).toBeVisible()
  await axe(theirs)

  await sit(base, exam, token, RIGHT)
  await guest.reload()
  await verdict(guest, 'Certificado válido')
  await expect(guest.getByText('100 %')).toBeVisible()
  await theirs.goto('/miscertificados')
  await expect(theirs.locator(`a[href="/certificado/${code}"]`).first()).toBeVisible()
})

test('la academia revoca y restaura un certificado desde la ficha, y dice quién se adelantó', async ({
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
  const { student, code } = await aCertified(database, base)
  const admin = await freshStaff(database, ['marca'])
  await login(page, admin)
  await page.goto(`/gestion/alumnos/${student.id}/certificados`)
  const list = page.getByRole('table').or(page.getByRole('list', { name: 'Certificados' }))
  await expect(list.getByText('Vigente')).toHaveCount(2)
  await expect(list.getByRole('link', { name: `Ver el certificado ${code}` })).toHaveAttribute(
    'href',
    `/certificado/${code}`,
  )
  await axe(page)
  const opener = page.getByRole('button', { name: 'Acciones de Módulo 1' })
  await opener.press('Enter')
  await page.getByRole('menuitem', { name: 'Revocar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Revocar el certificado de «Módulo 1»' })
  await dialog.getByRole('button', { name: 'Revocar' }).click()
  await expect(dialog.getByText('Escribe el motivo.')).toBeVisible()
  await axe(page)
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('El examen lo dio otra persona.')
  await dialog.getByRole('button', { name: 'Revocar' }).press('Enter')
  await expect(list.getByText('La academia: El examen lo dio otra persona.')).toBeVisible()
  await expect(opener).toBeFocused()
  const guest = await newDevice()
  await guest.goto(`/certificado/${code}`)
  await verdict(guest, 'Certificado revocado')

  // A colleague restores it meanwhile.
  await opener.scrollIntoViewIfNeeded()
  await opener.press('Enter')
  await page.getByRole('menuitem', { name: 'Restaurar' }).press('Enter')
  const restoring = page.getByRole('dialog', { name: 'Restaurar el certificado de «Módulo 1»' })
  await restoring.getByRole('textbox', { name: 'Motivo' }).fill('Se aclaró todo.')
  const colleague = await freshStaff(database, ['marca'], 'Rosa')
  const { token } = await openSession(base, colleague.correo, PASSWORD)
  await call(base, `/certificados/${code}/restaurar`, token, { method: 'POST', body: { motivo: 'Se aclaró.' } })
  await restoring.getByRole('button', { name: 'Restaurar' }).press('Enter')
  await expect(restoring.getByText(`${colleague.nombre} ya restauró este certificado.`)).toBeVisible()
  await expect(restoring.getByRole('textbox', { name: 'Motivo' })).toHaveValue('Se aclaró todo.')
  await restoring.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await expect(list.getByText('Vigente')).toHaveCount(2)

  await opener.press('Enter')
  await page.getByRole('menuitem', { name: 'Reemitir con el nombre corregido' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Nombres' })).toBeFocused()
})
