import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, anEnrolment, aPerson } from '../../server/test/builders.ts'
import { aGroup } from '../../server/test/groups.ts'
import { selling } from '../../server/test/sales.ts'
import { freshStaff, letterTo } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Letters alone, as a name has them. */
const aName = (prefix: string) => prefix + randomUUID().replace(/[^a-f]/g, '')

/** The form of a sale by Yape of this course, with the keyboard alone; `discounts`: the person may give one. */
function saleForm(page: Page, course: string, discounts = false) {
  const keys = page.keyboard
  const field = (name: string) => page.getByRole('combobox', { name, exact: true })
  const pick = async (name: string, typed: string) => {
    await expect(field(name)).toBeFocused()
    await keys.type(typed)
    await expect(page.getByRole('option', { name: new RegExp(typed) }).first()).toBeVisible()
    await keys.press('ArrowDown')
    await keys.press('Enter')
  }
  const number = page.getByLabel('Número de operación')
  const fill = async (person: string, operacion: string) => {
    await field('Persona').focus()
    await pick('Persona', person)
    await keys.press('Tab')
    await pick('Cursos', course)
    await keys.press('Tab')
    if (discounts) await keys.press('Tab')
    // *Cupón*.
    await keys.press('Tab')
    await expect(page.getByRole('radio', { name: 'Yape' })).toBeFocused()
    await keys.press('Tab')
    await expect(number).toBeFocused()
    await keys.type(operacion)
  }
  return { number, fill }
}

test('caja registra un Yape desde el buscador, solo con el teclado, y el alumno entra al curso', {
  tag: '@gate',
}, async ({ page, database, login, dataDir, axe, watch }) => {
  watch.allow(/status of 409/)
  const { db, sql } = database
  const suffix = randomUUID().slice(0, 8)
  await aCourse(db, { nombre: `Xilografía ${suffix}` })
  const [luz, teo] = [aName('Luz'), aName('Teo')]
  const [student, other] = [await aPerson(db, { nombres: luz }), await aPerson(db, { nombres: teo })]
  const cashier = await freshStaff(database, ['caja'])
  await login(page, cashier)
  await page.goto('/gestion')
  await expect(page.getByRole('heading', { level: 1, name: 'Caja de hoy' })).toBeVisible()
  const keys = page.keyboard
  const { number, fill } = saleForm(page, `Xilografía ${suffix}`)
  await keys.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Buscar en la gestión' })).toBeFocused()
  await keys.type('yape')
  await expect(page.getByRole('option', { name: 'Registrar venta' })).toBeVisible()
  await keys.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Registrar venta' })).toBeVisible()
  const operacion = `${Date.now()}`
  await fill(luz, `${operacion.slice(0, 4)} ${operacion.slice(4)}`)
  const detail = `${student.correo} · DNI …${student.numero_documento?.slice(-3)}`
  await expect(page.getByText(detail).filter({ visible: true })).toBeVisible()
  await axe(page)
  await keys.press('Enter')
  const done = (name: string) =>
    page.getByRole('heading', { name: `Venta registrada. ${name} Quispe Núñez ya puede entrar a 1 curso.` })
  await expect(done(luz)).toBeFocused()
  await axe(page)
  expect(
    await sql`SELECT m.centimos, m.medio, m.operacion, o.estado FROM movimientos m JOIN ordenes o ON o.id = m.id_orden
      WHERE o.id_usuario = ${student.id} AND o.id_personal = ${cashier.id}`,
  ).toEqual([{ centimos: 14_900, medio: 'yape', operacion, estado: 'pagada' }])
  expect(await letterTo(dataDir, student.correo)).toContain('Recibimos tu pago de S/ 149.00.')

  await keys.press('Tab')
  await keys.press('Enter')
  await expect(number).toHaveValue('')
  await fill(teo, operacion)
  await keys.press('Enter')
  await expect(page.getByText(/ya está en la venta/)).toBeVisible()
  await expect(number).toBeFocused()
  await expect(number).toHaveValue(operacion)
  await keys.press('End')
  await keys.type('9')
  await keys.press('Enter')
  await expect(done(teo)).toBeFocused()
  expect((await sql`SELECT 1 FROM matriculas WHERE id_usuario = ${other.id} AND estado = 'activa'`).length).toBe(1)
  await page.getByRole('link', { name: 'Ver la venta' }).press('Enter')
  await expect(page).toHaveURL(/\/gestion\/ordenes\/[0-9a-f-]{36}$/)
})

test('@telefono una venta en efectivo a alguien nuevo, con un precio que cambió mientras tanto', async ({
  page,
  database,
  login,
  dataDir,
  axe,
  watch,
}) => {
  watch.allow(/status of 422/)
  const { db, sql } = database
  const course = await aCourse(db, { nombre: `Grabado ${randomUUID().slice(0, 8)}` })
  const correo = `luz-${randomUUID()}@prueba.pe`
  await login(page, await freshStaff(database, ['marca']))
  await page.goto(`/gestion/ventas/nueva?curso=${course.id}`)
  await page.getByRole('combobox', { name: 'Persona' }).fill('Luz Rojasnueva')
  await page.getByRole('option', { name: 'Crear a «Luz Rojasnueva»' }).click()
  await expect(page.getByLabel('Correo')).toBeFocused()
  await page.getByLabel('Correo').fill(correo)
  await page.getByText('Efectivo', { exact: true }).click()
  await expect(page.getByLabel('Número de operación')).toHaveCount(0)
  await page.getByRole('button', { name: 'Descuento' }).click()
  await page.getByLabel('Descuento').fill('14.90')
  await page.getByLabel('Por qué').fill('Es exalumna.')
  await expect(page.getByRole('list', { name: 'Lo que se cobra' })).toContainText('S/ 134.10')
  await axe(page)
  await sql`UPDATE cursos SET costo_centimos = 16000 WHERE id = ${course.id}`
  await page.getByRole('button', { name: 'Registrar venta de S/ 134.10' }).click()
  await expect(page.getByRole('alert')).toContainText('El total cambió: ahora es S/ 145.10.')
  await page.getByRole('button', { name: 'Registrar venta de S/ 145.10' }).click()
  await expect(
    page.getByRole('heading', { name: 'Venta registrada. Luz Rojasnueva ya puede entrar a 1 curso.' }),
  ).toBeFocused()
  await expect(page.getByText('Le enviamos un correo para crear su contraseña.')).toBeVisible()
  expect(await letterTo(dataDir, correo)).toContain('Hola, Luz:')
})

test('@escritorio Matricular pregunta si pagó, y pide el número de cada persona', async ({
  page,
  database,
  login,
  axe,
}) => {
  const { db, sql } = database
  const course = await aCourse(db, { nombre: `Acuarela ${randomUUID().slice(0, 8)}` })
  const [luz, teo] = [`luz-${randomUUID()}@prueba.pe`, `teo-${randomUUID()}@prueba.pe`]
  await login(page, await freshStaff(database, ['marca']))
  await page.goto(`/gestion/matriculas/nueva?curso=${course.id}`)
  await page.getByRole('textbox', { name: 'Personas' }).fill(`Luz Rojas <${luz}>\nTeo Paz <${teo}>`)
  const action = page.getByRole('button', { name: 'Matricular a 2 personas' })
  await action.click()
  await expect(page.getByRole('alert')).toContainText('Di si pagó.')
  await page.getByRole('radio', { name: /^Sí, pagó/ }).check()
  await expect(page.getByText('S/ 149.00 cada persona, S/ 298.00 en total.')).toBeVisible()
  await expect(page.getByLabel('Último día')).toHaveCount(0)
  const first = `${Date.now()}`
  await page.getByLabel(`Número de operación de ${luz}`).fill(first)
  await action.click()
  await expect(page.getByRole('alert')).toContainText(`Escribe el número de operación de ${teo}.`)
  await axe(page)
  await page.getByLabel(`Número de operación de ${teo}`).fill(`${first}2`)
  await action.click()
  await expect(page.getByRole('heading', { name: '2 matrículas cambiaron de 2' })).toBeFocused()
  const sales = await sql`SELECT u.correo, m.operacion FROM movimientos m JOIN ordenes o ON o.id = m.id_orden
    JOIN usuarios u ON u.id = o.id_usuario WHERE u.correo IN (${luz}, ${teo}) ORDER BY 1`
  expect(sales).toEqual([
    { correo: luz, operacion: first },
    { correo: teo, operacion: `${first}2` },
  ])
})

test('@escritorio la venta de un curso con grupos pone a la persona en uno, y uno lleno se dice en su campo', async ({
  page,
  database,
  login,
  axe,
  watch,
}) => {
  watch.allow(/status of 422/)
  const { db, sql } = database
  const course = await aCourse(db, { nombre: `Batik ${randomUUID().slice(0, 8)}` })
  const full = await aGroup(db, course.id, { nombre: 'Mañanas', aforo: 1 })
  const free = await aGroup(db, course.id, { nombre: 'Noches', aforo: 2 })
  const luz = await aPerson(db, { nombres: aName('Luz') })
  await login(page, await freshStaff(database, ['marca']))
  await page.goto(`/gestion/ventas/nueva?curso=${course.id}`)
  await page.getByRole('combobox', { name: 'Persona' }).fill(luz.nombres)
  await page.getByRole('option', { name: `${luz.nombres} Quispe Núñez` }).click()
  const group = page.getByLabel('Grupo')
  await expect(group.getByRole('option')).toHaveText([
    'Sin grupo por ahora',
    'Mañanas (1 vacante)',
    'Noches (2 vacantes)',
  ])
  await group.selectOption({ label: 'Mañanas (1 vacante)' })
  const operacion = `${Date.now()}`
  await page.getByLabel('Número de operación').fill(operacion)
  // Meanwhile another student takes the place.
  await anEnrolment(db, (await aPerson(db)).id, course.id, { id_grupo: full.id })
  const action = page.getByRole('button', { name: 'Registrar venta de S/ 149.00' })
  await action.click()
  await expect(group).toHaveAccessibleDescription(`El grupo «Mañanas» de «${course.nombre}» ya no tiene vacantes.`)
  await expect(group).toBeFocused()
  await expect(group.getByRole('option', { name: 'Mañanas' })).toHaveText('Mañanas (sin vacantes)')
  await expect(page.getByLabel('Número de operación')).toHaveValue(operacion)
  await axe(page)
  await group.selectOption({ label: 'Noches (2 vacantes)' })
  await action.click()
  await expect(page.getByRole('heading', { name: /^Venta registrada/ })).toBeFocused()
  expect(await sql`SELECT id_grupo FROM matriculas WHERE id_usuario = ${luz.id}`).toEqual([{ id_grupo: free.id }])
  await page.getByRole('link', { name: 'Ver la venta' }).click()
  await expect(page.getByRole('main')).toContainText('Noches')
})

test('@escritorio una orden por cobrar se cobra con sus precios', async ({ page, database, login, axe }) => {
  const { db, sql } = database
  const course = await aCourse(db)
  const { id, correo } = await aPerson(db)
  const numero = randomUUID()
  await sql`INSERT INTO ordenes (numero, id_cliente, id_usuario, huella, subtotal_centimos, total_centimos, pasarela, estado)
    VALUES (${numero}, 2, ${id}, ${String(course.id)}, 12000, 12000, 'sandbox', 'rechazada')`
  await sql`INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos)
    SELECT id, ${course.id}, 'Orfebrería', 12000 FROM ordenes WHERE numero = ${numero}`
  await login(page, await freshStaff(database, ['caja']))
  await page.goto(`/gestion/ventas/nueva?orden=${numero}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Cobrar la orden / })).toBeVisible()
  for (const words of [correo, 'Orfebrería']) await expect(page.getByRole('main')).toContainText(words)
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0)
  await page.getByText('POS', { exact: true }).click()
  const voucher = `${Date.now()}`
  await page.getByLabel('Número de operación (opcional)').fill(voucher)
  await axe(page)
  await page.getByRole('button', { name: 'Registrar venta de S/ 120.00' }).click()
  await expect(page.getByRole('heading', { name: /^Venta registrada/ })).toBeFocused()
  expect(
    await sql`SELECT m.medio, m.operacion FROM movimientos m JOIN ordenes o ON o.id = m.id_orden WHERE o.numero = ${numero}`,
  ).toEqual([{ medio: 'pos', operacion: voucher }])
  await page.getByRole('button', { name: 'Registrar otra' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registrar venta' })).toBeVisible()
})

test('@escritorio un Yape registrado a otra persona se anula con el teclado, y su número queda libre', async ({
  page,
  database,
  login,
  dataDir,
  axe,
}) => {
  const { db, sql } = database
  const name = `Serigrafía ${randomUUID().slice(0, 8)}`
  const course = await aCourse(db, { nombre: name })
  const teo = aName('Teo')
  const [wrong, right] = [await aPerson(db), await aPerson(db, { nombres: teo })]
  const manager = await freshStaff(database, ['marca'])
  const operacion = `${Date.now()}`
  const { sale, money } = selling({ deps: { db } })
  const numero = await sale({
    buyer: wrong,
    courses: [{ id: course.id, nombre: name, centimos: 14_900 }],
    personal: manager,
  })
  await money(numero, { tipo: 'cobro', centimos: 14_900, medio: 'yape', operacion, personal: manager })
  await anEnrolment(db, wrong.id, course.id)
  await login(page, manager)
  await page.goto(`/gestion/ordenes/${numero}`)
  const keys = page.keyboard
  await page.getByRole('button', { name: 'Más acciones' }).focus()
  await keys.press('Enter')
  const line = page.getByRole('menuitem', { name: 'Anular el cobro de S/ 149.00 por Yape…' })
  await expect(line).toBeVisible()
  await axe(page)
  await keys.press('ArrowUp')
  await expect(line).toBeFocused()
  await keys.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Anular el cobro de S/ 149.00 por Yape' })
  await expect(dialog).toContainText(
    `Se quita el cobro de S/ 149.00 por Yape y se cierra «${name}». El número ${operacion} queda libre.`,
  )
  await expect(page.getByLabel('Por qué se anula')).toBeFocused()
  await axe(page)
  await keys.type('Era de Teo.')
  await keys.press('Tab')
  await keys.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Anular' })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByText('El cobro está anulado.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Cancelada')
  await expect(
    page.getByText(`anuló el cobro de S/ 149.00 por Yape, operación ${operacion}: Era de Teo.`),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Más acciones' })).toHaveCount(0)
  expect((await sql`SELECT 1 FROM matriculas WHERE id_usuario = ${wrong.id} AND estado = 'activa'`).length).toBe(0)
  expect(await letterTo(dataDir, wrong.correo)).toContain('Subject: Anulamos tu compra')

  await page.goto('/gestion/ventas/nueva')
  await saleForm(page, name, true).fill(teo, operacion)
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: /^Venta registrada/ })).toBeFocused()
  expect((await sql`SELECT 1 FROM matriculas WHERE id_usuario = ${right.id} AND estado = 'activa'`).length).toBe(1)
})
