import { randomInt } from 'node:crypto'
import { aBrand, aPerson, PASSWORD } from './builders.ts'
import { answeredOnly, countIn, ofThose, type Race, together } from './races.track.ts'

/** Two administrators of a brand remove each other, in many brands at once: one of each pair stays. */
export const dismissals: Race = async (track) => {
  const { t, copies, parallel } = track
  const first = randomInt(1000, 2_000_000_000)
  const brands = Array.from({ length: Math.floor(parallel / 2) }, (_, at) => first + at)
  const pairs = await Promise.all(
    brands.map(async (id_cliente) => {
      await aBrand(t.deps.db, id_cliente)
      const admins = await Promise.all([1, 2].map(() => aPerson(t.deps.db, { id_cliente, roles: ['marca'] })))
      return Promise.all(admins.map(async ({ id }) => ({ id, token: await t.tokenOf(id) })))
    }),
  )
  const replies = await together(2 * pairs.length, (n) => {
    const pair = pairs[n >> 1] ?? []
    const [by, other] = n % 2 ? [pair[0], pair[1]] : [pair[1], pair[0]]
    const body = { roles: ['soporte'], estado: 'activo', version: 1, password: PASSWORD }
    return copies.ask('PUT', `/gestion/equipo/${other?.id}`, { token: by?.token, body })
  })
  // 401 where the session ended before the request arrived.
  answeredOnly(replies, ['200', '409 ULTIMO_ADMINISTRADOR', '401 NO_AUTENTICADO'])
  const done = pairs.filter(
    (_, at) => ofThose(replies, (n) => n >> 1 === at && replies[n]?.status === 200).length === 1,
  )
  const met = await countIn(
    track,
    `SELECT count(*) AS n FROM usuarios u JOIN roles_personal r ON r.id_usuario = u.id AND r.rol = 'marca'
      WHERE u.id_cliente = ANY($1) AND u.estado = 1`,
    [brands],
  )
  return {
    'administrators left': { met, due: pairs.length },
    'pairs with one removal': { met: done.length, due: pairs.length },
  }
}
