import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { changedMeanwhile, untilWaiting } from '../../../test/waiting.ts'

const t = useApp()

type Someone = { id: number; token: string }

const someone = async (values: Parameters<typeof aPerson>[1] = {}): Promise<Someone> => {
  const { id } = await aPerson(t.deps.db, values)
  return { id, token: await t.tokenOf(id) }
}

let lesson: number
let ana: Someone
let luis: Someone
let docente: Someone

beforeEach(async () => {
  docente = await someone({ tipo_cliente: 'Docente' })
  const course = await aCourse(t.deps.db, { teacher: docente.id })
  lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  ;[ana, luis] = [await someone(), await someone()]
  for (const { id } of [ana, luis]) await anEnrolment(t.deps.db, id, course.id)
})

const publish = (who: Someone, comentario: string, parent_id?: number) =>
  t.call('POST', '/api/comentarios', { token: who.token, body: { comentario, id_leccion: lesson, parent_id } })
const aComment = async (who: Someone, text: string, parent?: number): Promise<number> =>
  (await publish(who, text, parent)).body.data.id
const remove = (who: Someone, id: number) => t.call('DELETE', `/api/comentarios/${id}`, { token: who.token })
const edit = (who: Someone, id: number, comentario: unknown) =>
  t.call('PUT', `/api/comentarios/${id}`, { token: who.token, body: { comentario } })
const list = async (who: Someone, query = '') =>
  (await t.call('GET', `/api/comentarios/leccion/${lesson}${query}`, { token: who.token })).body.data

describe('DELETE /api/comentarios/{id}', () => {
  it('is allowed to its author and the course’s staff, and offered to them alone', async () => {
    const id = await aComment(ana, 'Mi duda')
    const may = async (who: Someone) => (await list(who)).data[0].puede_eliminar
    expect([await may(ana), await may(luis), await may(docente)]).toEqual([true, false, true])
    expect((await remove(luis, id)).status).toBe(403)
    expect((await remove(await someone({ tipo_cliente: 'Docente' }), id)).status).toBe(403)
    expect((await remove(await someone({ tipo_cliente: 'Administrador', id_cliente: 1 }), id)).status).toBe(404)
    expect((await remove(ana, id)).body.data).toEqual({ id, queda: false })
    expect((await remove(ana, id)).status).toBe(404)
    expect(await list(luis)).toMatchObject({ total: 0, data: [] })
    const second = await aComment(ana, 'Otra duda')
    expect((await remove(docente, second)).status).toBe(200)
  })

  it('leaves [eliminado] without author, text or likes while there are replies', async () => {
    const root = await aComment(ana, 'secreto')
    const [one, two] = [await aComment(luis, 'Uno', root), await aComment(ana, 'Dos', root)]
    await t.call('PUT', `/api/comentarios/like/${root}`, { token: luis.token })
    expect((await remove(docente, root)).body.data).toEqual({ id: root, queda: true })
    const answer = await t.call('GET', `/api/comentarios/leccion/${lesson}`, { token: luis.token })
    expect(answer.raw.toString()).not.toContain('secreto')
    expect(answer.body.data.data[0]).toMatchObject({
      id: root,
      comentario: '[eliminado]',
      eliminado: true,
      usuario: null,
      id_usuario: null,
      likes: 0,
      puede_eliminar: false,
      replies: [{ id: one }, { id: two }],
    })
    const late = await publish(luis, 'Tarde', root)
    expect([late.status, late.body.mensaje]).toEqual([409, 'Este comentario fue eliminado.'])
    expect((await publish(luis, 'A Dos', two)).body.data.parent_id).toBe(root)
    for (const call of [remove(docente, root), edit(ana, root, 'x')]) expect((await call).status).toBe(404)
    const liked = await t.call('PUT', `/api/comentarios/like/${root}`, { token: luis.token })
    expect(liked.status).toBe(404)
    const mine = await t.call('GET', `/api/comentarios/usuario/${ana.id}`, { token: ana.token })
    expect(mine.body.data).toMatchObject({ total: 1, data: [{ id: two }] })
    for (const { id } of (await list(luis)).data[0].replies) await remove(docente, id)
    expect(await list(luis)).toMatchObject({ total: 0, data: [] })
  })

  it('loses no concurrent reply', async () => {
    const root = await aComment(ana, 'Raíz')
    const refused = await changedMeanwhile(t, {
      hold: sql`SELECT 1 FROM comentarios WHERE id = ${root} FOR UPDATE`,
      change: sql`DELETE FROM comentarios WHERE id = ${root}`,
      start: () => publish(luis, 'Respuesta', root),
    })
    expect(refused.status).toBe(404)
    const other = await aComment(ana, 'Otra')
    const removed = await changedMeanwhile(t, {
      hold: sql`SELECT 1 FROM comentarios WHERE id = ${other} FOR SHARE`,
      change: sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion, parent_id)
        VALUES ('Respuesta', ${luis.id}, ${lesson}, ${other})`,
      start: () => remove(ana, other),
    })
    expect(removed.body.data).toEqual({ id: other, queda: true })
    expect((await list(ana)).data[0].replies).toHaveLength(1)
  })

  it('and a reply to what is being deleted wait for each other in one order', async () => {
    const root = await aComment(ana, 'Raíz')
    const reply = await aComment(luis, 'Respuesta', root)
    const [removed, late] = await changedMeanwhile(t, {
      hold: sql`SELECT 1 FROM comentarios WHERE id = ${root} FOR UPDATE`,
      waiting: 2,
      start: async () => {
        const removing = remove(luis, reply)
        await untilWaiting(t, 1)
        return Promise.all([removing, publish(ana, 'A la respuesta', reply)])
      },
    })
    expect([removed.status, late.status]).toEqual([200, 404])
    expect((await list(ana)).data).toMatchObject([{ id: root, replies: [] }])
  })
})

describe('PUT /api/comentarios/{id}', () => {
  it('is allowed to its author, marks the edit, and counts against the limit of comments', async () => {
    const id = await aComment(ana, 'Con herror')
    expect((await list(ana)).data[0].editado_en).toBeNull()
    for (const who of [luis, docente]) expect((await edit(who, id, 'x')).status).toBe(403)
    const empty = await edit(ana, id, '  ')
    expect([empty.status, empty.body.errors.comentario]).toEqual([422, ['Escribe un comentario.']])
    const done = await edit(ana, id, ' Con error ')
    expect([done.status, done.body.data]).toEqual([
      200,
      expect.objectContaining({ id, comentario: 'Con error', editado_en: expect.any(String), liked: true, likes: 1 }),
    ])
    await t.deps.db.execute(sql`UPDATE limites SET cuenta = 30 WHERE clave = ${String(ana.id)}`)
    expect((await edit(ana, id, 'Otra vez')).status).toBe(429)
  })
})

describe('replies', () => {
  const replies = (root: number, count: number, text: string) =>
    t.deps.db.execute(sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion, parent_id, fecha)
      SELECT ${text}, ${luis.id}, ${lesson}, ${root}, now() + n * interval '1 second' FROM generate_series(1, ${count}::int) n`)
  const pageOf = async (id: number, page: number, who = ana) =>
    t.call('GET', `/api/comentarios/${id}/respuestas?page=${page}`, { token: who.token })

  it('come 50 with their comment, the rest in pages, and a linked one always', async () => {
    const root = await aComment(ana, 'Popular')
    await replies(root, 120, 'Sí')
    const [comment] = (await list(ana)).data
    expect([comment.replies.length, comment.replies_restantes]).toEqual([50, 70])
    const third = (await pageOf(root, 3)).body.data
    expect([third.total, third.last_page, third.data.length]).toEqual([120, 3, 20])
    const last = third.data[19].id
    const [linked] = (await list(ana, `?comentario=${last}`)).data
    expect([linked.replies.length, linked.replies.at(-1).id, linked.replies_restantes]).toEqual([51, last, 69])
    expect((await pageOf(root, 1, await someone())).status).toBe(403)
    expect((await pageOf(2_147_483_647, 1)).status).toBe(404)
  })

  it('stop where the page would grow too large, taking the first of each comment first', async () => {
    const roots = [await aComment(ana, 'Una'), await aComment(ana, 'Dos')]
    for (const root of roots) await replies(root, 50, '😀'.repeat(5000))
    const { data } = await list(ana)
    for (const { replies: came, replies_restantes } of data) {
      expect(came.length).toBeGreaterThanOrEqual(20)
      expect(came.length + replies_restantes).toBe(50)
      expect(replies_restantes).toBeGreaterThan(0)
    }
    expect((await pageOf(roots[0] ?? 0, 1)).body.data.data).toHaveLength(50)
  })
})
