import { randomUUID } from 'node:crypto'
import { makeSandboxPayment } from '../src/features/orders/sandbox.ts'
import { aCourse, aPerson, limaDay } from './builders.ts'
import { aClass, answered, answeredOnly, aStudent, countIn, ofThose, type Race, together } from './races.track.ts'

const aSale = (change: object) => ({
  ...{ medio: 'yape', operacion: randomUUID().slice(0, 8), dia: limaDay(), total: 149, envio: randomUUID() },
  ...change,
})

const WITH_NUMBER = `SELECT count(*) AS n FROM movimientos WHERE medio = 'yape' AND operacion = $1`
const PAID = `SELECT count(*) AS n FROM ordenes WHERE id_usuario = $1 AND estado = 'pagada'`
const LIVE = `SELECT count(*) AS n FROM matriculas WHERE id_usuario = $1 AND estado = 'activa'`

/** Sales by staff: many with one number, one form sent again and again, and one beside the gateway's payment of the same course. */
export const sales: Race = async (track) => {
  const { t, copies, parallel } = track
  const tokens = await Promise.all(
    [1, 2].map(async () => t.tokenOf((await aPerson(t.deps.db, { roles: ['caja'] })).id)),
  )
  const course = await aCourse(t.deps.db)
  const cursos = [course.id]
  const rivals = await aClass(track, parallel)
  const [repeated, shopper] = [await aStudent(track), await aStudent(track)]
  const operacion = randomUUID().slice(0, 12).toUpperCase().replaceAll('-', '')
  const again = aSale({ id_usuario: repeated.id, cursos })
  const body = { items: [{ id: course.id }] }
  const ordered = await copies.ask('POST', '/mercadopago/preference', { token: shopper.token, body })
  const numero: string = ordered.body.orden
  await makeSandboxPayment(t.deps.db, numero, 'approved')
  const sell = (sale: object, n = 0) =>
    copies.ask('POST', '/gestion/ventas', { token: tokens[n % 2] ?? '', body: aSale(sale) })
  const replies = await together(parallel, (n) => {
    if (n % 4 < 2) return sell({ id_usuario: rivals[n]?.id, cursos, operacion }, n)
    if (n % 4 === 2) return sell(again)
    if (n % 8 === 3) return sell({ id_usuario: shopper.id, cursos }, n)
    return copies.ask('GET', `/mercadopago/verificar-pago?orden=${numero}`, { token: shopper.token })
  })
  const numbered = ofThose(replies, (n) => n % 4 < 2)
  answered(numbered, { 200: 1, '409 OPERACION_REPETIDA': numbered.length - 1 })
  const tries = ofThose(replies, (n) => n % 4 === 2)
  answered(tries, { 200: tries.length })
  answeredOnly(
    ofThose(replies, (n) => n % 4 === 3),
    ['200', '409 YA_MATRICULADO'],
  )
  const sold = ofThose(replies, (n) => n % 8 === 3).filter(({ status }) => status === 200).length
  return {
    'sales with the number': { met: await countIn(track, WITH_NUMBER, [operacion]), due: 1 },
    'sales of one form': { met: await countIn(track, PAID, [repeated.id]), due: 1 },
    'answers of one form': { met: new Set(tries.map((reply) => reply.body.data.numero)).size, due: 1 },
    'orders paid beside the gateway': { met: await countIn(track, PAID, [shopper.id]), due: 1 + Math.min(sold, 1) },
    'sales beside the gateway': { met: Math.max(sold, 1), due: 1 },
    'live places beside the gateway': { met: await countIn(track, LIVE, [shopper.id]), due: 1 },
  }
}
