import { aCourse } from '../../server/test/builders.ts'
import { selling } from '../../server/test/sales.ts'
import { freshStaff, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

type Paid = { estado: 'pagada' | 'en_revision' | 'pendiente'; pago: number }

/** An order of S/ 149.00 of a new student, with its payment in céntimos. */
async function anOrder(database: Parameters<typeof freshStudent>[0], name: string, { estado, pago }: Paid) {
  const { sql, db } = database
  const course = await aCourse(db, { nombre: name, id_cliente: 2 })
  const student = await freshStudent(database, [])
  const { sale, money } = selling({ deps: { db } })
  const courses = [{ id: course.id, nombre: name, centimos: 14_900 }]
  const numero = await sale({ buyer: { id: student.id, id_cliente: 2 }, courses, estado })
  if (pago === 0) return { student, numero, course }
  await money(numero, { tipo: 'cobro', centimos: pago, id_pasarela: numero })
  await sql`INSERT INTO pagos (pasarela, id_pago, id_orden, estado, monto_centimos, moneda, real)
    SELECT 'sandbox', ${numero}, id, 'approved', ${pago}, 'PEN', false FROM ordenes WHERE numero = ${numero}`
  await sql`INSERT INTO pagos_de_prueba (id, referencia, estado, monto_centimos) VALUES (${numero}, ${numero}, 'approved', ${pago})`
  return { student, numero, course }
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
  await expect(page).toHaveURL(/\/gestion\/ventas\?estado=en_revision/)
  await page.locator(`a[href$="${numero}"]`).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Orden / })).toBeVisible()
  await expect(page.getByText('S/ 100.00').first()).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Aceptar el pago' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Aceptar el pago' })
  await expect(dialog.getByText('Se pidió S/ 149.00 y llegó S/ 100.00.')).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Aceptar el pago' }).press('Enter')
  await expect(dialog.getByText('Escribe por qué se acepta el pago.')).toBeVisible()
  await expect(dialog.getByLabel('Por qué se acepta el pago')).toBeFocused()
  await page.keyboard.type('Pagó el resto en la oficina.')
  await dialog.getByRole('button', { name: 'Aceptar el pago' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Orden ${short(numero)}` })).toBeVisible()
  await expect(page.getByRole('main').getByText('Pagada', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('aceptó el pago: Pagó el resto en la oficina.')).toBeVisible()
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
  await expect(main.getByText('Devuelta en parte')).toBeVisible()
  await expect(main.getByText('MercadoPago devolvió S/ 40.00')).toBeVisible()
  await expect(main.getByRole('link', { name: student.correo })).toBeVisible()
  await axe(page)
  await main.getByRole('link', { name: student.nombre }).click()
  await expect(page).toHaveURL(new RegExp(`/gestion/alumnos/${student.id}$`))
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
  await expect(page.getByRole('main').getByText('S/ 100.00').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Aceptar el pago' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link')).toHaveText([student.correo])
  await axe(page)
})

test('las ventas suman lo que se filtra, también las de un curso; una orden sin pagar se cancela', async ({
  page,
  login,
  database,
  axe,
}) => {
  const { student, course, numero } = await anOrder(database, 'Orfebrería', { estado: 'pagada', pago: 14_900 })
  const unpaid = await anOrder(database, 'Joyería', { estado: 'pendiente', pago: 0 })
  await login(page, await freshStaff(database, ['marca']))
  await page.goto('/gestion')
  await page.getByRole('link', { name: 'Ventas de hoy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ventas' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('del dinero del')
  await expect(page.getByText(/^\d+ cobros? por S\/ /)).toBeVisible()
  await page.getByPlaceholder('Busca por número, comprador, pago u operación').fill(student.correo)
  await expect(page).toHaveURL(/\/ventas\?.*q=/)
  await expect(page.locator(`a[href$="${numero}"]`)).toBeVisible()
  const filter = (name: string) => page.getByRole('combobox', { name, exact: true })
  await expect(filter('Medio')).toHaveCount(0)
  await page.getByRole('button', { name: /^Filtrar/ }).press('Enter')
  await expect(filter('Días')).toHaveValue('hoy')
  await axe(page)
  const none = page.getByText('Nada coincide con estos filtros.')
  await filter('Medio').selectOption('Yape')
  await expect(none).toBeVisible()
  await filter('Medio').selectOption('Todos los medios')
  await filter('Días').selectOption('Ayer')
  await expect(none).toBeVisible()
  await filter('Días').selectOption('Entre…')
  await page.getByLabel('Hasta el día').fill('')
  await expect(page.locator(`a[href$="${numero}"]`)).toBeVisible()
  await filter('Días').selectOption('Cualquier día')
  await expect(page).toHaveURL(/\/ventas\?q=[^&]+$/)
  await page.goto(`/gestion/cursos/${course.id}/ventas?desde_dia=2020-01-01`)
  await expect(page.getByText(/^1 cobro por S\/ 149\.00 · .*solo lo de este curso$/)).toBeVisible()
  await page.goto(`/gestion/ordenes/${unpaid.numero}`)
  await page.getByRole('button', { name: 'Más acciones' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Cancelar la orden' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar la orden' }).click()
  await expect(page.getByRole('main').getByText('Cancelada', { exact: true })).toBeVisible()
  await expect(page.getByText(/canceló la orden$/)).toBeVisible()
  await axe(page)
})
