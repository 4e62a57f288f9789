import { beforeAll, describe, expect, it } from 'vitest'
import { CAMPUS_CALLS, CAMPUS_ENTITIES } from '../../scripts/promised.ts'
import { type Call, nameless, readDocument, type Schema } from './fuzz.document.ts'
import { useApp } from './harness.ts'

const t = useApp()
const calls = new Map<string, Call>()

beforeAll(async () => {
  for (const call of (await readDocument(t)).calls) calls.set(nameless(call.name), call)
})

/** The schema of a successful response, or of the body that sends the entity. */
function bodyOf(name: string): Schema[] {
  const call = calls.get(nameless(name))
  if (!call) return []
  if (name.startsWith('POST ')) return call.body ? [call.body.schema] : []
  return Object.entries(call.responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.values(content).map(({ schema }) => schema) : [],
  )
}

/** The object schemas of a schema, through lists and alternatives. */
function objectsOf(schema: Schema): Schema[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...(schema.properties ? [schema] : []), ...inner.flatMap(objectsOf)]
}

const under = (schemas: Schema[], name: string): Schema[] =>
  schemas.flatMap(objectsOf).flatMap(({ properties }) => (properties?.[name] ? [properties[name]] : []))

/** The entity inside pages and envelopes. */
function entityOf(call: string): Schema[] {
  const whole = bodyOf(call)
  const inside = under(whole, 'data')
  if (inside.length === 0) return whole
  return under(inside, 'current_page').length > 0 ? under(inside, 'data') : inside
}

const fieldOf = (entity: Schema[], path: string): Schema[] => path.split('.').reduce(under, entity)

const valuesOf = (schemas: Schema[]): unknown[] =>
  schemas.flatMap(({ enum: some, const: one, anyOf = [], oneOf = [] }) => [
    ...(some ?? []),
    ...(one === undefined ? [] : [one]),
    ...valuesOf([...anyOf, ...oneOf]),
  ])

describe('the entities of the campus', () => {
  it('are 21, each in a call', () => {
    expect(CAMPUS_ENTITIES).toHaveLength(21)
    const listed = new Set(CAMPUS_CALLS.map(nameless))
    expect(CAMPUS_ENTITIES.filter(([, call]) => !listed.has(nameless(call)))).toEqual([])
  })

  it.each(CAMPUS_ENTITIES)('%s has every field in %s', (_, call, fields) => {
    const entity = entityOf(call)
    expect(fields.split(/\s+/).filter((field) => fieldOf(entity, field).length === 0)).toEqual([])
  })

  it('have the values that the screens expect', () => {
    const values = (call: string, field: string) => valuesOf(fieldOf(entityOf(call), field))
    expect(values('GET /materiales/leccion/{id}', 'tipo')).toEqual(['Enlace', 'Archivo', 'Texto', 'Otro'])
    expect(values('GET /archivos/leccion/{id}', 'tipo_video')).toEqual(['youtube', 'vimeo'])
    expect(values('GET /notificaciones/usuario/{id}', 'tipo')).toEqual([
      'Cumpleaños',
      'Certificación',
      'Bienvenida',
      'Otro',
    ])
    expect(values('GET /preguntas/evaluacion/{id}', 'tipo_pregunta')).toEqual([1, 2, 3, 4, 5, 6])
    expect(values('GET /usuarios/{id}', 'tipo_cliente')).toContain('Alumno')
  })

  it('accept a password and never return one', () => {
    expect(fieldOf(bodyOf('POST /usuarios/{id}'), 'password')).not.toEqual([])
    const leaking = [...calls].filter(([, { responses }]) => JSON.stringify(responses).includes('"password'))
    expect(leaking.map(([call]) => call)).toEqual([])
  })
})
