import type { AuditEntry } from '@campus/contract/audit'
import type { Answer } from './harness.ts'
import { ask, prepare } from './matrix.requests.ts'
import { ROWS } from './matrix.table.ts'
import type { Someone, World } from './matrix.world.ts'

/** What a line must say. Who did it is the caller unless it says otherwise, and what is left out is empty. */
export type Line = {
  id_usuario?: number | null
  sobre?: number | null
  objeto?: unknown
  detalle?: unknown
  direccion?: null
}

/** One call, ready to be made: who makes it, what it is answered, and what the trail then says of it, a line for each of `tells`. */
type Deed = { who: number | null; status?: number; send: () => Promise<Answer>; lines: (answer: Answer) => Line[] }

/** An act that safety.md lists, and the words under which the trail has to tell of it. */
export type Act = { name: string; tells: AuditEntry['accion'][]; make: (world: World) => Promise<Deed> }

/** Whom and what a call of the matrix is about: the first id or code of its path. */
const ID = /\/(\d+|[0-9a-f-]{36}|CERT-[A-Z]{9})(?=\/|$)/

const personOf = ({ people }: World, who: Someone) => (who === 'anónimo' ? null : people[who])

/** A call as the authorisation matrix makes it, about something of the victim's, by one of its people. */
export const of = (
  call: string,
  who: Someone,
  tells: Act['tells'],
  line: (id: string, world: World) => Line = () => ({}),
  status?: number,
): Act => ({
  name: `${call} by ${who}`,
  tells,
  async make(world) {
    const row = ROWS.find((one) => one.call === call)
    if (!row) throw new Error(`the matrix has no ${call}`)
    const request = await prepare(world, row)
    const token = await world.tokenOf(who)
    const said = line(ID.exec(request.url)?.[1] ?? '', world)
    return { who: personOf(world, who), status, send: () => ask(world.t, request, token), lines: () => [said] }
  },
})

/** A call of its own, by somebody made for it. */
export const own = (name: string, tells: Act['tells'], make: Act['make']): Act => ({ name, tells, make })
