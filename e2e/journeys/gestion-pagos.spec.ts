import { randomUUID } from 'node:crypto'
import { aCourse } from '../../server/test/builders.ts'
import { freshStaff, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

type Paid = { estado: 'pagada' | 'en_revision'; pago: number }

/** An order of S/ 149.00 of a new student, with its payment in céntimos. */
async function anOrder(database: Parameters<typeof freshStudent>[0], name: string, { estado, pago }: Paid) {
  const { sql, db } = database
  const course = await aCourse(db, { nombre: name, id_cliente: 2 })
  const student = await freshStudent(database, [])
  const numero = randomUUID()
  await sql`INSERT INTO ordenes (numero, id_cliente, id_usuario, huella, subtotal_centimos, total_centimos, pasarela, estado, pagada_en)
    VALUES (${numero}, 2, ${student.id}, ${randomUUID()}, 14900, 14900, 'sandbox', ${estado}, ${estado === 'pagada' ? '2026-11-20' : null})`
  await sql`INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos)
    SELECT id, ${course.id}, ${name}, 14900 FROM ordenes WHERE numero = ${numero}`
  await sql`INSERT INTO pagos (pasarela, id_pago, id_orden, estado, monto_centimos, moneda, real)
    SELECT 'sandbox', ${numero}, id, 'approved', ${pago}, 'PEN', false FROM ordenes WHERE numero = ${numero}`
  await sql`INSERT INTO pagos_de_prueba (id, referencia, estado, monto_centimos) VALUES (${numero}, ${numero}, 'approved', ${pago})`
  return { student, numero }
}

const short = (numero: string) => numero.slice(0, 8).toUpperCase()

test('un pago de otro monto se ve en la bandeja y se acepta con el teclado; el curso se abre', async ({
  page,
  login,
  database,
  axe,
}) => {
  const { sql } = database
  const { student, numero } = await anOrder(database, 'Serigrafía', { estado: 'en_revision', pago: 10_000 })
  await login(page, await freshStaff(database, ['marca']))
  await page.goto('/gestion')
  await page
    .getByRole('link', { name: /^Pagos en revisión/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('listitem').locator(`a[href$="${numero}"]`).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('S/ 100')).toBeVisible()
  await axe(page)
  await page.getByLabel('Por qué se acepta el pago').focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Escribe por qué se acepta el pago.')).toBeVisible()
  await page.keyboard.type('Pagó el resto en la oficina.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Orden ${short(numero)}` })).toBeVisible()
  await expect(page.getByRole('main').getByText('Pagada', { exact: true }).first()).toBeVisible()
  expect(await sql`SELECT estado FROM matriculas WHERE id_usuario = ${student.id}`).toEqual([{ estado: 'activa' }])
})

test('el aviso de una devolución parcial dice de quién y cuánto, y lleva a su orden', async ({
  page,
  login,
  database,
  axe,
}) => {
  const { student, numero } = await anOrder(database, 'Encuadernación', { estado: 'pagada', pago: 14_900 })
  await login(page, await freshStaff(database, ['marca']))
  await page.request.post(`/api/pasarela-de-prueba/${numero}`, { data: { accion: 'devolver_parte' } })
  await page.goto('/notificaciones')
  const notice = page.getByRole('main').getByRole('link', { name: `Una devolución parcial Orden ${short(numero)}` })
  await expect(async () => {
    await page.reload()
    await expect(notice.first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await notice.first().click()
  for (const words of [student.correo, 'S/ 149.00: Encuadernación', 'Se devolvieron S/ 40.00, una parte del pago.'])
    await expect(page.getByRole('dialog')).toContainText(words)
  await page.getByRole('dialog').getByRole('link', { name: 'Ver la orden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Orden ${short(numero)}` })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('S/ 149.00, cobrado, se devolvieron S/ 40.00')).toBeVisible()
  await expect(main.getByRole('link', { name: student.correo })).toBeVisible()
  await axe(page)
  await main.getByRole('link', { name: 'Ver sus cursos' }).click()
  await expect(page).toHaveURL(new RegExp(`/gestion/alumnos/${student.id}/cursos$`))
})

test('quien solo ve las ventas reconoce una orden en el buscador y la abre, sin decidir sobre ella', async ({
  page,
  login,
  database,
  axe,
}) => {
  const { student, numero } = await anOrder(database, 'Xilografía', { estado: 'en_revision', pago: 10_000 })
  await login(page, await freshStaff(database, ['caja']))
  await page.goto('/gestion')
  await page.getByRole('button', { name: 'Buscar en la gestión' }).click()
  await page.getByRole('combobox', { name: 'Buscar en la gestión' }).fill(student.correo)
  const row = page.getByRole('option', { name: short(numero) })
  for (const words of [`${short(numero)} · ${student.nombre}`, 'Xilografía', 'S/ 149.00', 'En revisión'])
    await expect(row.getByText(words, { exact: true })).toBeInViewport({ ratio: 1 })
  await axe(page)
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: `Orden ${short(numero)}` })).toBeVisible()
  await expect(page.getByRole('main').getByText('S/ 100.00, cobrado')).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await axe(page)
})
