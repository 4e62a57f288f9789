import type { Page } from '@playwright/test'

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
