import { award, type PointEvent } from '../../server/src/features/awards/awards.ts'
import { limaDay } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { expect, test } from '../support/test.ts'

const give = ({ db }: TestDatabase, ...events: PointEvent[]) => db.transaction((tx) => award(tx, ...events))

/** Enough points for a place below the podium and on the first page, whatever other tests earn. */
const exams = (usuario: number): PointEvent[] =>
  [92, 88, 96].map((puntos, at) => ({
    usuario,
    motivo: 'examen',
    clave: `prueba:${at}`,
    detalle: `Examen de prueba ${at + 1}`,
    puntos,
  }))

test('sin JavaScript se leen premios, ranking y reglas', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  await page.goto('/premios')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos los meses premiamos a los primeros puestos')
  const prizes = page.getByRole('region', { name: 'Premios del mes' }).getByRole('listitem')
  await expect(prizes).toContainText([
    'PRIMER PUESTO',
    'SEGUNDO PUESTO',
    'TERCER PUESTO',
    'PUESTO 4-10',
    'PUESTO 11-50',
    'Participante',
  ])
  const ranking = page.getByRole('region', { name: 'Ranking de los mejores alumnos' })
  await expect(ranking.getByRole('listitem')).toHaveCount(3)
  const fourth = ranking.getByRole('row').nth(1)
  await expect(fourth.getByRole('cell').first()).toHaveText('4')
  // Guests see no surname.
  await expect(fourth.getByRole('rowheader')).toHaveText(/ \p{L}\.\s*$/u)
  await expect(fourth.getByRole('img')).toHaveAccessibleName(/\p{L}{4,}/u)
  await expect(page.getByRole('region', { name: 'Cómo se ganan los puntos' })).toContainText('10 puntos')
  await expect(page.getByText('Se cierra el último día del mes a las 23:59:59, hora de Lima.')).toBeVisible()
  await ranking.getByRole('link', { name: /de 20\d\d/ }).click()
  await expect(page).toHaveURL(/\/premios\?mes=20\d\d-\d\d#ranking$/)
  await expect(page.getByText('La premiación ha finalizado')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ranking de los mejores alumnos' }).getByRole('listitem')).toHaveCount(
    3,
  )
  await context.close()
})

test('la cuenta regresiva llega al fin del mes en Lima y lo dice', async ({ page }) => {
  const [year, month] = limaDay().split('-').map(Number)
  const end = Date.UTC(year ?? 0, month ?? 0, 1, 5) - 1000
  await page.clock.install({ time: end - 3_600_000 })
  await page.goto('/premios')
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText(/00\s*días\s*0[01]\s*horas/)
  await page.clock.pauseAt(end - 62_000)
  await expect(timer.locator('strong')).toHaveText(['00', '00', '01', '02'])
  await page.clock.runFor(63_000)
  await expect(page.getByText('La premiación ha finalizado')).toBeVisible()
  await expect(timer).toBeHidden()
})

test('mi puesto se ve con la tabla, cada punto se explica y el nombre puede ser de iniciales', async ({
  page,
  database,
  student,
  login,
  axe,
}) => {
  await give(database, ...exams(student.id))
  await login(page, student)
  await page.goto('/premios')
  const mine = page.getByRole('region', { name: 'Mi puesto' })
  await expect(mine).toContainText('276 puntos')

  // Low, so that the own row is not among the first ones on the screen.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 360, height: 480 })
  const bar = page.getByRole('link', { name: /^Mi puesto: \d+/ })
  await page.getByRole('table').first().scrollIntoViewIfNeeded()
  await page.evaluate('document.querySelector("table").scrollIntoView()')
  await expect(bar).toBeInViewport()
  await expect(bar).toContainText('Rosa María Ñahui Peña')
  const row = page.getByRole('row').filter({ hasText: 'Tú' })
  await row.scrollIntoViewIfNeeded()
  await expect(row).toContainText('276')
  await expect(bar).toBeHidden()

  const points = page.getByRole('region', { name: 'Mis puntos' })
  await expect(points.getByRole('listitem')).toHaveCount(3)
  await expect(points).toContainText('Examen de prueba 2')
  await expect(points).toContainText('+88')

  await axe(page)
  const initials = page.getByRole('switch', { name: 'Aparecer con mis iniciales' })
  await initials.click()
  await expect(page.getByText('En los rankings se verá así: R. Ñ.')).toBeVisible()
  await expect(row).toContainText('R. Ñ.')
  await expect(row).not.toContainText('Rosa')
  const place = (await row.getByRole('cell').first().textContent()) ?? ''
  // The page is cached, the API is not.
  const { data } = await (await page.request.get('/api/ranking?per_page=100')).json()
  const shown = data.data.find((one: { puesto: number }) => one.puesto === Number(place))
  expect(shown).toMatchObject({ nombre: 'R.', apellido: 'Ñ.', puntos: 276 })
  await page.reload()
  await expect(initials).toBeChecked()
})

test('quien no tiene puntos sabe cómo empezar', async ({ page, student, login }) => {
  await login(page, student)
  await page.goto('/premios')
  await expect(page.getByRole('region', { name: 'Mi puesto' })).toContainText('Todavía no tienes puntos este mes')
  await expect(page.getByRole('region', { name: 'Mis puntos' })).toContainText('Aquí verás de dónde viene cada punto.')
  await expect(page.getByRole('link', { name: /^Mi puesto/ })).toHaveCount(0)
  await page.getByRole('region', { name: 'Mi puesto' }).getByRole('link', { name: 'Cómo se ganan los puntos' }).click()
  await expect(page.getByRole('heading', { name: 'Cómo se ganan los puntos' })).toBeInViewport()
})

test('un mes sin ranking responde 404 y lleva al de ahora', async ({ page, watch }) => {
  watch.allow(/404/)
  const answer = await page.goto('/premios?mes=2020-01')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Ese mes no tiene ranking' })).toBeAttached()
  await page.getByRole('link', { name: 'Ver el ranking de este mes' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Ranking de los mejores alumnos' })).toBeVisible()
})
