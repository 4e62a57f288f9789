import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aCourse, aDocument, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { changeEnrolment } from '../../../test/enrolments.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const shop = shopping(t)

const aMail = () => `luz.rojas-${randomUUID()}@prueba.pe`
const support = async () => t.tokenOf((await aPerson(t.deps.db, { roles: ['soporte'] })).id)
const enrol = (token: string, body: object) => t.call('POST', '/api/gestion/matriculas', { token, body })

const accountOf = async (correo: string) =>
  (await t.database.sql`SELECT id, nombres, apellidos, numero_documento FROM usuarios WHERE correo = ${correo}`)[0]

const stored = (correo: string) =>
  t.database.sql`SELECT m.id_curso, m.estado, m.fecha_vencimiento::text AS hasta FROM matriculas m
    JOIN usuarios u ON u.id = m.id_usuario WHERE u.correo = ${correo} ORDER BY m.id_curso`

describe('enrolling by hand', () => {
  it('enrols a list in several courses until a day; new accounts are invited once and audited under the caller', async () => {
    const [one, two] = [await aCourse(t.deps.db), await aCourse(t.deps.db)]
    const caller = await aPerson(t.deps.db, { roles: ['soporte'] })
    const known = await aPerson(t.deps.db)
    const [named, whole, bare] = [aMail(), aMail(), aMail()]
    const numero_documento = aDocument()
    const answer = await enrol(await t.tokenOf(caller.id), {
      cursos: [one.id, two.id],
      personas: [
        { correo: named.toUpperCase(), nombres: 'Ana', apellidos: 'Ríos', numero_documento },
        { correo: whole, nombres: 'José de la Cruz Quispe' },
        { correo: bare },
        { correo: known.correo },
      ],
      hasta: '2099-12-31',
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toHaveLength(8)
    expect(answer.body.data[0]).toEqual({
      ...{ id_curso: one.id, id_usuario: expect.any(Number), correo: named, nombre: 'Ana Ríos', cuenta_nueva: true },
      ...{ hecho: 'matriculada', hasta: '2099-12-31' },
    })
    expect(await accountOf(named)).toMatchObject({ nombres: 'Ana', apellidos: 'Ríos', numero_documento })
    expect(await accountOf(whole)).toMatchObject({ nombres: 'José', apellidos: 'de la Cruz Quispe' })
    expect(await accountOf(bare)).toMatchObject({ nombres: expect.stringMatching(/^Luz Rojas /) })
    for (const correo of [named, bare, known.correo])
      expect(await stored(correo)).toEqual(
        [one, two].map(({ id }) => ({ id_curso: id, estado: 'activa', hasta: '2099-12-31' })),
      )
    await shop.settle()
    expect(t.outbox.filter(({ to, subject }) => to === named && subject.startsWith('Ya tienes'))).toHaveLength(1)
    const trail = await t.database
      .sql`SELECT objeto FROM auditoria WHERE id_usuario = ${caller.id} AND sobre = ${known.id}
      AND accion = 'gestion' ORDER BY id`
    expect(trail).toEqual([{ objeto: `curso:${one.id}` }, { objeto: `curso:${two.id}` }])
  })

  it('writes nothing when one person, course or name is wrong, and says which', async () => {
    const token = await support()
    const [course, foreign] = [await aCourse(t.deps.db), await aCourse(t.deps.db, { id_cliente: 1 })]
    const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
    const correo = aMail()
    const personas = [{ correo }, { correo: teacher.correo }]
    const staff = await enrol(token, { cursos: [course.id], personas })
    expect([staff.status, Object.keys(staff.body.errors)]).toEqual([422, ['1.correo']])
    expect((await enrol(token, { cursos: [course.id, foreign.id], personas: [{ correo }] })).status).toBe(404)
    const nameless = await enrol(token, { cursos: [course.id], personas: [{ correo, nombres: 'Luz' }] })
    expect(nameless.body.errors).toEqual({ '0.apellidos': ['Escribe también los apellidos.'] })
    const malformed = await enrol(token, { cursos: [course.id], personas: [{ correo: 'luz' }], hasta: 'ayer' })
    expect(malformed.body.errors).toMatchObject({
      'personas.0.correo': ['Escribe un correo válido.'],
      hasta: ['La fecha no es válida.'],
    })
    const personasOf = (length: number) => Array.from({ length }, () => ({ correo: aMail() }))
    expect((await enrol(token, { cursos: [course.id], personas: personasOf(501) })).status).toBe(422)
    expect((await enrol(token, { cursos: Array.from({ length: 11 }, (_, n) => n + 1), personas })).status).toBe(422)
    expect(await accountOf(correo)).toBeUndefined()
  })

  it('tells of another academy’s mail what it tells of a colleague’s, a hundred times an hour, and leaves a line', async () => {
    const caller = await aPerson(t.deps.db, { roles: ['soporte'] })
    const token = await t.tokenOf(caller.id)
    const course = await aCourse(t.deps.db)
    const colleague = await aPerson(t.deps.db, { roles: ['caja'] })
    const foreign = await aPerson(t.deps.db, { id_cliente: 1, roles: ['marca'] })
    const ended = await aPerson(t.deps.db, { id_cliente: 1, estado: 0 })
    const mails = [colleague, foreign, ended].map(({ correo }) => ({ correo }))
    const ask = () => enrol(token, { cursos: [course.id], personas: [{ correo: aMail() }, ...mails] })
    const { status, body } = await ask()
    const text = 'Con este correo no se puede matricular a un alumno de esta academia: usa otro.'
    expect([status, body.errors]).toEqual([422, { '1.correo': [text], '2.correo': [text], '3.correo': [text] }])
    const [line] = await t.database.sql`SELECT accion, objeto, detalle FROM auditoria WHERE id_usuario = ${caller.id}`
    const detalle = { hecho: 'correos rechazados', rechazados: 3, personas: 4, cursos: 1 }
    expect(line).toEqual({ accion: 'gestion', objeto: 'matriculas', detalle })
    await t.database
      .sql`UPDATE limites SET cuenta = 98 WHERE regla = 'correos_rechazados_usuario' AND clave = ${String(caller.id)}`
    expect((await ask()).status).toBe(429)
  })

  it('opens what was suspended with a new list; the courses to choose are the brand’s', async () => {
    const token = await support()
    const course = await aCourse(t.deps.db)
    const hidden = await aCourse(t.deps.db)
    const foreign = await aCourse(t.deps.db, { id_cliente: 1 })
    await t.database.sql`UPDATE cursos SET estado = 0 WHERE id = ${hidden.id}`
    const student = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, student.id, course.id)
    const place = { usuario: student.id, curso: course.id }
    expect((await changeEnrolment(t, token, place, { accion: 'suspender' })).status).toBe(200)
    expect(await stored(student.correo)).toMatchObject([{ estado: 'suspendida' }])
    const again = await enrol(token, { cursos: [course.id], personas: [{ correo: student.correo }] })
    expect(again.body.data).toMatchObject([{ hecho: 'reabierta', cuenta_nueva: false }])

    const { data } = (await t.call('GET', '/api/gestion/matriculas/cursos', { token })).body
    expect(data).toContainEqual({ id: hidden.id, nombre: expect.any(String), oculto: true })
    expect(data.map(({ id }: { id: number }) => id)).not.toContain(foreign.id)
  })
})

describe('enrolling who paid', () => {
  const payment = (change: object = {}) => ({
    ...{ medio: 'yape', dia: limaDay(), total: 149, envio: randomUUID() },
    ...change,
  })
  const sales = (ids: number[]) =>
    t.database
      .sql`SELECT u.correo, o.total_centimos, m.medio, m.operacion FROM ordenes o JOIN movimientos m ON m.id_orden = o.id
      JOIN orden_lineas l ON l.id_orden = o.id JOIN usuarios u ON u.id = o.id_usuario
      WHERE l.id_curso = ANY(${`{${ids.join()}}`}::bigint[]) ORDER BY u.correo`
  const admin = async () => t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
  const [first, second] = [`a-${randomUUID()}@prueba.pe`, `b-${randomUUID()}@prueba.pe`]

  it('is a sale to each, with its number, and a retry changes nothing', async () => {
    const course = await aCourse(t.deps.db)
    const token = await admin()
    const personas = [
      { correo: second, nombres: 'Luz Rojas', operacion: '20 002' },
      { correo: first, nombres: 'Ana Ríos', operacion: '20-001' },
    ]
    const body = { cursos: [course.id], personas, pago: payment() }
    const answer = await enrol(token, body)
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      [
        { correo: second, cuenta_nueva: true, hecho: 'matriculada', hasta: null },
        { correo: first, nombre: 'Ana Ríos' },
      ],
    ])
    expect((await enrol(token, body)).status).toBe(200)
    expect(await sales([course.id])).toEqual([
      { correo: first, total_centimos: 14_900, medio: 'yape', operacion: '20001' },
      { correo: second, total_centimos: 14_900, medio: 'yape', operacion: '20002' },
    ])
    expect(await stored(first)).toEqual([{ id_curso: course.id, estado: 'activa', hasta: null }])
  })

  it('sells to all or to none, and names who it is about', async () => {
    const token = await admin()
    const course = await aCourse(t.deps.db)
    const known = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, known.id, course.id)
    const fresh = aMail()
    const personas = [
      { correo: fresh, nombres: 'Luz Rojas', operacion: '30001' },
      { correo: known.correo, operacion: '30002' },
    ]
    const owned = await enrol(token, { cursos: [course.id], personas, pago: payment() })
    expect([owned.status, owned.body.code, owned.body.message]).toEqual([
      ...[409, 'YA_MATRICULADO', `${known.correo}: Ya tiene una matrícula vigente en «Curso de prueba».`],
    ])
    expect([await accountOf(fresh), await sales([course.id])]).toEqual([undefined, []])
    const numbers = await enrol(token, {
      ...{ cursos: [course.id], pago: payment({ envio: randomUUID() }), hasta: '2099-12-31' },
      personas: [{ correo: fresh }, { correo: aMail(), operacion: '1' }, { correo: aMail(), operacion: '1' }],
    })
    expect(numbers.body.errors).toEqual({
      hasta: ['Lo que se vende no lleva último día.'],
      'personas.0.operacion': ['Escribe el número de operación.'],
      'personas.2.operacion': ['El número de operación está repetido.'],
    })
  })

  it('gives the courses as a present with its reason, and is for who registers sales', async () => {
    const course = await aCourse(t.deps.db)
    const correo = aMail()
    const gift = payment({ medio: 'cortesia', total: 0 })
    const body = { cursos: [course.id], personas: [{ correo, nombres: 'Luz Rojas' }] }
    expect((await enrol(await support(), { ...body, pago: { ...gift, motivo: 'Beca' } })).status).toBe(403)
    expect((await enrol(await admin(), { ...body, pago: gift })).body.errors).toHaveProperty('pago.motivo')
    expect((await enrol(await admin(), { ...body, pago: { ...gift, motivo: 'Beca' } })).status).toBe(200)
    expect(await sales([course.id])).toMatchObject([{ correo, total_centimos: 0, medio: 'cortesia' }])
  })
})
