import { randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, aDocument, anEnrolment, aPerson } from '../../../test/builders.ts'
import { aGroup } from '../../../test/groups.ts'
import { useApp } from '../../../test/harness.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const shop = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

const staff = async (...roles: Role[]) => t.tokenOf((await aPerson(t.deps.db, { roles })).id)
const sell = (token: string, body: object) => t.call('POST', '/api/gestion/ventas', { token, body })

it('makes the account of who buys for the first time, and says whose the mail or the document is', async () => {
  const token = await staff('caja')
  const course = await aCourse(t.deps.db)
  const numero_documento = aDocument()
  const persona = { nombres: 'Luz', apellidos: 'Rojas', correo: `Luz-${randomUUID()}@prueba.pe`, numero_documento }
  const body = aSale({ persona, cursos: [course.id] })
  const answer = await sell(token, body)
  expect(answer.body.data).toMatchObject({ nombre: 'Luz Rojas', invitada: true })
  expect(await sell(token, body)).toMatchObject({ status: 200, body: answer.body })
  await shop.settle()
  const correo = persona.correo.toLowerCase()
  expect(t.outbox.filter(({ to }) => to === correo).map(({ subject }) => subject)).toHaveLength(2)
  const same = await sell(token, aSale({ persona: { ...persona, numero_documento: aDocument() }, cursos: [course.id] }))
  expect(same.body.errors).toEqual({
    'persona.correo': ['Este correo ya tiene una cuenta, de Luz Rojas: búscala y elígela.'],
  })
  const other = `otra-${randomUUID()}@prueba.pe`
  const document = await sell(token, aSale({ persona: { ...persona, correo: other }, cursos: [course.id] }))
  expect(document.body.errors).toEqual({
    'persona.numero_documento': [`Ya existe una cuenta con este DNI: la de ${correo}.`],
  })
  const foreign = await aPerson(t.deps.db, { id_cliente: 1 })
  const colleague = await aPerson(t.deps.db, { roles: ['marca'] })
  for (const taken of [foreign, colleague]) {
    const refused = await sell(token, aSale({ persona: { ...persona, correo: taken.correo }, cursos: [course.id] }))
    expect(refused.body.errors).toEqual({
      'persona.correo': ['Con este correo no se puede vender a un alumno de esta academia: usa otro.'],
    })
  }
  const [lines] = await t.database
    .sql`SELECT count(*)::int AS n FROM auditoria WHERE objeto = 'ventas' AND detalle->>'hecho' = 'correos rechazados'`
  expect(lines?.n).toBe(3)
})

describe('what the cashier reads', () => {
  const find = async (token: string, query: string) =>
    (await t.call('GET', `/api/gestion/ventas/personas?${query}`, { token })).body.data

  it('is of people what a sale needs: eight of the brand at most', async () => {
    const token = await staff('caja')
    const nombres = `Zoila${randomUUID().replace(/[^a-f]/g, '')}`
    const course = await aCourse(t.deps.db)
    const people = await Promise.all(Array.from({ length: 9 }, () => aPerson(t.deps.db, { nombres })))
    await aPerson(t.deps.db, { nombres, id_cliente: 1 })
    await anEnrolment(t.deps.db, people[0]?.id ?? 0, course.id)
    expect(await find(token, `q=${nombres}`)).toHaveLength(8)
    const [first] = people
    expect(await find(token, `q=${first?.correo}`)).toEqual([
      {
        ...{ id: first?.id, nombre: `${nombres} Quispe Núñez`, correo: first?.correo },
        ...{ documento: first?.numero_documento?.slice(-3), cursos: [course.id] },
      },
    ])
    expect(await find(token, `q=${first?.numero_documento}`)).toHaveLength(1)
    expect(await find(token, `id=${first?.id}`)).toHaveLength(1)
    for (const query of ['', 'q=zo', 'q=%20%20'])
      expect((await t.call('GET', `/api/gestion/ventas/personas?${query}`, { token })).status).toBe(422)
  })

  it('is neither a student’s file, nor the lists of students and enrolments', async () => {
    const { person } = await shop.scene()
    const token = await staff('caja')
    for (const path of ['alumnos', `alumnos/${person.id}`, 'matriculas', 'alumnos/cursos'])
      expect((await t.call('GET', `/api/gestion/${path}`, { token })).status).toBe(403)
    expect((await t.call('GET', `/api/usuarios/${person.id}`, { token })).status).toBe(403)
    expect((await t.call('GET', `/api/gestion/alumnos/${person.id}/compras`, { token })).status).toBe(404)
  })

  it('has the courses on sale with the prices of now, and what may be taken off', async () => {
    await t.database.sql`UPDATE clientes SET descuento_venta = 5 WHERE id = 2`
    const course = await aCourse(t.deps.db)
    const group = await aGroup(t.deps.db, course.id, { aforo: 3 })
    await anEnrolment(t.deps.db, (await aPerson(t.deps.db)).id, course.id, { id_grupo: group.id })
    await aGroup(t.deps.db, course.id, { nombre: 'Martes', fin: '2020-01-01' })
    const grupos = [{ id: group.id, nombre: 'Sábados', libres: 2 }]
    const read = async (...roles: Role[]) =>
      (await t.call('GET', '/api/gestion/ventas/cursos', { token: await staff(...roles) })).body.data
    expect((await read('caja')).cursos).toContainEqual({
      id: course.id,
      nombre: 'Curso de prueba',
      precio: 149,
      grupos,
    })
    expect([(await read('caja')).descuento, (await read('marca')).descuento]).toEqual([5, 100])
  })
})
