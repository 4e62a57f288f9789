import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { FOLLOWERS } from './notifications.ts'

const t = useApp()

type Someone = { id: number; token: string }

let curso: number
let ana: Someone
let luis: Someone
let rosa: Someone

async function aStudent(nombres: string): Promise<Someone> {
  const { id } = await aPerson(t.deps.db, { nombres, apellidos: 'Ñahui' })
  await anEnrolment(t.deps.db, id, curso)
  return { id, token: await t.tokenOf(id) }
}

beforeAll(async () => {
  curso = (await aCourse(t.deps.db)).id
  ana = await aStudent('Ana')
  luis = await aStudent('Luis')
  rosa = await aStudent('Rosa')
})

// They write more in a second than anybody may in ten minutes.
beforeEach(async () => void (await t.deps.db.execute(sql`DELETE FROM limites`)))

const mentionOf = (...people: Someone[]) =>
  people.map(({ id }) => `<span data-mencion="${id}">@Alguien</span>`).join(' ')

async function aForum(who = luis): Promise<{ id: number; titulo: string }> {
  const body = { titulo: `Foro ${Math.random()}`, contenido: '<p>¿Dudas?</p>', tipo_foro: 'curso', id_curso: curso }
  return (await t.call('POST', '/api/foros', { token: who.token, body })).body.data
}

/** Writes a post and answers its id. */
async function post(who: Someone, id_foro: number, contenido = `<p>${Math.random()}</p>`, parent_id?: number) {
  const made = await t.call('POST', '/api/posts-foro', { token: who.token, body: { contenido, id_foro, parent_id } })
  expect(made.status).toBe(201)
  return Number(made.body.data.id)
}

/** What a person was told of a post. */
async function newsOf(who: Someone, idPost: number): Promise<Record<string, unknown>[]> {
  const { rows } = await t.deps.db.execute(sql`SELECT tipo, mensaje, ruta FROM notificaciones
    WHERE id_usuario = ${who.id} AND ruta LIKE ${`/foro/%?post=${idPost}#post-${idPost}`} ORDER BY id`)
  return rows
}

const jobsOf = async (idPost: number) => {
  const [row] = (
    await t.deps.db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM pgboss.job
    WHERE name = ${FOLLOWERS} AND (data->>'id')::int = ${idPost}`)
  ).rows
  return row?.n
}

describe('of a post', () => {
  it('each who is mentioned hears once, however often, with its address; its author does not', async () => {
    const foro = await aForum()
    const id = await post(ana, foro.id, `<p>${mentionOf(rosa, luis, rosa, ana)} ${mentionOf(rosa)}</p>`)
    const told = { tipo: 'Otro', mensaje: `Ana te mencionó en «${foro.titulo}».` }
    for (const who of [rosa, luis])
      expect(await newsOf(who, id)).toEqual([{ ...told, ruta: `/foro/${foro.id}?post=${id}#post-${id}` }])
    expect(await newsOf(ana, id)).toEqual([])
  })

  it('who is answered hears of the answer, who is mentioned in it of the mention, who follows of the post', async () => {
    const follower = await aStudent('Inés')
    const foro = await aForum(follower)
    const parent = await post(luis, foro.id)
    const id = await post(ana, foro.id, `<p>${mentionOf(rosa)}</p>`, parent)
    await t.deps.jobs.drain()
    // What a job does bears repetition: nobody hears twice.
    await t.deps.jobs.send(t.deps.db, FOLLOWERS, { id })
    await t.deps.jobs.drain()
    const texts = async (who: Someone) => (await newsOf(who, id)).map(({ mensaje }) => mensaje)
    expect(await texts(luis)).toEqual([`Ana te respondió en «${foro.titulo}».`])
    expect(await texts(rosa)).toEqual([`Ana te mencionó en «${foro.titulo}».`])
    expect(await texts(follower)).toEqual([`Ana escribió en «${foro.titulo}».`])
    expect(await texts(ana)).toEqual([])
  })

  it('who follows no more, or came to follow by it alone, hears as they chose', async () => {
    const foro = await aForum()
    const url = `/api/foros/${foro.id}/seguimiento`
    await t.call('PUT', url, { token: rosa.token, body: { seguimiento: 'silenciado' } })
    const parent = await post(rosa, foro.id)
    // Writing does not undo the silence that its author asked for; where nothing was chosen it begins to follow.
    const answer = await post(ana, foro.id, '<p>Sí</p>', parent)
    const next = await post(luis, foro.id)
    await t.deps.jobs.drain()
    for (const id of [answer, next]) expect(await newsOf(rosa, id)).toEqual([])
    expect((await newsOf(ana, next)).map(({ mensaje }) => mensaje)).toEqual([`Luis escribió en «${foro.titulo}».`])
  })

  it('the followers’ job is there once, with the request that asked for it, and a second press asks for none', async () => {
    const foro = await aForum()
    const parent_id = await post(luis, foro.id)
    const body = { contenido: `<p>${mentionOf(rosa)} gracias</p>`, id_foro: foro.id, parent_id }
    const press = () => t.call('POST', '/api/posts-foro', { token: ana.token, body })
    const first = await press()
    const second = await press()
    const { id } = first.body.data
    expect([second.status, second.body.data.id]).toEqual([201, id])
    expect(await jobsOf(id)).toBe(1)
    const asked = (
      await t.deps.db.execute(sql`SELECT data FROM pgboss.job WHERE name = ${FOLLOWERS}
      AND (data->>'id')::int = ${id}`)
    ).rows
    expect(asked).toEqual([{ data: { id, _solicitud: first.headers['x-request-id'] } }])
    for (const who of [rosa, luis]) expect(await newsOf(who, id)).toHaveLength(1)
    await t.deps.jobs.drain()
    for (const who of [rosa, luis]) expect(await newsOf(who, id)).toHaveLength(1)
  })

  it('each of two texts has its own: neither the same text elsewhere nor another one here is a second press', async () => {
    const [here, there] = [await aForum(), await aForum()]
    const parent = await post(luis, here.id)
    const made = [
      await post(ana, here.id, '<p>Gracias</p>'),
      await post(ana, here.id, '<p>Gracias</p>', parent),
      await post(ana, there.id, '<p>Gracias</p>'),
      await post(ana, here.id, '<p>Gracias.</p>'),
      await post(rosa, here.id, '<p>Gracias</p>'),
    ]
    expect(new Set(made).size).toBe(made.length)
    for (const id of made) expect(await jobsOf(id)).toBe(1)
  })

  it('the same text ten seconds later, or when the first was deleted, is another post', async () => {
    const foro = await aForum()
    const first = await post(ana, foro.id, '<p>Sigo aquí</p>')
    await t.deps.db.execute(sql`UPDATE posts_foro SET fecha = fecha - interval '11 seconds' WHERE id = ${first}`)
    const second = await post(ana, foro.id, '<p>Sigo aquí</p>')
    await post(luis, foro.id, '<p>Bien</p>', second)
    await t.call('DELETE', `/api/posts-foro/${second}`, { token: ana.token })
    const third = await post(ana, foro.id, '<p>Sigo aquí</p>')
    expect(new Set([first, second, third]).size).toBe(3)
  })
})
