import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { aGroup } from '../../../test/groups.ts'
import { useApp } from '../../../test/harness.ts'
import { enrolPeople } from './enrolling.ts'

const t = useApp()
const aMail = () => `${randomUUID()}@prueba.pe`
const persons = (count: number) => Array.from({ length: count }, () => ({ correo: aMail() }))
const staff = async () => t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
const enrol = async (body: object) => t.call('POST', '/api/gestion/matriculas', { token: await staff(), body })
const inGroup = async (id: number) =>
  Number((await t.database.sql`SELECT count(*) AS n FROM matriculas WHERE id_grupo = ${id}`)[0]?.n)
const noticesOf = async (id: number) =>
  (await t.database.sql`SELECT mensaje FROM notificaciones WHERE id_usuario = ${id} ORDER BY id`).map(
    ({ mensaje }) => mensaje,
  )

describe('enrolling in a group', () => {
  it('puts all of the list in it or none, and says how many places are left', async () => {
    const course = await aCourse(t.deps.db)
    const group = await aGroup(t.deps.db, course.id, { aforo: 3 })
    const list = { cursos: [course.id], grupo: group.id }
    const refused = await enrol({ ...list, personas: persons(5) })
    expect([refused.status, refused.body.errors]).toEqual([422, { grupo: ['Quedan 3 vacantes y son 5 personas.'] }])
    expect(await inGroup(group.id)).toBe(0)
    const three = persons(3)
    expect((await enrol({ ...list, personas: three })).body.data).toMatchObject([
      { hecho: 'matriculada' },
      { hecho: 'matriculada' },
      { hecho: 'matriculada' },
    ])
    expect(await inGroup(group.id)).toBe(3)
    // Those who have their place take no other.
    const again = await enrol({ ...list, personas: three })
    expect(again.body.data).toMatchObject([{ hecho: 'sin_cambio' }, { hecho: 'sin_cambio' }, { hecho: 'sin_cambio' }])
    const fourth = await enrol({ ...list, personas: [...three, ...persons(1)] })
    expect(fourth.body.errors).toEqual({ grupo: ['No quedan vacantes y es 1 persona.'] })
  })

  it.each([
    [
      'of another course',
      async (_: number) => (await aGroup(t.deps.db, (await aCourse(t.deps.db)).id)).id,
      'Ese grupo es de otro curso.',
    ],
    ['that is none', async (_: number) => 999_999, 'Ese grupo es de otro curso.'],
    [
      'that is closed',
      async (curso: number) => (await aGroup(t.deps.db, curso, { cerrado_en: new Date().toISOString() })).id,
      'Ese grupo está cerrado.',
    ],
    [
      'that is over',
      async (curso: number) => (await aGroup(t.deps.db, curso, { fin: limaDay(-1) })).id,
      'Ese grupo está cerrado.',
    ],
  ])('refuses a group %s', async (_, groupOf, text) => {
    const course = await aCourse(t.deps.db)
    const answer = await enrol({ cursos: [course.id], grupo: await groupOf(course.id), personas: persons(1) })
    expect([answer.status, answer.body.errors]).toEqual([422, { grupo: [text] }])
  })

  it('is for a list of one course', async () => {
    const [one, two] = [await aCourse(t.deps.db), await aCourse(t.deps.db)]
    const group = await aGroup(t.deps.db, one.id)
    const answer = await enrol({ cursos: [one.id, two.id], grupo: group.id, personas: persons(1) })
    expect(answer.body.errors).toEqual({ grupo: ['Para elegir un grupo, deja un solo curso.'] })
  })

  it('moves who is enrolled already and tells them where they are', async () => {
    const course = await aCourse(t.deps.db)
    const from = await aGroup(t.deps.db, course.id, { nombre: 'Domingos' })
    const to = await aGroup(t.deps.db, course.id, { horario: 'sábados de 9 a 11' })
    const student = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, student.id, course.id, { id_grupo: from.id })
    const answer = await enrol({ cursos: [course.id], grupo: to.id, personas: [{ correo: student.correo }] })
    expect(answer.body.data).toMatchObject([{ hecho: 'grupo' }])
    expect(await noticesOf(student.id)).toEqual(['Cambió tu grupo\nEstás en «Sábados» (sábados de 9 a 11).'])
    const [line] = await t.database
      .sql`SELECT detalle FROM auditoria WHERE sobre = ${student.id} AND accion = 'gestion'`
    expect(line?.detalle).toMatchObject({ hecho: 'grupo', grupo: 'Sábados', grupo_antes: 'Domingos' })
  })

  it('takes each to a group of their own, and names the rows that do not fit', async () => {
    const course = await aCourse(t.deps.db)
    const [small, wide] = [
      await aGroup(t.deps.db, course.id, { aforo: 1 }),
      await aGroup(t.deps.db, course.id, { nombre: 'Domingos' }),
    ]
    const people = [small, wide, small].map(({ id }) => {
      return { correo: aMail(), nombres: 'Luz', apellidos: 'Rojas', grupo: id }
    })
    const enrolled = (list: typeof people) => enrolPeople(t.deps.db, t.deps.jobs, course.id, list)
    await expect(enrolled(people)).rejects.toMatchObject({
      details: { errors: { '2.grupo': ['El grupo «Sábados» ya no tiene vacantes.'] } },
    })
    await enrolled(people.slice(0, 2))
    expect([await inGroup(small.id), await inGroup(wide.id)]).toEqual([1, 1])
  })

  it('takes the place anew that a refund gave back, where one is left', async () => {
    const course = await aCourse(t.deps.db)
    const group = await aGroup(t.deps.db, course.id, { aforo: 1 })
    const refunded = await aPerson(t.deps.db)
    const back = { id_grupo: group.id, estado: 'suspendida', suspendida_por: 'pasarela' } as const
    await anEnrolment(t.deps.db, refunded.id, course.id, back)
    const other = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, other.id, course.id, { id_grupo: group.id })
    const again = { cursos: [course.id], personas: [{ correo: refunded.correo }] }
    expect((await enrol(again)).body.errors).toEqual({ '0.grupo': ['El grupo «Sábados» ya no tiene vacantes.'] })
    await t.database.sql`UPDATE matriculas SET id_grupo = NULL WHERE id_usuario = ${other.id}`
    expect((await enrol(again)).body.data).toMatchObject([{ hecho: 'reabierta' }])
  })

  it('sells the course to a list and puts them in the group', async () => {
    const course = await aCourse(t.deps.db)
    const group = await aGroup(t.deps.db, course.id, { aforo: 1 })
    const sale = (count: number) => ({
      ...{ cursos: [course.id], grupo: group.id, personas: persons(count) },
      pago: { medio: 'efectivo', dia: limaDay(), total: 149, envio: randomUUID() },
    })
    expect((await enrol(sale(2))).body.errors).toEqual({ grupo: ['Queda 1 vacante y son 2 personas.'] })
    expect((await enrol(sale(1))).status).toBe(200)
    expect(await inGroup(group.id)).toBe(1)
  })
})
