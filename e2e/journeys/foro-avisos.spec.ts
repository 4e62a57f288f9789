import { aCourse } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('la entrada a los foros dice qué hay de nuevo, las respuestas son un solo aviso y leer el foro lo quita', async ({
  page,
  database,
  login,
  baseURL,
  axe,
}) => {
  const base = baseURL ?? ''
  const course = await aCourse(database.db, { lessons: 1 })
  const reader = await freshStudent(database, [course.id])
  const writers = [await freshStudent(database, [course.id]), await freshStudent(database, [course.id])]
  const titulo = 'Prueba larga: sesenta respuestas para ver cómo se agrupan'
  const mine = await openSession(base, reader.correo, reader.password)
  const foro = await call<{ id: number }>(base, '/foros', mine.token, {
    method: 'POST',
    body: { titulo, contenido: '<p>¿Quién empieza?</p>', tipo_foro: 'curso', id_curso: course.id },
  })
  for (const writer of writers) {
    const { token } = await openSession(base, writer.correo, writer.password)
    for (const n of [1, 2, 3])
      await call(base, '/posts-foro', token, {
        method: 'POST',
        body: { contenido: `<p>Respuesta ${n} de ${writer.id}</p>`, id_foro: foro.id },
      })
  }
  await login(page, reader)
  await page.goto('/miscursos')
  await expect(page.getByRole('link', { name: /^Foros 6 respuestas nuevas en 1 tema que sigues/ })).toBeVisible()
  // It comes late, so the courses are above it.
  await expect(page.getByRole('main').getByRole('link').first()).not.toHaveAccessibleName(/^Foros/)
  await page.getByRole('link', { name: /^Foros/ }).click()
  await expect(page).toHaveURL(/\/foros$/)
  await expect(page.getByRole('article', { name: titulo })).toContainText('6 sin leer')
  await page.goto('/notificaciones')
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notificaciones/ })
  await expect(bell).toHaveAccessibleName('Notificaciones: 1 sin leer')
  const row = page.getByRole('listitem').filter({ hasText: 'Escribieron Rosa y Rosa (6)' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(titulo)
  await expect(row).toContainText(/Respuesta \d de/)
  await axe(page)

  await expect(row.getByRole('link', { name: /^Leer en el foro/ })).toBeVisible()

  // Not opened from its row: reading the thread reads the notification.
  await page.goto(`/foro/${foro.id}`)
  const posts = page.getByRole('article', { name: /^Respuesta de/ })
  await expect(posts).toHaveCount(6)
  for (const post of await posts.all()) await post.scrollIntoViewIfNeeded()
  await expect(bell).toHaveAccessibleName('Notificaciones')
})
