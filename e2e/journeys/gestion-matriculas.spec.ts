import { randomUUID } from 'node:crypto'
import { aCourse, anEnrolment, aPerson } from '../../server/test/builders.ts'
import { freshStaff, letterTo } from '../support/people.ts'
import { openFilters } from '../support/staff-acts.ts'
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
  await page.getByRole('link', { name: 'Matricular', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Matricular' })).toBeVisible()
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
  const people = page.getByRole('textbox', { name: 'Personas', exact: true })
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

test('soporte filtra la lista de matrículas, quita una desde su fila y llega a la ficha; un docente solo mira', async ({
  page,
  login,
  database,
  axe,
  isMobile,
}) => {
  const suffix = randomUUID().slice(0, 8)
  const course = await aCourse(database.db, { nombre: `Grabado ${suffix}`, id_cliente: 2 })
  const luz = await aPerson(database.db, { nombres: 'Luz', apellidos: `Rojas ${suffix}` })
  const teo = await aPerson(database.db, { nombres: 'Teo', apellidos: `Paz ${suffix}` })
  await anEnrolment(database.db, luz.id, course.id)
  await anEnrolment(database.db, teo.id, course.id, { fecha_vencimiento: '2020-01-31' })
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto('/gestion/matriculas')
  await openFilters(page)
  await page.getByLabel('Curso', { exact: true }).selectOption({ label: `Grabado ${suffix}` })
  await expect(page.getByRole('button', { name: 'Filtrar (1)' })).toHaveCount(isMobile ? 1 : 0)
  const rows = page.locator('[data-row]')
  const named = (name: string) => new RegExp(`${name} ${suffix}`)
  await expect(rows).toHaveText([named('Teo Paz'), named('Luz Rojas')])
  await page.getByLabel('Matrícula', { exact: true }).selectOption('vigente')
  await expect(rows).toHaveText([named('Luz Rojas')])
  await page.getByLabel('Matrícula', { exact: true }).selectOption('')
  await expect(rows).toHaveCount(2)

  const quitar = page.getByRole('button', { name: new RegExp(`^Quitar ?: Luz Rojas ${suffix}`) })
  await quitar.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Quitar la matrícula' })
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(quitar).toBeFocused()
  await quitar.press('Enter')
  await dialog.getByRole('button', { name: 'Quitar la matrícula' }).press('Enter')
  await expect(page.getByText('Matrícula quitada; lo que hizo se conserva.')).toBeVisible()
  await expect(quitar).toHaveCount(0)
  await expect(rows.nth(1)).toBeFocused()
  await axe(page)
  const [row] = await database.sql`SELECT estado FROM matriculas WHERE id_usuario = ${luz.id}`
  expect(row?.estado).toBe('suspendida')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Luz Rojas ${suffix}` })).toBeVisible()
  await expect(page.getByText('Quitada', { exact: true })).toBeVisible()

  const teacher = await freshStaff(database, ['docente'])
  await database.sql`INSERT INTO curso_docentes (id_curso, id_usuario) VALUES (${course.id}, ${teacher.id})`
  await login(page, teacher)
  await page.goto(`/gestion/matriculas?curso=${course.id}`)
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Quitar ?:/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Matricular', exact: true })).toHaveCount(0)
  await page.goto('/gestion/matriculas/nueva')
  await expect(page.getByRole('heading', { name: 'Esta página no existe' })).toBeVisible()
})
