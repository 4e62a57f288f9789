import type { Locator, Page } from '@playwright/test'
import { aCourse } from '../../server/test/builders.ts'
import { freshStaff } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** More than any screen of the journey has places to stop at. */
const MOST_STOPS = 150

const hasFocus = async (page: Page, target: Locator) => (await target.and(page.locator(':focus')).count()) === 1

/** Goes to a control with the tabulator, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await hasFocus(page, target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The tabulator does not reach ${target}.`)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** A row of the outline: the tabulator reaches the tree, the arrows its rows. */
async function toRow(page: Page, name: string): Promise<void> {
  const rows = page.getByRole('treegrid', { name: 'Módulos y lecciones' }).getByRole('row')
  const wanted = rows.and(page.getByRole('row', { name, exact: true }))
  await expect(wanted).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS && !(await hasFocus(page, rows)); stops++) await page.keyboard.press('Tab')
  await page.keyboard.press('Home')
  for (let stops = 0; stops < 8 && !(await hasFocus(page, wanted)); stops++) await page.keyboard.press('ArrowDown')
  await expect(wanted).toBeFocused()
}

test('una docente nueva escribe sus módulos y lecciones sin ratón', async ({ page, database, login }) => {
  const teacher = await freshStaff(database, ['docente'], 'Elena')
  const course = await aCourse(database.db, { modules: 0, teacher: teacher.id, nombre: 'Curso sin ratón' })
  await login(page, teacher)
  await page.goto(`/gestion/cursos/${course.id}`)
  const module = page.getByRole('textbox', { name: 'Módulo nuevo' })
  await expect(module).toBeFocused()
  for (const name of ['Primeros pasos', 'En el horno']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(module).toHaveValue('')
    await expect(module).toBeFocused()
  }
  await toRow(page, 'Agregar en Primeros pasos')
  await press(page, page.getByRole('button', { name: 'Agregar lección', exact: true }).first())
  const lesson = page.getByRole('textbox', { name: 'Lección nueva en Primeros pasos' })
  await expect(lesson).toBeFocused()
  for (const name of ['Amasar', 'Tornear']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(lesson).toHaveValue('')
    await expect(lesson).toBeFocused()
  }
  await toRow(page, 'Tornear')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Título', exact: true })).toHaveValue('Tornear')
})
