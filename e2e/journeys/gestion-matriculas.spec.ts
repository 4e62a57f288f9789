import { randomUUID } from 'node:crypto'
import { aCourse, anEnrolment, aPerson } from '../../server/test/builders.ts'
import { freshStaff, letterTo } from '../support/people.ts'
import { openFilters } from '../support/staff-acts.ts'
import { expect, test } from '../support/test.ts'

test('soporte matricula una lista pegada en dos cursos, con el teclado', async ({
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

  const rows = await database.sql`SELECT c.nombre, m.estado FROM matriculas m JOIN cursos c ON c.id = m.id_curso
    JOIN usuarios u ON u.id = m.id_usuario WHERE u.correo = ${teo} ORDER BY c.nombre`
  expect(rows).toEqual([
    { nombre: one, estado: 'activa' },
    { nombre: two, estado: 'activa' },
  ])
})

test('soporte filtra la lista de matrículas, suspende una desde su fila y la reabre en la ficha; un docente solo mira', async ({
  page,
  login,
  database,
  axe,
  isMobile,
  watch,
}) => {
  watch.allow(/status of 422/)
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

  const acts = page.getByRole('button', { name: new RegExp(`^Acciones de la matrícula: Luz Rojas ${suffix}`) })
  await acts.press('Enter')
  await page.getByRole('menuitem', { name: 'Suspender' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Suspender la matrícula' })
  const reason = dialog.getByRole('textbox', { name: 'Por qué se suspende' })
  await expect(reason).toBeFocused()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(acts).toBeFocused()
  await acts.scrollIntoViewIfNeeded()
  await acts.press('Enter')
  await page.getByRole('menuitem', { name: 'Suspender' }).press('Enter')
  await dialog.getByRole('button', { name: 'Suspender la matrícula' }).press('Enter')
  await expect(dialog.getByText('Escribe por qué se suspende.')).toBeVisible()
  await reason.fill('No pagó la segunda parte.')
  await reason.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('En pausa. Le avisamos.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(acts).toBeFocused()
  const [row] = await database.sql`SELECT estado FROM matriculas WHERE id_usuario = ${luz.id}`
  expect(row?.estado).toBe('suspendida')

  await page.getByRole('link', { name: named('Luz Rojas') }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Luz Rojas ${suffix}` })).toBeVisible()
  await expect(page.getByText('En pausa', { exact: true })).toBeVisible()
  await expect(page.getByText(/puso en pausa .*: .*No pagó la segunda parte\./)).toBeVisible()
  await page.getByRole('button', { name: /^Acciones de la matrícula/ }).click()
  await page.getByRole('menuitem', { name: 'Reabrir' }).click()
  await page.getByRole('button', { name: 'Reabrir la matrícula' }).click()
  await expect(page.getByText('Vigente', { exact: true })).toBeVisible()
  await expect(page.getByText(/reabrió/)).toBeVisible()
  await axe(page)

  const teacher = await freshStaff(database, ['docente'])
  await database.sql`INSERT INTO curso_docentes (id_curso, id_usuario) VALUES (${course.id}, ${teacher.id})`
  await login(page, teacher)
  await page.goto(`/gestion/matriculas?curso=${course.id}`)
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Acciones de la matrícula/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Matricular', exact: true })).toHaveCount(0)
  await page.goto('/gestion/matriculas/nueva')
  await expect(page.getByRole('heading', { name: 'Esta página no existe' })).toBeVisible()
})

test('soporte elige cinco matrículas, las extiende y lee por qué una no se pudo', async ({
  page,
  login,
  database,
  axe,
}) => {
  const suffix = randomUUID().slice(0, 8)
  const course = await aCourse(database.db, { nombre: `Mosaico ${suffix}`, id_cliente: 2 })
  for (let n = 0; n < 5; n++) {
    const { id } = await aPerson(database.db, { nombres: `Alumna ${n}`, apellidos: `Ríos ${suffix}` })
    await anEnrolment(database.db, id, course.id, { fecha_vencimiento: n === 0 ? null : '2099-01-10' })
  }
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/matriculas?curso=${course.id}`)
  await page.getByRole('button', { name: 'Elegir varias' }).press('Enter')
  await expect(page.getByText('Elige filas')).toBeVisible()
  await page.getByRole('checkbox', { name: /Alumna 3/ }).press('Space')
  await expect(page.getByText('1 elegida', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Elegir todas las que coinciden' }).press('Enter')
  await expect(page.getByText('5 elegidas')).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Extender', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Extender 5 matrículas' })
  await expect(dialog.getByRole('radio', { name: 'Días más' })).toBeChecked()
  await axe(page)
  await dialog.getByRole('textbox', { name: 'Cuántos días' }).fill('45')
  await dialog.getByRole('button', { name: 'Extender 5 matrículas' }).press('Enter')
  await expect(page.getByText('4 matrículas cambiaron. 1 no se pudo.')).toBeVisible()
  await page.getByRole('button', { name: 'Ver por qué' }).press('Enter')
  await expect(
    page.getByRole('dialog').getByText(/Alumna 0 .*No tiene último día: no hay nada que extender\./),
  ).toBeVisible()
  await axe(page)
  const rows = await database.sql`SELECT fecha_vencimiento::text AS hasta, count(*)::int AS n FROM matriculas
    WHERE id_curso = ${course.id} GROUP BY 1 ORDER BY 1 NULLS LAST`
  expect(rows).toEqual([
    { hasta: '2099-02-24', n: 4 },
    { hasta: null, n: 1 },
  ])
})
