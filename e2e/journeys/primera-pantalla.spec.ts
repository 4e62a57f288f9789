import type { Locator, Page } from '@playwright/test'
import { aCourse, anExam } from '../../server/test/builders.ts'
import { examOn } from '../support/exam-screen.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Each is whole above the phone's bar, or above the end of a window of 1280 x 900. */
async function expectInFirstScreen(page: Page, isMobile: boolean, parts: Record<string, Locator>) {
  const bar = page.getByRole('navigation', { name: 'Accesos del campus' })
  const end = isMobile ? (await bar.boundingBox())?.y : page.viewportSize()?.height
  for (const [name, part] of Object.entries(parts)) {
    await expect(part).toBeVisible()
    const box = await part.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(end ?? 0)
  }
}

type Drawn = { scrollWidth: number; clientWidth: number }

const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0

test.beforeEach(async ({ page, login, student, isMobile }) => {
  if (!isMobile) await page.setViewportSize({ width: 1280, height: 900 })
  await login(page, student)
})

test('el inicio: dónde seguir y los contadores; en una computadora también anuncios, botones y cursos', async ({
  page,
  course,
  isMobile,
}) => {
  await page.goto('/inicio')
  const main = page.getByRole('main')
  const region = (name: string) => main.getByRole('region', { name })
  const card = main.getByRole('article').filter({ hasText: course.nombre })
  const banners = region('Anuncios')
  await expectInFirstScreen(page, isMobile, {
    resume: main.getByRole('link', { name: 'Empezar', exact: true }),
    courses: main.getByRole('link', { name: /Cursos Matriculados$/ }),
    certificates: main.getByRole('link', { name: /Certificados Obtenidos$/ }),
    ...(!isMobile && { banners, buttons: main.getByRole('navigation', { name: 'Accesos rápidos' }), card }),
  })
  expect((await banners.getByRole('img').first().boundingBox())?.height).toBeLessThanOrEqual(160)
  for (const name of ['Próxima clase en vivo', 'Tu semana', 'Foros'])
    expect(await topOf(region(name)), name).toBeGreaterThan(await topOf(card))
})

test('Mis Cursos: el primer curso entero con su botón, y los foros al final', async ({ page, course, isMobile }) => {
  await page.goto('/miscursos')
  const main = page.getByRole('main')
  const card = main.getByRole('article').filter({ hasText: course.nombre })
  await expectInFirstScreen(page, isMobile, { card, resume: card.getByRole('link', { name: /^Empezar/ }) })
  await expect(card.getByText(/horas académicas$/)).toBeVisible()
  expect(await topOf(main.getByRole('region', { name: 'Foros' }))).toBeGreaterThan(await topOf(card))
})

test('el curso: su avance, el botón y los módulos; lo que falta al lado', async ({ page, course, isMobile }) => {
  await page.goto(`/miscursos/${course.id}/modulos`)
  const main = page.getByRole('main')
  const table = main.getByRole('table', { name: 'Contenido del curso' })
  await expectInFirstScreen(page, isMobile, {
    title: main.getByRole('heading', { level: 1, name: course.nombre }),
    progress: main.getByText(/^0 de \d+ lecciones completadas$/),
    resume: main.getByRole('link', { name: 'Empezar el curso' }),
    module: table.getByRole('rowheader').first(),
  })
  const missing = main.getByRole('region', { name: 'Lo que falta para tu certificado' })
  if (isMobile) return expect(await topOf(missing)).toBeGreaterThan(await topOf(table))
  expect(await topOf(main.getByRole('region', { name: 'Contenido del curso' }))).toBeLessThanOrEqual(370)
  expect(await topOf(missing)).toBeLessThanOrEqual(370)
})

test('en un teléfono el siguiente paso está sobre la barra, también con dos avisos de una línea', {
  tag: '@telefono',
}, async ({ page, student, course, database, login }) => {
  await database.sql`UPDATE usuarios SET correo_verificado_en = NULL WHERE id = ${student.id}`
  await login(page, student)
  const main = page.getByRole('main')
  const mail = page.getByRole('complementary', { name: 'Confirma tu correo' })
  const exam = page.getByRole('region', { name: 'Examen en curso' })
  const begin = main.getByRole('button', { name: 'Comenzar examen' })
  await page.goto('/premios')
  const podium = main.getByRole('region', { name: 'Ranking de los mejores alumnos' }).getByRole('list').first()
  await expectInFirstScreen(page, true, { mine: main.getByText('Todavía no tienes puntos este mes'), podium })
  await page.goto(`/examen/${course.examen}/${course.modulo}/modulo`)
  await expectInFirstScreen(page, true, { begin })
  await begin.click()
  await expect(page.getByText(/^Pregunta 1 de/)).toBeVisible()
  const cards = main.getByRole('article')
  for (const [path, parts] of Object.entries<Record<string, Locator>>({
    '/inicio': { step: main.getByRole('link', { name: /^(Empezar|Continuar)/ }).first(), mail, exam },
    '/miscursos': { step: cards.first().getByRole('link', { name: /^(Empezar|Continuar)/ }), mail, exam },
    '/calendario': { step: main.getByRole('button', { name: 'Ir a sesión' }).first(), mail, exam },
    '/soporte': { send: main.getByRole('button', { name: 'Enviar mensaje' }), mail, exam },
    '/cursos': { filter: main.getByRole('button', { name: 'Filtrar' }), second: cards.nth(1), exam },
  })) {
    await page.goto(path)
    await expect(exam).toBeVisible()
    await expectInFirstScreen(page, true, parts)
    for (const notice of [mail, exam])
      for (const shown of await notice.all()) expect((await shown.boundingBox())?.height).toBeLessThanOrEqual(46)
    for (const words of await mail.getByRole('status').locator('> span').all())
      expect(await words.evaluate((said: Drawn) => said.scrollWidth <= said.clientWidth), 'nothing is cut').toBe(true)
  }
})

test('en un teléfono una lección muestra todas sus partes, y la asistencia completa es una línea', {
  tag: '@telefono',
}, async ({ page, course }) => {
  await page.goto(`/miscursos/${course.id}/modulos/${course.modulo}/leccion/${course.leccion}`)
  const parts = page.getByRole('navigation', { name: 'Partes de la lección' }).getByRole('link')
  await expect(parts).toHaveCount(3)
  for (const part of await parts.all()) await expect(part).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Registrar asistencia' }).click()
  await page.getByRole('button', { name: 'Registrar cierre' }).click()
  const done = page.getByRole('region', { name: 'Asistencia completa' })
  await expect(done).toContainText(/\d{4}, \d\d:\d\d$/)
  expect((await done.boundingBox())?.height).toBeLessThanOrEqual(46)
})

test('en un teléfono un examen no aprobado muestra qué repasar y lo que se puede hacer', {
  tag: '@telefono',
}, async ({ page, database, login }) => {
  const course = await aCourse(database.db, { lessons: 3 })
  const [modulo] = course.modulos
  const exams = { id_curso: course.id, id_modulo: modulo?.id, nombre: 'Examen del módulo 2: dar vida al movimiento' }
  const made = await anExam(database.db, { ...exams, values: [10, 10, 10] })
  for (const [at, { id }] of made.preguntas.entries())
    await database.sql`UPDATE preguntas SET id_leccion = ${modulo?.lecciones[at]?.id ?? null} WHERE id = ${id}`
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(`/examen/${made.id}/${modulo?.id}/modulo`)
  await exam.start()
  for (const place of [1, 2, 3]) {
    await exam.choose('A')
    if (place < 3) await exam.next()
  }
  await exam.send()
  const review = page.getByRole('region', { name: 'Qué repasar' })
  const again = review.getByRole('button', { name: 'Intentar otra vez' })
  const lessons = review.getByRole('navigation').getByRole('link')
  await expect(lessons).toHaveCount(3)
  expect(await topOf(again)).toBeGreaterThan(await topOf(lessons.last()))
  await expectInFirstScreen(page, true, { again, back: review.getByRole('link', { name: 'Volver al curso' }) })
})
