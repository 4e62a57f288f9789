import type { Page } from '@playwright/test'
import { aCourse, anEnrolment, anExam, aPerson } from '../../server/test/builders.ts'
import { call } from '../support/api.ts'
import { isSaved } from '../support/drafts.ts'
import { openFilters } from '../support/staff-acts.ts'
import { expect, test } from '../support/test.ts'

const ADMIN = 'admin@demo.pe' as const

async function choose(page: Page, action: string, menu = 'Más acciones'): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const teachersSaved = (page: Page) => page.getByRole('status').getByText('Guardado', { exact: true })

test('un curso se duplica sin personas, se archiva sabiendo a quién toca, y se restaura', async ({
  page,
  enter,
  database,
  axe,
}) => {
  test.slow()
  const nombre = `Curso por copiar en ${test.info().project.name}`
  const course = await aCourse(database.db, { lessons: 2, nombre, id_cliente: 2 })
  const student = await aPerson(database.db, { id_cliente: 2 })
  await anEnrolment(database.db, student.id, course.id)
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}`)

  await page.getByRole('button', { name: 'Acciones de «Módulo 1»' }).click()
  await page.getByRole('menuitem', { name: 'Cambiar las horas' }).click()
  await page.getByLabel('Horas de «Módulo 1»').fill('6')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 lecciones · 6 h')).toBeVisible()
  await isSaved(page)

  await choose(page, 'Archivar')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 alumno con matrícula vigente, que lo conservan.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await axe(page)
  await dialog.getByRole('button', { name: 'Archivar el curso' }).click()
  await expect(page.getByText('El curso está archivado.')).toBeVisible()
  await choose(page, 'Restaurar')
  await dialog.getByRole('button', { name: 'Restaurar el curso' }).click()
  await expect(page.getByText('El curso está restaurado, todavía oculto.')).toBeVisible()

  await choose(page, 'Duplicar')
  await dialog.getByRole('button', { name: 'Duplicar el curso' }).click()
  await expect(page.getByRole('heading', { name: `${nombre} (copia)`, level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lección 1.2' })).toBeVisible()
})

test('desde la lista un curso se oculta, se archiva y se duplica, y el foco no se pierde', async ({
  page,
  enter,
  database,
  axe,
}) => {
  const nombre = `Curso de la lista en ${test.info().project.name}`
  await aCourse(database.db, { lessons: 2, nombre, id_cliente: 2 })
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos?q=${encodeURIComponent(nombre)}`)
  const menu = page.getByRole('button', { name: `Acciones de «${nombre}»` })
  const dialog = page.getByRole('dialog')
  await choose(page, 'Ocultar', `Acciones de «${nombre}»`)
  await expect(dialog.getByText('2 lecciones y 0 evaluaciones.')).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  expect(new URL(page.url()).pathname).toBe('/gestion/cursos')
  await choose(page, 'Ocultar', `Acciones de «${nombre}»`)
  await dialog.getByRole('button', { name: 'Ocultar el curso' }).click()
  await expect(page.getByText('El curso está oculto.')).toBeVisible()
  await expect(menu).toBeFocused()

  // Once it is archived, the filter leaves no row.
  await openFilters(page)
  await page.getByRole('combobox', { name: 'Estado' }).selectOption('Oculto')
  await choose(page, 'Archivar', `Acciones de «${nombre}»`)
  await dialog.getByRole('button', { name: 'Archivar el curso' }).click()
  await expect(page.getByText('El curso está archivado.')).toBeVisible()
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Cursos', level: 1 })).toBeFocused()

  await page.getByRole('combobox', { name: 'Estado' }).selectOption('Todos los estados')
  await choose(page, 'Duplicar', `Acciones de «${nombre}»`)
  await dialog.getByRole('button', { name: 'Duplicar el curso' }).click()
  await expect(page.getByRole('heading', { name: `${nombre} (copia)`, level: 1 })).toBeVisible()
})

test('un curso que no existe es un 404, sin Reintentar', async ({ page, enter, watch }) => {
  watch.allow(/404/)
  await enter(page, ADMIN)
  for (const path of ['2000000000', '2000000000/lecciones/1', '2000000000/examenes/1']) {
    await page.goto(`/gestion/cursos/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('no existe')
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
  }
})

test('las pestañas de un curso tienen lo suyo, y las direcciones de antes llevan a ellas', async ({
  page,
  campus,
  enter,
  database,
}) => {
  const { db } = database
  const course = await aCourse(db, { nombre: 'Curso con cabina', id_cliente: 2 })
  const student = await aPerson(db, { id_cliente: 2, nombres: 'Nilda', apellidos: 'Rojas' })
  await anEnrolment(db, student.id, course.id)
  await anExam(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id ?? null, nombre: 'Examen de barro' })
  await enter(page, ADMIN)
  const path = `/gestion/cursos/${course.id}`
  const opened = (name: string) => page.getByRole('tab', { name, selected: true })
  for (const [before, tab, now] of [
    ['evaluaciones', 'Contenido', ''],
    ['sesiones', 'Clases', '/clases'],
    ['venta', 'Ficha y precio', '/ficha'],
  ] as const) {
    await page.goto(`${path}/${before}`)
    await expect(opened(tab)).toBeVisible()
    await expect(page).toHaveURL(`${campus.url}${path}${now}`)
  }
  await page.getByRole('tab', { name: 'Resultados' }).click()
  await page.getByRole('link', { name: /^Examen de barro/ }).click()
  await expect(page).toHaveURL(/\/resultados$/)
  await page.goBack()
  await page.getByRole('tab', { name: 'Alumnos' }).click()
  await expect(page.getByRole('link', { name: 'Nilda Rojas' })).toBeVisible()
  await page.getByRole('link', { name: 'Matricular' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Matricular' })).toBeVisible()
  await expect(page.getByText('Curso con cabina').first()).toBeVisible()
})

test('docentes y precio se guardan uno tras otro, sin choque con uno mismo', async ({ page, enter, database }) => {
  const course = await aCourse(database.db, { nombre: 'Curso con precio', id_cliente: 2 })
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}/ficha`)
  const price = page.getByRole('textbox', { name: 'Precio', exact: true })
  await price.fill('180')
  await page.getByRole('combobox', { name: 'Docentes' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await expect(teachersSaved(page)).toBeVisible()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await isSaved(page.getByRole('form', { name: 'Precio' }))

  const shop = page.getByRole('region', { name: 'En la tienda' })
  await expect(shop).toContainText('S/ 180.00')
  await price.fill('1.500')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('¿1.50 o 1,500? Escribe 1500 o 1.50.')).toBeVisible()
  await price.fill('1,500')
  await expect(shop).toContainText('S/ 1,500.00')
  await page.getByLabel('Promoción (opcional)').fill('90')
  await page.getByLabel('Hasta, hora de Lima').fill('2099-03-07T19:30')
  await expect(shop).toContainText('Esta promoción no tiene efecto')
  await page.getByLabel('Promoción (opcional)').fill('')
  await page.getByLabel('Hasta, hora de Lima').fill('')
  await price.fill('0')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  const asked = page.getByRole('dialog', { name: '¿Curso gratis?' })
  await expect(asked.getByText('El curso se entregará gratis.')).toBeVisible()
  await asked.getByRole('button', { name: 'Entregarlo gratis' }).click()
  await expect(asked).toBeHidden()
  await isSaved(page.getByRole('form', { name: 'Precio' }))
  await expect
    .poll(
      async () => (await database.sql`SELECT costo_centimos FROM cursos WHERE id = ${course.id}`)[0]?.costo_centimos,
    )
    .toBe(0)
})

test('el catálogo se ordena con el menú de cada curso, y la tienda lo muestra así', async ({
  page,
  enter,
  database,
  axe,
}) => {
  const nombre = `Otro de la categoría en ${test.info().project.name}`
  const course = await aCourse(database.db, { nombre, id_cliente: 2 })
  await database.sql`UPDATE cursos SET orden = 1000, id_categoria =
    (SELECT id_categoria FROM cursos WHERE nombre = 'Animación 3D con Blender' LIMIT 1) WHERE id = ${course.id}`
  await enter(page, ADMIN)
  await page.goto('/gestion/cursos')
  await choose(page, 'Ordenar el catálogo')
  const rows = page.getByRole('dialog').getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const [first, second] = await rows.allInnerTexts()
  await axe(page)
  const actions = (of = '') => page.getByRole('dialog').getByRole('button', { name: `Acciones de «${of.trim()}»` })
  await actions(first).click()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(actions(first)).toBeFocused()
  await actions(second).click()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/gestion/catalogo/orden'))
  await page.getByRole('menuitem', { name: 'Subir' }).click()
  expect((await saved).status()).toBe(200)
  await expect(rows).toContainText([second ?? '', first ?? ''])
  await page.reload()
  await choose(page, 'Ordenar el catálogo')
  await expect(rows).toContainText([second ?? '', first ?? ''])
})

test('un curso elegido nada más escribir en la búsqueda se abre, aunque tarde en llegar', async ({
  page,
  enter,
  database,
}) => {
  const nombre = `Curso que se busca en ${test.info().project.name}`
  const course = await aCourse(database.db, { nombre, id_cliente: 2 })
  await enter(page, ADMIN)
  await page.clock.install()
  await page.goto(`/gestion/cursos?q=${encodeURIComponent(nombre)}`)
  const row = page.getByRole('link', { name: nombre })
  await expect(row).toBeVisible()
  // From here on the clock advances only when the test says so.
  await page.clock.pauseAt(Date.now() + 60_000)
  const held = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/course-page-.*\.js/)
  await page.route(/course-page-.*\.js/, (route) => held.promise.then(() => route.fallback()))
  await page.getByRole('searchbox').fill(`${nombre} y más`)
  await row.click()
  await asked
  await page.clock.runFor(1000)
  held.resolve()
  await page.clock.resume()
  await expect(page.getByRole('heading', { level: 1, name: nombre })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/gestion/cursos/${course.id}`)
})

test('tras un choque en Docentes se ve la lista de la otra persona y se decide; el precio choca con el suyo', async ({
  page,
  campus,
  baseURL,
  database,
  axe,
  watch,
  enter,
}) => {
  watch.allow(/409/)
  const place = test.info().project.name
  const [mine, theirs] = await Promise.all(
    ['Ana', 'Luis'].map((nombres) =>
      aPerson(database.db, { tipo_cliente: 'Docente', nombres, apellidos: `Ríos ${place}`, id_cliente: 2 }),
    ),
  )
  const course = await aCourse(database.db, { nombre: 'Curso de dos', id_cliente: 2 })
  const base = baseURL ?? ''
  const { token } = campus.sessions[ADMIN]
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}/ficha`)
  const teachers = page.getByRole('combobox', { name: 'Docentes' })
  const choose = async (name: string) => {
    await teachers.fill(`${name} Ríos ${place}`)
    await page
      .getByRole('option', { name: `${name} Ríos ${place}` })
      .first()
      .click()
    await page.keyboard.press('Escape')
  }
  await expect(teachers).toBeVisible()
  await page.getByRole('textbox', { name: 'Precio', exact: true }).fill('180')
  const path = `/gestion/cursos/${course.id}`
  const version = async () => (await call<{ version: number }>(base, path, token)).version
  const others = async (docentes: (number | undefined)[]) =>
    call(base, `${path}/docentes`, token, { method: 'PUT', body: { docentes, version: await version() } })
  const saved = async () => (await call<{ docentes: { id: number }[] }>(base, path, token)).docentes.map(({ id }) => id)
  await others([theirs?.id])

  await choose('Ana')
  const note = page.getByRole('alert').filter({ hasText: 'Los docentes cambiaron mientras los elegías.' })
  await expect(note).toContainText(`Docentes ahora: Luis Ríos ${place}`)
  expect(await saved()).toEqual([theirs?.id])
  await axe(page)
  await note.getByRole('button', { name: 'Quedarme con lo mío' }).click()
  await expect(note).toHaveCount(0)
  await expect(teachersSaved(page)).toBeVisible()
  expect(await saved()).toEqual([mine?.id])
  // The price was typed before the other person changed it.
  const { version_precio } = await call<{ version_precio: number }>(base, path, token)
  const price = { costo: 150, promocion: null, promocion_hasta: null, version: version_precio }
  await call(base, `${path}/precio`, token, { method: 'PUT', body: price })
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Esta ficha cambió mientras la editabas. Marcamos lo que es distinto.')).toBeVisible()

  await others([theirs?.id])
  await choose('Luis')
  await note.getByRole('button', { name: /^Usar lo de / }).click()
  await expect(note).toHaveCount(0)
  expect(await saved()).toEqual([theirs?.id])
})

test('un docente elegido mientras la ficha se vuelve a leer se guarda; sin señal se reintenta', async ({
  page,
  enter,
  database,
  watch,
}) => {
  watch.allow(/Failed to load resource|503/)
  const place = test.info().project.name
  const people = await Promise.all(
    ['Eva', 'Iris', 'Noé'].map((nombres) =>
      aPerson(database.db, { tipo_cliente: 'Docente', nombres, apellidos: `Soto ${place}`, id_cliente: 2 }),
    ),
  )
  const course = await aCourse(database.db, { nombre: 'Curso de tres', id_cliente: 2 })
  const saved = async () =>
    (await database.sql`SELECT id_usuario FROM curso_docentes WHERE id_curso = ${course.id} ORDER BY orden`).map(
      ({ id_usuario }) => Number(id_usuario),
    )
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}/ficha`)
  const teachers = page.getByRole('combobox', { name: 'Docentes' })
  const pick = async (name: string) => {
    await teachers.fill(`${name} Soto ${place}`)
    await page.getByRole('option', { name: `${name} Soto ${place}` }).click()
    await page.keyboard.press('Escape')
  }
  const failed = page.getByRole('tabpanel').getByRole('button', { name: 'Reintentar' })
  await expect(teachers).toBeVisible()

  const held = Promise.withResolvers<void>()
  const desk = `**/api/gestion/cursos/${course.id}`
  await page.route(desk, (route) => held.promise.then(() => route.fulfill({ status: 503 })))
  await pick('Eva')
  await expect(teachersSaved(page)).toBeVisible()
  await pick('Iris')
  await expect.poll(saved).toEqual([people[0]?.id, people[1]?.id])
  const unread = page.waitForResponse((answer) => answer.status() === 503)
  held.resolve()
  await unread
  await page.unroute(desk)
  await expect(teachersSaved(page)).toBeVisible()
  await expect(failed).toHaveCount(0)

  // Saved, and its answer lost on the way.
  await page.route('**/docentes', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await pick('Noé')
  await expect(failed).toBeVisible()
  await page.unroute('**/docentes')
  await failed.click()
  await expect(teachersSaved(page)).toBeVisible()
  await expect(failed).toHaveCount(0)
  expect(await saved()).toEqual(people.map((one) => one?.id))
})

test('con el teclado el índice es una parada, y sus botones están a un paso', async ({ page, enter, database }) => {
  const course = await aCourse(database.db, { nombre: 'Curso con teclado', id_cliente: 2 })
  // Without content it would be named above the outline.
  await database.sql`UPDATE lecciones SET contenido = '<p>Barro.</p>' WHERE id_modulo = ${course.modulos[0]?.id ?? 0}`
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}`)
  await page.getByRole('tab', { name: 'Contenido' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('row').first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Agregar lección' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Agregar módulo' })).toBeFocused()
})

test('la lista de cursos se filtra por categoría y por docente, y el filtro queda en la dirección', async ({
  page,
  enter,
  database,
}) => {
  const place = test.info().project.name
  const teacher = await aPerson(database.db, {
    tipo_cliente: 'Docente',
    nombres: 'Inés',
    apellidos: `Quispe ${place}`,
    id_cliente: 2,
  })
  const nombre = `Curso de Inés en ${place}`
  const course = await aCourse(database.db, { nombre, id_cliente: 2, teacher: teacher.id })
  await anEnrolment(database.db, (await aPerson(database.db)).id, course.id)
  // Beside the demo's, because filters end at 100 categories, and each course of the other journeys has one.
  const [category] = await database.sql<{ nombre: string }[]>`UPDATE categorias k SET orden = d.orden
    FROM cursos c, categorias d WHERE c.id = ${course.id} AND k.id = c.id_categoria AND d.nombre = 'Animación y 3D' RETURNING k.nombre`
  await enter(page, ADMIN)
  await page.goto('/gestion/cursos')
  const links = page.getByRole('main').getByRole('link', { name: /^Curso|Animación/ })
  await expect(links.nth(1)).toBeVisible()
  await openFilters(page)
  await page.getByRole('combobox', { name: 'Docente' }).selectOption(`Inés Quispe ${place}`)
  await expect(links).toHaveCount(1)
  await expect(page.getByRole('link', { name: nombre })).toBeVisible()
  await page.getByRole('combobox', { name: 'Docente' }).selectOption('Todos los docentes')
  await page.getByRole('combobox', { name: 'Categoría' }).selectOption(category?.nombre ?? '')
  await expect(links).toHaveCount(1)
  await page.reload()
  await expect(links).toHaveCount(1)

  await page.getByRole('link', { name: 'Alumnos vigentes: 1', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Matrículas' })).toBeVisible()
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible()
})
