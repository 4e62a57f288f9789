import { aCourse } from '../../server/test/builders.ts'
import { press, toRow } from '../support/keyboard.ts'
import { freshStaff } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

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
