import { beforeAll, describe, expect, it } from 'vitest'
import { CAMPUS_CALLS, CAMPUS_ENTITIES } from '../../scripts/specification.ts'
import { useApp } from './harness.ts'

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
}
type Body = { content?: Record<string, { schema: Schema }> }
type Operation = { requestBody?: Body; responses: Record<string, Body> }

const t = useApp()
const paths = new Map<string, Operation>()
const nameless = (call: string) => call.replaceAll(/\{\w*\}/g, '{}')

beforeAll(async () => {
  const { body } = await t.call('GET', '/api/openapi.json')
  for (const [path, methods] of Object.entries<Record<string, Operation>>(body.paths))
    for (const [method, operation] of Object.entries(methods))
      paths.set(nameless(`${method.toUpperCase()} ${path.replace('/api', '')}`), operation)
})

const schemasOf = (body: Body | undefined): Schema[] => Object.values(body?.content ?? {}).map(({ schema }) => schema)

/** What a call answers when all goes well; what it takes, of one that sends the entity. */
function bodyOf(call: string): Schema[] {
  const operation = paths.get(nameless(call))
  if (!operation) return []
  if (call.startsWith('POST ')) return schemasOf(operation.requestBody)
  return Object.entries(operation.responses).flatMap(([status, body]) =>
    status.startsWith('2') ? schemasOf(body) : [],
  )
}

/** The objects that a schema stands for, through lists and alternatives. */
function objectsOf(schema: Schema): Schema[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...(schema.properties ? [schema] : []), ...inner.flatMap(objectsOf)]
}

const under = (schemas: Schema[], name: string): Schema[] =>
  schemas.flatMap(objectsOf).flatMap(({ properties }) => (properties?.[name] ? [properties[name]] : []))

/** The entity itself: of a page the rows, of an envelope what is inside. */
function entityOf(call: string): Schema[] {
  const whole = bodyOf(call)
  const inside = under(whole, 'data')
  if (inside.length === 0) return whole
  return under(inside, 'current_page').length > 0 ? under(inside, 'data') : inside
}

/** The schemas of `usuario.nombre` in an entity. */
const fieldOf = (entity: Schema[], path: string): Schema[] => path.split('.').reduce(under, entity)

const valuesOf = (schemas: Schema[]): unknown[] =>
  schemas.flatMap(({ enum: some, const: one, anyOf = [], oneOf = [] }) => [
    ...(some ?? []),
    ...(one === undefined ? [] : [one]),
    ...valuesOf([...anyOf, ...oneOf]),
  ])

describe('the entities of campus.md section 3', () => {
  it('are 21, each in a call of section 7', () => {
    expect(CAMPUS_ENTITIES).toHaveLength(21)
    const listed = new Set(CAMPUS_CALLS.map(nameless))
    expect(CAMPUS_ENTITIES.filter(([, call]) => !listed.has(nameless(call)))).toEqual([])
  })

  it.each(CAMPUS_ENTITIES)('%s has every field in %s', (_, call, fields) => {
    const entity = entityOf(call)
    expect(fields.split(/\s+/).filter((field) => fieldOf(entity, field).length === 0)).toEqual([])
  })

  it('have the values that the specification names', () => {
    const values = (call: string, field: string) => valuesOf(fieldOf(entityOf(call), field))
    expect(values('GET /materiales/leccion/{id}', 'tipo')).toEqual(['Enlace', 'Archivo', 'Texto', 'Otro'])
    expect(values('GET /archivos/leccion/{id}', 'tipo_video')).toEqual(['youtube', 'vimeo'])
    expect(values('GET /notificaciones/usuario/{id}', 'tipo')).toEqual([
      'Cumpleaños',
      'Certificación',
      'Bienvenida',
      'Otro',
    ])
    expect(values('GET /preguntas/evaluacion/{id}', 'tipo_pregunta')).toEqual([1, 2])
    expect(values('GET /usuarios/{id}', 'tipo_cliente')).toContain('Alumno')
  })

  it('take a password and never answer one', () => {
    expect(fieldOf(bodyOf('POST /usuarios/{id}'), 'password')).not.toEqual([])
    const told = [...paths].filter(([, { responses }]) => JSON.stringify(responses).includes('"password'))
    expect(told.map(([call]) => call)).toEqual([])
  })
})
