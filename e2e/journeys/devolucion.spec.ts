import type { Browser, Page } from '@playwright/test'
import { aCourse, PASSWORD } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { freshStaff, freshStudent, letterTo, type Student } from '../support/people.ts'
import { askRefund } from '../support/staff-acts.ts'
import { test as base, expect } from '../support/test.ts'
import { keepSession } from '../support/visit.ts'

type Bought = { base: string; who: Student; token: string; numero: string; courses: { id: number; nombre: string }[] }

/** A student with a paid order of two courses, logged in. */
const test = base.extend<{ bought: Bought; staffPage: Page }>({
  bought: async ({ page, database, baseURL }, use) => {
    const base = baseURL ?? ''
    const who = await freshStudent(database)
    const names = ['Telar de cintura', 'Tinte natural'].map((name) => `${name} ${who.id}`)
    const courses = await Promise.all(names.map((nombre) => aCourse(database.db, { nombre, lessons: 10 })))
    const session = await openSession(base, who.correo, who.password)
    await keepSession(page, base, session)
    const order = await page.request.post('/api/mercadopago/preference', {
      headers: { authorization: `Bearer ${session.token}` },
      data: { items: courses.map(({ id }) => ({ id })) },
    })
    const numero: string = (await order.json()).orden
    await page.request.post(`/api/pasarela-de-prueba/${numero}`, { data: { accion: 'aprobar' } })
    const paid = async () => (await call<{ estado: string }>(base, `/ordenes/${numero}`, session.token)).estado
    await expect.poll(paid, { timeout: 20_000 }).toBe('pagada')
    await use({ base, who, token: session.token, numero, courses })
  },
  staffPage: async ({ browser, database, baseURL }, use) => {
    const page = await aWindow(browser, baseURL ?? '')
    const { correo, password } = await freshStaff(database, ['marca'])
    await keepSession(page, baseURL ?? '', await openSession(baseURL ?? '', correo, password))
    await use(page)
    await page.context().close()
  },
})

const aWindow = async (browser: Browser, baseURL: string) => (await browser.newContext({ baseURL })).newPage()

const ASKED = /Pediste la devolución de «Telar de cintura \d+» el \d+ de [a-z]+: te respondemos en 3 días hábiles/

/** Asks for the first course's money from the order's page, by keyboard. */
async function ask(page: Page, { numero, courses }: Bought) {
  await page.goto(`/pago?orden=${numero}`)
  await page.getByRole('button', { name: 'Pedir devolución' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pedir devolución' })
  await expect(dialog.getByText('Al devolverte el dinero se cierra el acceso.')).toBeVisible()
  await dialog.getByLabel('¿Nos cuentas por qué? (opcional)').fill('Me equivoqué de curso.')
  await dialog.getByRole('button', { name: 'Pedir devolución' }).click()
  await expect(dialog.getByText('Elige al menos un curso.')).toBeVisible()
  await dialog.getByLabel(courses[0]?.nombre ?? '').press('Space')
  await dialog.getByRole('button', { name: 'Pedir S/ 149.00' }).press('Enter')
  await expect(page.getByText(ASKED)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Devolución' })).toBeFocused()
}

/** Opens the request from the staff's tray. */
async function openRequest(page: Page, numero: string) {
  await page.goto('/gestion')
  await page
    .getByRole('link', { name: /^Devoluciones pedidas/ })
    .last()
    .click()
  await page.getByRole('listitem').locator(`a[href*="${numero}"]`).click()
  await expect(page.getByText('Me equivoqué de curso.')).toBeVisible()
  await expect(page.getByText('0 de 10 lecciones')).toBeVisible()
}

/** Opens the dialog from the order's page. */
async function openRefund(page: Page, numero: string) {
  await page.goto(`/gestion/ordenes/${numero}`)
  await askRefund(page)
  return page.getByRole('dialog', { name: 'Devolver dinero' })
}

/** Sends what the dialog holds, with the password. */
async function giveBack(page: Page, action: string, consequence: string) {
  const dialog = page.getByRole('dialog', { name: 'Devolver dinero' })
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog.getByText(consequence)).toBeVisible()
  await dialog.getByLabel('Escribe tu contraseña para continuar.').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Devolver', exact: true }).click()
}

test('una parte, desde la orden: por curso o un monto de todo, y los cursos quedan abiertos', async ({
  page,
  bought,
  staffPage,
  axe,
}) => {
  const { who, numero, courses } = bought
  const dialog = await openRefund(staffPage, numero)
  await dialog.getByRole('button', { name: 'Devolver S/ 0.00' }).click()
  await expect(dialog.getByText('Escribe por qué se devuelve.')).toBeVisible()
  await dialog.getByLabel(courses[0]?.nombre ?? '', { exact: true }).press('Space')
  await dialog.getByLabel(`Soles que se devuelven de ${courses[0]?.nombre}`).fill('40.50')
  await dialog.getByLabel('Cerrar su acceso').press('Space')
  await dialog.getByLabel('Por qué se devuelve').fill('Empezó una semana tarde.')
  await axe(staffPage)
  await giveBack(staffPage, 'Devolver S/ 40.50', `Se devolverán S/ 40.50. Le avisamos a ${who.nombres}.`)
  await expect(staffPage.getByRole('list', { name: 'Cursos' }).getByText('Se devolvió S/ 40.50')).toBeVisible()
  await page.goto(`/pago?orden=${numero}`)
  await expect(page.getByText('Te devolvimos S/ 40.50')).toBeVisible()
  await expect(page.getByRole('link', { name: `Ir al curso ${courses[0]?.nombre}` })).toBeVisible()

  await askRefund(staffPage)
  await dialog.getByRole('button', { name: 'Otro monto' }).press('Enter')
  await dialog.getByLabel('Por qué se devuelve').fill('Por la demora.')
  await dialog.getByRole('button', { name: 'Devolver S/ 0.00' }).click()
  const amount = dialog.getByLabel('Soles que se devuelven')
  await expect(amount).toBeFocused()
  await expect(dialog.getByText('Escribe cuánto se devuelve.')).toBeVisible()
  await amount.fill('9.5')
  await amount.press('Tab')
  await expect(amount).toHaveValue('9.50')
  await axe(staffPage)
  await giveBack(staffPage, 'Devolver S/ 9.50', `Se devolverán S/ 9.50. Le avisamos a ${who.nombres}.`)
  await staffPage.goto('/gestion/devoluciones')
  const tabs = staffPage.getByRole('navigation', { name: 'Devoluciones', exact: true })
  await expect(tabs.getByRole('link', { name: 'Por atender' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Hechas' }).click()
  const made = staffPage.getByRole('main').locator(`a[href$="${numero}"]`)
  await expect(made).toHaveCount(2)
  for (const words of ['S/ 9.50', 'S/ 40.50'])
    await expect(staffPage.getByRole('main').getByText(words, { exact: true })).toBeVisible()
  await axe(staffPage)
  await made.first().click()
  await expect(staffPage.getByText('Se devolvió S/ 44.51')).toBeVisible()
})

test('rechazada por la pasarela: la orden dice por qué, nada se cierra, y se devuelve de nuevo', async ({
  bought,
  staffPage,
}) => {
  const { numero, courses } = bought
  const name = courses[0]?.nombre ?? ''
  const give = async () => {
    const dialog = await openRefund(staffPage, numero)
    await dialog.getByLabel(name, { exact: true }).press('Space')
    await dialog.getByLabel('Por qué se devuelve').fill('Empezó una semana tarde.')
    await giveBack(staffPage, 'Devolver S/ 149.00', `«${name}» se cierra con 0 % de avance.`)
  }
  await staffPage.request.post(`/api/pasarela-de-prueba/${numero}`, { data: { accion: 'devolucion_rechazada' } })
  await give()
  const why = 'La pasarela de prueba no aceptó la devolución.'
  await expect(staffPage.getByText(`No se devolvió el dinero. ${why}`)).toBeVisible()
  await expect(staffPage.getByText(`MercadoPago no devolvió S/ 149.00: ${why}`)).toBeVisible()
  const lines = staffPage.getByRole('list', { name: 'Cursos' })
  await expect(lines.getByText('Se devolvió')).toHaveCount(0)
  await give()
  await expect(lines.getByText(/Se devolvió S\/ 149\.00 · Cerrado el/)).toBeVisible()
})

test('pedida, devuelta por la academia, y el curso se cierra', async ({ page, bought, staffPage, dataDir, axe }) => {
  const { base: origin, who, token, numero, courses } = bought
  await ask(page, bought)
  await axe(page)
  await page.goto('/compras')
  await expect(page.getByText(ASKED)).toBeVisible()
  // The other course can still be asked for.
  await expect(page.getByRole('button', { name: 'Pedir devolución' })).toBeVisible()
  await letterTo(dataDir, who.correo, { text: 'Nos pediste que te devolvamos S/ 149.00' })

  await openRequest(staffPage, numero)
  await axe(staffPage)
  await staffPage.getByRole('button', { name: 'Devolver S/ 149.00' }).click()
  await giveBack(staffPage, 'Devolver S/ 149.00', `«${courses[0]?.nombre}» se cierra con 0 % de avance.`)
  await expect(staffPage.getByText(`Devolviste S/ 149.00: le avisamos a ${who.nombres}.`)).toBeVisible()

  await page.goto(`/pago?orden=${numero}`)
  await expect(page.getByText('Te devolvimos S/ 149.00')).toBeVisible()
  await expect(page.getByRole('link', { name: `Ir al curso ${courses[0]?.nombre}` })).toHaveCount(0)
  await expect(page.getByRole('link', { name: `Ir al curso ${courses[1]?.nombre}` })).toBeVisible()
  const places = await call<{ curso: { id: number } }[]>(origin, `/matriculas/usuario/${who.id}`, token)
  expect(places.map(({ curso }) => curso.id)).toEqual([courses[1]?.id])
  await page.goto('/compras')
  await expect(page.getByText('Te devolvimos S/ 149.00')).toBeVisible()
  await letterTo(dataDir, who.correo, { text: 'Devolvimos S/ 149.00 al medio con el que pagaste' })
})

test('negada: el motivo se escribe, se guarda si otra persona se adelanta, y quien compró lo lee', async ({
  page,
  bought,
  staffPage,
  database,
  dataDir,
  axe,
}) => {
  const { base: origin, who, token, numero, courses } = bought
  const reason = 'Descargaste todo el material del curso.'
  await ask(page, bought)
  await openRequest(staffPage, numero)
  await staffPage.getByRole('button', { name: 'No corresponde' }).click()
  const field = staffPage.getByLabel('Por qué no corresponde')
  await expect(field).toBeFocused()
  await staffPage.keyboard.press('ControlOrMeta+Enter')
  await expect(staffPage.getByText('Escribe por qué no corresponde: lo leerá quien compró.')).toBeVisible()
  await staffPage.keyboard.type('Otra respuesta a medias')

  const other = await freshStaff(database, ['marca'])
  const { token: others } = await openSession(origin, other.correo, other.password)
  const denial = { cursos: [courses[0]?.id], respuesta: reason }
  const answer = await page.request.put(`/api/ordenes/${numero}/devolucion`, {
    headers: { authorization: `Bearer ${others}` },
    data: denial,
  })
  expect(answer.status()).toBe(200)
  await staffPage.keyboard.press('ControlOrMeta+Enter')
  await expect(staffPage.getByRole('alert').filter({ hasText: 'ya resolvió esto' })).toBeVisible()
  await expect(staffPage.getByText(`no corresponde. «${reason}»`)).toBeVisible()
  await expect(staffPage.getByLabel('Lo que escribiste, sin enviar')).toHaveValue('Otra respuesta a medias')

  for (const path of [`/pago?orden=${numero}`, '/compras']) {
    await page.goto(path)
    await expect(page.getByText(`No se devuelve «${courses[0]?.nombre}»`)).toBeVisible()
    await expect(page.getByText(reason)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Escríbenos' }).first()).toBeVisible()
  }
  await axe(page)
  expect(await call<unknown[]>(origin, `/matriculas/usuario/${who.id}`, token)).toHaveLength(2)
  await letterTo(dataDir, who.correo, { text: reason })
})
