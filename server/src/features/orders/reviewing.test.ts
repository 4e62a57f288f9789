import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const { buy, scene, act, order, enrolledIn, settle } = shopping(t)

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

const staff = async (values: Parameters<typeof aPerson>[1] = {}) =>
  t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador', ...values })).id)
const accept = (
  numero: string,
  token: string | undefined,
  body: unknown = { motivo: 'Pagó el resto en la oficina.' },
) => t.call('PUT', `/api/ordenes/${numero}/aceptar`, { token, body })
const listed = async (token: string) =>
  (await t.call('GET', '/api/gestion/ordenes?estado=en_revision', { token })).body.data.data as Record<
    string,
    unknown
  >[]

/** An order of 149 soles paid with 100. */
async function aShortPaid() {
  const made = await scene()
  const { orden } = (await buy(made.token, made.ids)).body
  await act(orden, 'aprobar_sin_avisar')
  await t.database.sql`UPDATE pagos_de_prueba SET monto_centimos = 10000 WHERE referencia = ${orden}`
  await t.call('GET', `/api/mercadopago/verificar-pago?orden=${orden}`, { token: made.token })
  return { ...made, numero: orden as string }
}

describe('an order paid with a wrong amount', () => {
  it('is listed to the brand’s administrators', async () => {
    const { numero, person } = await aShortPaid()
    const rows = await listed(await staff())
    expect(rows.find((row) => row.numero === numero)).toMatchObject({
      ...{
        numero,
        estado: 'en_revision',
        estado_texto: 'En revisión',
        total: 149,
        pagada_en: null,
        cursos: ['Curso 1'],
      },
      comprador: { id: person.id, nombres: person.nombres, apellidos: person.apellidos, correo: person.correo },
    })
    const other = await listed(await staff({ id_cliente: 1 }))
    expect(other.filter((row) => row.numero === numero)).toEqual([])
  })

  it('is paid when an administrator accepts it: enrolled, notified, mailed and audited, once', async () => {
    const { numero, person, token, ids } = await aShortPaid()
    const admin = await staff()
    expect(await enrolledIn(token, person.id)).toBe(0)
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(numero, admin)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 200)?.body.data).toMatchObject({ numero, estado: 'pagada' })
    expect(await enrolledIn(token, person.id)).toBe(1)
    await settle()
    expect(t.outbox.filter(({ to }) => to === person.correo)).toHaveLength(1)
    const trail = await t.database.sql`SELECT detalle FROM auditoria
      WHERE accion = 'orden_cambiada' AND objeto = ${`orden:${numero}`} ORDER BY id DESC LIMIT 1`
    expect(trail[0]?.detalle).toEqual({
      antes: 'en_revision',
      estado: 'pagada',
      motivo: 'Pagó el resto en la oficina.',
    })
    expect((await listed(admin)).some((row) => row.numero === numero)).toBe(false)
    expect((await buy(token, ids)).status).toBe(422)
  })

  it('stays paid on repeated notifications, and ends with a refund', async () => {
    const { numero, person, token } = await aShortPaid()
    await accept(numero, await staff())
    // Repeated, as by the nightly job, and with another failed attempt.
    await t.call('GET', `/api/mercadopago/verificar-pago?orden=${numero}`, { token })
    await act(numero, 'rechazar')
    await act(numero, 'dejar_pendiente')
    await settle()
    expect([(await order(token, numero)).estado, await enrolledIn(token, person.id)]).toEqual(['pagada', 1])
    await t.database.sql`DELETE FROM pagos_de_prueba WHERE referencia = ${numero} AND estado <> 'approved'`
    await act(numero, 'reembolsar')
    await settle()
    expect([(await order(token, numero)).estado, await enrolledIn(token, person.id)]).toEqual(['reembolsada', 0])
  })

  it('like any order of the brand, is shown to its staff whatever became of it', async () => {
    const { person, token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    const shown = async (viewer: string | undefined, numero = orden) =>
      t.call('GET', `/api/gestion/ordenes/${numero}`, { token: viewer })
    const admin = await staff()
    expect((await shown(admin)).body.data).toMatchObject({ numero: orden, estado: 'pendiente', pagos: [] })
    for (const accion of ['aprobar', 'devolver_parte']) await act(orden, accion)
    await settle()
    expect((await shown(admin)).body.data).toMatchObject({
      estado: 'pagada',
      comprador: { id: person.id, correo: person.correo },
      lineas: [{ nombre: 'Curso 1' }],
      pagos: [{ estado: 'approved', monto: 149, devuelto: 40 }],
    })
    await act(orden, 'reembolsar')
    await settle()
    expect((await shown(admin)).body.data).toMatchObject({ estado: 'reembolsada', pagos: [{ devuelto: 149 }] })
    expect((await shown(token)).status).toBe(403)
    for (const [viewer, numero] of [
      [await staff({ id_cliente: 1 }), orden],
      [admin, randomUUID()],
    ] as const)
      expect((await shown(viewer, numero)).status).toBe(404)
  })

  it('is decided by the brand’s administrators only, and only under review', async () => {
    const { numero, token, person } = await aShortPaid()
    expect((await accept(numero, undefined)).status).toBe(401)
    expect((await accept(numero, token)).status).toBe(403)
    expect((await accept(numero, await staff({ tipo_cliente: 'Docente' }))).status).toBe(403)
    expect((await accept(numero, await staff({ id_cliente: 1 }))).status).toBe(404)
    const admin = await staff()
    expect((await accept(randomUUID(), admin)).status).toBe(404)
    expect(await accept(numero, admin, { motivo: ' ' })).toMatchObject({
      status: 422,
      body: { errors: { motivo: ['Escribe por qué se acepta el pago.'] } },
    })
    expect(await enrolledIn(token, person.id)).toBe(0)
    const waiting = await scene()
    const { orden } = (await buy(waiting.token, waiting.ids)).body
    expect(await accept(orden, admin)).toMatchObject({
      status: 409,
      body: { code: 'ORDEN_SIN_REVISION', mensaje: 'Esta orden no está en revisión.' },
    })
  })
})
