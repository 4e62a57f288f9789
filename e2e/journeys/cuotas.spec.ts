import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aPerson, PASSWORD } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStaff } from '../support/people.ts'
import { openFilters } from '../support/staff-acts.ts'
import { test as base, expect } from '../support/test.ts'

type Sold = { student: Awaited<ReturnType<typeof aPerson>>; course: { id: number; nombre: string }; staffPage: Page }

/** A cashier before the sale of a course to a student, and the student on another device. */
const test = base.extend<{ sold: Sold; studentPage: Page }>({
  sold: async ({ page, database, login }, use) => {
    const course = await aCourse(database.db, { nombre: `Encuadernación ${randomUUID().slice(0, 8)}`, lessons: 2 })
    const student = await aPerson(database.db, { nombres: 'Lucía' })
    await login(page, await freshStaff(database, ['caja']))
    await page.goto(`/gestion/ventas/nueva?persona=${student.id}&curso=${course.id}`)
    await use({ student, course, staffPage: page })
  },
  studentPage: async ({ newDevice, login, sold: { student } }, use) => {
    const page = await newDevice()
    await login(page, { ...student, password: PASSWORD, nombre: student.nombres })
    await use(page)
  },
})

/** Sells in three instalments, of which the first is S/ 50.00, with the keyboard alone. Returns the order's number. */
async function sell({ staffPage: page, student }: Sold, axe: (page: Page) => Promise<void>): Promise<string> {
  const keys = page.keyboard
  await page.getByLabel('Número de operación').focus()
  await keys.type(`${Date.now()}`)
  await page.getByRole('button', { name: 'En cuotas' }).press('Enter')
  await expect(page.getByLabel('En cuotas')).toBeFocused()
  await keys.type('3')
  const parts = page.getByRole('list', { name: 'Cuotas' })
  await expect(parts.getByRole('listitem')).toHaveCount(3)
  await keys.press('Tab')
  await keys.type('200')
  await expect(page.getByText('Las cuotas pasan del total por S/ 51.00.')).toBeVisible()
  await axe(page)
  await keys.press('ControlOrMeta+a')
  await keys.type('50')
  await expect(parts.getByLabel('Monto de la cuota 3')).toHaveValue('49.50')
  const sums = page.getByRole('list', { name: 'Lo que se cobra' })
  for (const words of ['AhoraS/ 50.00', 'DespuésS/ 99.00']) await expect(sums).toContainText(words)
  await expect(page.getByRole('button', { name: 'Registrar venta y cobrar S/ 50.00' })).toBeVisible()
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: `Venta registrada. ${student.nombres}` })).toBeFocused()
  await expect(page.getByText('Cobraste S/ 50.00. Quedan S/ 99.00 por cobrar en cuotas.')).toBeVisible()
  await page.getByRole('link', { name: 'Ver la venta' }).press('Enter')
  await expect(page).toHaveURL(/\/gestion\/ordenes\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Leaves for the sandbox, which answers so. */
async function payOnline(page: Page, button: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText('Pasarela de prueba: no se cobra nada')).toBeVisible()
  await page.getByRole('button', { name: answer, exact: true }).click()
}

const state = (page: Page, title: string | RegExp) => page.getByRole('heading', { level: 2, name: title })

async function lessonPath({ sql }: TestDatabase, course: { id: number }): Promise<string> {
  const [row] = await sql<{ modulo: number; leccion: number }[]>`SELECT m.id AS modulo, l.id AS leccion
    FROM modulos m JOIN lecciones l ON l.id_modulo = m.id WHERE m.id_curso = ${course.id} LIMIT 1`
  return `/miscursos/${course.id}/modulos/${row?.modulo}/leccion/${row?.leccion}`
}

/** The last instalment was due a month ago, and the day's review has seen it. */
async function overdue({ sql }: TestDatabase, numero: string): Promise<void> {
  await sql`UPDATE cuotas q SET vence = (now() AT TIME ZONE 'America/Lima')::date - 30 FROM ordenes o
    WHERE o.id = q.id_orden AND o.numero = ${numero} AND q.numero = 3`
  await sql`INSERT INTO pgboss.job (name, data) VALUES ('revisar-cuotas', '{}')`
  const paused = () => sql`SELECT 1 FROM matriculas m JOIN ordenes o ON o.id_usuario = m.id_usuario
    WHERE o.numero = ${numero} AND m.suspendida_por = 'cuotas'`
  await expect.poll(async () => (await paused()).length, { timeout: 30_000 }).toBe(1)
}

test('una venta en tres cuotas: la segunda en línea, la tercera en pausa hasta que caja la registra', {
  tag: '@gate',
}, async ({ sold, studentPage, database, axe, watch }) => {
  test.setTimeout(180_000)
  watch.allow(/status of 403/)
  const { staffPage, student, course } = sold
  const numero = await sell(sold, axe)
  const money = staffPage.getByRole('region', { name: 'Dinero' })
  await expect(money).toContainText('DebeS/ 99.00')
  await expect(money.getByRole('list', { name: 'Cuotas' })).toContainText('Cuota 1Pagada el')
  await axe(staffPage)

  await studentPage.goto('/compras')
  await expect(studentPage.getByText(/^Debes S\/ 99\.00\. Cuota 2: vence el /)).toBeVisible()
  await expect(studentPage.getByRole('link', { name: 'Ir al curso' })).toBeVisible()
  await axe(studentPage)
  await studentPage.goto(`/pago?orden=${numero}`)
  await expect(state(studentPage, 'Ya puedes estudiar')).toBeVisible()
  await payOnline(studentPage, 'Pagar cuota 2: S/ 49.50', 'Rechazar el pago')
  await expect(state(studentPage, 'El pago de tu cuota 2 fue rechazado')).toBeVisible({ timeout: 20_000 })
  await axe(studentPage)
  await payOnline(studentPage, 'Pagar cuota 2: S/ 49.50', 'Aprobar el pago')
  await expect(state(studentPage, 'Recibimos tu cuota 2')).toBeVisible({ timeout: 20_000 })
  await expect(studentPage.getByText('Te falta una cuota: S/ 49.50.')).toBeVisible()
  await axe(studentPage)

  await overdue(database, numero)
  for (const path of [await lessonPath(database, course), `/miscursos/${course.id}/modulos`]) {
    await studentPage.goto(path)
    await expect(state(studentPage, 'Falta pagar una cuota')).toBeVisible()
    await expect(studentPage.getByText(/^Tu acceso está en pausa por una cuota vencida/)).toBeVisible()
  }
  await axe(studentPage)
  await studentPage.getByRole('link', { name: 'Pagar la cuota' }).click()
  await expect(studentPage.getByText('Debes S/ 49.50. Cuota 3: venció hace 30 días.')).toBeVisible()
  await expect(studentPage.getByRole('button', { name: 'Pagar cuota 3: S/ 49.50' })).toBeVisible()
  await axe(studentPage)

  await staffPage.goto('/gestion/ventas')
  await openFilters(staffPage)
  await staffPage.getByLabel('Estado').selectOption('Cuotas vencidas')
  await expect(staffPage).toHaveURL(/\?cuotas=vencidas$/)
  const row = staffPage.getByRole('main').locator(`a[href$="${numero}"]`).first()
  await expect(row).toBeVisible()
  await expect(staffPage.getByText('Debe S/ 49.50').filter({ visible: true }).first()).toBeVisible()
  await axe(staffPage)
  await row.click()
  await staffPage.getByRole('button', { name: 'Registrar cuota 3' }).press('Enter')
  const dialog = staffPage.getByRole('dialog', { name: 'Registrar cuota 3' })
  await dialog.getByRole('button', { name: 'Registrar S/ 49.50' }).press('Enter')
  await expect(dialog.getByText('Escribe el número de operación.')).toBeVisible()
  await expect(dialog.getByLabel('Número de operación')).toBeFocused()
  await axe(staffPage)
  await staffPage.keyboard.type(`${Date.now()}3`)
  await staffPage.keyboard.press('Enter')
  await expect(staffPage.getByText('Registraste la cuota 3. Ya no debe nada.')).toBeVisible()
  await expect(money.getByText('Debe', { exact: true })).toHaveCount(0)

  await studentPage.goto(`/miscursos/${course.id}/modulos`)
  await expect(studentPage.getByRole('heading', { level: 1, name: course.nombre })).toBeVisible()
  await studentPage.goto('/compras')
  await expect(studentPage.getByText(/^Debes/)).toHaveCount(0)
  const owed = await database.sql`SELECT 1 FROM cuotas q JOIN ordenes o ON o.id = q.id_orden
    WHERE o.id_usuario = ${student.id} AND q.pagada_el IS NULL`
  expect(owed).toEqual([])
})
