import type { CourseRefund } from '@campus/contract/refunds'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { refundInSandbox } from './sandbox.ts'

const t = useApp()
const { act, buy, notices, order, enrolledIn, referral, refund, scene, settle } = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

const REASON = 'El curso se dictó completo en vivo.'
const staff = async (values: Parameters<typeof aPerson>[1] = {}) => {
  const { id, nombres, apellidos } = await aPerson(t.deps.db, { tipo_cliente: 'Administrador', ...values })
  return { nombre: `${nombres} ${apellidos}`, token: await t.tokenOf(id) }
}

/** A student with a paid order, who requested the refund of `asked` courses. */
async function requested(courses = 1, { codigo, asked = courses }: { codigo?: string; asked?: number } = {}) {
  const made = await scene(courses, { lessons: 10 })
  const { orden } = (await buy(made.token, made.ids, { ...(codigo && { codigo }) })).body as { orden: string }
  await act(orden, 'aprobar')
  await settle()
  const body = { cursos: made.ids.slice(0, asked), motivo: 'Me equivoqué de curso.' }
  await t.call('POST', `/api/ordenes/${orden}/devolucion`, { token: made.token, body })
  await settle()
  t.outbox.length = 0
  const states = async () =>
    (await order(made.token, orden)).devolucion.cursos.map(({ estado }: CourseRefund) => estado)
  const decide = async (token: string, resultado: 'devuelta' | 'negada', cursos = body.cursos, respuesta = REASON) => {
    if (resultado === 'negada')
      return t.call('PUT', `/api/ordenes/${orden}/devolucion`, { token, body: { cursos, respuesta } })
    const { devolucion } = await order(made.token, orden)
    const asked = devolucion.cursos.filter(({ id_curso }: CourseRefund) => cursos.includes(id_curso))
    const lineas = asked.map(({ id_curso, monto }: CourseRefund) => ({ id_curso, monto }))
    return refund(token, orden, { lineas, cierra: cursos, responde: true })
  }
  const mails = async () => {
    await settle()
    return t.outbox.filter(({ to }) => to === made.person.correo)
  }
  return { ...made, numero: orden, short: orden.slice(0, 8).toUpperCase(), states, decide, mails }
}

const listed = async (token: string) =>
  (await t.call('GET', '/api/ordenes/devoluciones?per_page=50', { token })).body.data.data as { numero: string }[]
const waiting = async (token: string): Promise<number> =>
  (await t.call('GET', '/api/gestion/bandeja', { token })).body.data.devoluciones_pedidas

describe('what staff see', () => {
  it('is each order that waits, with how far the buyer is, to their own academy alone', async () => {
    const [admin, other] = [await staff(), await staff({ id_cliente: 1 })]
    const before = await waiting(admin.token)
    const one = await requested(2)
    const [lesson] = await t.database
      .sql`SELECT l.id FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = ${one.ids[0] ?? 0} LIMIT 1`
    await t.call('POST', `/api/lecciones/${lesson?.id}/completar`, { token: one.token })
    const course = { monto: 149, motivo: 'Me equivoqué de curso.', lecciones: 10 }
    expect((await listed(admin.token)).find(({ numero }) => numero === one.numero)).toEqual({
      numero: one.numero,
      total: 298,
      pagada_en: expect.any(String),
      pedida_en: expect.any(String),
      medio: 'Pago de prueba',
      ya_devuelto: 0,
      enviada: null,
      comprador: {
        id: one.person.id,
        nombres: one.person.nombres,
        apellidos: one.person.apellidos,
        correo: one.person.correo,
      },
      cursos: [
        { ...course, id_curso: one.ids[0], nombre: 'Curso 1', completadas: 1 },
        { ...course, id_curso: one.ids[1], nombre: 'Curso 2', completadas: 0 },
      ],
    })
    expect(await waiting(admin.token)).toBe(before + 1)
    expect(await listed(other.token)).toEqual([])
    expect(await waiting(other.token)).toBe(0)
    expect((await one.decide(other.token, 'devuelta')).status).toBe(404)
    expect(await one.states()).toEqual(['pedida', 'pedida'])
  })
})

describe('paid back by staff', () => {
  it('closes those courses alone, and tells the buyer', async () => {
    const admin = await staff()
    const one = await requested(2)
    expect((await one.decide(admin.token, 'devuelta', one.ids.slice(0, 1))).status).toBe(200)
    expect([await one.states(), await enrolledIn(one.token, one.person.id)]).toEqual([['devuelta', 'pedida'], 1])
    expect((await order(one.token, one.numero)).estado).toBe('pagada')
    const [mail, ...others] = await one.mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Te devolvimos el dinero: orden ${one.short}`)
    expect(mail?.text).toContain('Devolvimos S/ 149.00 al medio con el que pagaste')
    expect(mail?.text).not.toContain('Curso 2')
    expect((await notices(one.person.id))[0]).toMatchObject({
      mensaje: 'Te devolvimos S/ 149.00\nEl acceso a lo que devolvimos terminó.',
      asunto: `Orden ${one.short}`,
    })
    expect((await listed(admin.token)).find(({ numero }) => numero === one.numero)).toMatchObject({
      cursos: [{ nombre: 'Curso 2' }],
    })
  })

  it('is answered although its course stays open, and what was denied stays denied', async () => {
    const admin = await staff()
    const one = await requested(2)
    await one.decide(admin.token, 'negada', one.ids.slice(0, 1))
    await refund(admin.token, one.numero, { lineas: one.ids.map((id_curso) => ({ id_curso, monto: 149 })) })
    expect([await one.states(), await enrolledIn(one.token, one.person.id)]).toEqual([['negada', 'devuelta'], 2])
  })

  it('is not what the gateway had paid back before it was asked', async () => {
    const admin = await staff()
    const made = await scene(2)
    const { orden } = (await buy(made.token, made.ids)).body
    await act(orden, 'aprobar')
    await settle()
    await refundInSandbox(t.deps.db, orden, 14_900)
    await t.call('GET', `/api/mercadopago/verificar-pago?orden=${orden}`, { token: made.token })
    const body = { cursos: made.ids.slice(0, 1) }
    const asked = await t.call('POST', `/api/ordenes/${orden}/devolucion`, { token: made.token, body })
    expect((await listed(admin.token)).find(({ numero }) => numero === orden)).toMatchObject({ ya_devuelto: 0 })
    const [{ monto } = { monto: 0 }] = asked.body.data.devolucion.cursos
    await refund(admin.token, orden, { via: 'registrada', medio: 'mercadopago', monto: 149 })
    expect([monto, (await order(made.token, orden)).devuelto]).toEqual([74.5, 298])
  })

  it('takes the referrer’s points with the last course that was paid', async () => {
    const { owner, codigo } = await referral(10)
    const admin = await staff()
    const one = await requested(2, { codigo })
    const points = async () =>
      (await t.call('GET', '/api/ranking/mio', { token: await t.tokenOf(owner.id) })).body.data.puntos
    await one.decide(admin.token, 'devuelta', one.ids.slice(0, 1))
    expect(await points()).toBe(100)
    await one.decide(admin.token, 'devuelta', one.ids.slice(1))
    expect(await points()).toBe(0)
  })

  it('is not told again when the gateway says so, and stays closed when the order stays paid', async () => {
    const admin = await staff()
    const one = await requested()
    await one.decide(admin.token, 'devuelta')
    expect(await order(one.token, one.numero)).toMatchObject({
      estado: 'reembolsada',
      estado_texto: 'Te devolvimos el dinero',
    })
    await act(one.numero, 'reembolsar')
    expect((await one.mails()).map(({ subject }) => subject)).toEqual([`Te devolvimos el dinero: orden ${one.short}`])
    expect((await order(one.token, one.numero)).estado).toBe('reembolsada')
    const two = await requested(2, { asked: 1 })
    await two.decide(admin.token, 'devuelta')
    // The bank takes the payment away and decides for the academy: what was returned stays closed.
    await t.database.sql`UPDATE ordenes SET estado = 'en_revision' WHERE numero = ${two.numero}`
    const body = { motivo: 'El banco nos dio la razón.' }
    await t.call('PUT', `/api/ordenes/${two.numero}/aceptar`, { token: admin.token, body })
    expect([await two.states(), await enrolledIn(two.token, two.person.id)]).toEqual([['devuelta', 'disponible'], 1])
  })

  it('lets the course be bought again, and that is no repeated purchase', async () => {
    const admin = await staff()
    const one = await requested()
    await one.decide(admin.token, 'devuelta')
    const again = (await buy(one.token, one.ids)).body.orden
    await act(again, 'aprobar')
    await settle()
    expect(await enrolledIn(one.token, one.person.id)).toBe(1)
    expect((await order(one.token, again)).cobro_doble).toBe(false)
    // Its money going back closes it, although the first order still says paid.
    await act(again, 'reembolsar')
    await settle()
    expect(await enrolledIn(one.token, one.person.id)).toBe(0)
  })

  it('leaves a course open that another paid order holds', async () => {
    const admin = await staff()
    const one = await requested()
    await t.database
      .sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id_usuario = ${one.person.id}`
    const second = (await buy(one.token, one.ids)).body.orden
    await act(second, 'aprobar')
    await settle()
    await one.decide(admin.token, 'devuelta')
    expect([await one.states(), await enrolledIn(one.token, one.person.id)]).toEqual([['devuelta'], 1])
    expect((await order(one.token, second)).por_devolver).toBe(0)
  })
})

describe('denied by staff', () => {
  it('needs a reason, which the buyer reads everywhere; the course stays open', async () => {
    const admin = await staff()
    const one = await requested()
    expect((await one.decide(admin.token, 'negada', one.ids, ' ')).body.errors).toEqual({
      respuesta: ['Escribe por qué no corresponde: lo leerá quien compró.'],
    })
    expect((await one.decide(admin.token, 'negada')).status).toBe(200)
    const { devolucion } = await order(one.token, one.numero)
    expect(devolucion.cursos).toMatchObject([{ estado: 'negada', respuesta: REASON }])
    expect(await enrolledIn(one.token, one.person.id)).toBe(1)
    const [mail] = await one.mails()
    expect([mail?.subject, mail?.text]).toEqual([
      `Respondimos tu pedido de devolución: orden ${one.short}`,
      expect.stringContaining(REASON),
    ])
    expect(mail?.text).toContain('Si no estás de acuerdo, escríbenos.')
    const again = await t.call('POST', `/api/ordenes/${one.numero}/devolucion`, {
      token: one.token,
      body: { cursos: one.ids },
    })
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('la academia ya respondió que no corresponde.'),
    ])
  })

  it('of two who decide at once one is told what stands', async () => {
    const [ana, beto] = [await staff({ nombres: 'Ana' }), await staff({ nombres: 'Beto' })]
    const one = await requested()
    const answers = await Promise.all([one.decide(ana.token, 'negada'), one.decide(beto.token, 'devuelta')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const at = answers.findIndex(({ status }) => status === 409)
    const resultado = at === 0 ? 'devuelta' : 'negada'
    expect(answers[at]?.body).toMatchObject({
      code: 'YA_RESUELTO',
      actual: {
        datos: { cursos: [{ nombre: 'Curso 1', resultado, respuesta: resultado === 'negada' ? REASON : null }] },
        por: { nombre: at === 0 ? beto.nombre : ana.nombre },
      },
    })
    expect(await one.states()).toEqual([resultado])
    expect(await one.mails()).toHaveLength(1)
  })

  it('is over once the gateway paid the order back', async () => {
    const admin = await staff()
    const one = await requested()
    await act(one.numero, 'reembolsar')
    await settle()
    expect(await one.decide(admin.token, 'negada')).toMatchObject({ status: 409, body: { code: 'YA_RESUELTO' } })
    expect(await one.states()).toEqual(['devuelta'])
  })
})
