import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aPerson } from '../../server/test/builders.ts'
import { freshStaff, freshStudent, letterTo } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const COPY = 'Copiar enlace para WhatsApp'
const PASSWORD = 'Una-clave-nueva-7'

/** Letters alone, as a name has them. */
const aName = (prefix: string) => prefix + randomUUID().replace(/[^a-f]/g, '')

const mayCopy = (page: Page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

/** With the keyboard alone, in another browser. */
async function choosePassword(tab: Page, link: string) {
  await tab.goto(link)
  const [first, second] = ['Contraseña nueva', 'Repite la contraseña nueva'].map((name) =>
    tab.getByLabel(name, { exact: true }),
  )
  await first?.focus()
  await tab.keyboard.type(PASSWORD)
  await second?.focus()
  await tab.keyboard.type(PASSWORD)
  await tab.keyboard.press('Enter')
  await expect(tab.getByText('Tu contraseña fue actualizada. Ya puedes iniciar sesión.')).toBeVisible()
}

async function enter(tab: Page, correo: string, password: string) {
  await tab.goto('/login')
  await tab.getByLabel('Correo electrónico').fill(correo)
  await tab.getByLabel('Contraseña', { exact: true }).fill(password)
  await tab.keyboard.press('Enter')
}

test('caja vende a alguien nuevo y le copia el enlace, que abre su cuenta en otro navegador', {
  tag: '@gate',
}, async ({ page, database, login, newDevice, axe }) => {
  const course = await aCourse(database.db, { nombre: `Serigrafía ${randomUUID().slice(0, 8)}` })
  const [name, correo] = [`Luis ${aName('Quispe')}`, `luis-${randomUUID()}@prueba.pe`]
  await login(page, await freshStaff(database, ['caja']))
  await mayCopy(page)
  await page.goto(`/gestion/ventas/nueva?curso=${course.id}`)
  const keys = page.keyboard
  await page.getByRole('combobox', { name: 'Persona' }).focus()
  await keys.type(name)
  await expect(page.getByRole('option', { name: `Crear a «${name}»` })).toBeVisible()
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await expect(page.getByLabel('Correo')).toBeFocused()
  await keys.type(correo)
  await page.getByRole('radio', { name: 'Efectivo' }).focus()
  await keys.press('Space')
  await page.getByRole('button', { name: 'Registrar venta de S/ 149.00' }).focus()
  await keys.press('Enter')
  await expect(
    page.getByRole('heading', { name: `Venta registrada. ${name} ya puede entrar a 1 curso.` }),
  ).toBeFocused()
  await expect(page.getByText('Le enviamos un correo para crear su contraseña.')).toBeVisible()
  await axe(page)

  await keys.press('Tab')
  await expect(page.getByRole('button', { name: COPY })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Copiado: sirve hasta el \d+ de [a-z]+\.$/ })).toBeVisible()
  await axe(page)
  const link = await clipboard(page)
  expect(link).toMatch(/^https?:\/\/\S+\/restablecer\/\d+\?token=[\w-]+/)

  const tab = await newDevice()
  await choosePassword(tab, link)
  await enter(tab, correo, PASSWORD)
  await expect(tab).toHaveURL(/\/inicio$/)
  await expect(tab.getByText(course.nombre).first()).toBeVisible()
})

test('soporte copia un enlace a quien ya tiene contraseña: su dueño se entera y la de antes sirve hasta usarlo', async ({
  page,
  database,
  dataDir,
  login,
  newDevice,
  axe,
  watch,
}) => {
  watch.allow(/status of (401|422)/)
  const student = await freshStudent(database)
  await login(page, await freshStaff(database, ['soporte'], 'Rosa'))
  await mayCopy(page)
  await page.goto(`/gestion/alumnos/${student.id}`)
  const button = page.getByRole('button', { name: COPY })
  await button.focus()
  const keys = page.keyboard
  await keys.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(
    page.getByText('Su contraseña de ahora sigue sirviendo hasta que use el enlace. Le avisamos por correo.'),
  ).toBeVisible()
  await axe(page)
  await keys.press('Tab')
  await expect(page.getByRole('button', { name: 'Copiar enlace', exact: true })).toBeFocused()
  await keys.press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: /^Copiado: sirve hasta el \d+ de [a-z]+ a las \d\d:\d\d\.$/ }),
  ).toBeVisible()
  await expect(button).toBeFocused()
  const link = await clipboard(page)
  const letter = await letterTo(dataDir, student.correo, { text: 'para que elijas otra' })
  expect(letter).toContain('Rosa')
  expect(letter).not.toContain('/restablecer/')

  const tab = await newDevice()
  await enter(tab, student.correo, student.password)
  await expect(tab).toHaveURL(/\/inicio$/)
  const other = await newDevice()
  await choosePassword(other, link)
  await enter(other, student.correo, student.password)
  await expect(other.getByRole('alert')).toBeVisible()
  await enter(other, student.correo, PASSWORD)
  await expect(other).toHaveURL(/\/inicio$/)
  await other.goto(link)
  await expect(other.getByRole('alert')).toContainText('El enlace no es válido o ha caducado.')
})

test('quien administra copia el enlace de alguien del equipo con su contraseña; si no se puede copiar, queda elegido', async ({
  page,
  database,
  login,
  axe,
  watch,
}) => {
  watch.allow(/status of 422/)
  const colleague = await aPerson(database.db, { nombres: aName('Elena'), roles: ['caja'], clave_propia: false })
  const admin = await freshStaff(database, ['marca'])
  await login(page, admin)
  await page.addInitScript(
    `Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { write: async () => { throw new Error('no') } } })`,
  )
  await page.goto(`/gestion/equipo?q=${encodeURIComponent(colleague.correo)}`)
  await expect(page.getByText('Invitación pendiente').filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: colleague.nombres }).press('Enter')
  await page.getByRole('button', { name: COPY }).press('Enter')
  const password = page.getByLabel('Escribe tu contraseña para continuar.')
  await expect(password).toBeFocused()
  const keys = page.keyboard
  await keys.type('no-es-esta')
  await keys.press('Enter')
  await expect(page.getByText('La contraseña no es correcta.')).toBeVisible()
  await password.fill(admin.password)
  await keys.press('Enter')
  const field = page.getByRole('textbox', { name: /^Cópialo de aquí: sirve hasta el \d+ de [a-z]+$/ })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/\/restablecer\/\d+\?token=[\w-]+/)
  expect(await page.evaluate<string>('String(getSelection())')).toBe(await field.inputValue())
  await axe(page)
})
