import type { Page } from '@playwright/test'
import { archivos } from '../../server/src/features/catalogue/catalogue.tables.ts'
import { aCourse, anExam } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { aCertificate, freshStudent } from '../support/people.ts'
import { withPlayer } from '../support/player.ts'
import { expect, test } from '../support/test.ts'

/** A course of three lessons with a video each and an exam, and a student of it. */
async function aStage(database: TestDatabase) {
  const { db } = database
  const course = await aCourse(db, { modules: 1, lessons: 3, nombre: 'Curso de escenario' })
  const [modulo] = course.modulos
  if (!modulo) throw new Error('the course has no module')
  await anExam(db, { id_curso: course.id, id_modulo: modulo.id, nombre: 'Examen del escenario' })
  const video = { titulo: 'El corto', enlace: 'https://youtu.be/aqz-KE-bpKQ', tipo_video: 'youtube' as const }
  for (const { id } of modulo.lecciones)
    await db.insert(archivos).values({ ...video, id_leccion: id, video: 'aqz-KE-bpKQ', orden: 1 })
  const student = await freshStudent(database, [course.id])
  const paths = modulo.lecciones.map(({ id }) => `/miscursos/${course.id}/modulos/${modulo.id}/leccion/${id}`)
  const [first = '', second = '', third = ''] = paths
  return { course, student, first, second, third }
}

const CHECKED_TEXT = `<p>Antes.</p><pre><code class="language-pregunta">¿Qué eje apunta hacia arriba?
- [ ] El eje X
- [x] El eje Z
Z es la altura.</code></pre><p>Después de la pregunta.</p>`

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const finish = (page: Page) => page.getByRole('button', { name: 'Completar y seguir' })

test('un video que no carga lo dice, ofrece salidas y deja leer', async ({ page, database, login, axe }) => {
  const { student, first } = await aStage(database)
  await login(page, student)
  await page.goto(first)
  await page.getByRole('button', { name: 'Ver el video' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'No se pudo cargar el video' })
  await expect(failure).toBeVisible({ timeout: 12_000 })
  await expect(failure.getByRole('link', { name: 'Abrir en YouTube' })).toHaveAttribute(
    'href',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  )
  const sticky = `[...document.querySelectorAll('main *')].filter((e) => e.contains(document.querySelector('iframe')) && getComputedStyle(e).position === 'sticky').length`
  expect(await page.evaluate(sticky), 'a failed video does not follow the reader').toBe(0)
  await axe(page)

  const player = await withPlayer(page)
  await failure.getByRole('button', { name: 'Reintentar' }).click()
  await expect(failure).toBeHidden()
  await expect.poll(player.isReady).toBe(true)
  await player.say('onError', 150)
  await expect(failure).toBeVisible()
  await failure.getByRole('link', { name: 'Avisar' }).click()
  await expect(page).toHaveURL(/\/soporte\?/)
  await expect(page.getByLabel('¿En qué te ayudamos?')).toHaveValue(/video de la lección «Lección 1.1»/)
})

test('Completar y seguir está a la mano, lleva a lo que sigue y se puede deshacer', async ({
  page,
  database,
  login,
}) => {
  const { student, first, second, third } = await aStage(database)
  await login(page, student)
  await page.goto(first)
  await expect(finish(page)).toBeInViewport({ ratio: 1 })
  // Of the two bars of a phone, the lesson's is the one.
  await expect(page.getByRole('navigation', { name: 'Accesos del campus' })).toBeHidden()
  await finish(page).click()
  await expect(page).toHaveURL(second)
  await expect(heading(page, 'Lección 1.2')).toBeFocused()
  await expect(toast(page, 'Lección completada')).toHaveCount(1)
  await expect(toast(page, 'Lección completada'), 'no attendance, no points').not.toContainText('puntos')
  await toast(page, 'Lección completada').getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(page, 'La lección ya no está marcada como completada.')).toBeVisible()
  await page.goto(first)
  await expect(page.getByText('Sin completar')).toBeVisible()

  // An open attendance is closed, and then the mark cannot be taken back.
  await page.getByRole('button', { name: 'Registrar asistencia' }).click()
  await expect(toast(page, 'Asistencia registrada')).toBeVisible()
  await finish(page).click()
  await expect(page).toHaveURL(second)
  const reward = toast(page, 'Lección completada')
  await expect(reward).toContainText('+10 puntos')
  await expect(reward.getByRole('listitem').filter({ hasText: ', hoy: avanzaste' })).toHaveCount(1)
  await expect(reward).toContainText('1 de 3 días')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0)
  await finish(page).click()
  await expect(page).toHaveURL(third)
  await page.goto(first)
  await expect(page.getByText('Completada', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Registrar cierre' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Siguiente: Lección 1.3' }).click()
  await finish(page).click()
  await expect(heading(page, 'Examen del escenario')).toBeVisible()
})

test('un aviso espera a quien lo lee y le devuelve el foco', async ({ page, database, login }) => {
  const { student, first } = await aStage(database)
  await login(page, student)
  await page.clock.install()
  await page.goto(first)
  await finish(page).click()
  const note = toast(page, 'Lección completada')
  await expect(heading(page, 'Lección 1.2')).toBeFocused()
  await note.getByRole('button', { name: 'Deshacer' }).focus()
  await page.clock.runFor(60_000)
  await expect(note).toBeVisible()
  await note.getByRole('button', { name: 'Cerrar aviso' }).press('Enter')
  await expect(note).toHaveCount(0)
  await expect(heading(page, 'Lección 1.2')).toBeFocused()

  await finish(page).click()
  await expect(note).toBeVisible()
  await page.clock.runFor(8000)
  await expect(note).toHaveCount(0)
})

test('al 90 % se completa sola, la velocidad se queda y al final se ofrece lo que sigue', async ({
  page,
  database,
  login,
}) => {
  const { student, first, second } = await aStage(database)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await login(page, student)
  const player = await withPlayer(page)
  await page.goto(first)
  await page.getByRole('button', { name: 'Ver el video' }).click()
  await expect.poll(player.isReady).toBe(true)
  await player.say('onPlaybackRateChange', 1.5)
  await player.play(0, 80, 100)
  await player.play(98, 100, 100)
  await expect(page.getByText('Sin completar')).toBeVisible()
  await player.play(80, 92, 100)
  await expect(toast(page, 'Lección completada')).toBeVisible()
  await expect(page.getByText('Completada', { exact: true })).toBeVisible()

  // Who is writing is never taken away.
  const card = page.getByRole('region', { name: 'Fin del video' })
  await page.getByLabel('Tu comentario').focus()
  await player.end()
  await expect(card).toContainText('Lección 1.2')
  await expect(card.getByRole('button', { name: 'Cancelar' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Ver de nuevo' }).click()
  await expect.poll(player.isReady).toBe(true)
  await player.end()
  await card.getByRole('button', { name: 'Cancelar' }).click()
  await expect(card.getByRole('button', { name: 'Cancelar' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Ver de nuevo' }).click()
  await expect.poll(player.isReady).toBe(true)
  await player.end()
  await expect(page).toHaveURL(second, { timeout: 10_000 })

  await page.getByRole('button', { name: 'Ver el video' }).click()
  await expect.poll(player.heard).toContain('"func":"setPlaybackRate","args":[1.5]')
})

test('tras la última lección, el final del video dice Terminado y vuelve al curso, o va al certificado', async ({
  page,
  database,
  login,
}) => {
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso de una lección' })
  const [modulo] = course.modulos
  const lesson = modulo?.lecciones[0]?.id ?? 0
  const video = { titulo: 'El único', enlace: 'https://youtu.be/aqz-KE-bpKQ', tipo_video: 'youtube' as const }
  await database.db.insert(archivos).values({ ...video, id_leccion: lesson, video: 'aqz-KE-bpKQ', orden: 1 })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const player = await withPlayer(page)
  const end = page.getByRole('region', { name: 'Fin del video' })
  const watch = async () => {
    await page.goto(`/miscursos/${course.id}/modulos/${modulo?.id}/leccion/${lesson}`)
    await page.getByRole('button', { name: /^(Ver el video|Continuar en)/ }).click()
    await expect.poll(player.isReady).toBe(true)
    await player.play(1, 100, 100)
    await player.end()
    await expect(end.getByText('Terminado', { exact: true })).toBeVisible()
  }
  await watch()
  await end.getByRole('button', { name: 'Volver al curso' }).click()
  await expect(page).toHaveURL(new RegExp(`/miscursos/${course.id}/modulos$`))
  await expect(page.getByRole('main').getByText('Terminado', { exact: true })).toBeVisible()

  const code = await aCertificate(database, student, course)
  await watch()
  await end.getByRole('button', { name: 'Ver certificado' }).click()
  await expect(page).toHaveURL(new RegExp(`/certificado/${code}$`))
})

test('una pregunta entre párrafos se responde con el teclado, enseña y se recuerda', async ({
  page,
  database,
  login,
  axe,
}) => {
  const { student, first } = await aStage(database)
  await database.sql`UPDATE lecciones SET contenido = ${CHECKED_TEXT} WHERE id = ${Number(first.split('/').at(-1))}`
  await login(page, student)
  await page.goto(first)
  const check = page.getByRole('group', { name: /¿Qué eje apunta hacia arriba\?/ })
  const verdict = page.getByRole('status')
  await expect(check.getByRole('radio')).toHaveCount(2)
  await page.getByRole('button', { name: 'Comprobar' }).press('Enter')
  await expect(verdict.filter({ hasText: 'Elige una opción.' })).toBeVisible()
  await check.getByRole('radio', { name: 'El eje X' }).focus()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(verdict.filter({ hasText: 'Todavía no.' })).toBeVisible()
  await axe(page)
  await page.keyboard.press('ArrowDown')
  await expect(check.getByRole('radio', { name: 'El eje Z' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(verdict.filter({ hasText: '¡Correcto!' })).toContainText('Z es la altura.')
  await axe(page)

  await page.reload()
  await expect(verdict.filter({ hasText: '¡Correcto!' })).toBeVisible()
  await expect(check.getByRole('radio', { name: 'El eje Z' })).toBeChecked()
  await page.getByRole('button', { name: 'Responder otra vez' }).press('Enter')
  await expect(check.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(check.getByRole('radio', { name: 'El eje X' })).toBeFocused()
  await expect(page.getByText('Después de la pregunta.')).toBeVisible()
})

test('el modo cine quita los menús y se recuerda', { tag: '@escritorio' }, async ({ page, database, login }) => {
  const { student, first } = await aStage(database)
  await login(page, student)
  await page.goto(first)
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  const cinema = page.getByRole('button', { name: 'Modo cine' })
  await expect(page.getByRole('button', { name: 'Expandir menú' })).toBeVisible()
  await cinema.click()
  await expect(menu).toBeHidden()
  await page.reload()
  await expect(cinema).toHaveAttribute('aria-pressed', 'true')
  await expect(menu).toBeHidden()
  await page.keyboard.press('Alt+KeyC')
  await expect(menu).toBeVisible()
  await page.goto('/inicio')
  await expect(page.getByRole('button', { name: 'Minimizar menú' })).toBeVisible()
})
