import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { FOLLOWERS, notifyFollowers } from './notifications.ts'

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

async function aTeacher(nombres: string): Promise<Someone> {
  const { id } = await aPerson(t.deps.db, { nombres, tipo_cliente: 'Docente' })
  await t.deps.db.insert(curso_docentes).values({ id_curso: curso, id_usuario: id })
  return { id, token: await t.tokenOf(id) }
}

beforeAll(async () => {
  curso = (await aCourse(t.deps.db)).id
  ana = await aStudent('Ana')
  luis = await aStudent('Luis')
  rosa = await aStudent('Rosa')
})

// The tests write faster than the throttle allows.
beforeEach(async () => void (await t.deps.db.execute(sql`DELETE FROM limites`)))

const mentionOf = (...people: Someone[]) =>
  people.map(({ id }) => `<span data-mencion="${id}">@Alguien</span>`).join(' ')

async function aForum(who = luis): Promise<{ id: number; titulo: string }> {
  const body = { titulo: `Foro ${Math.random()}`, contenido: '<p>¿Dudas?</p>', tipo_foro: 'curso', id_curso: curso }
  return (await t.call('POST', '/api/foros', { token: who.token, body })).body.data
}

async function post(who: Someone, id_foro: number, contenido = `<p>${Math.random()}</p>`, parent_id?: number) {
  const made = await t.call('POST', '/api/posts-foro', { token: who.token, body: { contenido, id_foro, parent_id } })
  expect(made.status).toBe(201)
  return Number(made.body.data.id)
}

/** A user's notifications of a post. */
async function newsOf(who: Someone, idPost: number): Promise<Record<string, unknown>[]> {
  const { rows } = await t.deps.db.execute(sql`SELECT tipo, mensaje, asunto, ruta FROM notificaciones
    WHERE id_usuario = ${who.id} AND ruta LIKE ${`/foro/%?post=${idPost}#post-${idPost}`} ORDER BY id`)
  return rows
}

const jobsOf = async (idPost: number) => {
  const [row] = (
    await t.deps.db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM pgboss.job
    WHERE name = ${FOLLOWERS} AND (data->>'id')::bigint = ${idPost}`)
  ).rows
  return row?.n
}

describe('names in the sentence of a notice', () => {
  it.each([
    ['from right to left', 'محمد', '\u2068محمد\u2069'],
    ['with a sign that turns what follows, from before such were refused', 'Ana\u202e', 'Ana'],
    ['of ours', 'Ñusta', 'Ñusta'],
  ])('do not turn it round: %s', async (_what, nombres, shown) => {
    const writer = await aStudent(nombres)
    const forum = await aForum()
    await t.database.sql`UPDATE foros SET titulo = ${nombres} WHERE id = ${forum.id}`
    const id = await post(writer, forum.id, `<p>${mentionOf(rosa)}</p>`)
    expect(await newsOf(rosa, id)).toMatchObject([{ mensaje: `Te mencionó ${shown}`, asunto: nombres }])
  })
})

describe('notifications of a post', () => {
  it('reach each mentioned user once, with a link; not the author', async () => {
    const foro = await aForum()
    const id = await post(ana, foro.id, `<p>${mentionOf(rosa, luis, rosa, ana)} ${mentionOf(rosa)}</p>`)
    const notice = { tipo: 'Otro', mensaje: 'Te mencionó Ana', asunto: foro.titulo }
    for (const who of [rosa, luis])
      expect(await newsOf(who, id)).toEqual([{ ...notice, ruta: `/foro/${foro.id}?post=${id}#post-${id}` }])
    expect(await newsOf(ana, id)).toEqual([])
  })

  it.each([
    ['code', (text: string) => `<p>Así se menciona: <code>${text}</code></p>`],
    ['a block of code', (text: string) => `<pre><code>x ${text}</code></pre>`],
    ['a quotation', (text: string) => `<blockquote><p>Hola <strong>${text}</strong></p></blockquote><p>Sí</p>`],
  ])('tell no one in %s, which shows the name', async (_where, put) => {
    const foro = await aForum(ana)
    const id = await post(ana, foro.id, put(mentionOf(rosa)))
    expect(await newsOf(rosa, id)).toEqual([])
    const shown = await t.call('GET', `/api/posts-foro/${id}`, { token: rosa.token })
    expect(shown.body.data.contenido).toBe(put(`<span data-mencion="${rosa.id}">@Rosa Ñahui</span>`))
    // Addressed as well, she is notified.
    await t.call('PUT', `/api/posts-foro/${id}`, {
      token: ana.token,
      body: { contenido: `${put(mentionOf(rosa))}<p>${mentionOf(rosa)}</p>` },
    })
    expect(await newsOf(rosa, id)).toHaveLength(1)
  })

  it('tell the course’s teachers of a student’s new forum once, also where it mentions one', async () => {
    const [rita, teo] = [await aTeacher('Rita'), await aTeacher('Teo')]
    const body = { titulo: 'Duda del módulo', tipo_foro: 'curso', id_curso: curso }
    const written = { ...body, contenido: `<p>${mentionOf(rita)} ¿cómo se exporta?</p>` }
    const { id } = (await t.call('POST', '/api/foros', { token: luis.token, body: written })).body.data
    const noticesOf = async (who: Someone) =>
      (await t.call('GET', `/api/notificaciones/usuario/${who.id}`, { token: who.token })).body.data
    expect(await noticesOf(rita)).toMatchObject([{ mensaje: 'Te mencionó Luis', asunto: 'Duda del módulo' }])
    expect(await noticesOf(teo)).toMatchObject([
      { mensaje: 'Abrió un foro Luis', asunto: 'Duda del módulo', ruta: `/foro/${id}` },
    ])
    await t.call('POST', '/api/foros', {
      token: rita.token,
      body: { ...body, titulo: 'Lectura', contenido: '<p>Lean</p>' },
    })
    expect(await noticesOf(teo)).toHaveLength(1)
  })

  it('show their people’s names whatever is written inside them', async () => {
    const foro = await aForum()
    const id = await post(
      ana,
      foro.id,
      `<p><span data-mencion="${rosa.id}">@Luis <b>Ruiz</b> y<img src="/api/storage/imagenes/x.webp"> otros</span>, <b>mira</b></p>`,
    )
    expect(await newsOf(rosa, id)).toHaveLength(1)
    const shown = await t.call('GET', `/api/posts-foro/${id}`, { token: rosa.token })
    expect(shown.body.data.contenido).toBe(`<p><span data-mencion="${rosa.id}">@Rosa Ñahui</span>, <b>mira</b></p>`)
  })

  it('name the nearest reason: mention, reply, follow', async () => {
    const follower = await aStudent('Inés')
    const foro = await aForum(follower)
    const parent = await post(luis, foro.id)
    const id = await post(ana, foro.id, `<p>${mentionOf(rosa)}</p>`, parent)
    await t.deps.jobs.drain()
    // The job is idempotent.
    await t.deps.jobs.send(t.deps.db, FOLLOWERS, { id })
    await t.deps.jobs.drain()
    const texts = async (who: Someone) => (await newsOf(who, id)).map(({ mensaje }) => mensaje)
    expect(await texts(luis)).toEqual(['Te respondió Ana'])
    expect(await texts(rosa)).toEqual(['Te mencionó Ana'])
    expect(await texts(ana)).toEqual([])
    // One row for both posts, at the first of them.
    expect(await texts(follower)).toEqual([])
    expect(await newsOf(follower, parent)).toMatchObject([{ mensaje: 'Escribió Ana', asunto: foro.titulo }])
  })

  it('respect unfollowing and muting', async () => {
    const foro = await aForum()
    const url = `/api/foros/${foro.id}/seguimiento`
    await t.call('PUT', url, { token: rosa.token, body: { seguimiento: 'silenciado' } })
    const parent = await post(rosa, foro.id)
    // Posting follows the forum unless its author has muted it.
    await t.deps.jobs.drain()
    const answer = await post(ana, foro.id, '<p>Sí</p>', parent)
    const next = await post(luis, foro.id)
    await t.deps.jobs.drain()
    for (const id of [answer, next]) expect(await newsOf(rosa, id)).toEqual([])
    expect((await newsOf(ana, next)).map(({ mensaje }) => mensaje)).toEqual(['Escribió Luis'])
  })

  it('queue one job for the followers, with its request id; a double click queues none', async () => {
    const foro = await aForum()
    const parent_id = await post(luis, foro.id)
    const body = { contenido: `<p>${mentionOf(rosa)} gracias</p>`, id_foro: foro.id, parent_id, envio: randomUUID() }
    const press = () => t.call('POST', '/api/posts-foro', { token: ana.token, body })
    const first = await press()
    const second = await press()
    const { id } = first.body.data
    expect([second.status, second.body.data.id]).toEqual([201, id])
    expect(await jobsOf(id)).toBe(1)
    const asked = (
      await t.deps.db.execute(sql`SELECT data FROM pgboss.job WHERE name = ${FOLLOWERS}
      AND (data->>'id')::bigint = ${id}`)
    ).rows
    expect(asked).toEqual([{ data: { id, _solicitud: first.headers['x-request-id'] } }])
    for (const who of [rosa, luis]) expect(await newsOf(who, id)).toHaveLength(1)
    await t.deps.jobs.drain()
    for (const who of [rosa, luis]) expect(await newsOf(who, id)).toHaveLength(1)
  })
})

describe('notifications of one forum', () => {
  type Row = { id: number; mensaje: string; cuenta: number; ruta: string; extracto: string; autores: { id: number }[] }
  const unreadOf = async (who: Someone, foro: number): Promise<Row[]> => {
    const { data } = (await t.call('GET', `/api/notificaciones/usuario/${who.id}`, { token: who.token })).body
    return data.filter(({ ruta }: Row) => ruta.startsWith(`/foro/${foro}?`))
  }
  const drain = () => t.deps.jobs.drain()
  const read = (who: Someone, foro: number, ultimo_post: number) =>
    t.call('PUT', `/api/foros/${foro}/leido`, { token: who.token, body: { ultimo_post } })

  it('are one row that counts, with its last people and text, and starts again once read', async () => {
    const reader = await aStudent('Inés')
    const foro = await aForum(reader)
    const first = await post(ana, foro.id)
    await post(luis, foro.id)
    const last = await post(rosa, foro.id, '<p>Lo resolví <b>así</b></p>')
    await drain()
    const [row, ...more] = await unreadOf(reader, foro.id)
    expect(more).toEqual([])
    expect(row).toMatchObject({
      cuenta: 3,
      asunto: foro.titulo,
      extracto: 'Lo resolví así',
      ruta: `/foro/${foro.id}?post=${first}#post-${first}`,
      autores: [{ id: rosa.id }, { id: luis.id }, { id: ana.id }],
    })
    expect(row?.mensaje).toBe('Escribieron Rosa, Luis y 1 más (3)')

    await post(rosa, foro.id)
    await drain()
    expect((await unreadOf(reader, foro.id))[0]).toMatchObject({ id: row?.id, cuenta: 4 })

    await read(reader, foro.id, last)
    expect(await unreadOf(reader, foro.id)).toHaveLength(1)
    const newest = await post(ana, foro.id)
    await drain()
    await read(reader, foro.id, newest)
    expect(await unreadOf(reader, foro.id)).toEqual([])

    const next = await post(luis, foro.id)
    await drain()
    expect(await unreadOf(reader, foro.id)).toMatchObject([
      { cuenta: 1, mensaje: 'Escribió Luis', ruta: `/foro/${foro.id}?post=${next}#post-${next}` },
    ])
  })

  it('show a long text up to its last whole word, and a letter never in part', async () => {
    const reader = await aStudent('Inés')
    const foro = await aForum(reader)
    const shown: [string, string][] = [
      [`${'a'.repeat(158)}👩‍👧${'b'.repeat(9)}`, `${'a'.repeat(158)}…`],
      ['letra '.repeat(40), `${'letra '.repeat(26).trim()}…`],
      ['a'.repeat(160), 'a'.repeat(160)],
    ]
    for (const [text, extracto] of shown) {
      await post(ana, foro.id, `<p>${text}</p>`)
      await drain()
      expect(await unreadOf(reader, foro.id)).toMatchObject([{ extracto }])
    }
  })

  it('are read although the newest post is gone, and end with their forum', async () => {
    const reader = await aStudent('Inés')
    const foro = await aForum(reader)
    const stands = await post(ana, foro.id)
    const gone = await post(luis, foro.id)
    await drain()
    await t.call('DELETE', `/api/posts-foro/${gone}`, { token: luis.token })
    expect((await unreadOf(reader, foro.id))[0]?.extracto).toBeNull()
    await read(reader, foro.id, stands)
    expect(await unreadOf(reader, foro.id)).toEqual([])
    await post(ana, foro.id)
    await drain()
    expect(await unreadOf(reader, foro.id)).toHaveLength(1)
    await t.call('DELETE', `/api/foros/${foro.id}`, { token: reader.token })
    expect(await unreadOf(reader, foro.id)).toEqual([])
  })

  it('count each post once when it is told and read at the same moment', async () => {
    const reader = await aStudent('Inés')
    const foro = await aForum(reader)
    const posts: number[] = []
    for (let n = 0; n < 12; n++) posts.push(await post(n % 2 ? ana : luis, foro.id))
    // Every job twice and all at once, as two processes would after one of them hung.
    await Promise.all([...posts, ...posts].map((id) => notifyFollowers(t.deps.db, id)))
    expect((await unreadOf(reader, foro.id)).map(({ cuenta }) => cuenta)).toEqual([12])
    const more: number[] = []
    for (let n = 0; n < 6; n++) more.push(await post(ana, foro.id))
    await Promise.all(more.flatMap((id) => [notifyFollowers(t.deps.db, id), read(reader, foro.id, posts.at(-1) ?? 0)]))
    await drain()
    expect((await unreadOf(reader, foro.id)).reduce((sum, { cuenta }) => sum + cuenta, 0)).toBeGreaterThanOrEqual(6)
    await read(reader, foro.id, more.at(-1) ?? 0)
    expect(await unreadOf(reader, foro.id)).toEqual([])
  })

  it('are mailed once a day at most, with the count, and not after they were read', async () => {
    const reader = await aStudent('Inés')
    const foro = await aForum(reader)
    const body = { evento: 'foro', campus: true, correo: true }
    await t.call('PUT', '/api/notificaciones/preferencias', { token: reader.token, body })
    const mailed = async () => {
      const before = t.outbox.length
      await t.deps.jobs.send(t.deps.db, 'correo-notificaciones', {})
      await drain()
      return t.outbox.slice(before).map(({ subject }) => subject)
    }
    await mailed()
    for (const who of [ana, luis, rosa]) await post(who, foro.id)
    await drain()
    expect(await mailed()).toEqual([`Escribieron Rosa, Luis y 1 más (3): ${foro.titulo}`])
    await post(ana, foro.id)
    await drain()
    expect(await mailed()).toEqual([])
    await t.deps.db.execute(sql`UPDATE notificaciones SET proximo_intento = now() - interval '25 hours'
      WHERE id_usuario = ${reader.id}`)
    const last = await post(luis, foro.id)
    await drain()
    expect(await mailed()).toEqual([`Escribieron Luis, Ana y 1 más (5): ${foro.titulo}`])
    await read(reader, foro.id, last)
    const unsent = await post(ana, foro.id)
    await drain()
    await read(reader, foro.id, unsent)
    expect(await mailed()).toEqual([])
  })
})
