import { archivos } from '../../server/src/features/catalogue/catalogue.tables.ts'
import { aCourse, anAttempt, anExam } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStudent } from '../support/people.ts'
import { withPlayer } from '../support/player.ts'
import { expect, test } from '../support/test.ts'

/** A lesson with a video, and a student of its course. */
async function aLesson(database: TestDatabase) {
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso de detalles' })
  const [modulo] = course.modulos
  const [lesson] = modulo?.lecciones ?? []
  if (!modulo || !lesson) throw new Error('the course has no lesson')
  const video = { titulo: 'El corto', enlace: 'https://youtu.be/aqz-KE-bpKQ', tipo_video: 'youtube' as const }
  await database.db.insert(archivos).values({ ...video, id_leccion: lesson.id, video: 'aqz-KE-bpKQ', orden: 1 })
  const path = `/miscursos/${course.id}/modulos/${modulo.id}/leccion/${lesson.id}`
  return { course, modulo, lesson, path, student: await freshStudent(database, [course.id]) }
}

test('el segundo del enlace vale hasta que se mira más allá', async ({ page, database, login }) => {
  const { path, student } = await aLesson(database)
  await login(page, student)
  const player = await withPlayer(page)
  await page.goto(`${path}?t=40#comentarios`)
  await page.getByRole('button', { name: 'Continuar en 00:40' }).click()
  await expect.poll(player.isReady).toBe(true)
  await player.play(40, 65, 100)
  const saved = page.waitForResponse((reply) => reply.url().includes('/api/progreso/leccion/'))
  await player.say('onStateChange', 2)
  await saved
  await expect(page).toHaveURL(new RegExp(`${path}#comentarios$`))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Continuar en 01:05' })).toBeVisible()
})

test('al final del último video se vuelve al curso', async ({ page, database, login }) => {
  const { course, lesson, path, student } = await aLesson(database)
  await database.sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en)
    VALUES (${student.id}, ${lesson.id}, now())`
  await login(page, student)
  const player = await withPlayer(page)
  await page.goto(path)
  await page.getByRole('button', { name: 'Ver el video' }).click()
  await expect.poll(player.isReady).toBe(true)
  await player.end()
  const card = page.getByRole('region', { name: 'Fin del video' })
  await card.getByRole('button', { name: 'Volver al curso' }).click()
  await expect(page).toHaveURL(new RegExp(`/miscursos/${course.id}/modulos$`))
})

test('lo escrito para un comentario eliminado pasa a comentario nuevo', async ({ page, database, login }) => {
  const { lesson, path, student } = await aLesson(database)
  const classmate = await freshStudent(database)
  const [question] = await database.sql<{ id: number }[]>`
    INSERT INTO comentarios (comentario, id_usuario, id_leccion, fecha)
    VALUES ('¿Pro qué?', ${student.id}, ${lesson.id}, now() - interval '2 minutes') RETURNING id`
  await database.sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion, parent_id)
    VALUES ('Porque sí.', ${classmate.id}, ${lesson.id}, ${question?.id ?? 0})`
  await login(page, student)
  await page.goto(path)
  const own = page.getByRole('article').filter({ hasText: '¿Pro qué?' })
  await own.getByRole('button', { name: /^Responder a/ }).click()
  await page.getByLabel('Tu respuesta').fill('Ya lo entendí')
  await own.getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sí, eliminar' }).click()
  await expect(page.getByRole('article', { name: 'Comentario eliminado' })).toBeVisible()
  await expect(page.getByText('Respondiendo a')).toBeHidden()
  await expect(page.getByLabel('Tu comentario')).toHaveValue('Ya lo entendí')
  await page.reload()
  await expect(page.getByLabel('Tu comentario')).toHaveValue('Ya lo entendí')
})

test('lo escrito para una respuesta eliminada queda para el foro', async ({ page, database, login }) => {
  const { course, student } = await aLesson(database)
  const { sql } = database
  const [forum] = await sql<{ id: number }[]>`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, descripcion, contenido, texto, total_posts, total_raices)
    VALUES (2, ${student.id}, 'curso', ${course.id}, '¿Cómo ilumino?', '', '<p>Sin flash.</p>', 'Sin flash.', 2, 1) RETURNING id`
  const [top] = await sql<{ id: number }[]>`
    INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto, respuestas)
    VALUES (${forum?.id ?? 0}, ${student.id}, '<p>Con velas</p>', 'Con velas', 1) RETURNING id`
  await sql`INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
    VALUES (${forum?.id ?? 0}, ${top?.id ?? 0}, ${top?.id ?? 0}, ${student.id}, '<p>O con luna</p>', 'O con luna')`
  await login(page, student)
  await page.goto(`/foro/${forum?.id}`)
  const post = page.getByRole('article').filter({ hasText: 'Con velas' })
  await post.getByRole('button', { name: /^Responder a/ }).click()
  const answer = page.getByRole('textbox', { name: 'Tu respuesta' })
  await answer.fill('Mejor de día')
  await expect
    .poll(() => page.evaluate('Object.values(localStorage).some((text) => text.includes("Mejor de día"))'))
    .toBe(true)
  const remove = post.getByRole('button', { name: 'Eliminar' })
  await post.getByRole('button', { name: /^Más opciones/ }).waitFor()
  if (await remove.isVisible()) await remove.click()
  else {
    await post.getByRole('button', { name: /^Más opciones/ }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Sí, eliminar' }).click()
  await expect(page.getByRole('status').filter({ hasText: /eliminad/ })).toBeVisible()
  await expect(page.getByText('Respondiendo a')).toBeHidden()
  await expect(page.getByRole('form', { name: /^Responder a/ })).toHaveCount(0)
  await expect(answer).toContainText('Mejor de día')
})

test('la cabecera sigue lo que cambió en otro aparato', async ({ page, database, login }) => {
  const student = await freshStudent(database)
  await login(page, student)
  await page.goto('/inicio')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Menú de Rosa' })).toBeVisible()
  await database.sql`UPDATE usuarios SET nombres = 'Carla' WHERE id = ${student.id}`
  await page.goto('/miscursos')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Menú de Carla' })).toBeVisible()
})

test('un examen desaprobado cuyo plazo pasó no ofrece rendirlo otra vez', async ({ page, database, login }) => {
  const { course, modulo, student } = await aLesson(database)
  const shape = { id_curso: course.id, id_modulo: modulo.id, fecha_cierre: '2026-01-15T20:00:00-05:00' }
  const exam = await anExam(database.db, { ...shape, nombre: 'Examen con plazo' })
  await anAttempt(database.db, student.id, exam.id, { nota: 8 })
  await login(page, student)
  await page.goto(`/miscursos/${course.id}/modulos`)
  await expect(page.getByText('Pendiente · 40 %, cerró el 15 ene 2026, 20:00')).toBeVisible()
  await page.goto(`/examen/${exam.id}/${modulo.id}/modulo`)
  await expect(page.getByText('Ya cerró')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Comenzar|Empezar|Ir al examen|Intentar)/ })).toHaveCount(0)
})
