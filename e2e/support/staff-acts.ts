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
