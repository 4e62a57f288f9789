import type { Page } from '@playwright/test'
import { aCourse, anExam } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { isSaved } from '../support/drafts.ts'
import { press, toRow } from '../support/keyboard.ts'
import { freshStaff } from '../support/people.ts'
import { withPlayer } from '../support/player.ts'
import { expect, test } from '../support/test.ts'

const rows = (page: Page) => page.getByRole('treegrid', { name: 'Módulos y lecciones' }).getByRole('row')
const row = (page: Page, name: string) => rows(page).and(page.getByRole('row', { name, exact: true }))

/** The rows of the outline in order, without those that add lessons. */
const outlineIs = (page: Page, names: string[]) =>
  expect
    .poll(async () => {
      // The tests are compiled without the types of the browser.
      const labels = await rows(page).evaluateAll((all) =>
        all.map((one) => (one as unknown as { ariaLabel: string | null }).ariaLabel ?? ''),
      )
      return labels.filter((label) => !label.startsWith('Agregar en'))
    })
    .toEqual(names)

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Acciones de «${name}»` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Two modules of two lessons each, published. */
async function aTaughtCourse(database: TestDatabase) {
  const teacher = await freshStaff(database, ['docente'], 'Elena')
  const course = await aCourse(database.db, { modules: 2, lessons: 2, teacher: teacher.id, nombre: 'Curso con índice' })
  return { teacher, course, path: `/gestion/cursos/${course.id}` }
}

/** Of the lessons that students see, by module. */
async function publishedOutline({ sql }: TestDatabase, course: number) {
  const found = await sql<{ modulo: string; lecciones: string[] }[]>`
    SELECT m.nombre AS modulo, array_agg(l.titulo ORDER BY l.orden) AS lecciones FROM modulos m
    JOIN lecciones l ON l.id_modulo = m.id AND l.activo WHERE m.id_curso = ${course} AND m.activo GROUP BY m.id ORDER BY m.orden`
  return found.map(({ modulo, lecciones }) => [modulo, ...lecciones])
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Revisar y publicar' }).click()
  const send = page.getByRole('dialog').getByRole('button', { name: 'Publicar', exact: true })
  await expect(send).toBeEnabled()
  await send.click()
  await expect(page.getByText('Publicado. Ya lo ven los alumnos.')).toBeVisible()
}

const MOVED = ['Módulo 1', 'Lección 1.2', 'Módulo 2', 'Lección 2.1', 'Lección 1.1', 'Lección 2.2']
const PUBLISHED = [
  ['Módulo 1', 'Lección 1.2'],
  ['Módulo 2', 'Lección 2.1', 'Lección 1.1', 'Lección 2.2'],
]

test('una lección se arrastra con el ratón a otro módulo, y así se publica', { tag: '@escritorio' }, async ({
  page,
  database,
  login,
}) => {
  const { teacher, course, path } = await aTaughtCourse(database)
  await login(page, teacher)
  await page.goto(path)
  const handle = { x: 14, y: 22 }
  const above = { x: 200, y: 4 }
  await row(page, 'Lección 1.1').dragTo(row(page, 'Lección 2.2'), { sourcePosition: handle, targetPosition: above })
  await outlineIs(page, MOVED)
  await isSaved(page)
  await publish(page)
  expect(await publishedOutline(database, course.id)).toEqual(PUBLISHED)
})

test('una lección se arrastra con el teclado a otro módulo, y así se publica', { tag: '@escritorio' }, async ({
  page,
  database,
  login,
}) => {
  const { teacher, course, path } = await aTaughtCourse(database)
  await login(page, teacher)
  await page.goto(path)
  await toRow(page, 'Lección 1.1')
  await press(page, page.getByRole('button', { name: 'Arrastrar «Lección 1.1»' }))
  const place = page.getByRole('button', { name: /Lección 2\.1 y Lección 2\.2/ })
  await expect(place).toBeAttached()
  for (let stops = 0; stops < 12 && (await place.and(page.locator(':focus')).count()) === 0; stops++)
    await page.keyboard.press('ArrowDown')
  await expect(place).toBeFocused()
  await page.keyboard.press('Enter')
  await outlineIs(page, MOVED)
  await expect(row(page, 'Lección 1.1')).toBeFocused()
  await isSaved(page)
  await publish(page)
  expect(await publishedOutline(database, course.id)).toEqual(PUBLISHED)
})

test('en el teléfono una lección se mueve con el menú de su fila, y así se publica', { tag: '@telefono' }, async ({
  page,
  database,
  login,
}) => {
  const { teacher, course, path } = await aTaughtCourse(database)
  await login(page, teacher)
  await page.goto(path)
  await choose(page, 'Lección 1.1', 'Mover a…')
  const dialog = page.getByRole('dialog', { name: 'Mover «Lección 1.1»' })
  await dialog.getByRole('combobox', { name: 'Módulo' }).click()
  await page.getByRole('option', { name: 'Módulo 2' }).click()
  await dialog.getByRole('textbox', { name: 'Posición' }).fill('2')
  await dialog.getByRole('button', { name: 'Mover', exact: true }).click()
  await outlineIs(page, MOVED)
  await choose(page, 'Lección 1.2', 'Bajar')
  await outlineIs(page, ['Módulo 1', 'Módulo 2', 'Lección 1.2', 'Lección 2.1', 'Lección 1.1', 'Lección 2.2'])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await outlineIs(page, MOVED)
  await isSaved(page)
  await publish(page)
  expect(await publishedOutline(database, course.id)).toEqual(PUBLISHED)
})

const START = ['Módulo 1', 'Lección 1.1', 'Lección 1.2', 'Módulo 2', 'Lección 2.1', 'Lección 2.2']

test('lo que se quita o se mueve en el índice se deshace, con el aviso y con el teclado', async ({
  page,
  database,
  login,
  axe,
}) => {
  const { teacher, path } = await aTaughtCourse(database)
  await login(page, teacher)
  await page.goto(path)
  await choose(page, 'Lección 1.1', 'Quitar')
  await outlineIs(page, ['Módulo 1', 'Lección 1.2', 'Módulo 2', 'Lección 2.1', 'Lección 2.2'])
  await expect(page.getByRole('status').filter({ hasText: 'Quitaste «Lección 1.1».' })).toBeAttached()
  await expect(row(page, 'Lección 1.2')).toBeFocused()
  await choose(page, 'Módulo 2', 'Quitar')
  await outlineIs(page, ['Módulo 1', 'Lección 1.2'])
  await expect(page.getByText('Quitaste «Módulo 2» y 2 lecciones.').last()).toBeVisible()
  await axe(page)

  await page.getByRole('button', { name: 'Deshacer' }).click()
  await outlineIs(page, ['Módulo 1', 'Lección 1.2', 'Módulo 2', 'Lección 2.1', 'Lección 2.2'])
  await expect(row(page, 'Módulo 2')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await outlineIs(page, START)
  await expect(row(page, 'Lección 1.1')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Deshecho: el índice está como antes.' })).toBeAttached()

  await page.keyboard.press('Alt+ArrowDown')
  await outlineIs(page, ['Módulo 1', 'Lección 1.2', 'Lección 1.1', 'Módulo 2', 'Lección 2.1', 'Lección 2.2'])
  await expect(row(page, 'Lección 1.1')).toBeFocused()
  // A real press, which nothing that lies above may take.
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await outlineIs(page, START)
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0)
  await isSaved(page)
  await page.reload()
  await outlineIs(page, START)
})

test('un módulo se duplica con sus lecciones y su examen, y uno quitado vuelve entero', async ({
  page,
  database,
  login,
  axe,
}) => {
  const { teacher, course, path } = await aTaughtCourse(database)
  await anExam(database.db, { id_curso: course.id, id_modulo: course.modulos[0]?.id ?? null })
  // A copy without content would not go on sale.
  await database.sql`UPDATE lecciones SET contenido = '<p>Barro.</p>' WHERE id_modulo = ${course.modulos[0]?.id ?? 0}`
  await login(page, teacher)
  await page.goto(path)
  await choose(page, 'Módulo 1', 'Duplicar')
  const copied = ['Módulo 1', 'Lección 1.1', 'Lección 1.2', 'Módulo 1 (copia)', 'Lección 1.1', 'Lección 1.2']
  await outlineIs(page, [...copied, ...START.slice(3)])
  await expect(page.getByText('2 lecciones · 4 h')).toHaveCount(3)
  await expect(row(page, 'Agregar en Módulo 1 (copia)').getByRole('link', { name: 'Examen de prueba' })).toBeVisible()
  await choose(page, 'Módulo 2', 'Quitar')
  const removed = page.getByRole('region', { name: 'Módulos quitados' })
  await expect(removed.getByText('2 lecciones')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Lecciones quitadas' })).toHaveCount(0)
  await axe(page)
  await page.getByRole('button', { name: 'Cerrar el aviso' }).click()
  await removed.getByRole('button', { name: 'Devolver «Módulo 2» al curso' }).click()
  await outlineIs(page, [...copied, ...START.slice(3)])
  await expect(row(page, 'Módulo 2')).toBeFocused()
  await expect(removed).toHaveCount(0)
  await isSaved(page)
  await publish(page)
  expect(await publishedOutline(database, course.id)).toEqual([
    ['Módulo 1', 'Lección 1.1', 'Lección 1.2'],
    ['Módulo 1 (copia)', 'Lección 1.1', 'Lección 1.2'],
    ['Módulo 2', 'Lección 2.1', 'Lección 2.2'],
  ])
})

test('una lección renombrada en el índice se lee con su nombre nuevo, y el foco sigue en ella', async ({
  page,
  database,
  login,
}) => {
  const { teacher, path } = await aTaughtCourse(database)
  await login(page, teacher)
  await page.goto(path)
  await choose(page, 'Lección 1.1', 'Cambiar nombre')
  await page.getByRole('textbox', { name: 'Nombre nuevo de «Lección 1.1»' }).fill('Amasar')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Amasar')).toBeFocused()
  await page.reload()
  await expect(row(page, 'Amasar')).toBeVisible()
})

test('al pegar la dirección de un video se ve el video; una que no lo es se dice y no se pierde', async ({
  page,
  database,
  login,
  axe,
}) => {
  const { teacher, course, path } = await aTaughtCourse(database)
  const player = await withPlayer(page)
  await login(page, teacher)
  await page.goto(`${path}/lecciones/${course.modulos[0]?.lecciones[0]?.id}`)
  await page.getByRole('button', { name: 'Agregar video' }).click()
  const address = page.getByRole('textbox', { name: 'Dirección del video 1' })
  await address.fill('https://vimeo.com/canal')
  const wrong = page.getByText('No es un video de YouTube o Vimeo.')
  await expect(wrong).toHaveCount(0)
  await address.blur()
  await expect(wrong).toBeVisible()
  await expect(address).toHaveValue('https://vimeo.com/canal')
  await address.fill('https://youtu.be/aqz-KE-bpKQ')
  await expect(wrong).toHaveCount(0)
  const play = page.getByRole('button', { name: 'Ver el video' })
  await expect(play).toBeVisible()
  await axe(page)
  await play.click()
  await expect.poll(player.isReady).toBe(true)
  await expect(page.locator('iframe[title^="Video"]')).toHaveAttribute(
    'src',
    /youtube-nocookie\.com\/embed\/aqz-KE-bpKQ/,
  )
  await address.fill('https://youtu.be/dQw4w9WgXcQ')
  await expect(play).toBeVisible()
  await isSaved(page)
  await page.reload()
  await expect(address).toHaveValue('https://youtu.be/dQw4w9WgXcQ')
})

test('un curso largo empieza plegado, y lo que se mueve a un módulo plegado lo abre', async ({
  page,
  database,
  login,
}) => {
  const teacher = await freshStaff(database, ['docente'], 'Elena')
  const course = await aCourse(database.db, { modules: 3, lessons: 30, teacher: teacher.id, nombre: 'Curso largo' })
  await login(page, teacher)
  await page.goto(`/gestion/cursos/${course.id}`)
  await outlineIs(page, ['Módulo 1', 'Módulo 2', 'Módulo 3'])
  await toRow(page, 'Módulo 1')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'Lección 1.30')).toBeVisible()
  await toRow(page, 'Módulo 2')
  await page.keyboard.press('ArrowUp')
  // The row that adds a lesson is the last of its module.
  await page.keyboard.press('ArrowUp')
  await expect(row(page, 'Lección 1.30')).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(row(page, 'Lección 1.30')).toBeFocused()
  await expect(row(page, 'Lección 2.30')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'posición 1 de 31 en Módulo 2' })).toBeAttached()

  await row(page, 'Lección 1.30').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lección 1.30' })).toBeVisible()
  await page.goBack()
  await expect(row(page, 'Lección 2.30')).toBeVisible()
  await expect(row(page, 'Lección 3.1')).toHaveCount(0)
  await page.getByRole('button', { name: 'Abrir todos' }).click()
  await expect(row(page, 'Lección 3.1')).toBeVisible()
  await page.getByRole('button', { name: 'Plegar todos' }).click()
  await outlineIs(page, ['Módulo 1', 'Módulo 2', 'Módulo 3'])
})
