import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { sesiones } from '../src/features/catalogue/catalogue.tables.ts'
import { aCourse, anEnrolment, anExam, aPerson } from './builders.ts'
import { aCouponBody } from './coupons.ts'
import { useApp } from './harness.ts'

const t = useApp()

let id: number
let token: string
/** For the calls whose path names something. */
const ids: Record<string, number> = {}

beforeAll(async () => {
  const { db } = t.deps
  id = (await aPerson(db, { roles: ['marca'] })).id
  token = await t.tokenOf(id)
  const course = await aCourse(db, { modules: 1, lessons: 1 })
  const lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  await anEnrolment(db, id, course.id)
  await db.execute(sql`UPDATE lecciones SET contenido = '<p>Todas las dudas.</p>' WHERE id = ${lesson}`)
  const body = { titulo: 'Dudas', contenido: '<p>¿Dudas?</p>', tipo_foro: 'general' }
  ids['/api/foros/{id}/participantes'] = (await t.call('POST', '/api/foros', { token, body })).body.data.id
  ids['/api/gestion/evaluaciones/{id}/intentos'] = (await anExam(db, { id_curso: course.id })).id
  const coupon = await t.call('POST', '/api/gestion/cupones', { token, body: aCouponBody() })
  ids['/api/gestion/cupones/{id}/codigos'] = coupon.body.data.id
  const [live] = await db
    .insert(sesiones)
    .values({
      id_leccion: lesson,
      inicio: '2099-02-02T00:30:00Z',
      duracion: 90,
      orden: 1,
      nombre: 'En vivo',
      enlace: 'https://meet.example.com/x',
    })
    .returning({ id: sesiones.id })
  ids['/api/gestion/sesiones/{id}/asistencias'] = live?.id ?? 0
})

/** Lists that take no typed text, though their query is every list's. */
const WITHOUT_TEXT = [
  'calificar',
  'calificar/{id}',
  'correos',
  'preguntas',
  'sesiones',
  'trabajos',
  'trabajos/{id}/filas',
]

/** The GET calls of the document that take a typed text, with one. */
async function searches(): Promise<string[]> {
  const { paths } = (await t.call('GET', '/api/openapi.json')).body
  const calls = Object.entries<{ get?: { parameters?: { name: string }[] } }>(paths)
  return calls.flatMap(([path, { get }]) => {
    const name = get?.parameters?.map((one) => one.name).find((one) => one === 'q' || one === 'buscar')
    if (!name || WITHOUT_TEXT.includes(path.replace('/api/gestion/', ''))) return []
    return [`${path.replace('{id}', String(ids[path]))}?${name}=dudas`]
  })
}

const LOCKED: [string, () => string][] = [
  ['forums', () => '/api/foros/buscar?q=dudas'],
  ['posts', () => '/api/posts-foro/buscar?q=dudas'],
  ['people', () => `/api/foros/${ids['/api/foros/{id}/participantes']}/participantes?q=ana`],
  ['lessons', () => '/api/lecciones/buscar?q=dudas'],
  ['courses', () => '/api/cursos/buscar?buscar=dudas'],
  ['a list of the staff', () => '/api/gestion/cursos?q=dudas'],
  ['what the staff look for', () => '/api/gestion/buscar?q=dudas'],
]

it.each(LOCKED)('a search of %s that takes more than a second is ended, with what to do', async (_name, path) => {
  const answer = await t.deps.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE foros, posts_foro, lecciones, cursos IN ACCESS EXCLUSIVE MODE`)
    return t.call('GET', path(), { token })
  })
  expect([answer.status, answer.body.mensaje]).toEqual([
    503,
    'La búsqueda tardó demasiado. Escribe más palabras, o una menos común.',
  ])
  expect((await t.call('GET', path(), { token })).status).toBe(200)
})

it('every search of a person counts, and of guests by their address', async () => {
  const all = await searches()
  expect(all).toHaveLength(19)
  const answers = async () =>
    Object.fromEntries(await Promise.all(all.map(async (path) => [path, await statusOf(path)])))
  const statusOf = async (path: string) => (await t.call('GET', path, { token })).status
  const each = (status: number) => Object.fromEntries(all.map((path) => [path, status]))
  expect(await answers()).toEqual(each(200))
  await t.deps.db.execute(sql`UPDATE limites SET cuenta = 240 WHERE regla = 'buscar_usuario' AND clave = ${String(id)}`)
  expect(await answers()).toEqual(each(429))
  const ofGuest = async () => (await t.call('GET', '/api/cursos/buscar?buscar=dudas')).status
  expect(await ofGuest()).toBe(200)
  await t.deps.db.execute(sql`UPDATE limites SET cuenta = 1200 WHERE regla = 'buscar_direccion'`)
  expect(await ofGuest()).toBe(429)
})
