import { randomUUID } from 'node:crypto'
import type { Route } from '@playwright/test'
import { aCourse } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { freshStaff } from '../support/people.ts'
import { openFilters } from '../support/staff-acts.ts'
import { expect, test } from '../support/test.ts'

const menu = 'Menú de gestión'

test('el personal entra a su bandeja; un invitado vuelve donde quería ir', async ({ page, database }) => {
  const admin = await freshStaff(database, ['marca'])
  await page.goto('/gestion/historial')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fgestion%2Fhistorial$/)
  const enter = async () => {
    await page.getByLabel('Correo electrónico').fill(admin.correo)
    await page.getByLabel('Contraseña', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Ingresar' }).click()
  }
  await enter()
  await expect(page.getByRole('heading', { level: 1, name: 'Historial' })).toBeVisible()

  await page.getByRole('button', { name: 'Menú de Carmen Rosa' }).click()
  await page.getByRole('menuitem', { name: 'Ir al campus' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Carmen/ })).toBeVisible()
  await expect(page).toHaveURL(/\/inicio$/)
  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await enter()
  await expect(page).toHaveURL(/\/gestion$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Carmen' })).toBeVisible()
})

test('un alumno no encuentra la gestión', async ({ page, student, login }) => {
  await login(page, student)
  await page.goto('/gestion')
  await expect(page.getByRole('heading', { level: 1, name: 'Esta página no existe' })).toBeVisible()
  await page.getByRole('link', { name: 'Saltar al contenido' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('de lo que ve el alumno, quien enseña pasa a editarlo', async ({
  page,
  campus,
  database,
  login,
  student,
  course,
}) => {
  await login(page, await freshStaff(database, ['marca']))
  const lesson = `/miscursos/${course.id}/modulos/${course.modulo}/leccion/${course.leccion}`
  await page.goto(lesson)
  await page.getByRole('link', { name: 'Editar', exact: true }).click()
  await expect(page).toHaveURL(`${campus.url}/gestion/cursos/${course.id}/lecciones/${course.leccion}`)
  await expect(page.getByRole('textbox', { name: 'Título', exact: true })).toBeVisible()
  await login(page, student)
  await page.goto(lesson)
  await expect(page.getByRole('heading', { name: /^Comentarios/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Editar', exact: true })).toBeHidden()
})

test('caja ve solo lo que le toca', async ({ page, database, login, isMobile }) => {
  await login(page, await freshStaff(database, ['caja']))
  await page.goto('/gestion')
  const open = async () => isMobile && page.getByRole('button', { name: 'Abrir menú' }).click()
  await open()
  const entries = page.getByRole('navigation', { name: menu }).getByRole('link')
  await expect(entries.first()).toHaveText('Ventas')
  for (const name of ['Bandeja', 'Personas', 'Cursos', 'Ajustes']) await expect(entries.getByText(name)).toHaveCount(0)
  await page.goto('/gestion/alumnos')
  await expect(page.getByRole('heading', { level: 1, name: 'Esta página no existe' })).toBeVisible()
  await page.goto('/gestion/historial')
  await expect(page.getByRole('heading', { level: 1, name: 'Esta página no existe' })).toBeVisible()
})

test('el historial se estrecha por curso, objeto, persona y día', async ({ page, database, login, isMobile }) => {
  const { db, sql } = database
  const course = await aCourse(db, { lessons: 1, nombre: 'Curso con historia', id_cliente: 2 })
  const [lesson] = course.modulos[0]?.lecciones ?? []
  const [ana, beto] = [await freshStaff(database, ['marca']), await freshStaff(database, ['marca'])]
  await sql`INSERT INTO auditoria (accion, id_cliente, id_usuario, objeto, detalle, fecha) VALUES
    ('gestion', 2, ${ana.id}, ${`curso:${course.id}`}, '{"hecho":"renombrado"}', now()),
    ('gestion', 2, ${beto.id}, ${`leccion:${lesson?.id}`}, '{"hecho":"corregida"}', now()),
    ('gestion', 2, ${ana.id}, ${`leccion:${lesson?.id}`}, '{"hecho":"abierta"}', now() - interval '9 days')`
  await login(page, ana)
  await page.goto(`/gestion/cursos/${course.id}/historial`)
  const rows = page.getByText(/^hecho: /)
  await expect(rows).toHaveText(['hecho: abierta', 'hecho: corregida', 'hecho: renombrado'])
  await page
    .getByRole('link', { name: `Lección ${lesson?.id}`, exact: true })
    .first()
    .click()
  await expect(rows).toHaveText(['hecho: abierta', 'hecho: corregida'])
  await openFilters(page)
  await expect(page.getByLabel('Sobre qué')).toHaveValue(`Lección ${lesson?.id}`)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Desde el día').fill(yesterday)
  await expect(rows).toHaveText(['hecho: corregida'])

  for (const name of ['Ajustes', 'Historial']) {
    if (isMobile) await page.getByRole('button', { name: 'Abrir menú' }).click()
    await page.getByRole('link', { name, exact: true }).click()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Historial' })).toBeVisible()
  await openFilters(page)
  await page.getByLabel('Sobre qué').fill(`lección ${lesson?.id}`)
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText(['hecho: abierta', 'hecho: corregida'])
  await page.getByRole('combobox', { name: 'Persona' }).fill(beto.nombre)
  await page.getByRole('option', { name: beto.nombre }).first().click()
  await expect(rows).toHaveText(['hecho: corregida'])
})

test('@escritorio en la última página de una lista el foco sigue en Siguientes', async ({ page, database, login }) => {
  const course = await aCourse(database.db, { nombre: 'Curso de mucha historia', id_cliente: 2 })
  const ana = await freshStaff(database, ['marca'])
  await database.sql`INSERT INTO auditoria (accion, id_cliente, id_usuario, objeto)
    SELECT 'gestion', 2, ${ana.id}, ${`curso:${course.id}`} FROM generate_series(1, 60)`
  await login(page, ana)
  await page.goto(`/gestion/cursos/${course.id}/historial`)
  const later = page.getByRole('button', { name: 'Siguientes' })
  await later.focus()
  await page.keyboard.press('Enter')
  await expect(later).toHaveAttribute('aria-disabled', 'true')
  await expect(later).toBeFocused()
})

test('@escritorio Ctrl+K busca, va y hace sin ratón, y Escape lo cierra desde cualquier parte', async ({
  page,
  database,
  login,
}) => {
  await login(page, await freshStaff(database, ['marca']))
  await page.goto('/gestion')
  await expect(page.getByRole('heading', { level: 1, name: /^Hola/ })).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Buscar en la gestión' })
  const opener = page.getByRole('button', { name: 'Buscar en la gestión' })
  const leave = async (back = opener) => {
    await page.keyboard.press('Escape')
    await expect(search).toHaveCount(0)
    await expect(back).toBeFocused()
  }
  await opener.press('Enter')
  await expect(page.getByRole('option', { name: 'Registrar venta' })).toHaveAttribute('aria-selected', 'true')
  await leave()
  await page.keyboard.press('Control+k')
  await search.fill('zzqq')
  await expect(page.getByText('Nada coincide con «zzqq».')).toBeVisible()
  await leave()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toBeInViewport()
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('group', { name: 'Hacer' }).getByText('Hacer').click()
  await leave()

  await page.keyboard.press('Control+k')
  await search.fill('agregar docente')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Invitar al equipo' })
  await expect(form).toBeVisible()
  await expect(page).toHaveURL(/\/gestion\/equipo$/)
  await form.getByLabel('Nombres').focus()
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await leave(form.getByLabel('Nombres'))
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await search.fill('histor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Historial' })).toBeVisible()
  const keys = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await page.getByLabel('Sobre qué').press('?')
  await expect(page.getByLabel('Sobre qué')).toHaveValue('?')
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await search.fill('atajos')
  await page.keyboard.press('Enter')
  await expect(keys).toBeVisible()
})

test('@escritorio Escape cierra solo lo de arriba, y pregunta antes de perder lo escrito', async ({
  page,
  database,
  login,
}) => {
  await login(page, await freshStaff(database, ['marca']))
  await page.goto('/gestion/equipo')
  const opener = page.getByRole('button', { name: 'Invitar' })
  const form = page.getByRole('dialog', { name: 'Invitar al equipo' })
  const question = page.getByRole('dialog', { name: '¿Descartar lo que escribiste?' })
  await opener.press('Enter')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await form.getByLabel('Nombres').fill('Elena')
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Seguir escribiendo' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(form.getByLabel('Nombres')).toHaveValue('Elena')
  await expect(form.getByLabel('Nombres')).toBeFocused()

  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(form).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('invita a una docente y le cambia los roles con su contraseña', async ({ page, database, login, watch }) => {
  watch.allow(/status of (403|422)/)
  const admin = await freshStaff(database, ['marca'])
  await login(page, admin)
  await page.goto('/gestion/equipo')
  await page.getByRole('button', { name: 'Invitar' }).click()
  const correo = `docente-${randomUUID()}@prueba.pe`
  // Names have no digits.
  const apellidos = `Ríos ${randomUUID().replace(/[^a-f]/g, '')}`
  await page.getByLabel('Nombres').fill('Elena')
  await page.getByLabel('Apellidos').fill(apellidos)
  await page.getByLabel('Correo electrónico', { exact: true }).fill(correo)
  await page.getByRole('checkbox', { name: 'Docente' }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Escribe tu contraseña para continuar.').fill('otra-cosa')
  await page.getByRole('button', { name: 'Enviar la invitación' }).click()
  await expect(page.getByText('La contraseña no es correcta.')).toBeVisible()
  await page.getByLabel('Escribe tu contraseña para continuar.').fill(admin.password)
  await page.getByRole('button', { name: 'Enviar la invitación' }).click()
  await expect(page.getByText(`Enviamos la invitación a ${correo}.`)).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copiar enlace para WhatsApp' }).click()
  await expect(page.getByText(/^Copiado: sirve hasta el/)).toBeVisible()
  await page.getByRole('button', { name: 'Listo' }).click()

  await page.getByRole('searchbox', { name: 'Busca por nombre o correo' }).fill(correo)
  await expect(page).toHaveURL(/q=docente-/)
  await page.getByRole('button', { name: `Elena ${apellidos}` }).click()
  await page.getByRole('checkbox', { name: 'Soporte' }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Escribe tu contraseña para continuar.').fill(admin.password)
  await page.getByRole('button', { name: 'Cambiar los roles' }).click()
  await expect(page.getByText(`Guardamos los cambios de Elena ${apellidos}.`)).toBeVisible()
  const team = page.getByRole('table', { name: 'Equipo' }).or(page.getByRole('list', { name: 'Equipo' }))
  await expect(team.getByText('Soporte')).toBeVisible()
})

test('@escritorio dos administradoras cambian a la misma persona: la segunda ve lo que quedó', async ({
  page,
  database,
  login,
  watch,
  baseURL,
}) => {
  const base = baseURL ?? ''
  watch.allow(/status of 409/)
  const [first, second] = [await freshStaff(database, ['marca']), await freshStaff(database, ['marca'], 'Rosa')]
  const member = await freshStaff(database, ['docente'], 'Jorge')
  await login(page, first)
  await page.goto(`/gestion/equipo?q=${member.correo}`)
  await page.getByRole('button', { name: member.nombre }).click()
  await page.getByRole('checkbox', { name: 'Soporte' }).check()

  const { token } = await openSession(base, second.correo, second.password)
  const found = await call<{ data: { version: number }[] }>(base, `/gestion/equipo?q=${member.correo}`, token)
  const version = found.data[0]?.version
  const body = { roles: ['docente', 'caja'], estado: 'activo', version, password: second.password }
  await call(base, `/gestion/equipo/${member.id}`, token, { method: 'PUT', body })

  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Escribe tu contraseña para continuar.').fill(first.password)
  await page.getByRole('button', { name: 'Cambiar los roles' }).click()
  await expect(page.getByText(`${second.nombre} le dejó: Docente, Caja.`)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Soporte' })).toBeChecked()
})

test('una pantalla que no carga tiene título, lo dice, y Reintentar la trae', async ({ page, enter, watch, axe }) => {
  watch.allow(/500/)
  await enter(page, 'admin@demo.pe')
  const broken = (route: Route) =>
    route.fulfill({ status: 500, json: { message: 'Ocurrió un error inesperado.', code: 'ERROR_INESPERADO' } })
  for (const [call, path, title, heading] of [
    ['**/api/gestion/yo', '/gestion/cursos', 'No pudimos abrir la gestión', 'Cursos'],
    ['**/api/gestion/cursos*', '/gestion/cursos', 'No pudimos cargar los cursos', 'Cursos'],
    ['**/api/gestion/bandeja', '/gestion', 'No pudimos cargar tu bandeja', 'Hola'],
  ] as const) {
    await page.route(call, broken)
    await page.goto(path)
    const failure = page.getByRole('alert').filter({ hasText: title })
    await expect(failure).toContainText('Ocurrió un error inesperado.')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await axe(page)
    await page.unroute(call)
    await failure.getByRole('button', { name: 'Reintentar' }).click()
    await expect(failure).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
  }
})

test('@escritorio el editor pide todo a la vez, y un enlace trae su pantalla antes de la pulsación', async ({
  page,
  database,
  login,
}) => {
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso de una vuelta', id_cliente: 2 })
  const lesson = course.modulos[0]?.lecciones[0]?.id
  await login(page, await freshStaff(database, ['marca']))
  const gate = Promise.withResolvers<void>()
  const asked = new Set<string>()
  await page.route(/\/api\/gestion\/(cursos\/\d+|documentos\/)/, async (route) => {
    asked.add(decodeURIComponent(new URL(route.request().url()).pathname))
    await gate.promise
    await route.continue()
  })
  await page.goto(`/gestion/cursos/${course.id}/lecciones/${lesson}`)
  await expect
    .poll(() => [...asked].sort())
    .toEqual([
      `/api/gestion/cursos/${course.id}`,
      `/api/gestion/documentos/curso:${course.id}`,
      `/api/gestion/documentos/leccion:${lesson}`,
    ])
  gate.resolve()
  await expect(page.getByRole('textbox', { name: 'Título', exact: true })).toBeVisible()

  const program = page.waitForRequest(/\/assets\/students-page-[^/]*\.js$/)
  await page.getByRole('link', { name: 'Personas', exact: true }).focus()
  await program
})
