import { randomUUID } from 'node:crypto'
import { daysAfter } from '@campus/contract/instalment-rules'
import { reviewInstalments } from '../src/features/orders/instalment-dues.ts'
import { makeSandboxPayment } from '../src/features/orders/sandbox.ts'
import { aPerson, limaDay } from './builders.ts'
import { aPlan } from './instalments.ts'
import { answered, answeredOnly, countIn, ofThose, type Race, together } from './races.track.ts'
import { aSale } from './sales.ts'
import { shopping } from './shop.ts'

const OF_THE_SECOND = `FROM movimientos m JOIN ordenes o ON o.id = m.id_orden WHERE o.numero = $1 AND m.tipo = 'cobro' AND m.cuota = 2`
const REGISTERED = `SELECT count(*) AS n ${OF_THE_SECOND} AND m.origen = 'personal'`
const ONLINE = `SELECT count(*) AS n ${OF_THE_SECOND} AND m.origen = 'pasarela'`
const TOLD = `SELECT count(*) AS n FROM orden_avisos a JOIN ordenes o ON o.id = a.id_orden WHERE o.numero = $1 AND a.tipo = $2`
const THANKED = `SELECT count(*) AS n FROM orden_avisos a JOIN ordenes o ON o.id = a.id_orden
  WHERE o.numero = $1 AND a.tipo IN ('cuota_pagada', 'cuota_reabierta')`
const LIVE = `SELECT count(*) AS n FROM matriculas WHERE id_usuario = $1 AND estado = 'activa' AND suspendida_por IS NULL`

/**
 * An overdue instalment of two: members of staff register it with numbers of their own, and one of them by one form again and
 * again; it was paid online, too, which both processes tell of; and the day's job suspends meanwhile.
 */
export const oneInstalment: Race = async (track) => {
  const { t, copies, parallel } = track
  const shop = shopping(t)
  const [boss, ...others] = await Promise.all(
    Array.from({ length: 4 }, async () => t.tokenOf((await aPerson(t.deps.db, { roles: ['caja'] })).id)),
  )
  const { person, token, ids } = await shop.scene()
  const dia = daysAfter(limaDay(), -50)
  const sale = aSale({ id_usuario: person.id, cursos: ids, dia, cuotas: aPlan(2, 149, dia) })
  const sold = await copies.ask('POST', '/gestion/ventas', { token: boss ?? '', body: sale })
  answered([sold], { 200: 1 })
  const numero: string = sold.body.data.numero
  const page = await copies.ask('POST', `/ordenes/${numero}/cuota`, { token, body: { cuota: 2 } })
  answered([page], { 200: 1 })
  const { init_point } = page.body.data
  const id = await makeSandboxPayment(t.deps.db, init_point.split('/').at(-1), 'approved')
  const operacion = () => randomUUID().slice(0, 12)
  const again = operacion()
  const register = (by: string | undefined, number: string) =>
    copies.ask('POST', `/gestion/ordenes/${numero}/cuotas`, {
      ...{ token: by ?? '', body: { cuota: 2, medio: 'yape', operacion: number, dia: limaDay(), monto: 74.5 } },
    })
  const review = () => reviewInstalments(t.deps.db, t.deps.jobs)
  const replies = await together(parallel, async (n) => {
    if (n % 5 < 2) return register(others[n % others.length], operacion())
    if (n % 5 === 2) return register(boss, again)
    if (n % 5 === 3) return copies.ask('GET', `/mercadopago/verificar-pago?payment_id=${id}`, { token })
    await review()
    return { status: 200, body: {} }
  })
  const byForm = ofThose(replies, (n) => n % 5 === 2)
  const members = ofThose(replies, (n) => n % 5 < 2)
  const checks = ofThose(replies, (n) => n % 5 === 3)
  answeredOnly([...byForm, ...members], ['200', '409 CUOTA_NO_COBRABLE'])
  answered(checks, { 200: checks.length })
  await review()
  const taken = members.filter(({ status }) => status === 200).length
  const byOneForm = byForm.filter(({ status }) => status === 200).length
  const registered = await countIn(track, REGISTERED, [numero])
  const { data } = await copies.ask('GET', `/ordenes/${numero}`, { token }).then(({ body }) => body)
  return {
    'registered at most once': { met: Math.max(registered, 1), due: 1 },
    'members who registered it': { met: taken + Math.min(byOneForm, 1), due: registered },
    'paid online': { met: await countIn(track, ONLINE, [numero]), due: 1 },
    'told that it was paid twice': { met: await countIn(track, TOLD, [numero, 'cobro_doble']), due: registered },
    // What pays it a second time is told as that alone.
    'told that it was paid': { met: await countIn(track, THANKED, [numero]), due: 1 },
    'told at most once of the pause': {
      met: Math.max(await countIn(track, TOLD, [numero, 'cuota_suspendida']), 1),
      due: 1,
    },
    'owed in céntimos': { met: data.debe * 100, due: 0 },
    'to give back in céntimos': { met: data.por_devolver * 100, due: registered * 7450 },
    'live places': { met: await countIn(track, LIVE, [person.id]), due: 1 },
  }
}
