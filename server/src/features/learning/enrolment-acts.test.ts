import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay, PASSWORD } from '../../../test/builders.ts'
import { changeEnrolment, enrolmentOf } from '../../../test/enrolments.ts'
import { useApp } from '../../../test/harness.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const shop = shopping(t)

const staff = async (role: 'soporte' | 'docente' = 'soporte') =>
  t.tokenOf((await aPerson(t.deps.db, { roles: [role] })).id)

async function aPlace(hasta: string | null = null, lessons = 0) {
  const course = await aCourse(t.deps.db, lessons > 0 ? { lessons } : {})
  const person = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, person.id, course.id, { fecha_vencimiento: hasta })
  return { course, person, place: { usuario: person.id, curso: course.id } }
}

const stored = async (usuario: number) =>
  (
    await t.database.sql`SELECT estado, suspendida_por AS por, fecha_vencimiento::text AS hasta FROM matriculas
      WHERE id_usuario = ${usuario}`
  )[0]

const told = async (usuario: number) => (await shop.notices(usuario)).map(({ mensaje }) => mensaje)

describe('one enrolment', () => {
  it('is extended by days from its last one, or from today when that is over; the student is told', async () => {
    const token = await staff()
    const ahead = await aPlace(limaDay(10))
    const { status, body } = await changeEnrolment(t, token, ahead.place, { accion: 'extender', dias: 30 })
    expect([status, body.data]).toMatchObject([200, { estado: 'vigente', vence: limaDay(40), version: 1, orden: null }])
    expect((await told(ahead.person.id))[0]).toMatch(/^Cambió tu último día\nPuedes entrar hasta el \d/)
    const over = await aPlace(limaDay(-10))
    await changeEnrolment(t, token, over.place, { accion: 'extender', dias: 30 })
    expect(await stored(over.person.id)).toMatchObject({ estado: 'activa', hasta: limaDay(30) })
  })

  it('gets another last day or none, never one that is over; days more need a last day', async () => {
    const token = await staff()
    const { place, person } = await aPlace(limaDay(10))
    const to = (change: object) => changeEnrolment(t, token, place, { accion: 'extender', ...change })
    expect((await to({ hasta: limaDay(5) })).body.data.vence).toBe(limaDay(5))
    expect((await to({ hasta: limaDay(-1) })).body.errors).toEqual({ hasta: ['Ese día ya pasó.'] })
    expect((await to({ hasta: null })).body.data).toMatchObject({ estado: 'vigente', vence: null })
    expect((await told(person.id))[0]).toBe('Tu curso ya no vence\nPuedes entrar cuando quieras.')
    expect((await to({ dias: 30 })).body.errors).toEqual({
      hasta: ['No tiene último día: no hay nada que extender.'],
    })
    for (const wrong of [{}, { dias: 3, hasta: null }])
      expect((await to(wrong)).body.errors).toEqual({ hasta: ['Elige hasta cuándo.'] })
    expect((await to({ dias: 731 })).body.errors).toEqual({ dias: ['Son 730 días como máximo.'] })
  })

  it('is suspended with a reason and keeps the work, until it is reopened', async () => {
    const token = await staff()
    const { course, person, place } = await aPlace(limaDay(90), 2)
    const own = await t.tokenOf(person.id)
    const lesson = course.modulos[0]?.lecciones[0]?.id
    await t.call('POST', `/api/lecciones/${lesson}/completar`, { token: own })
    const read = async () => (await t.call('GET', `/api/lecciones/${lesson}`, { token: own })).status
    const reasonless = await changeEnrolment(t, token, place, { accion: 'suspender', motivo: ' ' })
    expect(reasonless.body.errors).toEqual({ motivo: ['Escribe por qué se suspende.'] })
    expect((await changeEnrolment(t, token, place, { accion: 'suspender' })).body.data.estado).toBe('suspendida')
    expect(await stored(person.id)).toEqual({ estado: 'suspendida', por: 'personal', hasta: limaDay(90) })
    expect(await read()).toBe(403)
    expect((await told(person.id))[0]).toMatch(/^Tu acceso está en pausa\n/)
    const twice = await changeEnrolment(t, token, place, { accion: 'suspender' })
    expect(twice.body.errors).toEqual({ motivo: ['Ya está en pausa.'] })
    const late = await changeEnrolment(t, token, place, { accion: 'extender', dias: 3 })
    expect(late.body.errors).toEqual({ hasta: ['Está en pausa: reábrela primero.'] })

    expect((await changeEnrolment(t, token, place, { accion: 'reabrir' })).status).toBe(200)
    expect(await stored(person.id)).toEqual({ estado: 'activa', por: null, hasta: limaDay(90) })
    expect(await read()).toBe(200)
    const progress = await t.call('GET', `/api/matriculas/usuario/${person.id}`, { token: own })
    expect(progress.body.data).toMatchObject([{ progreso: { porcentaje: 50 } }])
    const open = await changeEnrolment(t, token, place, { accion: 'reabrir' })
    expect(open.body.errors).toEqual({ accion: ['No está en pausa.'] })
    const trail = await t.database
      .sql`SELECT detalle ->> 'hecho' AS hecho, detalle ->> 'motivo' AS motivo FROM auditoria
      WHERE sobre = ${person.id} AND accion = 'gestion' ORDER BY id`
    expect(trail.map(({ hecho, motivo }) => [hecho, motivo])).toEqual([
      ['suspendida', 'Lo pidió.'],
      ['reabierta', 'Lo pidió.'],
    ])
  })

  it('is reopened without an end where its last day is over', async () => {
    const token = await staff()
    const { person, place } = await aPlace(limaDay(-2))
    await changeEnrolment(t, token, place, { accion: 'suspender' })
    await changeEnrolment(t, token, place, { accion: 'reabrir' })
    expect(await stored(person.id)).toEqual({ estado: 'activa', por: null, hasta: null })
  })

  it('that was bought is never shortened, and says by which order it was', async () => {
    const token = await staff()
    const { person, token: own, ids } = await shop.scene()
    const { orden } = (await shop.buy(own, ids)).body
    await shop.act(orden, 'aprobar')
    await shop.settle()
    const place = { usuario: person.id, curso: ids[0] ?? 0 }
    const shorter = await changeEnrolment(t, token, place, { accion: 'extender', hasta: limaDay(30) })
    expect(shorter.body.errors.hasta[0]).toMatch(/^Ya pagó este curso \(orden [0-9A-F]{8}\): no lleva último día\./)
    const suspended = await changeEnrolment(t, token, place, { accion: 'suspender' })
    expect(suspended.body.data).toMatchObject({ estado: 'suspendida', orden })
  })

  it('that was a present may be shortened; of a closed account there is none', async () => {
    const { id } = await aPerson(t.deps.db, { roles: ['marca'] })
    const token = await t.tokenOf(id)
    const course = await aCourse(t.deps.db)
    const person = await aPerson(t.deps.db)
    const gift = aSale({ cursos: [course.id], id_usuario: person.id, medio: 'cortesia', total: 0, motivo: 'Beca' })
    expect(
      (await t.call('POST', '/api/gestion/ventas', { token, body: { ...gift, operacion: undefined } })).status,
    ).toBe(200)
    const place = { usuario: person.id, curso: course.id }
    const shortened = await changeEnrolment(t, token, place, { accion: 'extender', hasta: limaDay(30) })
    expect(shortened.body.data).toMatchObject({ vence: limaDay(30), orden: null })
    const body = { password: PASSWORD }
    await t.call('DELETE', `/api/usuarios/${person.id}`, { token: await t.tokenOf(person.id), body })
    expect((await changeEnrolment(t, token, place, { accion: 'suspender' })).status).toBe(404)
  })

  it('that changed meanwhile is answered with what it is now', async () => {
    const caller = await aPerson(t.deps.db, { roles: ['soporte'], nombres: 'Rosa', apellidos: 'Huamán' })
    const { place } = await aPlace(limaDay(10))
    await changeEnrolment(t, await t.tokenOf(caller.id), place, { accion: 'extender', dias: 5 })
    const { id } = await enrolmentOf(t, place)
    const body = { accion: 'suspender', motivo: 'Lo pidió.', version: 0 }
    const stale = await t.call('PUT', `/api/gestion/matriculas/${id}`, { token: await staff(), body })
    expect([stale.status, stale.body.code]).toEqual([409, 'CAMBIO_MIENTRAS'])
    expect(stale.body.actual).toMatchObject({
      ...{ version: 1, por: { nombre: 'Rosa Huamán' } },
      datos: { estado: 'por_vencer', vence: limaDay(15) },
    })
  })
})

describe('several enrolments', () => {
  const change = (token: string, body: object) =>
    t.call('POST', '/api/gestion/matriculas/lote', { token, body: { envio: randomUUID(), ...body } })
  const jobOf = async (token: string, id: number) =>
    (await t.call('GET', `/api/gestion/trabajos/${id}`, { token })).body.data

  it('are changed as a job: each that cannot be is a row with its reason, the others are done and told', async () => {
    const token = await staff()
    const places = [await aPlace(limaDay(10)), await aPlace(limaDay(20)), await aPlace()]
    const [first, second, endless] = await Promise.all(places.map(({ place }) => enrolmentOf(t, place)))
    const ids = [first?.id, endless?.id, second?.id]
    const envio = randomUUID()
    const { status, body } = await change(token, { ids, accion: 'extender', dias: 30, envio })
    expect([status, body.data.titulo]).toEqual([200, 'Extender 3 matrículas'])
    expect((await change(token, { ids, accion: 'extender', dias: 30, envio })).body.data.id).toBe(body.data.id)
    await t.deps.jobs.drain()
    expect(await jobOf(token, body.data.id)).toMatchObject({
      ...{ estado: 'con_errores', total: 3, hechas: 3, errores: 1, resultado: { matriculas: 2 } },
    })
    const rows = (await t.call('GET', `/api/gestion/trabajos/${body.data.id}/filas`, { token })).body.data.data
    const { nombres, apellidos } = places[2]?.person ?? {}
    expect(rows).toEqual([
      {
        fila: 2,
        mensaje: `${nombres} ${apellidos}, «Curso de prueba»: No tiene último día: no hay nada que extender.`,
      },
    ])
    expect(await stored(places[0]?.person.id ?? 0)).toMatchObject({ hasta: limaDay(40) })
    expect(await stored(places[1]?.person.id ?? 0)).toMatchObject({ hasta: limaDay(50) })
    expect((await told(places[1]?.person.id ?? 0))[0]).toMatch(/^Cambió tu último día/)
  })

  it('are of the brand alone, a thousand at most, and stop when the asker may no longer ask', async () => {
    const caller = await aPerson(t.deps.db, { roles: ['soporte'] })
    const token = await t.tokenOf(caller.id)
    const { place } = await aPlace(limaDay(10))
    const { id } = await enrolmentOf(t, place)
    const foreign = await aCourse(t.deps.db, { id_cliente: 1 })
    const other = await aPerson(t.deps.db, { id_cliente: 1 })
    await anEnrolment(t.deps.db, other.id, foreign.id)
    const theirs = await enrolmentOf(t, { usuario: other.id, curso: foreign.id })
    expect((await change(token, { ids: [id, theirs.id], accion: 'extender', dias: 30 })).status).toBe(404)
    const many = Array.from({ length: 1001 }, (_, n) => n + 1)
    expect((await change(token, { ids: many, accion: 'extender', dias: 30 })).body.errors.ids).toEqual([
      'Son 1,000 matrículas por vez como máximo.',
    ])
    const asked = await change(token, { ids: [id], accion: 'extender', dias: 30 })
    await t.database.sql`UPDATE roles_personal SET rol = 'docente' WHERE id_usuario = ${caller.id}`
    await t.deps.jobs.drain()
    expect(await stored(place.usuario)).toMatchObject({ hasta: limaDay(10) })
    const [job] = await t.database.sql`SELECT estado FROM trabajos WHERE id = ${asked.body.data.id}`
    expect(job?.estado).toBe('fallido')
  })
})
