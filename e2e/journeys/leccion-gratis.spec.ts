import type { Page } from '@playwright/test'
import { archivos } from '../../server/src/features/catalogue/catalogue.tables.ts'
import { aCourse } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { isSaved } from '../support/drafts.ts'
import { freshStudent } from '../support/people.ts'
import { withPlayer } from '../support/player.ts'
import { leaveAsDrawn } from '../support/ready.ts'
import { expect, test } from '../support/test.ts'

const FREE_TEXT = `<p>Lo que se ve sin comprar.</p><pre><code class="language-pregunta">¿Se ve?
- [x] Sí, gratis
- [ ] No</code></pre>`

/** A course whose first lesson anybody may see. */
async function aFreeLesson({ db, sql }: TestDatabase) {
  const course = await aCourse(db, { lessons: 2, nombre: 'Curso con lección gratis' })
  const [free, paid] = course.modulos[0]?.lecciones ?? []
  await sql`UPDATE lecciones SET gratis = true, contenido = ${FREE_TEXT} WHERE id = ${free?.id}`
  await sql`UPDATE lecciones SET contenido = '<p>Solo para alumnos.</p>' WHERE id = ${paid?.id}`
  return course
}

async function aVideo({ db }: TestDatabase, id_leccion = 0) {
  const video = { titulo: 'El corto', enlace: 'https://youtu.be/aqz-KE-bpKQ', tipo_video: 'youtube' as const }
  await db.insert(archivos).values({ ...video, id_leccion, video: 'aqz-KE-bpKQ', orden: 1 })
}

/** From the course's syllabus to the lesson, and from there to the cart. */
async function walk(page: Page, course: number): Promise<void> {
  await page.goto(`/detallecurso/${course}`)
  await page.getByRole('link', { name: /Lección 1\.1 ?Lee gratis/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lección 1.1' })).toBeVisible()
  await expect(page.getByText('Lo que se ve sin comprar.')).toBeVisible()
  await expect(page.getByText('Solo para alumnos.')).toHaveCount(0)
  await page.getByRole('button', { name: '¡Comprar ahora!' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible()
  await expect(page).toHaveURL(/\/carrito/)
}

test('un invitado ve la lección gratis y compra el curso', async ({ page, database, axe }) => {
  const course = await aFreeLesson(database)
  await walk(page, course.id)
  await expect(page.getByText('Curso con lección gratis').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Lo que se ve sin comprar.')).toBeVisible()
  await page.getByRole('radio', { name: 'Sí, gratis' }).check()
  await page.getByRole('button', { name: 'Comprobar' }).click()
  await expect(page.getByRole('status').filter({ hasText: '¡Correcto!' })).toBeVisible()
  await axe(page)
})

test('la lección gratis se ve en la página del curso, y al terminar se compra al mismo precio', async ({
  page,
  database,
  axe,
}, { project }) => {
  const course = await aFreeLesson(database)
  await aVideo(database, course.modulos[0]?.lecciones[0]?.id)
  leaveAsDrawn(page)
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(`/detallecurso/${course.id}`)
  const invitation = page.getByRole('link', { name: 'Mira gratis la primera lección Lección 1.1' })
  await expect(invitation).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: '¡Comprar ahora!' }).first()).toBeInViewport({ ratio: 1 })
  const syllabus = page.getByRole('region', { name: 'Temario' })
  await expect(syllabus.getByRole('link')).toHaveCount(1)
  expect(scripts).toEqual([])
  await axe(page)

  const player = await withPlayer(page)
  const stage = await invitation.boundingBox()
  if (project.name === 'telefono') await syllabus.getByRole('link', { name: /Lección 1\.1 ?Mira gratis/ }).click()
  else {
    await invitation.focus()
    await page.keyboard.press('Enter')
  }
  await expect.poll(player.isReady).toBe(true)
  const video = page.locator('iframe')
  await expect(video).toBeInViewport({ ratio: 1 })
  await expect(video).toBeFocused()
  expect((await video.boundingBox())?.height).toBe(stage?.height)
  await expect(page).toHaveURL(new RegExp(`/detallecurso/${course.id}$`))

  await player.end()
  const end = page.getByRole('region', { name: 'Fin de la lección gratis' })
  await expect(end).toBeFocused()
  await axe(page)
  await end.getByRole('button', { name: 'Ver otra vez' }).click()
  await expect(end).toBeHidden()
  await expect.poll(player.isReady).toBe(true)
  await player.end()
  const price = await page.getByRole('region', { name: 'Precio y compra' }).getByText(/^S\/ /).first().textContent()
  await expect(end.getByText(`Sigue por ${price}`)).toBeVisible()
  await expect(end).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible()
  await expect(page.getByText('Curso con lección gratis').first()).toBeVisible()
})

test('a quien ya tiene el curso, la lección gratis no le vende nada', async ({ page, database, login }) => {
  const course = await aFreeLesson(database)
  await aVideo(database, course.modulos[0]?.lecciones[0]?.id)
  await login(page, await freshStudent(database, [course.id]))
  const player = await withPlayer(page)
  await page.goto(`/detallecurso/${course.id}`)
  await expect(page.getByText('Ya tienes este curso')).toBeVisible()
  await expect(page.getByText(/(Mira|Lee) gratis/)).toHaveCount(0)
  await page.getByRole('link', { name: 'Ver el video Lección 1.1' }).click()
  await expect.poll(player.isReady).toBe(true)
  await player.end()
  await expect(page.getByText(/^Sigue por/)).toHaveCount(0)
  await expect(page.locator('iframe')).toBeVisible()
})

test('de la pantalla del docente a quien visita: se marca gratis, se ve sin cuenta, y deja de verse', async ({
  page,
  newDevice,
  enter,
  database,
  watch,
}) => {
  test.slow()
  watch.allow(/404/)
  const { db, sql } = database
  const course = await aCourse(db, { lessons: 4, nombre: 'Curso que se prueba antes', id_cliente: 2 })
  const [lesson, ...others] = course.modulos[0]?.lecciones ?? []
  const id = lesson?.id ?? 0
  await sql`UPDATE lecciones SET contenido = '<p>Lo que se ve sin comprar.</p>' WHERE id_modulo = ${course.modulos[0]?.id ?? 0}`
  await sql`INSERT INTO materiales (id_leccion, tipo, nombre, texto, orden) VALUES (${id}, 'Texto', 'La guía', 'Solo alumnos', 1)`
  const address = `/detallecurso/${course.id}/leccion/${id}`
  const visitor = await newDevice()
  const isShut = () =>
    expect(async () => {
      expect((await visitor.goto(address))?.status()).toBe(404)
    }).toPass()
  await isShut()

  await enter(page, 'admin@demo.pe')
  await page.goto(`/gestion/cursos/${course.id}/lecciones/${id}`)
  const free = page.getByRole('switch', { name: 'Vista previa gratis' })
  const publish = async () => {
    await isSaved(page)
    await page.getByRole('button', { name: 'Revisar y publicar' }).click()
    await page.getByRole('button', { name: 'Publicar', exact: true }).click()
    await expect(page.getByText('Publicado. Ya lo ven los alumnos.')).toBeVisible()
  }
  await free.check()
  await publish()
  await expect(async () => {
    await visitor.goto(`/detallecurso/${course.id}`)
    await visitor.getByRole('link', { name: /Lección 1\.1 ?Lee gratis/ }).click({ timeout: 2000 })
  }).toPass()
  await expect(visitor.getByText('Lo que se ve sin comprar.')).toBeVisible()
  await expect(visitor.getByText('La guía')).toHaveCount(0)
  await expect(visitor.getByRole('heading', { name: 'Comentarios' })).toHaveCount(0)
  const told = await visitor.request.get(`/api/lecciones/${id}/vista-previa?marca=2`)
  expect(Object.keys((await told.json()).data)).not.toContain('materiales')
  expect((await visitor.request.get(`/api/lecciones/detallado/${id}`)).status()).toBe(401)

  await sql`UPDATE lecciones SET gratis = true WHERE id = ANY(${others.map((other) => other.id)})`
  await page.reload()
  await page.getByLabel('Minutos').fill('12')
  await isSaved(page)
  await page.getByRole('button', { name: 'Revisar y publicar' }).click()
  await expect(page.getByText('El curso ya tiene 3 lecciones gratis.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await free.uncheck()
  await publish()
  await isShut()
})

test('el video gratis que no carga lo dice y ofrece verlo donde está', async ({ page, database, axe }) => {
  const course = await aFreeLesson(database)
  const id_leccion = course.modulos[0]?.lecciones[0]?.id ?? 0
  await aVideo(database, id_leccion)
  await page.goto(`/detallecurso/${course.id}/leccion/${id_leccion}`)
  await page.getByRole('button', { name: 'Ver el video' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'No se pudo cargar el video' })
  await expect(failure).toBeVisible({ timeout: 30_000 })
  await expect(failure.getByRole('link', { name: 'Abrir en YouTube' })).toHaveAttribute(
    'href',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  )
  // A visitor has no tickets.
  await expect(failure.getByRole('link', { name: 'Avisar' })).toHaveAttribute('href', /^mailto:hola@.*El%20corto/)
  await axe(page)

  const player = await withPlayer(page)
  await failure.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(player.isReady).toBe(true)
  await expect(failure).toBeHidden()
})

test('compartida con quien mira otra academia, se abre en la suya', async ({ page, database, login, watch }) => {
  // By the API another brand's course does not exist for a signed-in student.
  watch.allow(/404/)
  const course = await aFreeLesson(database)
  const address = `/detallecurso/${course.id}/leccion/${course.modulos[0]?.lecciones[0]?.id}`
  await page.goto('/?marca=3')
  const answer = await page.goto(address)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Lección 1.1' })).toBeVisible()
  await expect(page).toHaveTitle(/Academia Qhapaq$/)

  await login(page, await freshStudent(database, [], 3))
  await page.goto(address)
  await expect(page.getByText('Lo que se ve sin comprar.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Este curso es de Academia Qhapaq' })).toBeVisible()
  await expect(page.getByRole('button', { name: '¡Comprar ahora!' })).toBeHidden()
  await page.getByRole('link', { name: 'Ver los cursos de Aula Viva' }).click()
  await expect(page).toHaveTitle(/Aula Viva$/)
})

test.describe('sin JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('la lección gratis se lee y lleva al carrito', async ({ page, database }) => {
    const course = await aFreeLesson(database)
    await walk(page, course.id)
    await expect(page).toHaveURL(new RegExp(`/carrito\\?agregar=${course.id}$`))
    await aVideo(database, course.modulos[0]?.lecciones[0]?.id)
    await expect(async () => {
      await page.goto(`/detallecurso/${course.id}`)
      await page.getByRole('link', { name: /^Mira gratis la primera lección/ }).click({ timeout: 2000 })
    }).toPass()
    await expect(page.getByRole('heading', { level: 1, name: 'Lección 1.1' })).toBeVisible()
  })
})
