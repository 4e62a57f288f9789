import { randomUUID } from 'node:crypto'
import { aCourse, aPerson, limaDay, PASSWORD } from './builders.ts'
import { aClass, answeredOnly, aStudent, countIn, ofThose, type Race, together } from './races.track.ts'

const MONEY = `SELECT coalesce(sum(m.centimos), 0) AS n FROM movimientos m JOIN ordenes o ON o.id = m.id_orden WHERE o.numero = $1::uuid`
const MENDS = `SELECT count(*) AS n FROM movimientos m JOIN ordenes o ON o.id = m.id_orden WHERE o.numero = $1::uuid AND m.tipo <> 'cobro'`
const ENDED = `SELECT count(*) AS n FROM ordenes WHERE numero = $1::uuid AND estado = $2`
const WITH_NUMBER = `SELECT count(*) AS n FROM movimientos WHERE tipo = 'cobro' AND medio = 'yape' AND operacion = $1 AND anulado_en IS NULL`
const LIVE = `SELECT count(*) AS n FROM matriculas WHERE id_usuario = $1 AND estado = 'activa'`

/** Two people take a sale back again and again, others give its money back, and others sell with its number. */
export const mistakes: Race = async (track) => {
  const { t, copies, parallel } = track
  const people = await Promise.all([1, 2].map(() => aPerson(t.deps.db, { roles: ['marca'] })))
  const tokens = await Promise.all(people.map(({ id }) => t.tokenOf(id)))
  const tokenOf = (n: number) => tokens[n % 2] ?? ''
  const cursos = [(await aCourse(t.deps.db)).id]
  const [buyer, rivals] = [await aStudent(track), await aClass(track, parallel)]
  const operacion = randomUUID().slice(0, 12).toUpperCase().replaceAll('-', '')
  const sell = (id_usuario: number | undefined, n: number) =>
    copies.ask('POST', '/gestion/ventas', {
      token: tokenOf(n),
      body: { id_usuario, cursos, medio: 'yape', operacion, dia: limaDay(), total: 149, envio: randomUUID() },
    })
  const numero: string = (await sell(buyer.id, 0)).body.data.numero
  const [charge] = await t.database
    .sql`SELECT m.id FROM movimientos m JOIN ordenes o ON o.id = m.id_orden WHERE o.numero = ${numero}`
  const annul = (n: number) =>
    copies.ask('PUT', `/gestion/ordenes/${numero}/anular`, {
      token: tokenOf(n),
      body: { id_movimiento: Number(charge?.id), motivo: 'Era de otra persona.' },
    })
  const refund = (n: number) =>
    copies.ask('POST', '/gestion/devoluciones', {
      token: tokenOf(n),
      body: {
        ...{ numero, via: 'registrada', medio: 'yape', monto: 149, cierra: cursos, motivo: 'Se equivocó de curso.' },
        ...{ envio: randomUUID(), password: PASSWORD },
      },
    })
  const kinds = [annul, refund, (n: number) => sell(rivals[n]?.id, n)] as const
  const replies = await together(parallel, (n) => (kinds[n % 3] ?? annul)(n))
  const of = (kind: number, allowed: string[]) => {
    const some = ofThose(replies, (n) => n % 3 === kind)
    answeredOnly(some, ['200', ...allowed])
    return some.filter(({ status }) => status === 200).length
  }
  const annulled = Math.min(of(0, ['409 MOVIMIENTO_NO_ANULABLE']), 1)
  const refunded = of(1, ['409 MONTO_EXCEDIDO', '409 ORDEN_NO_PAGADA'])
  const sold = of(2, ['409 OPERACION_REPETIDA'])
  const ended = annulled ? 'cancelada' : 'reembolsada'
  return {
    'ways that a sale ended': { met: annulled + refunded, due: 1 },
    'movements that took it back': { met: await countIn(track, MENDS, [numero]), due: 1 },
    'money left of a sale taken back': { met: await countIn(track, MONEY, [numero]), due: 0 },
    'state of a sale taken back': { met: await countIn(track, ENDED, [numero, ended]), due: 1 },
    'sales with its number': {
      met: await countIn(track, WITH_NUMBER, [operacion]),
      due: annulled ? Math.min(sold, 1) : 1,
    },
    'sales with a number that was not free': { met: annulled ? 0 : sold, due: 0 },
    'live places of a sale taken back': { met: await countIn(track, LIVE, [buyer.id]), due: 0 },
  }
}
