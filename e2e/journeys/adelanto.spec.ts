import type { Locator, Page, Request, Route } from '@playwright/test'
import { aCourse } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStudent, revokeSessions, type Student } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

async function threeLessons(database: TestDatabase) {
  const course = await aCourse(database.db, { modules: 1, lessons: 3, nombre: 'Curso con adelanto' })
  const [modulo] = course.modulos
  if (!modulo) throw new Error('the course has no module')
  const student = await freshStudent(database, [course.id])
  const pathOf = (id: number | undefined) => `/miscursos/${course.id}/modulos/${modulo.id}/leccion/${id}`
  const [first, second] = modulo.lecciones
  return { course, student, first: pathOf(first?.id), second: pathOf(second?.id), secondId: second?.id }
}

async function lastSeen({ sql }: TestDatabase, { id }: Student): Promise<number | undefined> {
  const [row] = await sql<{ leccion: number }[]>`
    SELECT id_leccion AS leccion FROM progreso_lecciones WHERE id_usuario = ${id} ORDER BY visto_en DESC LIMIT 1`
  return row?.leccion
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const isPrefetch = (request: Request) => request.headers().purpose === 'prefetch'
const DETAILED = /\/api\/(lecciones|cursos)\/detallado\/\d+$/

/** Lets a screen's prefetch (`true`) or its own request (`false`) wait for `until`. */
async function hold(page: Page, prefetch: boolean, until: () => Promise<unknown>, answer?: (route: Route) => unknown) {
  await page.route(DETAILED, async (route) => {
    if (isPrefetch(route.request()) !== prefetch) return route.fallback()
    await until()
    await (answer ? answer(route) : route.fallback())
  })
}

/** The addresses that a screen asked for itself. */
function ownRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (DETAILED.test(pathname) && !isPrefetch(request)) asked.push(pathname)
  })
  return asked
}

/** As a finger does it: the pointer enters and presses at once. */
const press = (link: Locator, touch: boolean) => (touch ? link.tap() : link.click())

test('la lección que se toca con una red lenta cuenta como vista', { tag: '@gate' }, async ({
  page,
  database,
  login,
  hasTouch,
}) => {
  const { course, student, second, secondId } = await threeLessons(database)
  await login(page, student)
  await page.goto(`/miscursos/${course.id}/modulos`)
  const link = page.getByRole('link', { name: 'Lección 1.2' })
  await expect(link).toBeVisible()
  await hold(page, true, () => page.waitForURL(`**${second}`))
  const asked = ownRequests(page)
  const early = page.waitForRequest(isPrefetch)
  await press(link, hasTouch)
  await early
  await expect(heading(page, 'Lección 1.2')).toBeVisible()
  await expect.poll(() => asked).toEqual([`/api/lecciones/detallado/${secondId}`])
  await expect.poll(() => lastSeen(database, student)).toBe(secondId)
})

test('la lección adelantada se ve enseguida, y cada vez que se abre cuenta una vez', async ({
  page,
  database,
  login,
}) => {
  const { student, first, second } = await threeLessons(database)
  await login(page, student)
  await page.goto(first)
  await expect(heading(page, 'Lección 1.1')).toBeVisible()
  const asked = ownRequests(page)
  await hold(page, false, () => heading(page, 'Lección 1.2').waitFor())
  await page.waitForResponse((response) => isPrefetch(response.request()))
  await page.getByRole('link', { name: /^Siguiente/ }).click()
  await expect(page).toHaveURL(second)
  await expect(heading(page, 'Lección 1.2')).toBeVisible()
  await expect.poll(() => asked.length).toBe(1)
  await page.unroute(DETAILED)
  await page.getByRole('link', { name: /^Anterior/ }).click()
  await expect(heading(page, 'Lección 1.1')).toBeVisible()
  await expect.poll(() => asked.length).toBe(2)
})

for (const { what, at, title } of [
  { what: 'la lección', at: '/modulos', title: 'Lección 1.2' },
  { what: 'el curso', at: '', title: 'Curso con adelanto' },
])
  test(`un adelanto que falla no se ve: ${what} pregunta por sí misma`, async ({
    page,
    database,
    login,
    watch,
    hasTouch,
  }) => {
    watch.allow(/status of 404/)
    const { course, student } = await threeLessons(database)
    await login(page, student)
    await page.goto(at ? `/miscursos/${course.id}${at}` : '/miscursos')
    const left = page.url()
    const json = { code: 'NO_ENCONTRADO', message: '404', mensaje: '404' }
    const refused: string[] = []
    await hold(
      page,
      true,
      () => page.waitForURL((url) => url.href !== left),
      (route) => {
        refused.push(route.request().url())
        return route.fulfill({ status: 404, json })
      },
    )
    await press(page.getByRole('main').getByRole('link', { name: new RegExp(`^${title}`) }), hasTouch)
    await expect(heading(page, title)).toBeVisible()
    await expect.poll(() => refused.length).toBeGreaterThan(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

test('un adelanto con la sesión terminada no dice nada; la pantalla abre el login y sigue', async ({
  page,
  database,
  login,
  watch,
  hasTouch,
}) => {
  watch.allow(/status of 401/)
  const { course, student } = await threeLessons(database)
  await login(page, student)
  await page.goto(`/miscursos/${course.id}/modulos`)
  const link = page.getByRole('link', { name: 'Lección 1.2' })
  await expect(link).toBeVisible()
  await revokeSessions(database, student.id)
  await hold(page, true, () => page.waitForURL(/leccion/))
  await press(link, hasTouch)
  const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' })
  await dialog.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await dialog.getByRole('button', { name: 'Ingresar' }).click()
  await expect(heading(page, 'Lección 1.2')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
