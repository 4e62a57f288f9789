import { expect, it } from 'vitest'
import { z } from 'zod'
import { answersBy, compilePicker } from './serializer.ts'

const Person = z.object({ id: z.int(), nombre: z.string(), foto: z.string().nullable(), apodo: z.string().optional() })
const Post = z.object({
  texto: z.string(),
  autor: Person.nullable(),
  tipo: z.enum(['a', 'b']),
  valor: z.union([z.string(), z.number(), z.null()]),
  marcas: z.record(z.string(), z.boolean()),
  get respuestas() {
    return z.array(Post)
  },
})

const person = { id: 1, nombre: 'Ana', foto: null }
const post: z.infer<typeof Post> = {
  texto: 'x',
  autor: person,
  tipo: 'a',
  valor: null,
  marcas: { leido: true },
  respuestas: [],
}

const writerOf = (schema: z.ZodType, checked: boolean) =>
  answersBy({ checked })({ schema, method: 'GET', url: '/api/prueba' })

it('copies the fields that the schema names, nested ones too, and no other', () => {
  const secret = { ...person, password: 'secreto' }
  const given = { ...post, secreto: 1, autor: secret, respuestas: [{ ...post, autor: secret, clave: 'secreto' }] }
  const picked = compilePicker(Post)(given)
  expect(JSON.stringify(picked)).not.toContain('secreto')
  expect(picked).toEqual({ ...post, respuestas: [post] })
})

it.each([true, false])('writes what Zod writes (checked: %s)', (checked) => {
  expect(writerOf(z.object({ data: z.array(Post) }), checked)({ data: [{ ...post, de_mas: 1 }] })).toBe(
    JSON.stringify(z.encode(z.object({ data: z.array(Post) }), { data: [post] })),
  )
})

it.each([
  ['a text', { id: '1' }],
  ['no number', { id: Number.NaN }],
  ['no field', { nombre: undefined }],
  ['a list', { nombre: [] }],
  ['nothing', null],
])('refuses a value of another kind: %s', (_, change) => {
  const write = writerOf(Person, false)
  expect(() => write(change && { ...person, ...change })).toThrow(/doesn't match the schema/)
})

it('looks at the rules within a kind only when checked', () => {
  const Day = z.object({ dia: z.iso.date() })
  expect(() => writerOf(Day, true)({ dia: 'ayer' })).toThrow(/doesn't match the schema/)
  expect(writerOf(Day, false)({ dia: 'ayer' })).toBe('{"dia":"ayer"}')
})

it('takes a field named as what every object has for a field', () => {
  const Odd = z.object({ constructor: z.string(), 'a"b': z.number() })
  expect(compilePicker(Odd)({ constructor: 'x', 'a"b': 1, toString: 'y' })).toEqual({ constructor: 'x', 'a"b': 1 })
})
