import { AUDITED, type AuditEntry } from '@campus/contract/audit'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACTS } from '../../../test/audit.acts.ts'
import { useApp } from '../../../test/harness.ts'
import { ask, prepare } from '../../../test/matrix.requests.ts'
import { ROWS, type Row } from '../../../test/matrix.table.ts'
import { buildWorld, type Someone, type World } from '../../../test/matrix.world.ts'

const t = useApp()
let world: World

beforeAll(async () => {
  world = await buildWorld(t)
})
beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

type Found = Omit<AuditEntry, 'id' | 'fecha' | 'solicitud'> & { id_cliente: number | null }

/** The audit lines of one request, in order. */
const linesOf = async (request: unknown) => [
  ...(
    await t.deps.db.execute<Found>(sql`
    SELECT accion, id_cliente, id_usuario, sobre, objeto, detalle, direccion FROM auditoria
    WHERE solicitud = ${String(request)} ORDER BY id`)
  ).rows,
]

/** Lines of students and guests whose calls no throttle counts, and what bounds them. */
const BOUNDED: Record<string, string> = {
  permiso_negado: 'few a minute of a person: audit.test.ts',
  intento_iniciado: 'the attempts of the exam',
  intento_enviado: 'the attempts of the exam',
  certificado_emitido: 'one of a course or module',
  certificado_mejorado: 'each for a higher grade',
  certificado_restaurado: 'each after staff lowered its grade',
}

const isStaff = async (id: number | null) =>
  id !== null && (await t.database.sql`SELECT 1 FROM roles_personal WHERE id_usuario = ${id}`).length > 0

describe('the audit trail records', () => {
  it.each(ACTS.map((act) => [act.name, act] as const))('%s', async (_, { tells, make }) => {
    const { who, status, send, lines } = await make(world)
    await t.database.sql`DELETE FROM limites`
    const answer = await send()
    expect(status ? [status] : [200, 201]).toContain(answer.status)
    const said = lines(answer)
    const expected = tells.map((accion, at) => ({
      accion,
      id_cliente: 2,
      id_usuario: who,
      sobre: null,
      objeto: null,
      detalle: {},
      direccion: '127.0.0.0/24',
      ...said[at],
    }))
    expect(await linesOf(answer.headers['x-request-id'])).toEqual(expected)
    const throttled = (await t.database.sql`SELECT 1 FROM limites`).length > 0
    // Nothing deletes a line for two years.
    if (!throttled && !(await isStaff(who))) expect(tells.filter((line) => !(line in BOUNDED))).toEqual([])
  })

  it('every action it has a name for', () => {
    const recorded = new Set(ACTS.flatMap(({ tells }) => tells))
    // Recorded by the command line: load.test.ts.
    expect(AUDITED.filter((word) => !recorded.has(word))).toEqual(['contenido_cargado'])
  })
})

/** Staff roles: their writes to others' data must be audited. */
const STAFF = ['otro docente', 'docente', 'otro admin', 'admin'] as const
const OTHERS = ['anónimo', 'ajeno', 'otra marca', 'compañero', 'vencido'] as const

/** Staff calls that need no audit line, and why. */
const WITHOUT_LINE: Record<string, string> = {
  'POST /gestion/vista-previa': 'its transaction is rolled back: it writes nothing',
  'PUT /notificaciones/preferencias/ventas': 'which mails the caller gets themself',
  'POST /gestion/marca/certificado-ejemplo': 'it draws a picture',
  'POST /gestion/matriculas/lote/compradas': 'it counts',
  'POST /gestion/mensajes/alcance': 'it counts',
}

const may = ({ cells }: Row, who: Someone) => cells[who].status > 0 && cells[who].status < 400

/** Calls that write and that, besides whom the thing belongs to, only staff may make. */
const MANAGING = ROWS.filter(
  (row) => !row.call.startsWith('GET ') && STAFF.some((who) => may(row, who)) && !OTHERS.some((who) => may(row, who)),
)

describe('every write of staff is audited', () => {
  it('but for these', () => {
    expect(MANAGING.length).toBeGreaterThanOrEqual(14)
    const known = MANAGING.map(({ call }) => call)
    expect(Object.keys(WITHOUT_LINE).filter((call) => !known.includes(call))).toEqual([])
  })

  const asked = MANAGING.filter(({ call }) => !(call in WITHOUT_LINE))
  it.each(asked.flatMap((row) => STAFF.filter((who) => may(row, who)).map((who) => [row.call, who, row] as const)))(
    '%s by %s',
    async (_, who, row) => {
      const answer = await ask(t, await prepare(world, row), await world.tokenOf(who))
      expect(answer.status).toBe(row.cells[who].status)
      const lines = await linesOf(answer.headers['x-request-id'])
      expect(lines.length).toBeGreaterThan(0)
      for (const line of lines) expect(line.id_usuario).toBe(world.people[who])
    },
  )
})
