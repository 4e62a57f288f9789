import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, anEnrolment, aPerson } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { isSaved } from '../support/drafts.ts'
import { freshStaff, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const answersOf = (page: Page, nombre: string) => page.getByRole('group', { name: `Asistencia de ${nombre}` })
const attended = (page: Page, nombre: string) =>
  answersOf(page, nombre).getByRole('button', { name: 'Asistió', exact: true })

test('la asistencia de una clase se toma en una pantalla, sin conexión también, y se deshace', async ({
  page,
  newDevice,
  login,
  database,
  context,
  baseURL,
  watch,
  axe,
}) => {
  test.slow()
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const { db, sql } = database
  const nombre = `Acuarela ${randomUUID().slice(0, 8)}`
  const course = await aCourse(db, { nombre, id_cliente: 2 })
  const lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  const student = await freshStudent(database, [course.id])
  for (const [nombres, apellidos] of [
    ['Luz', 'Ávila Soto'],
    ['Teo', 'Zárate Paz'],
  ])
    await anEnrolment(db, (await aPerson(db, { nombres, apellidos })).id, course.id)
  await sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    VALUES (${lesson}, 'Taller de agua', now() - interval '1 hour', 'https://meet.example.com/a', 1)`
  await login(page, await freshStaff(database, ['marca']))
  await page.goto(`/gestion/cursos/${course.id}/clases`)
  await page.getByRole('link', { name: /^Tomar asistencia/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Asistencia: Taller de agua' })).toBeVisible()
  await expect(page.getByText('0 de 3')).toBeVisible()
  await axe(page)

  await attended(page, student.nombre).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 de 3')).toBeVisible()
  await isSaved(page)
  await page.getByPlaceholder('Busca por nombre o correo').fill('avila')
  await expect(attended(page, 'Teo Zárate Paz')).toBeHidden()

  await context.setOffline(true)
  await attended(page, 'Luz Ávila Soto').click()
  await expect(page.getByText('2 de 3')).toBeVisible()
  await expect(page.getByText('Sin conexión: 1 marca guardada en este equipo')).toBeVisible()
  await context.setOffline(false)
  await isSaved(page)
  await page.getByRole('button', { name: 'Deshacer: Luz Ávila Soto' }).click()
  await expect(page.getByText('1 de 3')).toBeVisible()
  await expect(attended(page, 'Luz Ávila Soto')).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Quitar los filtros' }).click()

  await page.getByRole('button', { name: 'Marcar a todos' }).click()
  await expect(page.getByText('3 de 3')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer: 2 alumnos marcados' }).click()
  await expect(page.getByText('1 de 3')).toBeVisible()
  await expect(attended(page, student.nombre)).toHaveAttribute('aria-pressed', 'true')

  const own = await newDevice()
  await login(own, student)
  await own.goto(`/miscursos/${course.id}/modulos`)
  await expect(own.getByText('1 de 1 lección completada')).toBeVisible()
  const session = await openSession(baseURL ?? '', student.correo, student.password)
  const { completada } = await call<{ completada: boolean }>(
    baseURL ?? '',
    `/lecciones/detallado/${lesson}`,
    session.token,
  )
  expect(completada).toBe(true)
})

test('dos docentes marcan a la vez: la segunda no deshace a la primera y lo sabe', async ({
  page,
  newDevice,
  login,
  database,
  watch,
}) => {
  watch.allow(/status of 409/)
  const { db, sql } = database
  const course = await aCourse(db, { nombre: `Grabado ${randomUUID().slice(0, 8)}`, id_cliente: 2 })
  const student = await freshStudent(database, [course.id])
  const [session] = await sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    VALUES (${course.modulos[0]?.lecciones[0]?.id ?? 0}, 'Prensa', now(), 'https://meet.example.com/a', 1) RETURNING id`
  await sql`INSERT INTO asistencias (usuario_id, leccion_id) VALUES (${student.id}, ${course.modulos[0]?.lecciones[0]?.id ?? 0})`
  const path = `/gestion/sesiones/${session?.id}/asistencia`
  const other = await newDevice()
  await login(page, await freshStaff(database, ['marca'], 'Rosa'))
  await login(other, await freshStaff(database, ['marca'], 'Beto'))
  for (const one of [page, other]) {
    await one.goto(path)
    await expect(one.getByText(/^Registró su llegada a las/)).toBeVisible()
  }
  await attended(page, student.nombre).click()
  await expect(page.getByText('1 de 1')).toBeVisible()
  await expect(page.getByText(/^Guardado/)).toBeVisible()
  await answersOf(other, student.nombre).getByRole('button', { name: 'No asistió' }).click()
  await expect(other.getByRole('alert')).toContainText(`cambió la asistencia de ${student.nombre} mientras marcabas`)
  await expect(attended(other, student.nombre)).toHaveAttribute('aria-pressed', 'true')
})

test('una pregunta sin responder espera en la bandeja y lleva a la lección, donde se responde', async ({
  page,
  login,
  database,
  baseURL,
  axe,
}) => {
  const { db, sql } = database
  const teacher = await freshStaff(database, ['docente'])
  const course = await aCourse(db, {
    nombre: `Cerámica ${randomUUID().slice(0, 8)}`,
    id_cliente: 2,
    teacher: teacher.id,
  })
  const lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  const student = await freshStudent(database, [course.id])
  const { token } = await openSession(baseURL ?? '', student.correo, student.password)
  const comentario = '¿A cuántos grados va el horno?'
  await call(baseURL ?? '', '/comentarios', token, { method: 'POST', body: { comentario, id_leccion: lesson } })
  await login(page, teacher)
  await page.goto('/gestion')
  await page
    .getByRole('link', { name: /^Preguntas sin responder/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Acaba de llegar')).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: comentario }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/leccion/${lesson}#comentario-\\d+$`))
  await expect(page.getByText(comentario)).toBeVisible()
  const [asked] = await sql`SELECT id FROM comentarios WHERE id_leccion = ${lesson}`
  const own = await openSession(baseURL ?? '', teacher.correo, teacher.password)
  const answer = { comentario: 'A 980.', id_leccion: lesson, parent_id: Number(asked?.id) }
  await call(baseURL ?? '', '/comentarios', own.token, { method: 'POST', body: answer })
  await page.goto('/gestion/preguntas')
  await expect(page.getByText('Todo respondido. Te avisaremos cuando llegue otra pregunta.')).toBeVisible()
})

test('un reporte se decide con el teclado; quien decide después sabe quién lo hizo', async ({
  page,
  newDevice,
  login,
  database,
  watch,
  axe,
}) => {
  watch.allow(/status of 409/)
  const { db, sql } = database
  const teacher = await freshStaff(database, ['docente'], 'Rosa')
  const course = await aCourse(db, { nombre: `Forja ${randomUUID().slice(0, 8)}`, id_cliente: 2, teacher: teacher.id })
  const [author, reader] = [await freshStudent(database, [course.id]), await freshStudent(database, [course.id])]
  const [forum] =
    await sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto, total_posts, total_raices)
    VALUES (2, ${reader.id}, 'curso', ${course.id}, 'Martillos', '<p>¿Cuál?</p>', '¿Cuál?', 1, 1) RETURNING id`
  const [post] = await sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto)
    VALUES (${forum?.id}, ${author.id}, '<p>Vendo cuentas baratas</p>', 'Vendo cuentas baratas') RETURNING id`
  const [report] = await sql`INSERT INTO reportes_post (id_cliente, id_post, id_usuario, motivo, detalle)
    VALUES (2, ${post?.id}, ${reader.id}, 'spam', 'Lo puso en tres foros.') RETURNING id`
  await login(page, teacher)
  await page.goto('/gestion')
  await page
    .getByRole('link', { name: /^Por moderar/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('listitem').locator(`a[href$="/moderacion/${report?.id}"]`).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Vendo cuentas baratas')).toBeVisible()
  await expect(page.getByText('Lo puso en tres foros.')).toBeVisible()
  await axe(page)

  const other = await newDevice()
  await login(other, await freshStaff(database, ['marca'], 'Beto'))
  await other.goto(`/gestion/moderacion/${report?.id}`)
  await expect(other.getByText('Vendo cuentas baratas')).toBeVisible()

  await page.getByRole('radio', { name: /Retirar/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Escribe por qué.')).toBeVisible()
  await page.keyboard.type('Es publicidad.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Retirado. Avisamos a su autor.')).toBeVisible()

  await other.getByRole('radio', { name: /Mantener/ }).check()
  await other.getByRole('textbox', { name: 'Motivo' }).fill('Es una oferta de verdad.')
  await other.getByRole('button', { name: 'Guardar la decisión' }).click()
  await expect(other.getByRole('alert')).toContainText(/^Rosa Huamán .* ya resolvió esto a las \d\d:\d\d\./)
  await expect(other.getByRole('textbox', { name: 'Motivo' })).toHaveValue('Es una oferta de verdad.')
  const told =
    await sql`SELECT mensaje, asunto FROM notificaciones WHERE id_usuario = ${author.id} AND mensaje LIKE 'Retiramos%'`
  expect(told).toEqual([{ mensaje: 'Retiramos tu respuesta\nMotivo: Es publicidad.', asunto: 'Martillos' }])
})

test('a quien le quitan su rol se le cierra la sesión, y al volver ya no encuentra la gestión de antes', async ({
  page,
  newDevice,
  login,
  database,
  watch,
}) => {
  watch.allow(/status of 401/)
  const member = await freshStaff(database, ['soporte', 'caja'], 'Lucía')
  const admin = await freshStaff(database, ['marca'])
  const other = await newDevice()
  await login(other, member)
  await other.goto('/gestion/soporte')
  await expect(other.getByRole('heading', { level: 1, name: 'Soporte' })).toBeVisible()

  await login(page, admin)
  await page.goto(`/gestion/equipo?q=${encodeURIComponent(member.nombre)}`)
  await page.getByRole('button', { name: member.nombre }).click()
  await page.getByRole('checkbox', { name: 'Soporte' }).uncheck()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Escribe tu contraseña para continuar.').fill(admin.password)
  await page.getByRole('button', { name: 'Cambiar los roles' }).click()
  await expect(page.getByText(`Guardamos los cambios de ${member.nombre}.`)).toBeVisible()

  await other.reload()
  const again = other.getByLabel('Contraseña', { exact: true })
  await expect(again).toBeVisible()
  const mail = other.getByLabel('Correo electrónico')
  if (await mail.isEditable()) await mail.fill(member.correo)
  await again.fill(member.password)
  await again.press('Enter')
  await expect(other.getByRole('heading', { level: 1, name: 'Esta página no existe' })).toBeVisible()
})
