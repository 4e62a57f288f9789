import { expect, it } from 'vitest'
import { aPerson, limaDay } from '../../../test/builders.ts'
import { changeEnrolment } from '../../../test/enrolments.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const { act, buy, notices, scene, settle } = shopping(t)

async function aBuyer() {
  const made = await scene()
  const token = await t.tokenOf((await aPerson(t.deps.db, { roles: ['soporte'] })).id)
  const [course = 0] = made.ids
  const personas = [{ correo: made.person.correo }]
  const enrol = (more: object = {}) =>
    t.call('POST', '/api/gestion/matriculas', { token, body: { cursos: [course], personas, ...more } })
  const suspend = () => changeEnrolment(t, token, { usuario: made.person.id, curso: course }, { accion: 'suspender' })
  const order = async (): Promise<string> => (await buy(made.token, made.ids)).body.orden
  const does = async (orden: string, accion: string) => {
    await act(orden, accion)
    await settle()
  }
  const enrolment = async () =>
    (
      await t.database
        .sql`SELECT estado, fecha_vencimiento::text AS hasta FROM matriculas WHERE id_usuario = ${made.person.id}`
    )[0]
  return { ...made, enrol, suspend, order, does, enrolment }
}

it('a payment clears the last day of an enrolment by hand that came between; the welcome is told once', async () => {
  const { enrol, order, does, enrolment, person } = await aBuyer()
  const orden = await order()
  expect((await enrol({ hasta: limaDay(3) })).status).toBe(200)
  expect(await enrolment()).toEqual({ estado: 'activa', hasta: limaDay(3) })
  await does(orden, 'aprobar')
  expect(await enrolment()).toEqual({ estado: 'activa', hasta: null })
  expect((await notices(person.id)).filter(({ mensaje }) => mensaje.startsWith('Ya puedes empezar'))).toHaveLength(1)
})

it('a payment and an enrolment by hand that meet leave what was bought', async () => {
  for (let n = 0; n < 4; n++) {
    const { enrol, order, does, enrolment } = await aBuyer()
    const orden = await order()
    await Promise.all([does(orden, 'aprobar'), enrol({ hasta: limaDay(3) })])
    expect(await enrolment()).toEqual({ estado: 'activa', hasta: null })
  }
})

it('who paid is given no last day, live or suspended; the academy suspends it and opens it again', async () => {
  const { enrol, suspend, order, does, enrolment } = await aBuyer()
  const orden = await order()
  await does(orden, 'aprobar')
  const text = `Ya pagó este curso (orden ${orden.slice(0, 8).toUpperCase()}): no lleva último día. Para quitarle el acceso, suspende su matrícula.`
  const refused = await enrol({ hasta: limaDay(30) })
  expect([refused.status, refused.body.errors]).toEqual([422, { '0.hasta': [text] }])
  expect((await enrol()).body.data).toMatchObject([{ hecho: 'sin_cambio', hasta: null }])
  expect((await suspend()).body.data).toMatchObject({ estado: 'suspendida', orden })
  expect((await enrol({ hasta: limaDay(30) })).body.errors).toEqual({ '0.hasta': [text] })
  expect(await enrolment()).toEqual({ estado: 'suspendida', hasta: null })
  expect((await enrol()).body.data).toMatchObject([{ hecho: 'reabierta', hasta: null }])
})

it('whose money went back may be enrolled by hand until a day, which buying again clears', async () => {
  const { enrol, order, does, enrolment } = await aBuyer()
  await does(await order(), 'aprobar')
  const [first] = await t.database.sql`SELECT numero FROM ordenes ORDER BY id DESC LIMIT 1`
  await does(first?.numero, 'reembolsar')
  // The order is written before the course is owned again.
  const again = await order()
  expect((await enrol({ hasta: limaDay(30) })).body.data).toMatchObject([{ hecho: 'reabierta', hasta: limaDay(30) }])
  await does(again, 'aprobar')
  expect(await enrolment()).toEqual({ estado: 'activa', hasta: null })
})
