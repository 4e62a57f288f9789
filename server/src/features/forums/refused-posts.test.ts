import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { type Answer, useApp } from '../../../test/harness.ts'
import { changedMeanwhile, untilWaiting } from '../../../test/waiting.ts'
import { FOLLOWERS } from './notifications.ts'

const t = useApp()

type Someone = { id: number; token: string }
type Draft = { contenido?: unknown; id_foro?: number; parent_id?: number }

let curso: number
/** Author of the forum and of the parent post. */
let luis: Someone
let ana: Someone
let foro: number
let answered: number

async function aStudent(): Promise<Someone> {
  const { id } = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, id, curso)
  return { id, token: await t.tokenOf(id) }
}

async function aForum(who: Someone, id_curso = curso): Promise<number> {
  const body = { titulo: `Foro ${Math.random()}`, contenido: '<p>¿Dudas?</p>', tipo_foro: 'curso', id_curso }
  return (await t.call('POST', '/api/foros', { token: who.token, body })).body.data.id
}
const post = (who: Someone, draft: Draft = {}) =>
  t.call('POST', '/api/posts-foro', {
    token: who.token,
    body: { contenido: `<p><span data-mencion="${luis.id}">@Luis</span> gracias</p>`, id_foro: foro, ...draft },
  })

/** Everything that a post writes (the database belongs to this file alone). */
async function traces() {
  const [row] = (
    await t.deps.db.execute(sql`SELECT
    (SELECT count(*)::int FROM posts_foro) AS posts,
    (SELECT json_agg(json_build_array(total_posts, total_raices, ultima_actividad) ORDER BY id) FROM foros) AS foros,
    (SELECT json_agg(respuestas ORDER BY id) FROM posts_foro) AS respuestas,
    (SELECT count(*)::int FROM puntos) AS puntos,
    (SELECT count(*)::int FROM lecturas_foro WHERE id_usuario = ${ana.id}) AS lecturas,
    (SELECT count(*)::int FROM notificaciones) AS avisos,
    (SELECT count(*)::int FROM pgboss.job) AS tareas`)
  ).rows
  return row
}

beforeEach(async () => {
  curso = (await aCourse(t.deps.db)).id
  ;[luis, ana] = [await aStudent(), await aStudent()]
  foro = await aForum(luis)
  answered = (await post(luis, { contenido: '<p>¿Cómo?</p>' })).body.data.id
})

async function isRefused(code: string, status: number, text: string, press: () => Promise<Answer>): Promise<Answer> {
  const before = await traces()
  const refused = await press()
  expect([refused.status, refused.body.code, refused.body.mensaje]).toEqual([status, code, text])
  expect(await traces()).toEqual(before)
  return refused
}
const isNotFound = (press: () => Promise<Answer>) =>
  isRefused('NO_ENCONTRADO', 404, 'No encontramos lo que buscas.', press)
const isNotEnrolled = (press: () => Promise<Answer>) =>
  isRefused('SIN_MATRICULA', 403, 'No tienes una matrícula vigente en este curso.', press)
const isDeleted = (press: () => Promise<Answer>) =>
  isRefused('POST_ELIMINADO', 409, 'Esta respuesta fue eliminada.', press)

describe('a refused post writes nothing', () => {
  it('but an accepted one writes all of it, once', async () => {
    const before = await traces()
    expect((await post(ana, { parent_id: answered })).status).toBe(201)
    expect(await traces()).toMatchObject({
      posts: Number(before?.posts) + 1,
      puntos: Number(before?.puntos) + 1,
      lecturas: 1,
      avisos: Number(before?.avisos) + 1,
      tareas: Number(before?.tareas) + 1,
    })
  })

  it('in a forum that is unknown, deleted or of another brand', async () => {
    await isNotFound(() => post(ana, { id_foro: 2_147_483_647 }))
    await t.call('DELETE', `/api/foros/${foro}`, { token: luis.token })
    await isNotFound(() => post(ana))
    await isNotFound(() => post(ana, { parent_id: answered }))
    const elsewhere = await aCourse(t.deps.db, { id_cliente: 1 })
    const foreigner = await aPerson(t.deps.db, { id_cliente: 1 })
    await anEnrolment(t.deps.db, foreigner.id, elsewhere.id)
    const id_foro = await aForum({ id: foreigner.id, token: await t.tokenOf(foreigner.id) }, elsewhere.id)
    await isNotFound(() => post(ana, { id_foro }))
  })

  it('under a parent that is unknown, of another forum or deleted', async () => {
    const there = await aForum(luis)
    const elsewhere = (await post(luis, { id_foro: there })).body.data.id
    const gone = (await post(luis, { contenido: '<p>Nada</p>' })).body.data.id
    await t.call('DELETE', `/api/posts-foro/${gone}`, { token: luis.token })
    for (const parent_id of [2_147_483_647, elsewhere, gone]) await isNotFound(() => post(ana, { parent_id }))
  })

  it('under a placeholder of a deleted post', async () => {
    await post(luis, { parent_id: answered })
    await t.call('DELETE', `/api/posts-foro/${answered}`, { token: luis.token })
    await isDeleted(() => post(ana, { parent_id: answered }))
  })

  it('without an enrolment, or with an ended or suspended one', async () => {
    const other = await aCourse(t.deps.db)
    await anEnrolment(t.deps.db, luis.id, other.id)
    const closed = await aForum(luis, other.id)
    await isNotEnrolled(() => post(ana, { id_foro: closed }))
    const enrolment = (change: SQL) =>
      t.deps.db.execute(sql`UPDATE matriculas SET ${change} WHERE id_usuario = ${ana.id} AND id_curso = ${curso}`)
    await enrolment(sql`fecha_vencimiento = '2020-01-01'`)
    await isNotEnrolled(() => post(ana, { parent_id: answered }))
    await enrolment(sql`fecha_vencimiento = NULL, estado = 'suspendida', suspendida_por = 'personal'`)
    await isNotEnrolled(() => post(ana, { parent_id: answered }))
  })

  it.each([
    [{ contenido: '' }, 'Debes escribir una respuesta.'],
    [{ contenido: '<p>&nbsp;</p>' }, 'Debes escribir una respuesta.'],
    [{ contenido: '<script>alert(1)</script>' }, 'Debes escribir una respuesta.'],
  ])('with an empty text: %j', async (draft, text) => {
    const refused = await isRefused('DATOS_INVALIDOS', 422, text, () => post(ana, { ...draft, parent_id: answered }))
    expect(refused.body.errors).toEqual({ contenido: [text] })
  })

  it('from a guest', async () => {
    await isRefused('NO_AUTENTICADO', 401, 'Inicia sesión para continuar.', () =>
      t.call('POST', '/api/posts-foro', { body: { contenido: '<p>Hola</p>', id_foro: foro } }),
    )
  })

  it('after the thirtieth in ten minutes, with Retry-After', async () => {
    const windowOf = (cuenta: number, left: SQL) =>
      t.deps.db.execute(sql`INSERT INTO limites (regla, clave, cuenta, termina_en)
        VALUES ('foro_usuario', ${String(ana.id)}, ${cuenta}, now() + ${left})
        ON CONFLICT (regla, clave) DO UPDATE SET cuenta = excluded.cuenta, termina_en = excluded.termina_en`)
    await windowOf(29, sql`interval '9 minutes'`)
    expect((await post(ana)).status).toBe(201)
    const text = 'Demasiados intentos. Espera 9 minutos y vuelve a intentarlo.'
    const refused = await isRefused('DEMASIADOS_INTENTOS', 429, text, () => post(ana, { parent_id: answered }))
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(9 * 60)
    // Other users are unaffected, and the window ends.
    expect((await post(await aStudent())).status).toBe(201)
    await windowOf(30, sql`interval '-1 second'`)
    expect((await post(ana, { parent_id: answered })).status).toBe(201)
    const [window] = (
      await t.deps.db.execute(sql`SELECT cuenta, termina_en > now() AS nueva
      FROM limites WHERE regla = 'foro_usuario' AND clave = ${String(ana.id)}`)
    ).rows
    expect(window).toEqual({ cuenta: 1, nueva: true })
  })
})

describe('a change while a post waits for the forum lock', () => {
  const hold = () => sql`SELECT 1 FROM foros WHERE id = ${foro} FOR UPDATE`
  const meanwhile = (change: SQL, draft: Draft) => () =>
    changedMeanwhile(t, { hold: hold(), change, start: () => post(ana, draft) })
  const own = async () => {
    const [row] = (
      await t.deps.db.execute(sql`SELECT (SELECT count(*)::int FROM posts_foro WHERE id_usuario = ${ana.id}) AS posts,
      (SELECT count(*)::int FROM puntos WHERE id_usuario = ${ana.id}) AS puntos,
      (SELECT count(*)::int FROM lecturas_foro WHERE id_usuario = ${ana.id}) AS lecturas,
      (SELECT count(*)::int FROM notificaciones WHERE id_usuario = ${luis.id}) AS avisos,
      (SELECT count(*)::int FROM pgboss.job j JOIN posts_foro p ON p.id = (j.data->>'id')::bigint
        WHERE j.name = ${FOLLOWERS} AND p.id_usuario = ${ana.id}) AS tareas,
      (SELECT total_posts FROM foros WHERE id = ${foro}) AS total`)
    ).rows
    return row
  }
  const nothing = { posts: 0, puntos: 0, lecturas: 0, avisos: 0, tareas: 0, total: 1 }

  it('is seen: the parent became a placeholder', async () => {
    const answer = await meanwhile(sql`UPDATE posts_foro SET eliminado_en = now() WHERE id = ${answered}`, {
      parent_id: answered,
    })()
    expect([answer.status, answer.body.code]).toEqual([409, 'POST_ELIMINADO'])
    expect(await own()).toEqual(nothing)
  })

  it('is seen: the parent was deleted', async () => {
    const answer = await meanwhile(sql`DELETE FROM posts_foro WHERE id = ${answered}`, { parent_id: answered })()
    expect([answer.status, answer.body.code]).toEqual([404, 'NO_ENCONTRADO'])
    expect(await own()).toEqual(nothing)
  })

  it('is seen: the forum was deleted', async () => {
    const answer = await meanwhile(sql`UPDATE foros SET eliminado_en = now() WHERE id = ${foro}`, {})()
    expect([answer.status, answer.body.code]).toEqual([404, 'NO_ENCONTRADO'])
    expect(await own()).toEqual(nothing)
  })

  it('is seen: another user’s post is counted too', async () => {
    const answer = await meanwhile(sql`UPDATE foros SET total_posts = total_posts + 7 WHERE id = ${foro}`, {
      parent_id: answered,
    })()
    expect(answer.status).toBe(201)
    expect(await own()).toEqual({ posts: 1, puntos: 1, lecturas: 1, avisos: 1, tareas: 1, total: 9 })
  })

  it('is seen: of two waiting identical requests one writes', async () => {
    const body = { parent_id: answered, envio: randomUUID() }
    const pressed = await changedMeanwhile(t, {
      hold: hold(),
      start: () => Promise.all([post(ana, body), post(ana, body)]),
      waiting: 2,
    })
    expect(pressed.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(pressed.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await own()).toEqual({ posts: 1, puntos: 1, lecturas: 1, avisos: 1, tareas: 1, total: 2 })
  })

  it('does not deadlock with the first visit of the day in another window', async () => {
    const start = async () => {
      const written = post(ana, { parent_id: answered })
      await untilWaiting(t, 1)
      return Promise.all([written, t.call('GET', `/api/foros/${foro}`, { token: ana.token })])
    }
    const [written, opened] = await changedMeanwhile(t, { hold: hold(), start, waiting: 2 })
    expect([written.status, opened.status]).toEqual([201, 200])
    expect(opened.body.data).toMatchObject({ vistas: 1, total_posts: 1 })
    expect(await own()).toMatchObject({ posts: 1, lecturas: 1, total: 2 })
  })
})
