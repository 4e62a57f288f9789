import { POST_LONG_TEXT } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

let curso: number
let foro: number
let ana: { id: number; token: string }

const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  t.call(method, `/api${path}`, { token: ana.token, ...(body && { body }) })
const forum = (contenido: string) => ({ titulo: `F ${Math.random()}`, contenido, tipo_foro: 'curso', id_curso: curso })
const aPost = async (contenido: string, parent_id?: number): Promise<number> =>
  (await send('POST', '/posts-foro', { contenido, id_foro: foro, parent_id })).body.data.id
const resetThrottle = () => t.deps.db.execute(sql`DELETE FROM limites`)

beforeEach(async () => {
  curso = (await aCourse(t.deps.db)).id
  const { id } = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, id, curso)
  ana = { id, token: await t.tokenOf(id) }
  foro = (await send('POST', '/foros', forum('<p>Hola</p>'))).body.data.id
})

/** `<` becomes `&lt;`: 50,400 bytes after sanitizing, just over the limit, and 49,960, just under it. */
const TOO_LONG = '<'.repeat(12_600)
const LONGEST = '<'.repeat(12_490)

describe('the size of what is stored', () => {
  it.each([
    ['POST', 'a forum', () => send('POST', '/foros', forum(TOO_LONG))],
    ['PUT', 'a forum', () => send('PUT', `/foros/${foro}`, forum(TOO_LONG))],
    ['POST', 'a post', () => send('POST', '/posts-foro', { contenido: TOO_LONG, id_foro: foro })],
    ['PUT', 'a post', async () => send('PUT', `/posts-foro/${await aPost('<p>Hola</p>')}`, { contenido: TOO_LONG })],
    [
      'POST',
      'letters of four bytes',
      () => send('POST', '/posts-foro', { contenido: '😀'.repeat(12_600), id_foro: foro }),
    ],
    ['PUT', 'a draft', () => send('PUT', '/borradores/foro-1', { contenido: 'ñ'.repeat(30_100) })],
  ])('%s of %s refuses more than 50 kB after sanitizing and explains why', async (_method, _what, request) => {
    const refused = await request()
    expect([refused.status, refused.body.errors]).toEqual([422, { contenido: [POST_LONG_TEXT] }])
  })

  it('accepts the longest text, truncated in lists and complete on its own', async () => {
    const id = await aPost(LONGEST)
    const [top] = (await send('GET', `/posts-foro?id_foro=${foro}`)).body.data.data
    expect(top).toMatchObject({ id, recortado: true })
    expect(top.contenido).toBe(`${'&lt;'.repeat(1250)}…`)
    const whole = (await send('GET', `/posts-foro/${id}`)).body.data
    expect(whole).toMatchObject({ recortado: false, contenido: '&lt;'.repeat(12_490) })
  })

  it('truncates outside tags and entities, and closes open tags', async () => {
    await aPost(`<ul><li>${'a'.repeat(4985)} <a href="https://x.pe">enlace</a></li></ul>`)
    await aPost(`<p><b>${'a'.repeat(4991)}&amp;</b></p>`)
    const { data } = (await send('GET', `/posts-foro?id_foro=${foro}`)).body.data
    expect(data.map(({ contenido }: { contenido: string }) => contenido.slice(-14))).toEqual([
      'a …</li></ul>'.padStart(14, 'a'),
      'aaaa…</b></p>'.padStart(14, 'a'),
    ])
  })
})

it('a page of posts has a byte limit: the first replies are included, the rest counted and paged', async () => {
  const tops = [await aPost('<p>Uno</p>'), await aPost('<p>Dos</p>')]
  for (const top of tops) {
    await t.deps.db.execute(sql`INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
      SELECT ${foro}, ${top}, ${top}, ${ana.id}, '<p>' || repeat('😀', 12000) || '</p>', n::text FROM generate_series(1, 50) n`)
    await t.deps.db.execute(sql`UPDATE posts_foro SET respuestas = 50 WHERE id = ${top}`)
  }
  const page = await send('GET', `/posts-foro?id_foro=${foro}`)
  expect(page.raw.length).toBeLessThan(1_200_000)
  for (const { replies, replies_restantes } of page.body.data.data) {
    expect(replies.length).toBeGreaterThanOrEqual(20)
    expect(replies.length + replies_restantes).toBe(50)
    expect(replies_restantes).toBeGreaterThan(0)
  }
  const rest = (await send('GET', `/posts-foro/${tops[0]}/respuestas?page=1`)).body.data
  expect([rest.total, rest.data.length]).toEqual([50, 50])
})

describe('editing', () => {
  it('is throttled like writing, for posts and forums, before sanitizing', async () => {
    const id = await aPost('<p>Hola</p>')
    const edits = []
    for (let n = 0; n < 30; n++)
      edits.push((await send('PUT', `/posts-foro/${id}`, { contenido: `<p>${n}</p>` })).status)
    expect(edits.filter((status) => status === 200)).toHaveLength(28)
    expect(edits.slice(28)).toEqual([429, 429])
    expect((await send('PUT', `/foros/${foro}`, forum('<p>Otro</p>'))).status).toBe(429)
  })

  it('of drafts is throttled', async () => {
    await t.deps.db.execute(sql`INSERT INTO limites (regla, clave, cuenta, termina_en)
      VALUES ('borrador_usuario', ${String(ana.id)}, 300, now() + interval '1 minute')`)
    const refused = await send('PUT', '/borradores/foro-1', { contenido: '<p>Aún no</p>' })
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  })

  it('keeps the newest twenty versions', async () => {
    const id = await aPost('<p>0</p>')
    for (let n = 1; n <= 25; n++) {
      await send('PUT', `/posts-foro/${id}`, { contenido: `<p>${n}</p>` })
      if (n === 20) await resetThrottle()
    }
    const history = (await send('GET', `/posts-foro/${id}/historial`)).body.data
    expect(history.map(({ contenido }: { contenido: string }) => contenido)).toEqual(
      Array.from({ length: 20 }, (_, n) => `<p>${24 - n}</p>`),
    )
    const [rows] = (await t.deps.db.execute(sql`SELECT count(*)::int AS n FROM versiones_post WHERE id_post = ${id}`))
      .rows
    expect(rows).toEqual({ n: 20 })
  })
})
