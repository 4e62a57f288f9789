import type { AuditEntry } from '@campus/contract/audit'
import type { Answer } from './harness.ts'
import { ask, prepare } from './matrix.requests.ts'
import { ROWS } from './matrix.table.ts'
import type { Someone, World } from './matrix.world.ts'

/** Expected entry; the actor defaults to the caller, other fields to empty. */
export type Line = {
  id_usuario?: number | null
  sobre?: number | null
  objeto?: unknown
  detalle?: unknown
  direccion?: null
}

/** A prepared call, and the expected audit entries, one per name in `tells`. */
type AuditedCall = {
  who: number | null
  status?: number
  send: () => Promise<Answer>
  lines: (answer: Answer) => Line[]
}

export type Act = { name: string; tells: AuditEntry['accion'][]; make: (world: World) => Promise<AuditedCall> }

/** The first id or code of a path. */
const ID = /\/(\d+|[0-9a-f-]{36}|CERT-[A-Z]{9})(?=\/|$)/

const personOf = ({ people }: World, who: Someone) => (who === 'anónimo' ? null : people[who])

/** A call of the matrix, on something of the victim, by one of its people. */
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

/** A staff call with one entry. */
export const managed = (call: string, who: Someone, line: (id: string, world: World) => Line): Act =>
  of(call, who, ['gestion'], line)

/** A call with its own setup. */
export const own = (name: string, tells: Act['tells'], make: Act['make']): Act => ({ name, tells, make })
