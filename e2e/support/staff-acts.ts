import type { Page } from '@playwright/test'

/** Phones fold the filters of a list. */
export async function openFilters(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: /^Filtrar/ }).click()
}

/** Beside the next act where there is room, else in the menu. */
export async function askRefund(page: Page): Promise<void> {
  const phone = (page.viewportSize()?.width ?? 0) < 768
  if (phone) await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole(phone ? 'menuitem' : 'button', { name: 'Devolver…' }).click()
}

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** As if the student had not confirmed another mail yet. */
export async function showPendingMail(page: Page): Promise<void> {
  await page.route(/\/api\/gestion\/alumnos\/\d+$/, async (route) => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    await route.fulfill({ json: { data: { ...data, correo_pendiente: 'maria.fernanda.quispe@correo-nuevo.pe' } } })
  })
  await page.reload()
  await page.getByText('Falta que confirme su correo nuevo').waitFor()
}

export const courseAction = (item: string, dialog: string) => async (page: Page) => {
  await press('Más acciones')(page)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await page.getByRole('dialog', { name: dialog }).waitFor()
}

export const openItem = (list: string) => async (page: Page) => {
  await page.getByRole('navigation', { name: list }).getByRole('link').first().click()
  await page.getByLabel('Tu respuesta').waitFor()
}

export const openClass = async (page: Page) => {
  await page.locator('[data-row]').first().click()
  await page.getByLabel('Hora de Lima').waitFor()
}

async function fulfilLinks(page: Page): Promise<void> {
  const data = { url: 'http://campus.test/restablecer/7?token=abc', tipo: 'invitacion', vence: '2026-12-14T15:00:00Z' }
  await page.route(/\/api\/gestion\/usuarios\/\d+\/enlace$/, (route) => route.fulfill({ json: { data } }))
}

const refuseClipboard = (page: Page) =>
  page.evaluate("Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })")

/** Two new accounts and one that was there. */
export async function showEnrolled(page: Page): Promise<void> {
  const data = ['Luz Rojas', 'Teo Paz', 'Killari Mamani'].map((nombre, at) => ({
    ...{ id_curso: 1, id_usuario: at + 1, nombre, correo: `${nombre.split(' ')[0]?.toLowerCase()}@prueba.pe` },
    ...{ cuenta_nueva: at < 2, hecho: 'matriculada', hasta: null },
  }))
  await page.route(/\/api\/gestion\/matriculas$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 200, json: { data } }) : route.fallback(),
  )
  await fulfilLinks(page)
  await refuseClipboard(page)
  await page.getByRole('textbox', { name: 'Personas', exact: true }).fill('luz@prueba.pe\nteo@prueba.pe')
  await page.getByRole('radio', { name: /registrado/ }).check()
  await press(/^Matricular a/)(page)
  await press('Copiar enlace para WhatsApp: Luz Rojas')(page)
  await page.getByRole('textbox', { name: /^Cópialo de aquí/ }).waitFor()
}

/** A sale to a new person. */
export async function showSold(page: Page): Promise<void> {
  const sale = {
    ...{ numero: '00000000-0000-4000-8000-000000000001', total: 149, cobrado: 149, id_usuario: 1, nombre: 'Luz Rojas' },
    ...{ invitada: true, cursos: [{ id: 1, nombre: 'Cerámica' }] },
  }
  await page.route(/\/api\/gestion\/ventas$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { data: sale } }) : route.fallback(),
  )
  await page.getByRole('combobox', { name: 'Persona' }).fill('Luz Rojas')
  await page.getByRole('option', { name: /^Crear a/ }).click()
  await page.getByLabel('Correo', { exact: true }).fill('luz@prueba.pe')
  await page.getByText('Efectivo', { exact: true }).click()
  await fulfilLinks(page)
  await press(/^Registrar venta de/)(page)
  await press('Copiar enlace para WhatsApp')(page)
  await page.getByText(/sirve hasta el 14 de diciembre/).waitFor()
}

/** Opens the dialog of an act on the first enrolment that has it. */
export const enrolmentAct = (act: 'Extender' | 'Suspender') => async (page: Page) => {
  await page
    .getByRole('button', { name: /^Acciones de la matrícula/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: act }).click()
  await page.getByRole('dialog', { name: `${act} la matrícula` }).waitFor()
}
