import { ResponseSerializationError, serializerCompiler } from '@fastify/type-provider-zod'
import { z } from 'zod'

/** Copies what a schema names out of a value; throws {@link Mismatch} when the value is of another kind. */
type Pick = (value: unknown) => unknown

class Mismatch extends Error {}

/** The source of a picker, and what it refers to besides its argument. */
type Program = { functions: string[]; names: Map<z.core.$ZodType, string>; sets: Set<unknown>[]; others: Pick[] }

const KINDS: Record<string, (value: string) => string> = {
  string: (value) => `typeof ${value} === 'string'`,
  // What JSON can say: NaN would silently become null.
  number: (value) => `Number.isFinite(${value})`,
  boolean: (value) => `typeof ${value} === 'boolean'`,
  null: (value) => `${value} === null`,
}

/** A condition that tells whether a value is of a schema's kind; undefined for what has parts of its own. */
function kindOf(schema: z.core.$ZodType, value: string, program: Program): string | undefined {
  if (schema instanceof z.core.$ZodLiteral || schema instanceof z.core.$ZodEnum)
    return `sets[${program.sets.push(schema._zod.values) - 1}].has(${value})`
  if (schema instanceof z.core.$ZodUnion) {
    const kinds = schema._zod.def.options.map((option) => kindOf(option, value, program))
    return kinds.every((kind) => kind !== undefined) ? `(${kinds.join(' || ')})` : undefined
  }
  return KINDS[schema._zod.def.type]?.(value)
}

/** The name of the function that makes its part of the answer out of `v`; one for each schema, which may name itself. */
function define(schema: z.core.$ZodType, program: Program, body: () => string): string {
  const known = program.names.get(schema)
  if (known) return known
  const name = `pick${program.names.size}`
  program.names.set(schema, name)
  program.functions.push(`function ${name}(v) { ${body()} }`)
  return name
}

const objectOf = (schema: z.core.$ZodObject, program: Program) =>
  define(schema, program, () => {
    const fields = Object.entries(schema._zod.def.shape).map(([name, field]) => {
      const key = JSON.stringify(name)
      return `[${key}]: ${expression(field, `v[${key}]`, program)}`
    })
    return `if (typeof v !== 'object' || v === null) no(); return { ${fields.join(', ')} }`
  })

const listOf = (schema: z.core.$ZodArray, program: Program) =>
  define(
    schema,
    program,
    () => `if (!Array.isArray(v)) no(); const out = new Array(v.length)
      for (let i = 0; i < v.length; i++) out[i] = ${expression(schema._zod.def.element, 'v[i]', program)}
      return out`,
  )

/** An expression that copies what a schema names out of the value that another expression names. */
function expression(schema: z.core.$ZodType, value: string, program: Program): string {
  const kind = kindOf(schema, value, program)
  if (kind !== undefined) return `(${kind} ? ${value} : no())`
  if (schema instanceof z.core.$ZodOptional)
    return `(${value} === undefined ? undefined : ${expression(schema._zod.def.innerType, value, program)})`
  if (schema instanceof z.core.$ZodNullable)
    return `(${value} === null ? null : ${expression(schema._zod.def.innerType, value, program)})`
  if (schema instanceof z.core.$ZodArray) return `${listOf(schema, program)}(${value})`
  if (schema instanceof z.core.$ZodObject && !schema._zod.def.catchall) return `${objectOf(schema, program)}(${value})`
  // Rare in answers (records, what may be anything): Zod itself says what of it leaves.
  return `others[${program.others.push((given) => z.encode(schema, given)) - 1}](${value})`
}

/** A function made from a schema that copies its fields, nested ones too, out of a value. */
export function compilePicker(schema: z.core.$ZodType): Pick {
  const program: Program = { functions: [], names: new Map(), sets: [], others: [] }
  const whole = expression(schema, 'v', program)
  const no = () => {
    throw new Mismatch()
  }
  // Nothing but names of our own schemas, quoted, goes into the source.
  const make = new Function('sets', 'others', 'no', `${program.functions.join('\n')}\nreturn (v) => ${whole}`)
  return make(program.sets, program.others, no)
}

/**
 * Writes answers as JSON: only fields of the route's schema leave, each of its kind. The copying is compiled from the Zod
 * schema, because parsing a page of posts with Zod costs more than reading it (decision 0020). A value of another kind goes
 * to Zod, which says what is wrong. Rules within a kind (a pattern, a least number) are looked at only when `checked`, as
 * API tests do; there both ways must also agree.
 */
export function answersBy({ checked }: { checked: boolean }): typeof serializerCompiler {
  return (route) => {
    const byZod = serializerCompiler(route)
    const { schema } = route
    if (!(schema instanceof z.core.$ZodType)) return byZod
    const pick = compilePicker(schema)
    const fast = (data: unknown) => JSON.stringify(pick(data))
    if (checked)
      return (data: unknown) => {
        const text = byZod(data)
        if (fast(data) !== text)
          throw new ResponseSerializationError(route.method, route.url, { cause: new z.ZodError([]) })
        return text
      }
    return (data: unknown) => {
      try {
        return fast(data)
      } catch (error) {
        if (error instanceof Mismatch) return byZod(data)
        throw error
      }
    }
  }
}
