import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { changedMeanwhile, untilWaiting } from '../../../test/waiting.ts'

const t = useApp()

let ana: string
let luis: string
let admin: string
let foro: number
/** By Luis, without replies, so that deleting it leaves no placeholder. */
let post: number

beforeAll(async () => {
  const course = await aCourse(t.deps.db)
  const student = async () => {
    const { id } = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, id, course.id)
    return t.tokenOf(id)
  }
  ;[ana, luis] = [await student(), await student()]
  admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
  const body = { titulo: 'Dudas', contenido: '<p>¿Dudas?</p>', tipo_foro: 'curso', id_curso: course.id }
  foro = (await t.call('POST', '/api/foros', { token: luis, body })).body.data.id
})

beforeEach(async () => {
  const body = { id_foro: foro, contenido: `<p>${Math.random()}</p>` }
  post = (await t.call('POST', '/api/posts-foro', { token: luis, body })).body.data.id
})

const NOT_FOUND = { status: 404, body: { code: 'NO_ENCONTRADO', mensaje: 'No encontramos lo que buscas.' } }
const remove = () => t.call('DELETE', `/api/posts-foro/${post}`, { token: luis })
const REPORT = { motivo: 'spam', detalle: '' }

it.each([
  ['liked', 'like', undefined],
  ['reported', 'reportes', REPORT],
])('a post deleted while it is %s returns 404 and writes nothing', async (_name, word, body) => {
  const hold = sql`SELECT 1 FROM foros WHERE id = ${foro} FOR UPDATE`
  const change = sql`DELETE FROM posts_foro WHERE id = ${post}`
  const start = () => t.call('POST', `/api/posts-foro/${post}/${word}`, { token: ana, body })
  expect(await changedMeanwhile(t, { hold, change, start })).toMatchObject(NOT_FOUND)
})

it('deciding a report while the author deletes the post does not deadlock', async () => {
  await t.call('POST', `/api/posts-foro/${post}/reportes`, { token: ana, body: REPORT })
  const [report] = (await t.deps.db.execute<{ id: number }>(sql`SELECT id FROM reportes_post WHERE id_post = ${post}`))
    .rows
  const start = async () => {
    const removed = remove()
    await untilWaiting(t, 1)
    const body = { decision: 'aceptado', razon: 'Publicidad' }
    return Promise.all([removed, t.call('PUT', `/api/reportes-foro/${report?.id}`, { token: admin, body })])
  }
  const hold = sql`SELECT 1 FROM foros WHERE id = ${foro} FOR UPDATE`
  const [removed, decided] = await changedMeanwhile(t, { hold, start, waiting: 2 })
  expect([removed.status, decided.status]).toEqual([200, 200])
})
