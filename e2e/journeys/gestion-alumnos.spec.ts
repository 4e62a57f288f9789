import { randomUUID } from 'node:crypto'
import { aCourse, anEnrolment, aPerson } from '../../server/test/builders.ts'
import { isSaved } from '../support/drafts.ts'
import { freshStaff } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const aCode = () =>
  `CERT-${randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(9, 'X')
    .slice(0, 9)
    .toUpperCase()}`

test('soporte encuentra a un alumno, corrige su nombre con el teclado y el certificado dice el nuevo', async ({
  page,
  login,
  database,
  axe,
}) => {
  const { db, sql } = database
  const apellidos = `Quispe Letra${randomUUID()
    .replace(/[^a-f]/g, '')
    .slice(0, 8)}`
  const student = await aPerson(db, { nombres: 'Jose', apellidos })
  const course = await aCourse(db, { nombre: 'Serigrafía', lessons: 2 })
  await anEnrolment(db, student.id, course.id)
  const code = aCode()
  await sql`INSERT INTO certificados (id_usuario, id_curso, codigo_certificado, alumno, curso, nota, horas, fecha_inicio, fecha_fin)
    VALUES (${student.id}, ${course.id}, ${code}, ${`Jose ${apellidos}`}, 'Serigrafía', 95, 12, '2026-01-01', '2026-03-01')`
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto('/gestion/alumnos')
  const keys = page.keyboard
  await page.getByRole('searchbox', { name: 'Busca por nombre, correo o DNI' }).focus()
  await keys.type(student.numero_documento ?? '')
  const row = page.getByRole('link', { name: `Jose ${apellidos}` })
  await expect(row).toBeVisible()
  await expect(page.getByText('1 resultado')).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: '1 curso vigente de Jose' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Matrículas' })).toBeVisible()
  await expect(page.getByText('1 resultado')).toBeVisible()
  await expect(page.getByText('Serigrafía', { exact: true }).last()).toBeVisible()
  await page.goBack()
  await row.focus()
  await keys.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Jose ${apellidos}` })).toBeVisible()

  await expect(page.getByText(/^0 de 2 lecciones/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Certificado', exact: true })).toHaveAttribute(
    'href',
    `/certificado/${code}`,
  )
  await axe(page)
  await page.getByRole('tab', { name: 'Resumen' }).focus()
  await keys.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Datos' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Nombres').focus()
  await keys.press('ControlOrMeta+A')
  await keys.type('José')
  await keys.press('ControlOrMeta+S')
  await expect(page.getByText('Escribe por qué se corrige.')).toBeVisible()
  await expect(page.getByLabel('Por qué se corrige')).toBeFocused()
  await axe(page)
  await keys.type('Su DNI lleva tilde.')
  await keys.press('ControlOrMeta+S')
  await isSaved(page)
  await expect(page.getByRole('heading', { level: 1, name: `José ${apellidos}` })).toBeVisible()

  await page.goto(`/certificado/${code}`)
  await expect(page.getByText(`José ${apellidos}`).first()).toBeVisible()
})

test('dos personas corrigen a la vez: la segunda ve lo que puso la primera y no pierde lo suyo', async ({
  page,
  login,
  watch,
  database,
}) => {
  watch.allow(/409/)
  const student = await aPerson(database.db, { nombres: 'Luz', apellidos: 'Rojas Vega' })
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/alumnos/${student.id}/datos`)
  await page.getByLabel('Nombres').fill('Luz María')
  await page.getByLabel('Por qué se corrige').fill('Lo pidió por teléfono.')
  await database.sql`UPDATE usuarios SET nombres = 'Luz Mar', version = version + 1 WHERE id = ${student.id}`
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Esta ficha cambió mientras la editabas.')).toBeVisible()
  await expect(page.getByText('Luz Mar', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Nombres')).toHaveValue('Luz María')
  await expect(page.getByLabel('Por qué se corrige')).toHaveValue('Lo pidió por teléfono.')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await isSaved(page)
})

test('del buscador y de un mensaje de soporte se llega a la ficha; a caja la lleva a venderle', async ({
  page,
  login,
  database,
  axe,
}) => {
  const apellidos = `Ñahui Busca${randomUUID()
    .replace(/[^a-f]/g, '')
    .slice(0, 8)}`
  const student = await aPerson(database.db, { nombres: 'Rosa', apellidos })
  const [ticket] = await database.sql`INSERT INTO tickets_soporte (id_cliente, id_usuario, numero, mensaje)
    SELECT 2, ${student.id}, coalesce(max(numero), 0) + 1, 'No puedo abrir la lección.' FROM tickets_soporte WHERE id_cliente = 2
    RETURNING id`
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/soporte/${ticket?.id}`)
  await page
    .getByRole('heading', { name: `Rosa ${apellidos}` })
    .getByRole('link')
    .click()
  await expect(page.getByText(/^Escribió a soporte: .*No puedo abrir la lección\./)).toBeVisible()
  await page.goto(`/gestion/alumnos/${student.id}/atencion`)
  await expect(page).toHaveURL(new RegExp(`/alumnos/${student.id}$`))
  await axe(page)

  await login(page, await freshStaff(database, ['caja']))
  await page.goto('/gestion')
  await page.getByRole('button', { name: 'Buscar en la gestión' }).click()
  const palette = page.getByRole('combobox', { name: 'Buscar en la gestión' })
  await palette.fill('curso')
  await expect(page.getByText('Nada coincide con «curso».')).toBeVisible()
  await palette.fill(apellidos)
  await page.getByRole('option', { name: new RegExp(apellidos) }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registrar venta' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Persona' })).toHaveValue(`Rosa ${apellidos}`)
  await page.goto(`/gestion/alumnos/${student.id}`)
  await expect(page.getByRole('heading', { name: 'Esta página no existe' })).toBeVisible()
})

test('soporte escribe una nota en la ficha, otra persona la lee y solo quien la escribió la borra', async ({
  page,
  login,
  database,
  axe,
}) => {
  const student = await aPerson(database.db, { nombres: 'Rosa', apellidos: 'Vega Paz' })
  const author = await freshStaff(database, ['soporte'], 'Inés')
  await login(page, author)
  await page.goto(`/gestion/alumnos/${student.id}`)
  await page.getByRole('button', { name: 'Escribir una nota' }).press('Enter')
  const note = page.getByRole('textbox', { name: 'Nota' })
  await expect(note).toBeFocused()
  await page.keyboard.insertText('Prefiere que le llamen por la tarde.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const told = page.getByRole('listitem').filter({ hasText: 'Prefiere que le llamen por la tarde.' })
  await expect(told).toContainText('Inés')
  await axe(page)

  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/alumnos/${student.id}`)
  await expect(told).toBeVisible()
  await expect(page.getByRole('button', { name: 'Borrar' })).toHaveCount(0)

  await login(page, author)
  await page.goto(`/gestion/alumnos/${student.id}`)
  await told.getByRole('button', { name: 'Borrar' }).click()
  await page.getByRole('button', { name: 'Borrar la nota' }).click()
  await expect(told).toHaveCount(0)
})
