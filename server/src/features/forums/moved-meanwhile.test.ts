import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { type Answer, useApp } from '../../../test/harness.ts'
import { changedMeanwhile } from '../../../test/waiting.ts'

const t = useApp()

type Person = { id: number; token: string }

let curso: number
let otro: number
let docente: Person
let ana: Person
let luis: Person
let foro: number
let post: number

const person = async (values: Parameters<typeof aPerson>[1] = {}): Promise<Person> => {
  const { id } = await aPerson(t.deps.db, values)
  return { id, token: await t.tokenOf(id) }
}
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', { token }: Person, path: string, body?: object) =>
  t.call(method, `/api${path}`, { token, body })

beforeAll(async () => {
  docente = await person({ tipo_cliente: 'Docente' })
  curso = (await aCourse(t.deps.db, { teacher: docente.id })).id
  otro = (await aCourse(t.deps.db)).id
  ana = await person()
  await anEnrolment(t.deps.db, ana.id, curso)
})

beforeEach(async () => {
  luis = await person()
  await anEnrolment(t.deps.db, luis.id, curso)
  const opening = { titulo: `Dudas ${Math.random()}`, contenido: '<p>¿Dudas?</p>', tipo_foro: 'curso', id_curso: curso }
  foro = (await call('POST', ana, '/foros', opening)).body.data.id
  post = (await call('POST', luis, '/posts-foro', { id_foro: foro, contenido: `<p>${Math.random()}</p>` })).body.data.id
})

const TO_GENERAL = () => sql`UPDATE foros SET tipo_foro = 'general', id_curso = NULL WHERE id = ${foro}`
const TO_OTHER = () => sql`UPDATE foros SET id_curso = ${otro} WHERE id = ${foro}`

/** Makes the call while the forum's row is held and moves away. */
const whileItMoves = (change: () => SQL, start: () => Promise<Answer>) =>
  changedMeanwhile(t, { hold: sql`SELECT 1 FROM foros WHERE id = ${foro} FOR UPDATE`, change: change(), start })

const REPORT = { motivo: 'spam', detalle: '' }
const text = () => ({ contenido: `<p>Solo para el curso ${Math.random()}</p>` })

const stateOf = async () => {
  const [row] = (
    await t.deps.db.execute(sql`SELECT f.pinned, f.likes, f.total_posts, f.id_solucion, f.eliminado_en,
      (SELECT json_agg(p.contenido ORDER BY p.id) FROM posts_foro p WHERE p.id_foro = f.id) AS textos,
      (SELECT count(*)::int FROM reportes_post r WHERE r.id_foro = f.id OR r.id_post = ${post}) AS reportes,
      (SELECT count(*)::int FROM reportes_post r WHERE r.id_post = ${post} AND r.decision IS NOT NULL) AS decididos
    FROM foros f WHERE f.id = ${foro}`)
  ).rows
  return row
}

describe('a forum that moves away while people act on it', () => {
  it.each<[string, () => SQL, () => Promise<Answer>, [number, string]]>([
    [
      'is not pinned by the teacher of its old course',
      TO_GENERAL,
      () => call('PUT', docente, `/foros/${foro}/toggle-pinned`),
      [403, 'SIN_PERMISO'],
    ],
    [
      'takes no reply along',
      TO_GENERAL,
      () => call('POST', luis, '/posts-foro', { id_foro: foro, ...text() }),
      [409, 'FORO_MOVIDO'],
    ],
    ['takes no edit along', TO_GENERAL, () => call('PUT', luis, `/posts-foro/${post}`, text()), [409, 'FORO_MOVIDO']],
    [
      'is not solved by its old teacher',
      TO_GENERAL,
      () => call('PUT', docente, `/posts-foro/${post}/solucion`),
      [403, 'SIN_PERMISO'],
    ],
    [
      'is not deleted by its old teacher',
      TO_GENERAL,
      () => call('DELETE', docente, `/foros/${foro}`),
      [403, 'SIN_PERMISO'],
    ],
    [
      'keeps its posts before its old teacher',
      TO_GENERAL,
      () => call('DELETE', docente, `/posts-foro/${post}`),
      [403, 'SIN_PERMISO'],
    ],
    [
      'is not liked by who may no longer read it',
      TO_OTHER,
      () => call('PUT', luis, `/foros/${foro}/like`),
      [403, 'SIN_MATRICULA'],
    ],
    [
      'is not reported by who may no longer read it',
      TO_OTHER,
      () => call('POST', luis, `/foros/${foro}/reportes`, REPORT),
      [403, 'SIN_MATRICULA'],
    ],
    [
      'has no post liked by who may no longer read it',
      TO_OTHER,
      () => call('POST', ana, `/posts-foro/${post}/like`),
      [403, 'SIN_MATRICULA'],
    ],
    [
      'has no post reported by who may no longer read it',
      TO_OTHER,
      () => call('POST', ana, `/posts-foro/${post}/reportes`, REPORT),
      [403, 'SIN_MATRICULA'],
    ],
    [
      'takes no reply of who may no longer read it',
      TO_OTHER,
      () => call('POST', luis, '/posts-foro', { id_foro: foro, ...text() }),
      [403, 'SIN_MATRICULA'],
    ],
    [
      'keeps its solution from who may no longer read it',
      TO_OTHER,
      () => call('DELETE', luis, `/posts-foro/${post}`),
      [403, 'SIN_MATRICULA'],
    ],
  ])('%s', async (_name, change, start, refusal) => {
    const before = await stateOf()
    const answer = await whileItMoves(change, start)
    expect([answer.status, answer.body.code]).toEqual(refusal)
    expect(await stateOf()).toEqual(before)
  })

  it('leaves its reports to those who moderate it now', async () => {
    await call('POST', ana, `/posts-foro/${post}/reportes`, REPORT)
    const [report] = (
      await t.deps.db.execute<{ id: number }>(sql`SELECT id FROM reportes_post WHERE id_post = ${post}`)
    ).rows
    const before = await stateOf()
    const decision = { decision: 'aceptado', razon: 'Publicidad' }
    const decide = () => call('PUT', docente, `/reportes-foro/${report?.id}`, decision)
    expect((await whileItMoves(TO_GENERAL, decide)).status).toBe(404)
    expect(await stateOf()).toEqual(before)
  })

  it('does not go to a course that its author has meanwhile lost', async () => {
    await anEnrolment(t.deps.db, ana.id, otro)
    const body = { titulo: 'Mudanza', contenido: '<p>¿Dudas?</p>', tipo_foro: 'curso', id_curso: otro }
    await call('DELETE', luis, `/posts-foro/${post}`)
    const answer = await changedMeanwhile(t, {
      hold: sql`SELECT 1 FROM foros WHERE id = ${foro} FOR UPDATE`,
      change: sql`DELETE FROM matriculas WHERE id_usuario = ${ana.id} AND id_curso = ${otro}`,
      start: () => call('PUT', ana, `/foros/${foro}`, body),
    })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['id_curso']])
    expect((await call('GET', ana, `/foros/${foro}`)).body.data.id_curso).toBe(curso)
  })

  it('is pinned by who teaches the course that it comes into', async () => {
    await t.deps.db.execute(TO_GENERAL())
    const back = () => sql`UPDATE foros SET tipo_foro = 'curso', id_curso = ${curso} WHERE id = ${foro}`
    const answer = await whileItMoves(back, () => call('PUT', docente, `/foros/${foro}/toggle-pinned`))
    expect([answer.status, answer.body.data.pinned]).toEqual([200, true])
  })
})

describe('what staff marked', () => {
  const solve = (who: Person) => call('PUT', who, `/posts-foro/${post}/solucion`)
  const solution = async () => (await call('GET', ana, `/foros/${foro}`)).body.data.id_solucion

  it('as the solution is no longer marked once its author has changed it', async () => {
    await solve(docente)
    expect(await solution()).toBe(post)
    const edited = await call('PUT', luis, `/posts-foro/${post}`, text())
    expect([edited.status, edited.body.data.es_solucion]).toEqual([200, false])
    expect(await solution()).toBeNull()
  })

  it('stays when the same text is sent again, and when staff edit their own', async () => {
    await solve(docente)
    const { contenido } = (await call('GET', luis, `/posts-foro/${post}`)).body.data
    await call('PUT', luis, `/posts-foro/${post}`, { contenido })
    expect(await solution()).toBe(post)
    const own = (await call('POST', docente, '/posts-foro', { id_foro: foro, ...text() })).body.data.id
    await call('PUT', docente, `/posts-foro/${own}/solucion`)
    await call('PUT', docente, `/posts-foro/${own}`, text())
    expect(await solution()).toBe(own)
  })

  it('is told from what the asker marked, which survives an edit', async () => {
    await solve(ana)
    await call('PUT', luis, `/posts-foro/${post}`, text())
    expect(await solution()).toBe(post)
    await call('DELETE', ana, `/posts-foro/${post}/solucion`)
    await solve(docente)
    await call('PUT', luis, `/posts-foro/${post}`, text())
    expect(await solution()).toBeNull()
  })
})
