import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aCourse, aPerson, PASSWORD } from './builders.ts'
import type { TestApp } from './harness.ts'

/** Actions of a buyer. */
export function shopping(t: TestApp) {
  const buy = (
    token: string,
    ids: number[],
    {
      codigo,
      cupon,
      grupo,
      ...extra
    }: { codigo?: string; cupon?: string; grupo?: number | undefined } & Record<string, unknown> = {},
  ) =>
    t.call('POST', '/api/mercadopago/preference', {
      token,
      body: {
        items: ids.map((id) => ({ id, quantity: 1, ...extra })),
        ...(grupo && { grupos: [{ id_curso: ids[0], id_grupo: grupo }] }),
        ...(codigo && { codigo_referido: codigo }),
        ...(cupon && { cupon }),
      },
    })

  /** A student and new courses of 149 soles. */
  async function scene(courses = 1, shape: { lessons?: number } = {}) {
    const person = await aPerson(t.deps.db)
    const ids: number[] = []
    for (let n = 0; n < courses; n++) ids.push((await aCourse(t.deps.db, { ...shape, nombre: `Curso ${n + 1}` })).id)
    return { person, token: await t.tokenOf(person.id), ids }
  }

  return {
    buy,
    scene,
    /** Staff give money back; by default the gateway is asked for 149 soles, and nothing closes. */
    refund: (token: string, numero: string, body: Record<string, unknown> = {}) => {
      const what = 'lineas' in body ? {} : { monto: 149 }
      const given = {
        via: 'pasarela',
        cierra: [],
        motivo: 'Se equivocó de curso.',
        envio: randomUUID(),
        password: PASSWORD,
      }
      return t.call('POST', '/api/gestion/devoluciones', { token, body: { ...given, ...what, numero, ...body } })
    },
    /** Acts on the sandbox payment page. */
    act: (numero: string, accion: string) => t.call('POST', `/api/pasarela-de-prueba/${numero}`, { body: { accion } }),
    order: async (token: string, numero: string) =>
      (await t.call('GET', `/api/ordenes/${numero}`, { token })).body.data,
    /** Number of active enrolments. */
    enrolledIn: async (token: string, id: number): Promise<number> =>
      (await t.call('GET', `/api/matriculas/usuario/${id}`, { token })).body.data.length,
    /** Runs all jobs, and those they send. */
    async settle() {
      await expect.poll(() => t.deps.jobs.drain(), { interval: 0 }).toBe(0)
    },
    /** A code of another student; sets the discount of brand 2. */
    async referral(percent: number) {
      const owner = await aPerson(t.deps.db)
      await t.database.sql`UPDATE clientes SET descuento_referido = ${percent} WHERE id = 2`
      const token = await t.tokenOf(owner.id)
      const { codigo } = (await t.call('POST', '/api/referidos', { token, body: {} })).body.data
      return { owner, token, codigo: codigo as string }
    },
    /** What staff are asked to look at, of an order; each sale has a mail of its own. */
    warningsOf: (correo: string, orden: string) =>
      t.outbox.filter(
        ({ to, text, subject }) => to === correo && text.includes(orden) && !subject.startsWith('Venta de'),
      ),
    notices: async (id: number): Promise<{ mensaje: string; asunto: string | null; ruta: string | null }[]> =>
      (await t.call('GET', `/api/notificaciones/usuario/${id}`, { token: await t.tokenOf(id) })).body.data,
  }
}
