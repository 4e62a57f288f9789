import { beforeAll, describe, expect, it } from 'vitest'
import { type Call, readDocument, type Schema } from './fuzz.document.ts'
import { useApp } from './harness.ts'
import type { Body } from './matrix.bodies.ts'
import { ask, type Prepared, prepare } from './matrix.requests.ts'
import { ROWS, type Row } from './matrix.table.ts'
import { buildWorld, type Someone, type World } from './matrix.world.ts'

const t = useApp()
let world: World
let calls: Call[]

beforeAll(async () => {
  world = await buildWorld(t)
  calls = (await readDocument(t)).calls
})

/** Fields that are the server's, with values that nothing else in the database has. */
const PLANTED = {
  id: 987_654_321,
  id_usuario: 987_654_321,
  usuario_id: 987_654_321,
  id_alumno: 987_654_321,
  estudiante_id: 987_654_321,
  id_cliente: 3,
  rol: 'Administrador',
  tipo_cliente: 'Administrador',
  estado: 'plantado',
  codigo_alumno: 'plantado',
  correo: 'plantado@prueba.pe',
  password_hash: 'plantado',
  puntos: 987_654,
  nota: 987_654,
  nota_maxima: 987_654,
  porcentaje: 100,
  aprobado: true,
  condicion: true,
  es_verdadero: true,
  intentos: -987_654,
  intentos_extra: 987_654,
  minutos_extra: 987_654,
  likes: 987_654,
  vistas: 987_654,
  total_posts: 987_654,
  pinned: true,
  costo: 0.01,
  total_centimos: 1,
  descuento_centimos: 987_654,
  descuento_referido: 90,
  horas: 987_654,
  codigo_certificado: 'CERT-PLANTADOS',
  numero: 987_654,
  fecha: '1987-06-05T00:00:00Z',
  creado_en: '1987-06-05T00:00:00Z',
  fecha_matricula: '1987-06-05T00:00:00Z',
  fecha_emision: '1987-06-05T00:00:00Z',
  pagada_en: '1987-06-05T00:00:00Z',
  eliminado_en: '1987-06-05T00:00:00Z',
}
const FOUND = '98765|plantado|1987-06-05|PLANTADOS'

/** Privileges as numbers: none may grow because somebody asked for it. */
const PRIVILEGES = `
  SELECT (SELECT count(*) FROM usuarios WHERE tipo_cliente <> 'Alumno') AS personal,
    (SELECT count(*) FROM usuarios WHERE id_cliente = 3) AS otra_marca,
    (SELECT count(*) FROM foros WHERE pinned) AS fijados, (SELECT count(*) FROM foros WHERE eliminado_en IS NOT NULL) AS borrados,
    (SELECT count(*) FROM ordenes WHERE estado <> 'pendiente') AS pagadas, (SELECT sum(total_centimos) FROM ordenes WHERE total_centimos < 14900) AS baratas,
    (SELECT count(*) FROM matriculas) AS matriculas, (SELECT count(*) FROM opciones WHERE condicion) AS claves,
    (SELECT count(*) FROM intentos_evaluacion WHERE aprobado AND nota < 12) AS regalados,
    (SELECT sum(costo_centimos) FROM cursos) AS precios, (SELECT sum(descuento_referido) FROM clientes) AS descuentos,
    (SELECT sum(likes) FROM posts_foro) AS likes, (SELECT coalesce(sum(puntos), 0) FROM puntos WHERE puntos > 100) AS puntos`
type Privileges = Record<string, string | null>

/** What these calls are for. */
const MEANT: Record<string, string[]> = {
  'PUT /foros/{id}/toggle-pinned': ['fijados'],
  'DELETE /foros/{id}': ['borrados'],
  'POST /posts-foro/{id}/like': ['likes'],
  'PUT /ordenes/{numero}/aceptar': ['matriculas'],
  'POST /clientes/{id}': [],
}

/** Every table where a planted value has arrived. */
async function planted(): Promise<string[]> {
  const tables = await t.database.sql<{ name: string }[]>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'limites'`
  const each = tables.map(({ name }) => `SELECT '${name}' AS name FROM ${name} r WHERE to_jsonb(r)::text ~ '${FOUND}'`)
  const jobs = `SELECT 'pgboss.job' FROM pgboss.job r WHERE r.data::text ~ '${FOUND}'`
  return (await t.database.sql.unsafe([...each, jobs].join(' UNION '))).map(({ name }) => String(name))
}

const privileges = async (): Promise<Privileges> => (await t.database.sql.unsafe(PRIVILEGES))[0] ?? {}

const ownFields = (schema: Schema): string[] => [
  ...Object.keys(schema.properties ?? {}),
  ...[...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(ownFields),
]

/** The body with everything planted that the call does not ask for itself: beside, inside and as a query. */
function withPlanted(request: Prepared, call: Call): Prepared {
  const known = new Set([...(call.body ? ownFields(call.body.schema) : []), ...Object.keys(jsonOf(request.body))])
  const extra = Object.fromEntries(Object.entries(PLANTED).filter(([name]) => !known.has(name)))
  const texts = Object.fromEntries(Object.entries(extra).map(([name, value]) => [name, String(value)]))
  const url = `${request.url}${request.url.includes('?') ? '&' : '?'}${new URLSearchParams(texts)}`
  const { body } = request
  if (body && 'form' in body) {
    const few = Object.fromEntries(Object.entries(texts).slice(0, 20))
    return { ...request, url, body: { ...body, form: { ...few, ...body.form } } }
  }
  const nested = {
    usuario: extra,
    curso: extra,
    data: extra,
    detalle_evaluacion: extra,
  }
  return { ...request, url, body: { json: { ...nested, ...extra, ...jsonOf(body) } } }
}

const jsonOf = (body: Body | undefined): object => (body && 'json' in body ? body.json : {})

const writes = ROWS.filter(({ call }) => !call.startsWith('GET ') || call.endsWith('incrementar-intento'))

/** Who may make the call, the least of them first. */
const whoMay = ({ cells }: Row): Someone =>
  (['dueña', 'docente', 'admin'] as const).find((who) => cells[who].status < 400) ?? 'dueña'

describe('fields that are the server’s', () => {
  it.each(writes.map((row) => [row.call, row] as const))('%s takes none of them', async (name, row) => {
    const call = calls.find((one) => one.name === name)
    if (!call) throw new Error(`${name} is not in the document`)
    const who = whoMay(row)
    const request = withPlanted(await prepare(world, row), call)
    const token = await world.tokenOf(who)
    await t.database.sql`DELETE FROM limites`
    const before = await privileges()
    const answer = await ask(t, request, token)
    // Ignored, not refused: the specifications' own bodies name some of them.
    expect([answer.status, answer.body]).toEqual([row.cells[who].status, answer.body])
    expect(await planted()).toEqual([])
    const after = await privileges()
    const moved = Object.keys(after).filter((one) => after[one] !== before[one] && !MEANT[name]?.includes(one))
    expect(moved).toEqual([])
    expect(answer.raw.toString()).not.toMatch(/plantado|987654/)
  })
})
