import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

type Someone = { id: number; token: string }

let curso: number
let ana: Someone
let luis: Someone

async function aStudent(nombres: string, apellidos = 'Ñahui', tipo_cliente: 'Alumno' | 'Docente' = 'Alumno') {
  const { id } = await aPerson(t.deps.db, { nombres, apellidos, tipo_cliente })
  if (tipo_cliente === 'Alumno') await anEnrolment(t.deps.db, id, curso)
  return { id, token: await t.tokenOf(id) }
}

beforeAll(async () => {
  const teacher = await aStudent('Rosa', 'Aguilar', 'Docente')
  curso = (await aCourse(t.deps.db, { teacher: teacher.id })).id
  ana = await aStudent('Ana')
  luis = await aStudent('Luis')
})

// The tests write faster than the throttle allows.
beforeEach(async () => void (await t.deps.db.execute(sql`DELETE FROM limites`)))

async function aForum(titulo: string, who = ana, id_curso = curso): Promise<number> {
  const body = { titulo, contenido: '<p>¿Dudas?</p>', tipo_foro: 'curso', id_curso }
  return (await t.call('POST', '/api/foros', { token: who.token, body })).body.data.id
}
const post = (who: Someone, id_foro: number) =>
  t.call('POST', '/api/posts-foro', { token: who.token, body: { contenido: `<p>${Math.random()}</p>`, id_foro } })

describe('lists of forums', () => {
  it('come recent first, unanswered or most liked, of a course and of all courses, in pages', async () => {
    const other = (await aCourse(t.deps.db)).id
    const reader = await aStudent('Inés')
    await anEnrolment(t.deps.db, reader.id, other)
    const [one, two, three] = [await aForum('Uno'), await aForum('Dos'), await aForum('Tres', reader, other)]
    await post(luis, one)
    for (const who of [luis, reader]) await t.call('PUT', `/api/foros/${two}/like`, { token: who.token })
    await t.call('PUT', `/api/foros/${one}/like`, { token: luis.token })
    const ids = async (path: string) => {
      const answer = await t.call('GET', `/api/foros${path}`, { token: reader.token })
      const mine = new Set([one, two, three])
      return answer.body.data.data.map(({ id }: { id: number }) => id).filter((id: number) => mine.has(id))
    }
    expect(await ids('?orden=recientes')).toEqual([one, three, two])
    expect(await ids('?orden=sin-respuesta')).toEqual([three, two])
    expect(await ids('?orden=votados')).toEqual([two, one, three])
    expect(await ids(`/curso/${curso}?orden=sin-respuesta`)).toEqual([two])
    expect(await ids(`/curso/${curso}?orden=votados&per_page=1&page=2`)).toEqual([one])
    const wrong = await t.call('GET', '/api/foros?orden=nada', { token: reader.token })
    expect([wrong.status, wrong.body.errors.orden]).toEqual([422, ['El orden no es válido.']])
  })

  it('name the last author and the true activity, also after the newest answer is deleted', async () => {
    const foro = await aForum('Actividad')
    const row = async () => {
      const { body } = await t.call('GET', `/api/foros/curso/${curso}?per_page=100`, { token: ana.token })
      return body.data.data.find(({ id }: { id: number }) => id === foro)
    }
    const before = await row()
    expect(before.ultimo_autor).toBeNull()
    const made = await post(luis, foro)
    expect(await row()).toMatchObject({ ultimo_autor: { id: luis.id }, ultima_actividad: made.body.data.fecha })
    await t.call('DELETE', `/api/posts-foro/${made.body.data.id}`, { token: luis.token })
    expect(await row()).toMatchObject({ ultimo_autor: null, ultima_actividad: before.fecha_creacion, total_posts: 0 })
  })
})

describe('GET /api/foros/novedades', () => {
  it('counts what others wrote in followed forums, and forgets what is read or not visible any more', async () => {
    const other = (await aCourse(t.deps.db)).id
    const reader = await aStudent('Julia')
    await anEnrolment(t.deps.db, reader.id, other)
    const news = async () => (await t.call('GET', '/api/foros/novedades', { token: reader.token })).body.data
    expect(await news()).toEqual({ no_leidos: 0, temas: 0, foros: [] })
    const [mine, elsewhere] = [await aForum('Mío', reader), await aForum('En otro curso', reader, other)]
    await anEnrolment(t.deps.db, luis.id, other)
    await post(luis, mine)
    await post(reader, mine)
    const last = await post(luis, mine)
    await post(luis, elsewhere)
    const rows = [
      { id: elsewhere, titulo: 'En otro curso', no_leidos: 1 },
      { id: mine, titulo: 'Mío', no_leidos: 2 },
    ]
    expect(await news()).toEqual({ no_leidos: 3, temas: 2, foros: rows })
    await t.call('PUT', `/api/foros/${mine}/leido`, {
      token: reader.token,
      body: { ultimo_post: last.body.data.id },
    })
    expect(await news()).toEqual({ no_leidos: 1, temas: 1, foros: rows.slice(0, 1) })
    await t.deps.db.execute(
      sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id_usuario = ${reader.id} AND id_curso = ${other}`,
    )
    expect(await news()).toEqual({ no_leidos: 0, temas: 0, foros: [] })
  })
})

describe('PUT and DELETE /api/foros/{id}/like', () => {
  it('count each person once, at the same time too', async () => {
    const foro = await aForum('Con me gusta')
    const like = (who: Someone, method: 'PUT' | 'DELETE') =>
      t.call(method, `/api/foros/${foro}/like`, { token: who.token })
    await Promise.all([ana, luis, ana, luis, ana].map((who) => like(who, 'PUT')))
    expect((await like(ana, 'PUT')).body.data).toEqual({ id: foro, likes: 2, liked: true })
    const read = (await t.call('GET', `/api/foros/${foro}`, { token: ana.token })).body.data
    expect(read).toMatchObject({ likes: 2, liked: true })
    expect((await like(ana, 'DELETE')).body.data).toEqual({ id: foro, likes: 1, liked: false })
    expect((await like(ana, 'DELETE')).body.data.likes).toBe(1)
  })
})

describe('GET /api/foros/{id}/participantes', () => {
  it('offers first names first, then the thread’s people and its teacher', async () => {
    for (const [nombres, apellidos] of [
      ['Camila', 'Rojas'],
      ['Roberto', 'Álvarez'],
    ] as const)
      await aStudent(nombres, apellidos)
    const rodrigo = await aStudent('Rodrigo', 'Zela')
    const foro = await aForum('Menciones')
    await post(rodrigo, foro)
    const names = async (q: string) => {
      const { data } = (await t.call('GET', `/api/foros/${foro}/participantes?q=${q}`, { token: ana.token })).body
      return data.map(({ nombres }: { nombres: string }) => nombres)
    }
    expect(await names('ro')).toEqual(['Rodrigo', 'Rosa', 'Roberto', 'Camila'])
    expect((await names('')).slice(0, 2).toSorted()).toEqual(['Rodrigo', 'Rosa'])
  })
})
