import type { Page } from '@playwright/test'
import { freshStudent } from '../support/people.ts'
import { leaveAsDrawn } from '../support/ready.ts'
import { expect, test } from '../support/test.ts'

/** No other test adds courses to brands 1 and 3. Brand 3 has real promotions, brand 1 the default offer. */
const CATALOGUE = '/cursos?marca=3'
const OFFERED = '/cursos?marca=1'
const COURSES = [
  'Clases virtuales que funcionan',
  'Evaluar para aprender',
  'Gamificación en el aula',
  'Inclusión y neurodiversidad',
]

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const listed = (page: Page, names: string[]) => expect(cards(page).getByRole('heading')).toHaveText(names)
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar cursos' })
const select = (page: Page) => page.getByRole('combobox', { name: 'Categoría' })
/** On phones they are behind one button. */
async function choose(page: Page, isMobile: boolean, choices: Record<string, string>) {
  if (isMobile) await page.getByRole('button', { name: /^Filtrar/ }).click()
  for (const [name, choice] of Object.entries(choices)) await page.getByRole('combobox', { name }).selectOption(choice)
}
async function filter(page: Page, isMobile: boolean, choices: Record<string, string>) {
  await choose(page, isMobile, choices)
  if (isMobile) await page.getByRole('button', { name: 'Ver los cursos' }).click()
}
/** It has a page of its own, which opens at once. */
const chooseCategory = (page: Page, name: string, isMobile: boolean) => choose(page, isMobile, { Categoría: name })
const counted = (page: Page) => page.getByRole('main').getByRole('status')
const clock = (page: Page) => page.getByRole('timer')
const cart = (page: Page) => page.evaluate<unknown[]>("JSON.parse(localStorage.getItem('cart') ?? '[]')")

/** Marks the document: the mark is gone after a page load. */
const mark = (page: Page) => page.evaluate('document.documentElement.dataset.mark = "here"')
const marked = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-mark', 'here')

/** The link of a demo course on its card. */
async function addressOf(page: Page, name: string, catalogue = CATALOGUE): Promise<string> {
  await page.goto(catalogue)
  return (await page.getByRole('link', { name, exact: true }).first().getAttribute('href')) ?? ''
}

test.describe('el catálogo', () => {
  test('filtra al escribir sin mirar tildes, por categoría, y todo queda en la dirección', { tag: '@gate' }, async ({
    page,
    isMobile,
  }) => {
    await page.goto(CATALOGUE)
    await expect(page.getByRole('heading', { level: 1, name: 'Todos los cursos' })).toBeVisible()
    if (isMobile) await expect(select(page), 'behind one button').toHaveCount(0)
    else await expect(select(page).getByRole('option').first()).toHaveText('Todos los cursos')
    await listed(page, COURSES)
    await expect(cards(page).filter({ hasText: COURSES[0] })).toContainText(
      /Básico.*Carmen.*9 lecciones · 2 h 6 min · certificado.*S\/ 129\.00/s,
    )

    await search(page).fill('GAMIFICACION')
    await expect(counted(page)).toHaveText('1 curso')
    await listed(page, ['Gamificación en el aula'])
    await expect(page).toHaveURL(/\/cursos\?buscar=GAMIFICACION$/)
    await search(page).fill('gamifciacion')
    await expect(counted(page)).toContainText('Mostramos resultados de «gamificación»')
    await listed(page, ['Gamificación en el aula'])
    await page.getByRole('link', { name: 'Buscar «gamifciacion» tal cual' }).click()
    await expect(search(page)).toHaveValue('"gamifciacion"')
    await expect(page.getByText('No encontramos cursos con «gamifciacion»')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'gamificación', exact: true }).click()
    await listed(page, ['Gamificación en el aula'])
    // The link's document wakes with the first key; a form that is sent before goes to the server.
    await search(page).press('End')
    await expect(page.locator('html')).toHaveAttribute('data-ready', '')
    await mark(page)
    await search(page).fill('')
    await filter(page, isMobile, { 'Ordenar por': 'Menor precio' })
    await expect(cards(page).first()).toContainText('Gamificación en el aula')
    await filter(page, isMobile, { Nivel: 'Básico' })
    if (isMobile) await expect(page.getByRole('button', { name: 'Filtrar (1)' })).toBeFocused()
    await expect(counted(page)).toHaveText('2 cursos')
    await expect(page).toHaveURL(/\/cursos\?nivel=basico&orden=precio$/)
    await filter(page, isMobile, { Nivel: '', 'Ordenar por': '' })
    await search(page).fill('GAMIFICACION')
    await expect(page).toHaveURL(/\/cursos\?buscar=GAMIFICACION$/)
    await marked(page)

    await chooseCategory(page, 'Inclusión educativa', isMobile)
    await expect(page).toHaveURL(/\/cursos\/\d+\?buscar=GAMIFICACION$/)
    await expect(page.getByText('No encontramos cursos con «GAMIFICACION»')).toBeVisible()
    await page.getByRole('link', { name: 'Ver 1 resultado en todas las categorías' }).click()
    await expect(counted(page)).toHaveText('1 curso')
    await page.goBack()
    await expect(page.getByText('No encontramos cursos con «GAMIFICACION»')).toBeVisible()
    await expect(search(page)).toHaveValue('GAMIFICACION')

    await search(page).fill('')
    await expect(page.getByRole('heading', { level: 1, name: 'Inclusión educativa' })).toBeVisible()
    await listed(page, ['Inclusión y neurodiversidad'])
    await expect(page).toHaveURL(/\/cursos\/\d+$/)
    await expect(page).toHaveTitle('Cursos de Inclusión educativa · Aula Viva')

    // The address alone restores it, so it can be shared.
    await page.goto(`${page.url()}?buscar=neuro`)
    await expect(search(page)).toHaveValue('neuro')
    await listed(page, ['Inclusión y neurodiversidad'])
  })

  test('en un teléfono cabe en cuatro pantallas, con tarjetas bajas', { tag: '@telefono' }, async ({ page }) => {
    for (const catalogue of [CATALOGUE, OFFERED]) {
      await page.goto(catalogue)
      const footer = await page.getByRole('contentinfo').boundingBox()
      expect(footer?.y, catalogue).toBeLessThanOrEqual(4 * 740)
      await expect(cards(page).nth(1)).toBeInViewport({ ratio: 1 })
      for (const card of await cards(page).all()) expect((await card.boundingBox())?.height).toBeLessThanOrEqual(132)
    }
  })

  test('a quien ya tiene un curso, su tarjeta le dice cuánto lleva', async ({
    page,
    student,
    course,
    database,
    login,
  }) => {
    await database.sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en)
      VALUES (${student.id}, ${course.leccion}, now())`
    await login(page, student)
    await page.goto('/cursos')
    const own = cards(page).filter({ hasText: course.nombre })
    await expect(own).toContainText(/Ya es tuyo · llevas [1-9]\d* %/)
    await expect(own).not.toContainText('S/')
    await expect(cards(page).filter({ hasText: 'Producción de pódcast' })).toContainText('S/ 79.00')
  })

  test('un curso elegido nada más escribir se abre, aunque tarde en llegar', async ({ page, database, login }) => {
    await login(page, await freshStudent(database, [], 3))
    await page.clock.install()
    await page.goto(CATALOGUE)
    // From here on the clock advances only when the test says so.
    await page.clock.pauseAt(Date.now() + 60_000)
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/\/detallecurso\/\d+\.data/, (route) => {
      asked.resolve()
      return held.promise.then(() => route.fallback())
    })
    await search(page).fill('gamificacion')
    await listed(page, ['Gamificación en el aula'])
    await cards(page).getByRole('link', { name: 'Gamificación en el aula' }).click()
    await asked.promise
    await page.clock.runFor(1000)
    held.resolve()
    await page.clock.resume()
    await expect(page).toHaveURL(/\/detallecurso\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Gamificación en el aula' })).toBeVisible()
  })

  test('una categoría sin cursos lo dice; una que no existe es un 404', async ({ page, database, watch }) => {
    watch.allow(/status of 404/)
    const [made] = await database.sql<{ id: number }[]>`
      INSERT INTO categorias (id_cliente, nombre, orden) VALUES (1, 'Sin estrenar', 99) RETURNING id`
    await page.goto(`/cursos/${made?.id}?marca=1`)
    await expect(page.getByText('No hay cursos disponibles')).toBeVisible()
    await database.sql`DELETE FROM categorias WHERE id = ${made?.id ?? 0}`
    await page.getByRole('link', { name: 'Ver todos los cursos' }).first().click()
    await expect(cards(page).first()).toBeVisible()

    const answer = await page.goto('/cursos/999999')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'No encontramos esta categoría' }).last()).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Ver todos los cursos' }).click()
    await expect(cards(page).first()).toBeVisible()
  })

  test('lo que no carga se dice y se reintenta', async ({ page, watch, isMobile, database, login }) => {
    watch.allow(/status of 500/)
    // A guest's pages are documents, which the browser loads.
    await login(page, await freshStudent(database, [], 3))
    await page.goto(await addressOf(page, 'Evaluar para aprender'))
    await page.route(/\/cursos\.data/, (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('navigation', { name: 'Ruta de navegación' }).getByRole('link', { name: 'Cursos' }).click()
    await expect(page.getByRole('alert')).toContainText('Hubo un error al cargar los cursos.')

    // The courses load, the categories do not: the page works without them.
    await page.unroute(/\/cursos\.data/)
    await page.route(/\/cursos\.data/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace('"categories"', '"nothing"') })
    })
    await page.route('**/api/categorias/activas*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('link', { name: 'Reintentar' }).click()
    await expect(cards(page)).toHaveCount(COURSES.length)
    if (isMobile) await page.getByRole('button', { name: 'Filtrar' }).click()
    await expect(page.getByText('Hubo un error al cargar las categorías.')).toBeVisible({ timeout: 15_000 })
    await page.unroute('**/api/categorias/activas*')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    if (isMobile) await page.keyboard.press('Escape')
    await chooseCategory(page, 'Educación virtual', isMobile)
    await expect(page.getByRole('heading', { level: 1, name: 'Educación virtual' })).toBeVisible()
  })
})

test.describe('el curso en venta', () => {
  test('la oferta cuenta desde 1 h 20 m 30 s en cada carga y se detiene en cero', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-21T12:00:00-05:00') })
    await page.goto(await addressOf(page, 'Excel para la gestión', OFFERED))
    await page.clock.pauseAt(new Date('2026-11-21T13:00:00-05:00'))
    await page.reload()
    const reads = (text: string) => expect(clock(page)).toHaveText(new RegExp(`${text.replaceAll(' ', '\\s*')}$`))
    await expect(page.getByText('OFERTA EXPIRA EN:')).toBeVisible()
    await reads('00 días 01 horas 20 min 30 seg')
    await page.clock.runFor(31_000)
    await reads('00 días 01 horas 19 min 59 seg')
    await page.clock.fastForward('01:19:58')
    await reads('00 días 00 horas 00 min 01 seg')
    await page.clock.runFor(60_000)
    await reads('00 días 00 horas 00 min 00 seg')
    await page.reload()
    await reads('00 días 01 horas 20 min 30 seg')
  })

  test('cuenta antes de que la página despierte, y después sigue desde ahí', async ({ page }) => {
    const address = await addressOf(page, 'Excel para la gestión', OFFERED)
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    leaveAsDrawn(page)
    await page.clock.install({ time: new Date('2026-11-21T12:00:00-05:00') })
    await page.goto(address, { waitUntil: 'commit' })
    await expect(clock(page)).toHaveAttribute('data-known', '')
    await page.clock.runFor(60_000)
    await expect(clock(page)).toHaveText(/19\s*min/)
    scripts.resolve()
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await expect(page.locator('html[data-ready]')).toHaveCount(1)
    await page.clock.runFor(1000)
    await expect(clock(page)).toHaveText(/19\s*min/)
  })

  test('una promoción real dice hasta cuándo y que terminó; sin promoción no hay oferta', async ({ page }) => {
    await page.clock.install()
    await page.goto(await addressOf(page, 'Gamificación en el aula'))
    const sold = page.getByRole('region', { name: 'Precio y compra' })
    await expect(sold).toContainText(/S\/ 79\.00.*S\/ 109\.00/)
    await expect(sold.getByText(/^Hasta el/)).toHaveText(/^Hasta el \d+ \w+ \d{4}, \d\d:\d\d$/, { useInnerText: true })
    await expect(clock(page)).toHaveText(/(20|21)\s*días/)
    // This academy's own terms, as its refund page says them.
    await expect(sold.getByText('15 días para arrepentirte')).toBeVisible()
    await page.clock.fastForward(22 * 86_400_000)
    await expect(sold.getByText('La oferta terminó.')).toBeVisible()

    await page.goto(await addressOf(page, 'Evaluar para aprender'))
    await expect(sold).toContainText('S/ 119.00')
    await expect(sold.getByText('Precio regular:')).toHaveCount(0)
    await expect(page.getByText('OFERTA EXPIRA EN:')).toHaveCount(0)
  })

  test('se compra con un botón, o se guarda y se sigue mirando', { tag: '@gate' }, async ({ page }) => {
    await page.goto(await addressOf(page, 'Excel para la gestión', OFFERED))
    const sold = page.getByRole('region', { name: 'Precio y compra' })
    await expect(sold.getByText('S/ 99.00').filter({ visible: true }).first()).toBeVisible()
    await expect(sold.getByText('S/ 118.80').filter({ visible: true }).first()).toBeVisible()
    await expect(sold.getByText('7 días para arrepentirte')).toBeVisible()
    await expect(
      sold.getByText('completaste menos del 20 % de las lecciones y no obtuviste un certificado.'),
    ).toBeVisible()
    await expect(sold.getByRole('link', { name: 'Cómo se pide' })).toHaveAttribute('href', '/reembolsos')
    await expect(sold.getByText('Pago de prueba')).toBeVisible()

    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await expect(page.getByRole('link', { name: 'Ver mi carrito' })).toBeVisible()
    const item = { id: expect.any(Number), nombre: 'Excel para la gestión', costo: 99 }
    expect(await cart(page)).toEqual([expect.objectContaining(item)])
    await page.reload()
    await expect(page.getByRole('link', { name: 'Ver mi carrito' })).toBeVisible()

    await page.getByRole('button', { name: '¡Comprar ahora!' }).click()
    await expect(page).toHaveURL(/\/carrito$/)
    expect(await cart(page), 'an item can be added again').toHaveLength(2)
  })

  test('quien ya lo tiene va al curso; quien no, lo puede comprar', async ({ page, student, login, course, watch }) => {
    watch.allow(/status of 500/)
    await login(page, student)
    await page.goto(`/detallecurso/${course.id}`)
    await expect(page.getByText('Ya tienes este curso')).toBeVisible()
    await expect(page.getByRole('button', { name: '¡Comprar ahora!' })).toBeHidden()

    // What cannot be checked does not block buying.
    await page.route('**/api/cursos/detallado/*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await expect(page.getByRole('button', { name: '¡Comprar ahora!' })).toBeVisible()
    await page.unroute('**/api/cursos/detallado/*')
    await page.reload()
    await page.getByRole('link', { name: 'Ir al curso' }).click()
    await expect(page).toHaveURL(new RegExp(`/miscursos/${course.id}/modulos$`))
  })

  test('mientras carga lo dice; lo que falla se reintenta; lo que no existe es un 404', async ({
    page,
    watch,
    database,
    login,
  }) => {
    watch.allow(/status of (404|500)/)
    await login(page, await freshStudent(database, [], 3))
    await page.goto(CATALOGUE)
    const data = /\/detallecurso\/\d+\.data/
    const broken = Promise.withResolvers<void>()
    await page.route(data, async (route) => {
      await broken.promise
      await route.fulfill({ status: 500, body: '' })
    })
    await page.getByRole('link', { name: 'Evaluar para aprender' }).first().click()
    await expect(page.getByText('Cargando curso...')).toBeVisible()
    broken.resolve()
    await expect(page.getByRole('alert')).toContainText('Hubo un error al cargar el curso.')
    await page.unroute(data)
    await page.getByRole('link', { name: 'Reintentar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Evaluar para aprender' })).toBeVisible()
    await expect(page).toHaveTitle('Evaluar para aprender · Aula Viva')

    for (const address of ['/detallecurso', '/detallecurso/999999', '/detallecurso/abc']) {
      const answer = await page.goto(address)
      expect(answer?.status(), address).toBe(404)
      await expect(page.getByRole('heading', { name: 'No encontramos este curso' }).last()).toBeVisible()
    }
    await page.getByRole('main').getByRole('link', { name: 'Ver todos los cursos' }).click()
    await expect(cards(page).first()).toBeVisible()
  })
})

test('un curso se abre en su academia y dice lo que de verdad tiene', async ({ page, student, login, watch }) => {
  watch.allow(/404/)
  const address = await addressOf(page, 'Gamificación en el aula')
  // Pasted to someone who was in another academy.
  await page.context().clearCookies()
  const answer = await page.goto(address)
  expect(answer?.status()).toBe(200)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Gamificación en el aula' })).toBeVisible()
  await expect(page).toHaveTitle(/Aula Viva$/)
  await expect(main.getByText('8 horas académicas', { exact: true })).toBeVisible()
  await expect(main.getByText('37 min de video y lectura', { exact: true })).toBeVisible()
  await expect(main.getByText(/^(Empieza|Inició) el \d+ de [a-z]+ de \d{4}/)).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Examen y certificado' })).toHaveCount(0)
  await expect(main.getByRole('region', { name: 'Precio y compra' }).getByText(/certificado/i)).toHaveCount(0)

  await login(page, student)
  await page.goto(address)
  const sold = page.getByRole('region', { name: 'Precio y compra' })
  await expect(sold.getByRole('heading', { name: 'Este curso es de Aula Viva' })).toBeVisible()
  await expect(page.getByRole('button', { name: '¡Comprar ahora!' })).toBeHidden()
  await sold.getByRole('link', { name: 'Ver los cursos de Academia Qhapaq' }).click()
  await expect(page).toHaveTitle(/Academia Qhapaq$/)
})

test('el certificado de muestra se abre con el teclado, y el foco vuelve', async ({ page, axe }) => {
  await page.goto(await addressOf(page, 'Clases virtuales que funcionan'))
  const sample = page
    .getByRole('region', { name: 'Precio y compra' })
    .getByRole('button', { name: 'Mira uno de muestra' })
  await sample.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Certificado de muestra' })
  await expect(dialog.getByText('Es un ejemplo y no certifica nada.')).toBeVisible()
  await expect(dialog.getByText('Tu nombre y apellidos')).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(sample).toBeFocused()
})

test('una categoría se abre en su academia, con lo que se eligió', async ({ page, isMobile, student, login }) => {
  await page.goto(CATALOGUE)
  await chooseCategory(page, 'Didáctica y evaluación', isMobile)
  await expect(page).toHaveURL(/\/cursos\/\d+/)
  const { pathname } = new URL(page.url())
  await page.context().clearCookies()
  const answer = await page.goto(`${pathname}?nivel=basico`)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Didáctica y evaluación' })).toBeVisible()
  await expect(page).toHaveURL(/nivel=basico/)
  await expect(page).toHaveTitle(/Aula Viva$/)

  await login(page, student)
  await page.goto(pathname)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Estos cursos son de Aula Viva' })).toBeVisible()
  await main.getByRole('link', { name: 'Ver los cursos de Academia Qhapaq' }).click()
  await expect(page).toHaveTitle(/Academia Qhapaq$/)
})

test.describe('sin JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('se busca, se elige categoría y se abre un curso', async ({ page, isMobile }) => {
    await page.goto(CATALOGUE)
    await filter(page, isMobile, { Categoría: 'Didáctica y evaluación' })
    await search(page).fill('evaluar')
    await search(page).press('Enter')
    await expect(page).toHaveURL(/\/cursos\/\d+\?buscar=evaluar$/)
    await listed(page, ['Evaluar para aprender'])
    await page.getByRole('link', { name: 'Evaluar para aprender' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Evaluar para aprender' })).toBeVisible()
  })

  test('nivel, precio, orden y una palabra mal escrita van en la dirección', async ({ page, isMobile }) => {
    await page.goto(CATALOGUE)
    await filter(page, isMobile, { Nivel: 'Básico', Precio: 'S/ 100 a 150', 'Ordenar por': 'Mayor precio' })
    if (!isMobile) await page.getByRole('button', { name: 'Ver los cursos' }).click()
    await expect(page).toHaveURL(/\/cursos\?nivel=basico&precio=100-a-150&orden=precio-mayor$/)
    await listed(page, ['Inclusión y neurodiversidad', 'Clases virtuales que funcionan'])
    if (isMobile) await page.getByRole('button', { name: 'Filtrar (2)' }).click()
    await expect(page.getByRole('combobox', { name: 'Nivel' })).toHaveValue('basico')

    await page.goto(CATALOGUE)
    await search(page).fill('gamifciacion')
    await search(page).press('Enter')
    await expect(page).toHaveURL(/\/cursos\?buscar=gamifciacion$/)
    await expect(page.getByText('Mostramos resultados de «gamificación»')).toBeVisible()
    await listed(page, ['Gamificación en el aula'])
    await page.getByRole('link', { name: 'Buscar «gamifciacion» tal cual' }).click()
    await expect(page.getByText('No encontramos cursos con «gamifciacion»')).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
  })

  test('el curso se lee entero y se puede comprar', { tag: '@gate' }, async ({ page }) => {
    await page.goto(await addressOf(page, 'Clases virtuales que funcionan'))
    for (const name of ['Lo que aprenderás', 'Temario', 'De qué trata', 'Quién enseña', 'Examen y certificado'])
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    await expect(
      page.getByText('3 módulos · 9 lecciones · 12 horas académicas · 2 h 6 min de video y lectura'),
    ).toBeVisible()
    const second = page.getByRole('group').filter({ hasText: 'Participar de verdad' })
    await second.locator('summary').click()
    await expect(second.getByRole('listitem').first()).toBeVisible()
    await page.getByText('Leer más').first().click()
    await expect(page.getByRole('button', { name: 'Agregar al carrito' })).toBeHidden()
    await page.getByRole('button', { name: '¡Comprar ahora!' }).click()
    await expect(page).toHaveURL(/\/carrito\?agregar=\d+$/)

    await page.goto(await addressOf(page, 'Excel para la gestión', OFFERED))
    await expect(page.getByText('S/ 99.00').filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByText('OFERTA EXPIRA EN:'), 'nothing counts').toBeHidden()
  })
})
