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
let schemas: Record<string, Schema> = {}

beforeAll(async () => {
  world = await buildWorld(t)
  ;({ calls, schemas } = await readDocument(t))
})

/** Server-owned fields, with values unique in the database. */
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
const FOUND = '\\m98765|plantado|1987-06-05|PLANTADOS'

/** Privileges as numbers, which must not grow. */
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

const MEANT: Record<string, string[]> = {
  'PUT /foros/{id}/toggle-pinned': ['fijados'],
  'DELETE /foros/{id}': ['borrados'],
  'POST /posts-foro/{id}/like': ['likes'],
  'PUT /ordenes/{numero}/aceptar': ['matriculas'],
  // Of all that are no longer waiting.
  'POST /gestion/ordenes/{numero}/cancelar': ['pagadas'],
  'POST /clientes/{id}': [],
  'POST /gestion/equipo': ['personal'],
  'POST /gestion/matriculas': ['matriculas'],
  'POST /gestion/ventas': ['matriculas', 'pagadas'],
  'PUT /gestion/marca': ['descuentos'],
  'PUT /gestion/cursos/{id}/precio': ['precios'],
  // A deleted course costs nothing any more.
  'DELETE /gestion/cursos/{id}': ['precios'],
  // The copy costs what the course costs.
  'POST /gestion/cursos/{id}/duplicar': ['precios'],
}

/** Text of a row without digits that may collide, such as fractions of seconds. */
const textOf = (value: string) => String.raw`regexp_replace(${value}::text, '(:\d\d)\.\d+', '\1', 'g')`

async function planted(): Promise<string[]> {
  const tables = await t.database.sql<{ name: string }[]>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'limites'`
  const each = tables.map(
    ({ name }) => `SELECT '${name}' AS name FROM ${name} r WHERE ${textOf('to_jsonb(r)')} ~ '${FOUND}'`,
  )
  const jobs = `SELECT 'pgboss.job' FROM pgboss.job r WHERE ${textOf('r.data')} ~ '${FOUND}'`
  return (await t.database.sql.unsafe([...each, jobs].join(' UNION '))).map(({ name }) => String(name))
}

const privileges = async (): Promise<Privileges> => (await t.database.sql.unsafe(PRIVILEGES))[0] ?? {}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shapesOf(schema: Schema): Schema[] {
  const named = schema.$ref && schemas[schema.$ref.split('/').at(-1) ?? '']
  return [
    named || schema,
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(shapesOf),
  ]
}
const inside = (shapes: Schema[], name: string): Schema => ({
  anyOf: shapes.flatMap((shape) => shape.properties?.[name] ?? []),
})
const elementsOf = (shapes: Schema[]): Schema => ({ anyOf: shapes.flatMap((shape) => shape.items ?? []) })
/** Objects with free keys: the variables of a prompt. */
const isDictionary = ({ additionalProperties: rest }: Schema) => typeof rest === 'object' && rest.type !== undefined

/** Objects of the screens that careless code might read. */
const BESIDE = ['usuario', 'curso', 'data', 'detalle_evaluacion']

/** Planted fields that the call does not accept here. */
const extraFor = (known: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(PLANTED).filter(([name]) => !known.has(name)))

/** Plants the fields in every nested object. */
function planting(value: unknown, schema: Schema): unknown {
  const shapes = shapesOf(schema)
  if (Array.isArray(value)) return value.map((element) => planting(element, elementsOf(shapes)))
  if (!isFields(value) || shapes.some(isDictionary)) return value
  const own = Object.entries(value).map(([name, inner]) => [name, planting(inner, inside(shapes, name))] as const)
  const known = new Set([...shapes.flatMap(({ properties = {} }) => Object.keys(properties)), ...Object.keys(value)])
  const extra = extraFor(known)
  const beside = Object.fromEntries(BESIDE.filter((name) => !known.has(name)).map((name) => [name, extra]))
  return { ...beside, ...extra, ...Object.fromEntries(own) }
}

/** Field limit of a form (app/app.ts), including the picture. */
const FORM_FIELDS = 29

const texts = (fields: Fields) => Object.entries(fields).map(([name, value]) => [name, String(value)] as const)

function forms(form: Record<string, string>, schema: Schema): Record<string, string>[] {
  const known = new Set([
    ...shapesOf(schema).flatMap(({ properties = {} }) => Object.keys(properties)),
    ...Object.keys(form),
  ])
  const extra = texts(extraFor(known))
  const room = FORM_FIELDS - Object.keys(form).length
  return Array.from({ length: Math.ceil(extra.length / room) }, (_, at) => ({
    ...Object.fromEntries(extra.slice(at * room, (at + 1) * room)),
    ...form,
  }))
}

/** Bodies with all fields planted, alone and in a list where both are accepted. */
function bodiesWithPlanted(body: Body | undefined, schema: Schema): Body[] {
  if (body && 'form' in body) return forms(body.form, schema).map((form) => ({ ...body, form }))
  const json = body?.json ?? {}
  const shapes = shapesOf(schema)
  const lists = !Array.isArray(json) && shapes.some(({ type, items }) => type === 'array' && items) ? [[json]] : []
  return [json, ...lists].map((one) => ({ json: planting(one, schema) as object }))
}

/** Number of requests to plant everything, each for a new row. */
async function* withPlanted(row: Row, call: Call): AsyncGenerator<Prepared> {
  const schema = call.body?.schema ?? {}
  for (let at = 0, of = 1; at < of; at++) {
    const request = await prepare(world, row)
    const bodies = bodiesWithPlanted(request.body, schema)
    of = bodies.length
    const asked = new Set(call.parameters.filter((one) => one.in === 'query').map(({ name }) => name))
    const query = new URLSearchParams(Object.fromEntries(texts(extraFor(asked))))
    yield { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${query}`, body: bodies[at] }
  }
}

const writes = ROWS.filter(({ call }) => !call.startsWith('GET ') || call.endsWith('incrementar-intento'))

/** Least privileged first. */
const whoMay = ({ cells }: Row): Someone =>
  (['dueña', 'docente', 'admin'] as const).find((who) => cells[who].status < 400) ?? 'dueña'

describe('server-owned fields', () => {
  it.each(writes.map((row) => [row.call, row] as const))('%s takes none of them', async (name, row) => {
    const call = calls.find((one) => one.name === name)
    if (!call) throw new Error(`${name} is not in the document`)
    const who = whoMay(row)
    for await (const request of withPlanted(row, call)) {
      const token = await world.tokenOf(who)
      await t.database.sql`DELETE FROM limites`
      const before = await privileges()
      const answer = await ask(t, request, token)
      // Ignored, because older clients send some of them.
      expect([answer.status, answer.body]).toEqual([row.cells[who].status, answer.body])
      expect(await planted()).toEqual([])
      const after = await privileges()
      const moved = Object.keys(after).filter((one) => after[one] !== before[one] && !MEANT[name]?.includes(one))
      expect(moved).toEqual([])
      expect(answer.raw.toString()).not.toMatch(/plantado|987654/)
    }
  })

  it('are planted in every object of every body, in lists too', () => {
    const schema = {
      type: 'object',
      properties: { items: { type: 'array', items: { type: 'object', properties: { id: {} } } } },
    }
    const [body] = bodiesWithPlanted({ json: { items: [{ id: 1 }, { id: 2 }] } }, schema)
    const json = body && 'json' in body ? body.json : {}
    expect(json).toMatchObject({
      nota: PLANTED.nota,
      items: [1, 2].map((id) => ({ id, nota: PLANTED.nota, rol: PLANTED.rol })),
    })
    const sent = new Set(forms({ ciudad: 'Cusco' }, {}).flatMap(Object.keys))
    expect(Object.keys(PLANTED).filter((name) => !sent.has(name))).toEqual([])
    const both = bodiesWithPlanted({ json: { id_pregunta: 1 } }, { anyOf: [{ type: 'array', items: {} }, {}] })
    expect(both).toMatchObject([
      { json: { likes: PLANTED.likes } },
      { json: [{ id_pregunta: 1, likes: PLANTED.likes }] },
    ])
  })
})
