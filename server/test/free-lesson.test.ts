import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import type { App } from '../src/platform/http/http.ts'
import { aCourse } from './builders.ts'
import { useApp } from './harness.ts'

const t = useApp()
let site: App

beforeAll(async () => {
  site = await buildApp(t.deps, { pages: 'built' })
  await site.ready()
})
afterAll(() => site.close())

it('a free lesson is a page of the server, and of another course or once it is paid there is none', async () => {
  const course = await aCourse(t.deps.db, { lessons: 2, nombre: 'Acuarela' })
  const [one, two] = course.modulos[0]?.lecciones ?? []
  await t.database.sql`UPDATE lecciones SET gratis = true, titulo = 'Los colores', contenido = '<p>Hay tres.</p>'
    WHERE id = ${one?.id ?? 0}`
  await t.database.sql`INSERT INTO archivos (id_leccion, titulo, enlace, tipo_video, video, orden)
    VALUES (${one?.id ?? 0}, 'La rueda', 'https://youtu.be/aqz-KE-bpKQ', 'youtube', 'aqz-KE-bpKQ', 1)`
  const page = (id: number, lesson = one?.id) => site.inject(`/detallecurso/${id}/leccion/${lesson}?marca=2`)
  const { statusCode, body } = await page(course.id)
  expect(statusCode).toBe(200)
  for (const text of ['Los colores', 'Hay tres.', 'Ver el video: La rueda', '¡Comprar ahora!'])
    expect(body).toContain(text)
  expect(body, 'another lesson leads nowhere').not.toContain(`/leccion/${two?.id}`)
  expect(body).not.toContain('<iframe')
  const outline = await site.inject(`/detallecurso/${course.id}?marca=2`)
  expect(outline.body).toContain(`/detallecurso/${course.id}/leccion/${one?.id}`)
  expect((await page(course.id, two?.id)).statusCode).toBe(404)
  const other = await aCourse(t.deps.db)
  expect((await page(other.id)).statusCode).toBe(404)
})
