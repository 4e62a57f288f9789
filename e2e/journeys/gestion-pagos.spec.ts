import { randomUUID } from 'node:crypto'
import { aCourse } from '../../server/test/builders.ts'
import { freshStaff, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('un pago de otro monto se ve en la bandeja y se acepta con el teclado; el curso se abre', async ({
  page,
  login,
  database,
  axe,
}) => {
  const { sql } = database
  const course = await aCourse(database.db, { nombre: 'Serigrafía', id_cliente: 2 })
  const student = await freshStudent(database, [])
  const numero = randomUUID()
  await sql`INSERT INTO ordenes (numero, id_cliente, id_usuario, huella, subtotal_centimos, total_centimos, pasarela, estado)
    VALUES (${numero}, 2, ${student.id}, ${randomUUID()}, 14900, 14900, 'sandbox', 'en_revision')`
  await sql`INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos)
    SELECT id, ${course.id}, 'Serigrafía', 14900 FROM ordenes WHERE numero = ${numero}`
  await sql`INSERT INTO pagos (pasarela, id_pago, id_orden, estado, monto_centimos, moneda, real)
    SELECT 'sandbox', ${randomUUID()}, id, 'approved', 10000, 'PEN', false FROM ordenes WHERE numero = ${numero}`
  await login(page, await freshStaff(database, ['marca']))
  await page.goto('/gestion')
  await page
    .getByRole('link', { name: /^Pagos en revisión/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await page.locator(`a[href$="${numero}"]`).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('S/ 100')).toBeVisible()
  await axe(page)
  await page.getByLabel('Por qué se acepta el pago').focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Escribe por qué se acepta el pago.')).toBeVisible()
  await page.keyboard.type('Pagó el resto en la oficina.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Este pago ya no está en revisión.').or(page.getByText('Todo al día.'))).toBeVisible()
  expect(await sql`SELECT estado FROM matriculas WHERE id_usuario = ${student.id}`).toEqual([{ estado: 'activa' }])
})
