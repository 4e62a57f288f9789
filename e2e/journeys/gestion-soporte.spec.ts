import { call, openSession } from '../support/api.ts'
import { freshStaff } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('soporte responde un mensaje con el teclado, y quien lo escribió lee la respuesta', { tag: '@gate' }, async ({
  page,
  newDevice,
  student,
  login,
  database,
  baseURL,
  axe,
}) => {
  const base = baseURL ?? ''
  const mensaje = `No puedo abrir el video de la lección. ${student.correo}`
  const { token } = await openSession(base, student.correo, student.password)
  const { numero } = await call<{ numero: number }>(base, '/enviar-soporte', token, {
    method: 'POST',
    body: { mensaje },
  })
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto('/gestion')
  await page
    .getByRole('link', { name: /^Soporte sin responder/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('listitem')
    .getByRole('link', { name: new RegExp(student.correo) })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: student.nombre })).toBeVisible()
  await page.getByLabel('Tu respuesta').focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Escribe una respuesta.')).toBeVisible()
  await page.keyboard.type('Ya lo arreglamos: vuelve a abrir la lección.')
  await axe(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Este mensaje ya está atendido.').or(page.getByText('Todo al día.'))).toBeVisible()

  const theirs = await newDevice()
  await login(theirs, student)
  await theirs.goto('/soporte')
  const ticket = theirs.getByRole('article', { name: `N.º ${numero}` })
  await expect(ticket).toContainText('Ya lo arreglamos: vuelve a abrir la lección.')
  await theirs.goto('/notificaciones')
  await theirs.getByRole('link', { name: `Respondimos tu consulta Soporte N.º ${numero}` }).click()
  await theirs.getByRole('dialog', { name: 'Aviso' }).getByRole('link', { name: 'Leer la respuesta' }).click()
  await expect(theirs).toHaveURL(/\/soporte$/)
})

test('el primer mensaje de la página está abierto; en el teléfono, nada más', async ({
  page,
  student,
  login,
  database,
  isMobile,
}) => {
  await database.sql`INSERT INTO tickets_soporte (id_cliente, numero, id_usuario, mensaje, estado)
    SELECT 2, 1000 * ${student.id}::bigint + n, ${student.id}, 'Mensaje de prueba ' || n, 'cerrado' FROM generate_series(1, 51) n`
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto('/gestion/alumnos')
  await page.goto('/gestion/soporte?estado=cerrado&pagina=2')
  const first = page.getByRole('navigation', { name: 'Mensajes' }).getByRole('link').first()
  const filter = page.getByRole('combobox', { name: 'Estado' })
  await expect(filter).toBeVisible()
  if (isMobile) await first.click()
  await expect(page).toHaveURL(/soporte\/\d+\?estado=cerrado&pagina=2$/)
  await expect(page.getByText(/^N\.º \d+ · /)).toBeVisible()
  if (isMobile) {
    await expect(filter).toHaveCount(0)
    await page.getByRole('link', { name: 'Volver a la lista' }).click()
    await expect(filter).toBeVisible()
    return
  }
  await expect(first).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('main :focus')).toHaveCount(0)
  await page.getByRole('link', { name: 'Página 1', exact: true }).click()
  await expect(page).toHaveURL(/soporte\/\d+\?estado=cerrado$/)
  await expect(first).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/gestion\/alumnos$/)
})

test('dos responden un mensaje: el segundo ve lo que se respondió y no pierde lo que escribió; se cierra y se reabre', async ({
  page,
  newDevice,
  student,
  login,
  database,
  baseURL,
  axe,
  watch,
}) => {
  watch.allow(/409/)
  const base = baseURL ?? ''
  const { token } = await openSession(base, student.correo, student.password)
  const ask = (mensaje: string) =>
    call<{ id: number; numero: number }>(base, '/enviar-soporte', token, { method: 'POST', body: { mensaje } })
  const first = await ask('No me llega la constancia de estudios.')
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/soporte/${first.id}`)
  const answer = page.getByLabel('Tu respuesta')
  await answer.fill('No damos constancias.')
  const rosa = await freshStaff(database, ['soporte'])
  const session = await openSession(base, rosa.correo, rosa.password)
  await call(base, `/soporte/${first.id}`, session.token, {
    method: 'PUT',
    body: { respuesta: 'Te la enviamos hoy por correo.' },
  })
  await answer.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert')).toContainText(`${rosa.nombre} ya resolvió esto a las`)
  await expect(page.getByText('Te la enviamos hoy por correo.')).toBeVisible()
  await expect(page.getByLabel('Lo que escribiste, sin enviar')).toHaveValue('No damos constancias.')
  await axe(page)
  await page.getByRole('button', { name: 'Descartar lo que escribí' }).press('Enter')
  await page.getByRole('button', { name: 'Cerrar', exact: true }).press('Enter')
  await expect(page.getByText('Este mensaje ya está atendido.').or(page.getByText('Todo al día.'))).toBeVisible()

  const second = await ask('Ya lo resolví, gracias de todos modos.')
  await page.goto(`/gestion/soporte/${second.id}`)
  const close = page.getByRole('button', { name: 'Cerrar sin responder' })
  await close.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cerrar sin responder' })
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(close).toBeFocused()
  await close.press('Enter')
  await dialog.getByRole('button', { name: 'Cerrar el mensaje' }).press('Enter')
  await expect(page.getByText('Este mensaje ya está atendido.').or(page.getByText('Todo al día.'))).toBeVisible()

  const theirs = await newDevice()
  await login(theirs, student)
  await theirs.goto('/soporte')
  await expect(theirs.getByRole('article', { name: `N.º ${second.numero}` })).toContainText('Cerrada')
  await theirs.goto('/notificaciones')
  await theirs.getByRole('link', { name: `Cerramos tu consulta Soporte N.º ${second.numero}` }).click()
  await expect(theirs.getByRole('dialog', { name: 'Aviso' })).toContainText(
    'Si todavía necesitas ayuda, escríbenos de nuevo.',
  )

  await page.goto(`/gestion/soporte/${second.id}?estado=cerrado`)
  await page.getByRole('button', { name: 'Reabrir' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/gestion/soporte/${second.id}$`))
  await expect(page.getByRole('heading', { name: student.nombre })).toBeFocused()
  await expect(answer).toBeVisible()
})

test('un mensaje de alguien del equipo dice su nombre sin llevar a una ficha', async ({ page, login, database }) => {
  const teacher = await freshStaff(database, ['docente'])
  const [row] = await database.sql`INSERT INTO tickets_soporte (id_cliente, id_usuario, numero, mensaje)
    SELECT 2, u.id, coalesce(max(s.numero), 0) + 1, 'No puedo subir el material.' FROM usuarios u
      LEFT JOIN tickets_soporte s ON s.id_cliente = 2 WHERE u.correo = ${teacher.correo} GROUP BY u.id RETURNING id`
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/soporte/${row?.id}`)
  const name = page.getByRole('heading', { name: teacher.nombre })
  await expect(name).toBeVisible()
  await expect(name.getByRole('link')).toHaveCount(0)
})
