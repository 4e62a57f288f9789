import type { Page, Route } from '@playwright/test'
import { aCourse } from '../../server/test/builders.ts'
import { courseWithExam, freshStudent } from '../support/people.ts'
import { leaveAsDrawn } from '../support/ready.ts'
import { expect, test } from '../support/test.ts'

const ENTRY = /\/assets\/entry\.client-[\w-]+\.js$/
/** What wakes a guest's page. */
const ISLANDS = /\/assets\/islands-[\w-]+\.js$/
const note = (page: Page) => page.locator('#carga')

/** Counts the documents of a page. */
function documents(page: Page): () => number {
  let loaded = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loaded += 1
  })
  return () => loaded
}

/** Holds the scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(ENTRY, async (route: Route) => {
    await held
    await route.fallback()
  })
  return release
}

test.beforeEach(({ watch }) => watch.allow(/ERR_FAILED|dynamically imported module|page error at \S+: $/))

test('un archivo que no llega al abrir recarga la página una vez; si sigue sin llegar, ella lo dice', {
  tag: ['@gate', '@telefono'],
}, async ({ page }) => {
  leaveAsDrawn(page)
  const loaded = documents(page)
  await page.route(ENTRY, (route) => route.abort(), { times: 1 })
  await page.goto('/login')
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await expect(note(page)).toBeHidden()
  expect(loaded()).toBe(2)

  await page.route(ENTRY, (route) => route.abort())
  await page.goto('/registro')
  await expect(note(page).getByText('No cargó.')).toBeVisible()
  expect(loaded()).toBe(4)
  await page.unroute(ENTRY)
  await note(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.locator('html[data-ready]')).toBeAttached()
})

test('una página pública pide sus programas al primer toque, y si no llegan lo dice sin perder lo escrito', {
  tag: '@telefono',
}, async ({ page }) => {
  leaveAsDrawn(page)
  const loaded = documents(page)
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.route(ISLANDS, (route) => route.abort())
  await page.goto('/cursos')
  await page.getByRole('heading', { level: 1 }).click()
  await page.mouse.wheel(0, 400)
  expect(scripts).toEqual([])
  const field = page.getByRole('searchbox')
  await field.fill('edi')
  await expect(note(page).getByText('No cargó.')).toBeVisible()
  await expect(field).toHaveValue('edi')
  expect(loaded()).toBe(1)
  await page.unroute(ISLANDS)
  await note(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(page).not.toHaveURL(/buscar/)
  await expect(field).toHaveValue('edi')
})

test('lo que se escribe y se pulsa antes de que carguen los programas no se pierde', { tag: '@telefono' }, async ({
  page,
  student,
}) => {
  leaveAsDrawn(page)
  const release = await holdScripts(page)
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill(student.correo)
  await page.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await page.keyboard.press('Enter')
  await expect(note(page).getByText('lo que pulsaste se hará solo')).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: /^Menú de/ })).toBeVisible()
})

test('el correo escrito antes de que carguen los programas va a recuperar la contraseña', { tag: '@telefono' }, async ({
  page,
}) => {
  leaveAsDrawn(page)
  const release = await holdScripts(page)
  await page.goto('/login')
  const mail = page.getByLabel('Correo electrónico')
  await mail.fill('rosa@prueba.pe')
  release()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recuperar contraseña' })).toBeVisible()
  await expect(mail).toHaveValue('rosa@prueba.pe')
})

test('lo escrito no se pierde por un archivo que falla: la página lo dice y no se recarga', {
  tag: '@telefono',
}, async ({ page }) => {
  leaveAsDrawn(page)
  let fail: () => void = () => undefined
  const failing = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route(ENTRY, async (route) => {
    await failing
    await route.abort()
  })
  const loaded = documents(page)
  await page.goto('/registro')
  await page.getByLabel('Nombres').fill('Rosa María')
  fail()
  await expect(note(page).getByText('No cargó.')).toBeVisible()
  await expect(page.getByLabel('Nombres')).toHaveValue('Rosa María')
  expect(loaded()).toBe(1)
  await page.unroute(ENTRY)
  await note(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await expect(page.getByLabel('Nombres')).toHaveValue('Rosa María')
  expect(loaded()).toBe(2)
})

test('una parte que falla al despertar se sigue leyendo, y las demás funcionan', { tag: '@telefono' }, async ({
  page,
  database,
  watch,
}) => {
  watch.allow(/rota a propósito/)
  const course = await aCourse(database.db, { nombre: 'Curso con una parte rota' })
  await page.route(/\/assets\/add-to-cart\.island-[\w-]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export default () => { throw new Error('rota a propósito') }",
    }),
  )
  leaveAsDrawn(page)
  await page.goto(`/detallecurso/${course.id}`)
  const buttons = page.getByRole('button', { name: /carrito/i })
  const drawn = await buttons.count()
  await buttons.first().click()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await expect(note(page).getByText('No cargó.')).toBeVisible()
  await expect(buttons).toHaveCount(drawn)
})

test('un documento que llega cortado se vuelve a pedir una vez y después lo dice', { tag: '@telefono' }, async ({
  page,
}) => {
  leaveAsDrawn(page)
  await page.route('**/preguntas-frecuentes', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).split('</h1>')[0] })
  })
  const loaded = documents(page)
  await page.goto('/preguntas-frecuentes')
  await expect(note(page).getByText('No cargó.')).toBeVisible()
  expect(loaded()).toBe(2)
})

test('un examen nunca se recarga solo', { tag: '@telefono' }, async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10] })
  await login(page, await freshStudent(database, [course.id]))
  leaveAsDrawn(page)
  const loaded = documents(page)
  await page.route(ENTRY, (route) => route.abort())
  await page.goto(path)
  await expect(note(page).getByText('No cargó.')).toBeVisible()
  expect(loaded()).toBe(1)
})

test('una página cuyos programas no terminan de llegar lo dice sin ellos', { tag: '@telefono' }, async ({ page }) => {
  leaveAsDrawn(page)
  const release = await holdScripts(page)
  await page.goto('/login')
  await expect(note(page)).toBeHidden()
  // The wait is a style's, so that it needs no script.
  await page.evaluate(`for (const wait of document.querySelector('#carga').getAnimations()) wait.finish()`)
  await expect(note(page).getByText('Está tardando en cargar.')).toBeVisible()
  release()
  await expect(note(page)).toBeHidden()
})

test('el documento de un pago dice lo que su dirección cuenta', { tag: '@telefono' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  const order = '2f1a8a52-6f0f-4a55-9d2b-0a4f3d1c9e11'
  for (const [address, text] of [
    [`/pago?orden=${order}&vuelta=1`, 'Estamos confirmando tu pago…'],
    [`/pago?orden=${order}`, 'Buscando tu compra…'],
    ['/pago', 'Revisa tu carrito'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 2, name: text })).toBeVisible()
  }
  await context.close()
})

test('lo primero de cada pantalla se pide mientras llegan sus programas, y una sola vez', {
  tag: '@telefono',
}, async ({ page, database, login }) => {
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso que llega pronto', id_cliente: 2 })
  const student = await freshStudent(database, [course.id])
  const [module] = course.modulos
  const [forum] = await database.sql<{ id: number }[]>`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, descripcion, contenido, texto)
    VALUES (2, ${student.id}, 'curso', ${course.id}, '¿Cómo empiezo?', '', '<p>Es mi primer día.</p>', 'Es mi primer día.') RETURNING id`
  await login(page, student)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const screens = {
    '/inicio': '/api/inicio',
    '/miscursos': `/api/matriculas/usuario/${student.id}`,
    '/foros': `/api/matriculas/usuario/${student.id}`,
    [`/miscursos/${course.id}/modulos`]: `/api/cursos/detallado/${course.id}`,
    [`/miscursos/${course.id}/modulos/${module?.id}/leccion/${module?.lecciones[0]?.id}`]: `/api/lecciones/detallado/${module?.lecciones[0]?.id}`,
    [`/foro/${forum?.id}`]: `/api/foros/${forum?.id}`,
    '/miscertificados': '/api/certificados/cursos',
  }
  for (const [screen, call] of Object.entries(screens)) {
    await page.unrouteAll()
    const release = await holdScripts(page)
    asked.length = 0
    leaveAsDrawn(page)
    await page.goto(screen)
    await expect.poll(() => asked, screen).toContain(call)
    release()
    await expect(page.locator('html[data-ready]')).toBeAttached()
    await expect(page.locator('main[aria-busy], main [aria-busy="true"]')).toHaveCount(0)
    expect(
      asked.filter((path) => path === call),
      screen,
    ).toHaveLength(1)
  }
})
