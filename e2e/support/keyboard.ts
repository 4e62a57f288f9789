import { expect, type Locator, type Page } from '@playwright/test'

/** More than any screen of a journey has places to stop at. */
const MOST_STOPS = 150

export const hasFocus = async (page: Page, target: Locator) => (await target.and(page.locator(':focus')).count()) === 1

/** Goes to a control with the tabulator, as a person without a mouse does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await hasFocus(page, target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`The tabulator does not reach ${target}.`)
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Replaces what a field holds. */
export async function write(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: label, exact: true }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** A row of the outline: the tabulator reaches the tree, the arrows its rows. */
export async function toRow(page: Page, name: string): Promise<void> {
  const rows = page.getByRole('treegrid', { name: 'Módulos y lecciones' }).getByRole('row')
  const wanted = rows.and(page.getByRole('row', { name, exact: true }))
  await expect(wanted).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS && !(await hasFocus(page, rows)); stops++) await page.keyboard.press('Tab')
  await page.keyboard.press('Home')
  for (let stops = 0; stops < MOST_STOPS && !(await hasFocus(page, wanted)); stops++)
    await page.keyboard.press('ArrowDown')
  await expect(wanted).toBeFocused()
}
