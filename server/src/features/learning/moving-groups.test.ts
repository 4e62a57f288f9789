import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { changeEnrolment, enrolmentOf } from '../../../test/enrolments.ts'
import { aGroup } from '../../../test/groups.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const shop = shopping(t)

const staff = async () => t.tokenOf((await aPerson(t.deps.db, { roles: ['soporte'] })).id)

async function aPlace() {
  const course = await aCourse(t.deps.db)
  const person = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, person.id, course.id)
  return { course, person, place: { usuario: person.id, curso: course.id } }
}

const told = async (usuario: number) => (await shop.notices(usuario)).map(({ mensaje }) => mensaje)

describe('another group', () => {
  const inGroup = async (usuario: number) =>
    (await t.database.sql`SELECT id_grupo FROM matriculas WHERE id_usuario = ${usuario}`)[0]?.id_grupo
  const manyIn = async (curso: number, count: number, values: object = {}) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const person = await aPerson(t.deps.db)
        await anEnrolment(t.deps.db, person.id, curso, values)
        return { person, place: { usuario: person.id, curso } }
      }),
    )

  it('is taken while it has a place; the student reads which it is', async () => {
    const token = await staff()
    const course = await aCourse(t.deps.db)
    const group = await aGroup(t.deps.db, course.id, { aforo: 1, horario: 'sábados de 9 a 11' })
    const [one, two] = await manyIn(course.id, 2)
    if (!one || !two) throw new Error('nobody is enrolled')
    const to = (place: typeof one.place, id_grupo: number | null) =>
      changeEnrolment(t, token, place, { accion: 'grupo', id_grupo, motivo: '' })
    const first = await to(one.place, group.id)
    expect([first.status, first.body.data]).toMatchObject([200, { grupo: 'Sábados', version: 1 }])
    expect((await told(one.person.id))[0]).toBe('Ya tienes grupo\nEstás en «Sábados» (sábados de 9 a 11).')
    const full = await to(two.place, group.id)
    expect([full.status, full.body.code, full.body.message]).toEqual([
      ...[409, 'GRUPO_LLENO', 'El grupo «Sábados» ya no tiene vacantes.'],
    ])
    // Who is there already stays.
    expect((await to(one.place, group.id)).body.data).toMatchObject({ grupo: 'Sábados', version: 1 })
    expect((await to(one.place, null)).body.data).toMatchObject({ grupo: null, version: 2 })
    expect((await told(one.person.id))[0]).toMatch(/^Ya no estás en un grupo\n/)
    expect((await to(two.place, group.id)).status).toBe(200)
    const trail = await t.database
      .sql`SELECT detalle FROM auditoria WHERE sobre = ${one.person.id} AND accion = 'gestion' ORDER BY id`
    expect(trail.map(({ detalle }) => detalle)).toEqual([
      { hecho: 'grupo', grupo: 'Sábados', grupo_antes: null },
      { hecho: 'grupo', grupo: null, grupo_antes: 'Sábados' },
    ])
    const unsaid = await changeEnrolment(t, token, two.place, { accion: 'grupo' })
    expect(unsaid.body.errors).toEqual({ id_grupo: ['Elige el grupo.'] })
  })

  it.each([
    [
      'of another course',
      async () => (await aGroup(t.deps.db, (await aCourse(t.deps.db)).id)).id,
      'Ese grupo es de otro curso.',
    ],
    [
      'that is closed',
      async (curso: number) => (await aGroup(t.deps.db, curso, { cerrado_en: new Date().toISOString() })).id,
      'Ese grupo está cerrado.',
    ],
  ])('%s is none', async (_, groupOf, text) => {
    const { course, place } = await aPlace()
    const change = { accion: 'grupo', id_grupo: await groupOf(course.id) } as const
    expect((await changeEnrolment(t, await staff(), place, change)).body.errors).toEqual({ id_grupo: [text] })
  })

  it('takes as many as fit of those that were chosen; the others say why', async () => {
    const token = await staff()
    const course = await aCourse(t.deps.db, { nombre: 'Vidrio' })
    const group = await aGroup(t.deps.db, course.id, { aforo: 2 })
    const [inside] = await manyIn(course.id, 1, { id_grupo: group.id })
    const people = await manyIn(course.id, 3)
    const elsewhere = await aPlace()
    const places = [inside, ...people, elsewhere].flatMap((one) => (one ? [one.place] : []))
    const ids = await Promise.all(places.map(async (place) => (await enrolmentOf(t, place)).id))
    const body = { accion: 'grupo', id_grupo: group.id, ids, envio: randomUUID() }
    const job = await t.call('POST', '/api/gestion/matriculas/lote', { token, body })
    expect(job.status).toBe(200)
    await shop.settle()
    const done = (await t.call('GET', `/api/gestion/trabajos/${job.body.data.id}`, { token })).body.data
    expect(done).toMatchObject({ titulo: 'Cambiar de grupo 5 matrículas', estado: 'con_errores', errores: 3 })
    expect(done.resultado).toEqual({ matriculas: 1 })
    const rows = await t.call('GET', `/api/gestion/trabajos/${job.body.data.id}/filas`, { token })
    const said = rows.body.data.data.map(({ mensaje }: { mensaje: string }) => mensaje.split(': ').at(-1))
    expect(said.sort()).toEqual([
      'El grupo «Sábados» ya no tiene vacantes.',
      'El grupo «Sábados» ya no tiene vacantes.',
      'Ese grupo es de otro curso.',
    ])
    const seats = await Promise.all(people.map(({ person }) => inGroup(person.id)))
    expect(seats.filter((id) => Number(id) === group.id)).toHaveLength(1)
  })

  it('is taken anew by who returns after a refund, and kept by who was suspended', async () => {
    const token = await staff()
    const course = await aCourse(t.deps.db)
    const group = await aGroup(t.deps.db, course.id, { aforo: 1 })
    const suspended = { id_grupo: group.id, estado: 'suspendida' as const }
    const [refunded] = await manyIn(course.id, 1, { ...suspended, suspendida_por: 'pasarela' })
    const [paused] = await manyIn(course.id, 1, suspended)
    if (!refunded || !paused) throw new Error('nobody is enrolled')
    const full = await changeEnrolment(t, token, refunded.place, { accion: 'reabrir' })
    expect(full.body.errors).toEqual({
      accion: ['El grupo «Sábados» ya no tiene vacantes. Cámbiale de grupo antes de reabrirla.'],
    })
    expect((await changeEnrolment(t, token, paused.place, { accion: 'reabrir' })).status).toBe(200)
    expect((await changeEnrolment(t, token, refunded.place, { accion: 'grupo', id_grupo: null })).status).toBe(200)
    const [still] = await t.database
      .sql`SELECT suspendida_por AS por FROM matriculas WHERE id_usuario = ${refunded.person.id}`
    expect(still).toEqual({ por: 'pasarela' })
    expect((await changeEnrolment(t, token, refunded.place, { accion: 'reabrir' })).status).toBe(200)
  })
})
