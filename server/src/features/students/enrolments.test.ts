import { randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

const member = async (...roles: Role[]) => {
  const { id } = await aPerson(t.deps.db, { roles })
  return { id, token: await t.tokenOf(id) }
}
const list = async (token: string, query = '') => {
  const { status, body } = await t.call('GET', `/api/gestion/matriculas${query}`, { token })
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}
const idsOf = async (token: string, query: string): Promise<number[]> =>
  (await list(token, query)).data.map(({ id }: { id: number }) => id)

let support: string
let teacher: { id: number; token: string }

beforeAll(async () => {
  support = (await member('soporte')).token
  teacher = await member('docente')
})

const aName = () => `Lista${randomUUID().slice(0, 6)}`

describe('the list of enrolments', () => {
  it('is of the brand, a teacher’s of their courses; without those of closed accounts and other brands', async () => {
    const apellidos = aName()
    const own = await aCourse(t.deps.db, { teacher: teacher.id, lessons: 2, nombre: 'Cerámica' })
    const other = await aCourse(t.deps.db, { nombre: 'Ajedrez' })
    const foreign = await aCourse(t.deps.db, { id_cliente: 1 })
    const beto = await aPerson(t.deps.db, { apellidos, nombres: 'Beto' })
    const stranger = await aPerson(t.deps.db, { apellidos, id_cliente: 1 })
    const closed = await aPerson(t.deps.db, { apellidos, tipo_documento: 'Eliminado', numero_documento: null })
    const first = await anEnrolment(t.deps.db, beto.id, own.id, { fecha_vencimiento: '2099-12-31' })
    const second = await anEnrolment(t.deps.db, beto.id, other.id)
    await anEnrolment(t.deps.db, stranger.id, foreign.id)
    await anEnrolment(t.deps.db, closed.id, own.id)
    const leccion = own.modulos[0]?.lecciones[0]?.id
    await t.database
      .sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en) VALUES (${beto.id}, ${leccion}, now())`
    const { data, total } = await list(support, `?q=${apellidos}`)
    expect([total, data.map(({ id }: { id: number }) => id)]).toEqual([2, [second.id, first.id]])
    const { nombres, correo, foto_perfil } = beto
    expect(data[1]).toEqual({
      ...{
        id: first.id,
        id_grupo: null,
        grupo: null,
        version: 0,
        id_usuario: beto.id,
        nombres,
        apellidos,
        falta_nombre: false,
        foto_perfil,
        correo,
      },
      ...{ id_curso: own.id, curso: 'Cerámica', desde: expect.any(String), vence: '2099-12-31' },
      ...{ estado: 'vigente', avance: 50, origen: null, comprada: false, seguimiento: null },
    })
    expect(await idsOf(teacher.token, `?q=${correo}`)).toEqual([first.id])
    expect(await idsOf(teacher.token, `?q=${correo}&curso=${other.id}`)).toEqual([])
    expect(await idsOf((await member('docente')).token, '')).toEqual([])
  })

  it('is narrowed by course and by how the enrolment stands, in both orders', async () => {
    const [one, two] = [await aCourse(t.deps.db), await aCourse(t.deps.db)]
    const make = async (values: Parameters<typeof anEnrolment>[3], course = one) =>
      (await anEnrolment(t.deps.db, (await aPerson(t.deps.db)).id, course.id, values)).id
    const endless = await make({})
    const soon = await make({ fecha_vencimiento: limaDay(30) })
    const ended = await make({ fecha_vencimiento: limaDay(-1) })
    const taken = await make({ estado: 'suspendida' })
    const elsewhere = await make({ estado: 'suspendida' }, two)
    const found = (query: string) => idsOf(support, `?curso=${one.id}${query}`)
    expect(await found('')).toEqual([taken, ended, soon, endless])
    expect(await found('&orden=fecha')).toEqual([endless, soon, ended, taken])
    expect(await found('&estado=vigente')).toEqual([soon, endless])
    expect(await found('&estado=por_vencer')).toEqual([soon])
    expect(await found('&estado=vencida')).toEqual([ended])
    expect(await found('&estado=suspendida')).toEqual([taken])
    expect((await idsOf(support, '?estado=suspendida')).slice(0, 2)).toEqual([elsewhere, taken])
    const states = (await list(support, `?curso=${one.id}`)).data.map(({ estado }: { estado: string }) => estado)
    expect(states).toEqual(['suspendida', 'vencida', 'por_vencer', 'vigente'])
    const wrong = await t.call('GET', '/api/gestion/matriculas?estado=otra&orden=curso', { token: support })
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { estado: ['Elige cómo está la matrícula.'], orden: ['Esta lista no se ordena así.'] },
    ])
  })

  it('says what opened the course last', async () => {
    const [course, student] = [await aCourse(t.deps.db), await aPerson(t.deps.db)]
    const originOf = async () => (await list(support, `?curso=${course.id}`)).data[0].origen
    const give = (path: string, body: object) =>
      t.call('POST', `/api/gestion/matriculas${path}`, { token: support, body })
    await anEnrolment(t.deps.db, student.id, course.id, { estado: 'suspendida' })
    expect(await originOf()).toBeNull()
    const [order] = await t.database.sql`INSERT INTO ordenes
      (numero, id_cliente, id_usuario, huella, estado, subtotal_centimos, total_centimos, pasarela, pagada_en)
      VALUES (${randomUUID()}, 2, ${student.id}, ${randomUUID()}, 'pagada', 1000, 1000, 'sandbox', now()) RETURNING id`
    await t.database.sql`INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos)
      VALUES (${order?.id}, ${course.id}, 'Curso', 1000)`
    expect(await originOf()).toBe('compra')
    await give('', { cursos: [course.id], personas: [{ correo: student.correo }] })
    expect(await originOf()).toBe('a_mano')
  })

  it('gives every row once over its pages', async () => {
    const course = await aCourse(t.deps.db)
    const people = await Promise.all(Array.from({ length: 52 }, () => aPerson(t.deps.db)))
    // In one statement, so that all have the same moment.
    await t.database.sql`INSERT INTO matriculas (id_usuario, id_curso)
      SELECT unnest(${people.map(({ id }) => id)}::bigint[]), ${course.id}`
    const first = await list(support, `?curso=${course.id}`)
    const rest = await list(support, `?curso=${course.id}&desde=${first.siguiente}`)
    expect([first.total, first.data.length, rest.data.length, rest.siguiente]).toEqual([52, 50, 2, null])
    expect(new Set([...first.data, ...rest.data].map(({ id }: { id: number }) => id)).size).toBe(52)
  })
})
