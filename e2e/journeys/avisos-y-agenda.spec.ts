import type { Page } from '@playwright/test'
import { notify } from '../../server/src/features/notifications/notifications.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { aCertificate, freshStaff } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const LONG = 'Este aviso de la academia es bastante largo para que se corte en la lista y en la campana.'

/** Notifies a student, as a feature of the server would. */
const tell = ({ db }: TestDatabase, student: number, clave: string, over: { mensaje?: string; ruta?: string } = {}) =>
  notify(db, { evento: 'aviso', tipo: 'Otro', mensaje: LONG, clave, usuarios: [student], ...over })

/** A stream that broke off comes back after some seconds. */
const LIVE = { timeout: 30_000 }

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificaciones/ })

test('un aviso llega en vivo a dos pestañas y se lee en ambas', async ({ page, student, login, database }) => {
  await login(page, student)
  await page.goto('/miscursos')
  const other = await page.context().newPage()
  await other.goto('/inicio')
  await expect(bell(page)).toHaveAccessibleName('Notificaciones')
  await expect(bell(other)).toHaveAccessibleName('Notificaciones')

  await tell(database, student.id, 'e2e:1', { ruta: '/miscertificados' })
  await expect(bell(page)).toHaveAccessibleName('Notificaciones: 1 sin leer', LIVE)
  await expect(bell(other)).toHaveAccessibleName('Notificaciones: 1 sin leer', LIVE)

  await bell(page).click()
  // Thirty characters and an ellipsis.
  await page.getByRole('dialog').getByRole('link', { name: 'Este aviso de la academia es b…' }).click()
  await expect(page).toHaveURL(/\/miscertificados$/)
  await expect(bell(page)).toHaveAccessibleName('Notificaciones')
  await expect(bell(other)).toHaveAccessibleName('Notificaciones')
})

test('@escritorio un aviso que llega mientras la pestaña todavía pregunta no se pierde', async ({
  page,
  student,
  login,
  database,
}) => {
  await login(page, student)
  const opened = page.waitForResponse('**/api/notificaciones/eventos')
  await page.goto('/miscursos')
  await opened
  const other = await page.context().newPage()
  const told = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await other.route(
    `**/api/notificaciones/usuario/${student.id}`,
    async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await told.promise
      // The tab may have given up the answer meanwhile.
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  await other.goto('/inicio')
  await asked.promise
  await expect(bell(other)).toHaveAccessibleName('Notificaciones')
  await tell(database, student.id, 'e2e:tarde')
  await expect(bell(page)).toHaveAccessibleName('Notificaciones: 1 sin leer', LIVE)
  told.resolve()
  await expect(bell(other)).toHaveAccessibleName('Notificaciones: 1 sin leer')
})

test('@escritorio la primera palabra del flujo en vivo no hace preguntar dos veces', async ({
  page,
  database,
  student,
  login,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/notificaciones/usuario/${student.id}`) asked.push(request.url())
  })
  // The stream opens when the screen shows what was unread.
  const shown = Promise.withResolvers<void>()
  await page.route('**/api/notificaciones/eventos', async (route) => {
    await shown.promise
    await route.fallback()
  })
  const opened = page.waitForResponse('**/api/notificaciones/eventos')
  await tell(database, student.id, 'flujo:1')
  await login(page, student)
  await page.goto('/miscursos')
  await expect(bell(page)).toHaveAccessibleName('Notificaciones: 1 sin leer', LIVE)
  expect(asked).toHaveLength(1)
  shown.resolve()
  // Its response begins with the first event; a later event causes the request.
  await opened
  await tell(database, student.id, 'flujo:2')
  await expect(bell(page)).toHaveAccessibleName('Notificaciones: 2 sin leer')
  expect(asked).toHaveLength(2)
})

test('la página de avisos corta a 60, abre el detalle y vuelve a marcar', async ({
  page,
  student,
  login,
  database,
  axe,
}) => {
  await login(page, student)
  await tell(database, student.id, 'e2e:2')
  await page.goto('/notificaciones')
  await expect(page.getByRole('heading', { level: 2, name: 'Hoy' })).toBeVisible()
  const row = page.getByRole('link', { name: 'Este aviso de la academia es bastante largo para que se cort…' })
  await row.click()
  await expect(page).toHaveURL(/aviso=\d+/)
  const dialog = page.getByRole('dialog', { name: 'Aviso' })
  await expect(dialog.getByText(LONG)).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Marcar como no leída' }).click()
  await expect(dialog).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Notificaciones: 1 sin leer', LIVE)

  await page.getByRole('link', { name: /^No leídas/ }).click()
  await expect(page).toHaveURL(/filtro=no-leidas/)
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  await expect(page.getByText('Estás al día')).toBeVisible()
})

test('abrir aquello de lo que habla un aviso lo quita, sin pasar por la campana', async ({
  page,
  student,
  course,
  login,
  database,
  watch,
}) => {
  watch.allow(/500/)
  const code = await aCertificate(database, student, course)
  const modules = `/miscursos/${course.id}/modulos`
  const lesson = `${modules}/${course.modulo}/leccion/${course.leccion}`
  const routes = [
    `/certificado/${code}`,
    `/examen/${course.examen}/${course.modulo}/modulo#resultado`,
    modules,
    lesson,
    '/referidos',
    '/soporte',
  ]
  for (const ruta of routes) await tell(database, student.id, `e2e:${ruta}`, { ruta })
  const left = (unread: number) =>
    expect(bell(page)).toHaveAccessibleName(unread > 0 ? `Notificaciones: ${unread} sin leer` : 'Notificaciones', LIVE)
  const marked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/notificaciones/')) marked.push(request.url())
  })
  await login(page, student)
  await page.goto(`/certificado/${code}`)
  await left(5)
  await page.goto(`/examen/${course.examen}/${course.modulo}/modulo`)
  await left(4)
  // The lesson lies in the course.
  await page.goto(lesson)
  await left(2)
  await page.goto('/referidos')
  await left(1)

  // What could not be read stays unread.
  const tickets = (path: URL) => path.pathname === `/api/soporte/usuario/${student.id}`
  await page.route(tickets, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/soporte')
  await expect(page.getByRole('heading', { name: 'No se pudieron cargar tus consultas.' })).toBeVisible()
  await left(1)
  await page.unroute(tickets)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await left(0)

  // It came after the screen was read.
  await tell(database, student.id, 'e2e:luego', { ruta: '/soporte' })
  await left(1)
  await page.goto('/miscertificados')
  await left(1)
  expect(marked).toHaveLength(6)
})

test('las preferencias se guardan al momento', async ({ page, student, login, axe }) => {
  await login(page, student)
  await page.goto('/notificaciones/preferencias')
  const mail = page.getByRole('switch', { name: 'Responden a lo que escribí: por correo' })
  await expect(mail).not.toBeChecked()
  await mail.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Preferencia guardada.')).toBeVisible()
  await axe(page)
  await page.reload()
  await expect(mail).toBeChecked()
})

test('quien administra la academia elige cada cuánto le llegan sus ventas', async ({ page, database, login, axe }) => {
  const owner = await freshStaff(database, ['marca'])
  await login(page, owner)
  await page.goto('/notificaciones/preferencias')
  const sales = page.getByRole('combobox', { name: 'Ventas de la academia' })
  await expect(sales).toHaveValue('cada_venta')
  await sales.selectOption('Un correo al día, a las 8:00, con lo de ayer')
  await expect(page.getByText('Preferencia guardada.')).toBeVisible()
  await axe(page)
  await page.reload()
  await expect(sales).toHaveValue('al_dia')
})

test('una preferencia que no se guarda vuelve a como estaba', async ({ page, student, login, watch }) => {
  watch.allow(/503/)
  await login(page, student)
  await page.goto('/notificaciones/preferencias')
  await page.route('**/api/notificaciones/preferencias', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
  )
  const campus = page.getByRole('switch', { name: 'Es mi cumpleaños: en el campus' })
  await campus.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('No se pudo guardar la preferencia. La dejamos como estaba.')).toBeVisible()
  await expect(campus).toBeChecked()
})

test('el calendario: sesiones, archivo .ics y dirección privada', async ({ page, student, login, axe, isMobile }) => {
  await login(page, student)
  // A phone shows the list by itself.
  await page.goto(isMobile ? '/calendario' : '/calendario?vista=lista')
  await expect(page.getByRole('button', { name: 'Ir a sesión' }).first()).toBeDisabled()
  await expect(page.getByText(/^Podrás entrar desde las \d\d:\d\d$/).first()).toBeVisible()
  await axe(page)
  const options = page.getByRole('button', { name: /^Opciones de / }).first()
  await options.click()
  const google = page.getByRole('menuitem', { name: 'Agregar a Google Calendar' })
  await expect(google).toHaveAttribute(
    'href',
    /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&text=[^&]+&dates=\d{8}T\d{6}Z%2F\d{8}T\d{6}Z&details=/,
  )
  await expect(page.getByRole('menuitem', { name: 'Ver lección' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Agregar a mi calendario' }).click()
  expect((await download).suggestedFilename()).toMatch(/^sesion-\d+\.ics$/)

  await page.getByRole('button', { name: 'Pasar a mi calendario' }).click()
  const address = page.getByLabel('Tu enlace')
  await expect(address).toHaveValue(/\/api\/calendario\/[\w-]{43}\.ics$/)
  await expect(page.getByRole('link', { name: 'Agregar a Google Calendar' })).toHaveAttribute(
    'href',
    /\/calendar\/render\?cid=webcal%3A/,
  )
  const before = await address.inputValue()
  await page.getByRole('button', { name: 'Cambiar el enlace' }).click()
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.getByRole('button', { name: 'Renovar', exact: true }).click()
  await expect(address).not.toHaveValue(before)
  expect((await page.request.get(before)).status()).toBe(404)
  // Everything beside the dialog is inert, so that what it says is said in it.
  const told = page.getByRole('dialog').getByRole('status').filter({ hasText: 'Tu enlace es nuevo.' })
  await told.getByRole('button', { name: 'Cerrar aviso' }).click()
  await expect(told).toHaveCount(0)
})

test('@escritorio el mes se recorre con el teclado y queda en la dirección', async ({ page, student, login, axe }) => {
  await login(page, student)
  await page.goto('/calendario?mes=2094-01&dia=2094-01-31')
  await expect(page.getByRole('heading', { level: 2, name: 'enero de 2094' })).toBeVisible()
  await page.getByRole('button', { name: 'domingo 31 de enero, sin actividades' }).focus()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('button', { name: /^domingo 28 de febrero/ })).toBeFocused()
  await expect(page).toHaveURL(/mes=2094-02&dia=2094-02-28/)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: /^lunes 1 de marzo/ })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('heading', { level: 2, name: 'domingo 7 de marzo' })).toBeVisible()
  await axe(page)
})

test('@escritorio el calendario es el mes de hoy, entero en la primera pantalla, con lo próximo al lado', async ({
  page,
  student,
  login,
  axe,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await login(page, student)
  await page.goto('/calendario')
  const next = page.getByRole('region', { name: 'Próximas' })
  await expect(next.getByRole('heading', { level: 4 }).first()).toBeInViewport()
  const grid = page.getByRole('grid')
  const [month = '', last = 0] = await page.evaluate(() => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Lima' }).format()
    return [
      day.slice(0, 7),
      new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate(),
    ] as const
  })
  const days = grid.locator(`[data-day^="${month}"]`)
  await expect(days).toHaveCount(last)
  await expect(days.last()).toBeInViewport()
  const today = grid.getByRole('button', { name: /^hoy, / })
  await expect(today).toHaveAttribute('data-day', new RegExp(`^${month}`))
  await axe(page)
  await today.click()
  await expect(page.getByRole('heading', { level: 2, name: /^\S+ \d+ de \S+$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar el día' }).click()

  await expect(page.getByRole('link', { name: 'Hoy' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Mes siguiente' }).click()
  await expect(days).not.toHaveCount(last)
  await page.getByRole('link', { name: 'Hoy' }).click()
  await expect(days).toHaveCount(last)
  await page.getByRole('link', { name: 'Mes anterior' }).click()
  await expect(days).not.toHaveCount(last)
  await page.goto('/calendario?vista=lista')
  await page.getByRole('link', { name: 'Ver el mes' }).click()
  await expect(today).toBeVisible()
})
