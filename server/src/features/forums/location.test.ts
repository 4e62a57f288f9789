import { PINNED_FORUM_TEXT } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { changedMeanwhile } from '../../../test/waiting.ts'

const t = useApp()

type Someone = { id: number; token: string }
type Place = { tipo_foro: string; id_curso?: number; id_modulo?: number }

const someone = async (values: Parameters<typeof aPerson>[1] = {}): Promise<Someone> => {
  const { id } = await aPerson(t.deps.db, values)
  return { id, token: await t.tokenOf(id) }
}

let docente: Someone
let ana: Someone
let luis: Someone
let curso: number
let modulo: number
let otro: number

beforeEach(async () => {
  docente = await someone({ tipo_cliente: 'Docente' })
  const [one, two] = [
    await aCourse(t.deps.db, { teacher: docente.id }),
    await aCourse(t.deps.db, { teacher: docente.id }),
  ]
  ;[curso, otro, modulo] = [one.id, two.id, one.modulos[0]?.id ?? 0]
  ;[ana, luis] = [await someone(), await someone()]
  await anEnrolment(t.deps.db, ana.id, curso)
  await anEnrolment(t.deps.db, ana.id, otro)
  await anEnrolment(t.deps.db, luis.id, curso)
})

const body = (place: Place) => ({ titulo: `Foro ${Math.random()}`, contenido: '<p>Texto</p>', ...place })
const inCourse = () => ({ tipo_foro: 'curso', id_curso: curso })
const aForum = async (who = ana, place: Place = inCourse()): Promise<number> =>
  (await t.call('POST', '/api/foros', { token: who.token, body: body(place) })).body.data.id
const move = (who: Someone, id: number, place: Place) =>
  t.call('PUT', `/api/foros/${id}`, { token: who.token, body: body(place) })
const write = async (who: Someone, id_foro: number): Promise<number> =>
  (
    await t.call('POST', '/api/posts-foro', {
      token: who.token,
      body: { contenido: `<p>${Math.random()}</p>`, id_foro },
    })
  ).body.data.id
const pin = (id: number) => t.call('PUT', `/api/foros/${id}/toggle-pinned`, { token: docente.token })
const trail = async (id: number) => {
  const rows = (
    await t.deps.db.execute<{ detalle: object }>(
      sql`SELECT detalle FROM auditoria WHERE objeto = ${`foro:${id}`} ORDER BY id`,
    )
  ).rows
  return rows.map(({ detalle }) => detalle)
}

const OTHERS =
  'Otras personas ya escribieron en este foro: no se puede cambiar de tipo, curso ni módulo. Abre otro foro en ese lugar.'
const PINNED = 'Este foro está fijado: no se puede cambiar de tipo, curso ni módulo. Abre otro foro en ese lugar.'

describe('a forum’s location', () => {
  it.each([
    ['general', () => ({ tipo_foro: 'general' })],
    ['another course', () => ({ tipo_foro: 'curso', id_curso: otro })],
    ['a module', () => ({ tipo_foro: 'modulo', id_modulo: modulo })],
  ])('cannot change to %s once another user has posted, even a deleted post; other fields can', async (_, to) => {
    const id = await aForum()
    await write(ana, id)
    const post = await write(luis, id)
    await t.call('POST', '/api/posts-foro', {
      token: ana.token,
      body: { contenido: '<p>Gracias</p>', id_foro: id, parent_id: post },
    })
    await t.call('DELETE', `/api/posts-foro/${post}`, { token: luis.token })
    const refused = await move(ana, id, to())
    expect([refused.status, refused.body.code, refused.body.mensaje]).toEqual([409, 'FORO_CON_RESPUESTAS', OTHERS])
    expect((await t.call('GET', `/api/foros/${id}`, { token: luis.token })).body.data).toMatchObject(inCourse())
    expect((await move(ana, id, inCourse())).status).toBe(200)
    expect(await trail(id)).toEqual([])
  })

  it('cannot change while pinned, and can once unpinned', async () => {
    const id = await aForum()
    await pin(id)
    const refused = await move(ana, id, { tipo_foro: 'general' })
    expect([refused.status, refused.body.code, refused.body.mensaje]).toEqual([409, 'FORO_FIJADO', PINNED])
    const stranger = await someone()
    const { data } = (await t.call('GET', '/api/foros/generales', { token: stranger.token })).body.data
    expect(data.map((forum: { id: number }) => forum.id)).not.toContain(id)
    await pin(id)
    expect((await move(ana, id, { tipo_foro: 'general' })).body.data).toMatchObject({ tipo_foro: 'general' })
    expect((await trail(id)).at(-1)).toEqual({
      campos: ['tipo_foro', 'id_curso', 'id_modulo'],
      antes: `curso:${curso}`,
      ahora: 'general',
    })
  })

  it('cannot be edited while pinned, unless its author moderates it', async () => {
    const id = await aForum()
    const edit = (who: Someone, forum: number) => move(who, forum, inCourse())
    expect((await edit(ana, id)).body.data.puede_editar).toBe(true)
    const before = (await t.call('GET', `/api/foros/${id}`, { token: luis.token })).body.data
    await pin(id)
    const refused = await edit(ana, id)
    expect([refused.status, refused.body.code, refused.body.mensaje]).toEqual([409, 'FORO_FIJADO', PINNED_FORUM_TEXT])
    const after = (await t.call('GET', `/api/foros/${id}`, { token: ana.token })).body.data
    expect(after).toMatchObject({
      titulo: before.titulo,
      contenido: before.contenido,
      pinned: true,
      puede_editar: false,
    })
    const own = await aForum(docente)
    await pin(own)
    expect((await edit(docente, own)).body.data).toMatchObject({ pinned: true, puede_editar: true })
    await pin(id)
    expect((await edit(ana, id)).status).toBe(200)
  })

  it('cannot be edited when a teacher pins it during the change', async () => {
    const id = await aForum()
    const answer = await changedMeanwhile(t, {
      hold: sql`SELECT 1 FROM foros WHERE id = ${id} FOR UPDATE`,
      change: sql`UPDATE foros SET pinned = true WHERE id = ${id}`,
      start: () => move(ana, id, inCourse()),
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'FORO_FIJADO'])
  })

  it('can change while only its author has posted, and clears the solution', async () => {
    const id = await aForum()
    const post = await write(ana, id)
    await t.call('PUT', `/api/posts-foro/${post}/solucion`, { token: ana.token })
    const moved = await move(ana, id, { tipo_foro: 'modulo', id_modulo: modulo })
    expect(moved.body.data).toMatchObject({
      tipo_foro: 'modulo',
      id_modulo: modulo,
      resuelto: false,
      id_solucion: null,
    })
  })

  it('is changed by moderators of both locations, which unpins; not by moderators of one', async () => {
    const id = await aForum(docente)
    await write(luis, id)
    await pin(id)
    const moved = await move(docente, id, { tipo_foro: 'curso', id_curso: otro })
    expect(moved.body.data).toMatchObject({ id_curso: otro, pinned: false })
    await pin(id)
    // Only administrators moderate general forums.
    expect((await move(docente, id, { tipo_foro: 'general' })).body.code).toBe('FORO_FIJADO')
    await pin(id)
    expect((await move(docente, id, { tipo_foro: 'general' })).body.code).toBe('FORO_CON_RESPUESTAS')
  })

  it('does not change when another user posts, or a teacher pins it, during the change', async () => {
    const id = await aForum()
    const answer = await changedMeanwhile(t, {
      hold: sql`SELECT 1 FROM foros WHERE id = ${id} FOR UPDATE`,
      change: sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto) VALUES (${id}, ${luis.id}, '<p>x</p>', 'x')`,
      start: () => move(ana, id, { tipo_foro: 'general' }),
    })
    expect(answer.body.code).toBe('FORO_CON_RESPUESTAS')
    const pinned = await aForum()
    const late = await changedMeanwhile(t, {
      hold: sql`SELECT 1 FROM foros WHERE id = ${pinned} FOR UPDATE`,
      change: sql`UPDATE foros SET pinned = true WHERE id = ${pinned}`,
      start: () => move(ana, pinned, { tipo_foro: 'general' }),
    })
    expect(late.body.code).toBe('FORO_FIJADO')
  })
})

describe('points of posts', () => {
  const pointsOf = async ({ id }: Someone) => {
    const [row] = (
      await t.deps.db.execute<{ suma: number; mes: number }>(sql`SELECT
      (SELECT coalesce(sum(puntos), 0)::int FROM puntos WHERE id_usuario = ${id} AND motivo = 'foro') AS suma,
      (SELECT coalesce(sum(puntos), 0)::int FROM puntos_mes WHERE id_usuario = ${id}) AS mes`)
    ).rows
    return row
  }
  const remove = (who: Someone, path: string) => t.call('DELETE', `/api${path}`, { token: who.token })

  it('are not earned by posting and deleting in a loop', async () => {
    const id = await aForum(luis)
    for (let n = 0; n < 8; n++) await remove(ana, `/posts-foro/${await write(ana, id)}`)
    expect(await pointsOf(ana)).toEqual({ suma: 0, mes: 0 })
    await write(ana, id)
    expect(await pointsOf(ana)).toEqual({ suma: 5, mes: 5 })
  })

  it('are withdrawn with a placeholder, a moderated post and a deleted forum', async () => {
    const id = await aForum(luis)
    const [one, two] = [await write(ana, id), await write(ana, id)]
    await write(ana, id)
    await t.call('POST', '/api/posts-foro', {
      token: luis.token,
      body: { contenido: '<p>Sí</p>', id_foro: id, parent_id: one },
    })
    expect(await pointsOf(ana)).toEqual({ suma: 15, mes: 15 })
    await remove(ana, `/posts-foro/${one}`)
    await remove(docente, `/posts-foro/${two}`)
    expect(await pointsOf(ana)).toEqual({ suma: 5, mes: 5 })
    await remove(luis, `/foros/${id}`)
    expect([await pointsOf(ana), await pointsOf(luis)]).toEqual([
      { suma: 0, mes: 0 },
      { suma: 0, mes: 0 },
    ])
  })

  it('and the last activity is that of the newest live post', async () => {
    const id = await aForum(luis)
    const read = async () => (await t.call('GET', `/api/foros/${id}`, { token: ana.token })).body.data
    const posts = [await write(ana, id), await write(luis, id)]
    const fechaOf = async (post?: number) =>
      (await t.call('GET', `/api/posts-foro/${post}`, { token: ana.token })).body.data.fecha
    expect((await read()).ultima_actividad).toBe(await fechaOf(posts[1]))
    await remove(luis, `/posts-foro/${posts[1]}`)
    expect((await read()).ultima_actividad).toBe(await fechaOf(posts[0]))
    await remove(ana, `/posts-foro/${posts[0]}`)
    const { ultima_actividad, fecha_creacion } = await read()
    expect(ultima_actividad).toBe(fecha_creacion)
  })
})
