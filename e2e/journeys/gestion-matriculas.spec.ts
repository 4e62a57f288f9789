import { randomUUID } from 'node:crypto'
import { aCourse } from '../../server/test/builders.ts'
import { freshStaff, letterTo } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('soporte matricula una lista pegada en dos cursos, con el teclado, y le quita uno a quien no iba', async ({
  page,
  login,
  database,
  dataDir,
  axe,
}) => {
  const suffix = randomUUID().slice(0, 8)
  const [one, two] = [`Acuarela ${suffix}`, `Cerámica ${suffix}`]
  for (const nombre of [one, two]) await aCourse(database.db, { nombre, id_cliente: 2 })
  const [luz, teo] = [`luz-${randomUUID()}@prueba.pe`, `teo-${randomUUID()}@prueba.pe`]
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto('/gestion/matriculas')
  const keys = page.keyboard
  const choose = async (nombre: string) => {
    await page
      .getByRole('combobox', { name: 'Cursos' })
      .or(page.getByLabel('Cursos', { exact: true }))
      .first()
      .focus()
    await keys.type(nombre)
    await expect(page.getByRole('option', { name: nombre })).toBeVisible()
    await keys.press('ArrowDown')
    await keys.press('Enter')
  }
  for (const nombre of [one, two]) await choose(nombre)
  await keys.press('Escape')
  const people = page.getByLabel('Personas', { exact: true })
  await people.focus()
  await keys.insertText(`Luz Rojas <${luz}>\nTeo Paz\t${teo}\t1234`)
  await page.getByRole('button', { name: 'Matricular a 2 personas' }).focus()
  await keys.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Línea 2: El DNI debe tener 8 dígitos.')
  await axe(page)
  await people.focus()
  await keys.press('ControlOrMeta+A')
  await keys.insertText(`Luz Rojas <${luz}>\nTeo Paz <${teo}>`)
  await page.getByLabel('Último día').fill('2099-12-31')
  await page.getByRole('button', { name: 'Matricular a 2 personas' }).focus()
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: '4 matrículas cambiaron de 4' })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: luz }).first()).toContainText(
    `${one}: Matriculada, hasta el 31 de diciembre de 2099. Le enviamos el enlace para crear su contraseña.`,
  )
  await axe(page)
  expect(await letterTo(dataDir, luz)).toContain('Hola, Luz:')

  await keys.press('Tab')
  await keys.press('Enter')
  await page.getByRole('radio', { name: /^Quitar la matrícula/ }).focus()
  await keys.press('Space')
  await choose(two)
  await keys.press('Escape')
  await people.focus()
  await keys.insertText(teo)
  await page.getByRole('button', { name: 'Quitar la matrícula a 1 persona' }).focus()
  await keys.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: teo })).toContainText('Matrícula quitada')
  const rows = await database.sql`SELECT c.nombre, m.estado FROM matriculas m JOIN cursos c ON c.id = m.id_curso
    JOIN usuarios u ON u.id = m.id_usuario WHERE u.correo = ${teo} ORDER BY c.nombre`
  expect(rows).toEqual([
    { nombre: one, estado: 'activa' },
    { nombre: two, estado: 'suspendida' },
  ])
})
