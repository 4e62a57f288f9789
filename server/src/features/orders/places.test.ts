import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { aSoldGroup } from '../../../test/groups.ts'
import { useApp } from '../../../test/harness.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const { buy, scene, act, order, settle, enrolledIn } = shopping(t)
let admin: string

beforeAll(async () => {
  admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
})
beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

/** A course that is sold for a group, and students who want it. */
async function sold(aforo: number | null, buyers = 2, values: object = {}) {
  const course = await aCourse(t.deps.db, { nombre: 'Barismo' })
  const group = await aSoldGroup(t.deps.db, course.id, { aforo, nombre: 'Sábados', ...values })
  const people = []
  for (let n = 0; n < buyers; n++) {
    const person = await aPerson(t.deps.db)
    people.push({ ...person, token: await t.tokenOf(person.id) })
  }
  return { course, group, people }
}

const places = async (course: number, token?: string) =>
  (await t.call('GET', `/api/cursos/${course}/grupos?marca=2`, { token })).body.data as {
    id: number
    libres: number | null
  }[]
const letHoldsEnd = (id: number) =>
  t.database.sql`UPDATE orden_lineas SET apartado_hasta = now() - interval '1 second' WHERE id_grupo = ${id}`
const groupOf = async (usuario: number, curso: number) => {
  const [row] = await t.database
    .sql`SELECT id_grupo AS id FROM matriculas WHERE id_usuario = ${usuario} AND id_curso = ${curso}`
  return row?.id ? Number(row.id) : null
}

describe('a course that is sold for a group', () => {
  it('is offered with dates on its page, and with places in the cart', async () => {
    const { course, group, people } = await sold(3, 1, {
      horario: 'Sábados 9 a. m.',
      inicio: '2030-01-05',
      fin: '2030-03-30',
    })
    const closed = { en_venta: false, cerrado_en: '2026-01-01T00:00:00Z' }
    await aSoldGroup(t.deps.db, course.id, closed)
    await aSoldGroup(t.deps.db, course.id, { en_venta: false })
    await aSoldGroup(t.deps.db, course.id, { inicio: '2020-01-01', fin: limaDay(-1) })
    const today = await aSoldGroup(t.deps.db, course.id, { fin: limaDay() })
    const shown = {
      id: group.id,
      nombre: 'Sábados',
      horario: 'Sábados 9 a. m.',
      inicio: '2030-01-05',
      fin: '2030-03-30',
    }
    const detail = (await t.call('GET', `/api/cursos/detallado/${course.id}`)).body.data
    expect(detail.grupos).toEqual([shown, expect.objectContaining({ id: today.id })])
    const { token } = people[0] ?? { token: '' }
    await buy(token, [course.id], { grupo: group.id })
    const cart = (await t.call('GET', `/api/carrito?ids=${course.id}&marca=2`)).body.data.cursos[0]
    // One who holds a place does not lack it.
    expect([cart.grupos[0], (await places(course.id, token))[0]]).toEqual([
      { ...shown, libres: 2 },
      { ...shown, libres: 3 },
    ])
    expect(cart.grupos[1]).toMatchObject({ id: today.id, libres: null })
  })

  it('needs a group that is open, of the course and on sale', async () => {
    const { course, people } = await sold(3, 1)
    const { token } = people[0] ?? { token: '' }
    const other = await sold(3, 0)
    const gone = 'El grupo que elegiste de «Barismo» ya no está abierto.'
    const cases: [number | undefined, string][] = [
      [undefined, 'Elige tu grupo de «Barismo».'],
      [other.group.id, gone],
      [(await aSoldGroup(t.deps.db, course.id, { en_venta: false })).id, gone],
      [(await aSoldGroup(t.deps.db, course.id, { fin: limaDay(-1) })).id, gone],
      [999_999_999, gone],
    ]
    for (const [grupo, text] of cases) {
      const { status, body } = await buy(token, [course.id], { grupo })
      expect([grupo, status, body.errors?.items]).toEqual([grupo, 422, [text]])
    }
  })

  it('is sold without one where none is on sale, whatever is sent', async () => {
    const { token, person, ids } = await scene()
    const group = await aSoldGroup(t.deps.db, ids[0] ?? 0, { en_venta: false })
    const detail = (await t.call('GET', `/api/cursos/detallado/${ids[0]}`)).body.data
    expect([detail.grupos, await places(ids[0] ?? 0)]).toEqual([null, []])
    const { orden } = (await buy(token, ids, { grupo: group.id })).body
    await act(orden, 'aprobar')
    await settle()
    expect(await groupOf(person.id, ids[0] ?? 0)).toBeNull()
  })

  it('is entered with its group, which the order names', async () => {
    const { course, group, people } = await sold(1, 1)
    const [buyer] = people
    const { orden } = (await buy(buyer?.token ?? '', [course.id], { grupo: group.id })).body
    await act(orden, 'aprobar')
    await settle()
    expect(await groupOf(buyer?.id ?? 0, course.id)).toBe(group.id)
    expect((await order(buyer?.token ?? '', orden)).lineas).toMatchObject([{ nombre: 'Barismo', grupo: 'Sábados' }])
    const staff = (await t.call('GET', `/api/gestion/ordenes/${orden}`, { token: admin })).body.data
    expect(staff.lineas[0].grupo).toBe('Sábados')
  })

  it('for nothing takes a place, too', async () => {
    const { course, group, people } = await sold(1)
    await t.database.sql`UPDATE cursos SET costo_centimos = 0 WHERE id = ${course.id}`
    const answers = []
    for (const { token } of people) answers.push((await buy(token, [course.id], { grupo: group.id })).status)
    expect([answers, await groupOf(people[0]?.id ?? 0, course.id)]).toEqual([[200, 422], group.id])
  })
})

describe('a place', () => {
  const full = ['El grupo «Sábados» de «Barismo» ya no tiene vacantes.']

  it('is held for 30 minutes, then it is another’s; a late payment enrols beyond the limit', async () => {
    const { course, group, people } = await sold(1)
    const [one, two] = people
    const late = (await buy(one?.token ?? '', [course.id], { grupo: group.id })).body.orden
    const [held] = await t.database
      .sql`SELECT extract(epoch FROM apartado_hasta - now())::int AS s FROM orden_lineas WHERE id_grupo = ${group.id}`
    expect(held?.s).toBeGreaterThan(1790)
    expect(held?.s).toBeLessThanOrEqual(1800)
    expect((await buy(two?.token ?? '', [course.id], { grupo: group.id })).body.errors.items).toEqual(full)
    await letHoldsEnd(group.id)
    const next = await buy(two?.token ?? '', [course.id], { grupo: group.id })
    expect(next.status).toBe(200)
    // What lapsed is not held again while another holds it.
    expect((await buy(one?.token ?? '', [course.id], { grupo: group.id })).body.errors.items).toEqual(full)
    await act(next.body.orden, 'aprobar')
    await act(late, 'aprobar')
    await settle()
    expect((await order(one?.token ?? '', late)).estado).toBe('pagada')
    for (const { id } of people) expect(await groupOf(id, course.id)).toBe(group.id)
    expect((await places(course.id))[0]?.libres).toBe(0)
  })

  it('is held longer while the gateway says pending', async () => {
    const { course, group, people } = await sold(1)
    const [one, two] = people
    const { orden } = (await buy(one?.token ?? '', [course.id], { grupo: group.id })).body
    await act(orden, 'dejar_pendiente')
    await settle()
    await letHoldsEnd(group.id)
    expect((await buy(two?.token ?? '', [course.id], { grupo: group.id })).body.errors.items).toEqual(full)
    await t.call('POST', `/api/gestion/ordenes/${orden}/cancelar`, { token: admin })
    expect((await buy(two?.token ?? '', [course.id], { grupo: group.id })).status).toBe(200)
  })

  it('is held again with the same order, and goes with another choice', async () => {
    const { course, group, people } = await sold(1)
    const other = await aSoldGroup(t.deps.db, course.id, { aforo: 1 })
    const [one, two] = people
    const first = (await buy(one?.token ?? '', [course.id], { grupo: group.id })).body.orden
    await letHoldsEnd(group.id)
    expect((await buy(one?.token ?? '', [course.id], { grupo: group.id })).body.orden).toBe(first)
    expect((await places(course.id)).map(({ libres }) => libres)).toEqual([0, 1])
    const changed = (await buy(one?.token ?? '', [course.id], { grupo: other.id })).body.orden
    expect([changed === first, (await order(one?.token ?? '', first)).estado]).toEqual([false, 'cancelada'])
    expect((await buy(two?.token ?? '', [course.id], { grupo: group.id })).status).toBe(200)
    expect((await places(course.id)).map(({ libres }) => libres)).toEqual([0, 0])
  })

  it('held twice by one person is one', async () => {
    const { course, group, people } = await sold(2, 1)
    const extra = await aCourse(t.deps.db)
    const [one] = people
    await buy(one?.token ?? '', [course.id], { grupo: group.id })
    await buy(one?.token ?? '', [course.id, extra.id], { grupo: group.id })
    expect((await places(course.id))[0]?.libres).toBe(1)
  })

  it('comes back when the money goes back, and is taken by who is enrolled', async () => {
    const { course, group, people } = await sold(2)
    const [one, two] = people
    await anEnrolment(t.deps.db, two?.id ?? 0, course.id, { id_grupo: group.id })
    const { orden } = (await buy(one?.token ?? '', [course.id], { grupo: group.id })).body
    await act(orden, 'aprobar')
    await settle()
    expect((await places(course.id))[0]?.libres).toBe(0)
    await act(orden, 'reembolsar')
    await settle()
    expect((await places(course.id))[0]?.libres).toBe(1)
  })
})

describe('who has the course', () => {
  it('and no group gets that of the payment; staff’s stays, and a new purchase after the end takes the new one', async () => {
    const { course, group, people } = await sold(5, 3)
    const other = await aSoldGroup(t.deps.db, course.id, {})
    const buying = []
    for (const { token } of people) buying.push((await buy(token, [course.id], { grupo: group.id })).body.orden)
    const [bare, placed, ended] = people
    await anEnrolment(t.deps.db, bare?.id ?? 0, course.id)
    await anEnrolment(t.deps.db, placed?.id ?? 0, course.id, { id_grupo: other.id })
    await anEnrolment(t.deps.db, ended?.id ?? 0, course.id, { id_grupo: other.id, fecha_vencimiento: limaDay(-1) })
    for (const orden of buying) await act(orden, 'aprobar')
    await settle()
    const groups = []
    for (const { id } of people) groups.push(await groupOf(id, course.id))
    expect(groups).toEqual([group.id, other.id, group.id])
    expect(await enrolledIn(ended?.token ?? '', ended?.id ?? 0)).toBe(1)
  })

  it('keeps the group where staff moved them, when what was refunded is paid again', async () => {
    const { course, group, people } = await sold(5, 1)
    const [one] = people
    const other = await aSoldGroup(t.deps.db, course.id, {})
    const { orden } = (await buy(one?.token ?? '', [course.id], { grupo: group.id })).body
    await act(orden, 'aprobar')
    await settle()
    await t.database.sql`UPDATE matriculas SET id_grupo = ${other.id} WHERE id_usuario = ${one?.id ?? 0}`
    await act(orden, 'contracargo')
    await act(orden, 'aprobar')
    await settle()
    expect(await groupOf(one?.id ?? 0, course.id)).toBe(other.id)
  })
})

describe('a sale by staff', () => {
  it('places the buyer in an open group, on sale or not, while there is a place', async () => {
    const { course, group, people } = await sold(1, 2, { en_venta: false })
    const [one, two] = people
    const sell = (id_usuario: number | undefined, id_grupo: number) =>
      t.call('POST', '/api/gestion/ventas', {
        token: admin,
        body: aSale({ id_usuario, cursos: [course.id], total: 149, grupos: [{ id_curso: course.id, id_grupo }] }),
      })
    expect((await sell(one?.id, group.id)).status).toBe(200)
    expect(await groupOf(one?.id ?? 0, course.id)).toBe(group.id)
    const second = await sell(two?.id, group.id)
    expect([second.status, second.body.errors]).toEqual([
      422,
      { grupos: ['El grupo «Sábados» de «Barismo» ya no tiene vacantes.'] },
    ])
    const elsewhere = await sell(two?.id, (await sold(1, 0)).group.id)
    expect(elsewhere.body.errors.grupos).toEqual(['El grupo que elegiste de «Barismo» ya no está abierto.'])
  })

  it('may leave the group open', async () => {
    const { course, people } = await sold(1, 1)
    const body = aSale({ id_usuario: people[0]?.id, cursos: [course.id], total: 149 })
    expect((await t.call('POST', '/api/gestion/ventas', { token: admin, body })).status).toBe(200)
    expect(await groupOf(people[0]?.id ?? 0, course.id)).toBeNull()
  })
})
