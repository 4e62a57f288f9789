import type { Schema } from './fuzz.document.ts'

/** Seeded random source. */
export type Chance = {
  /** At least 0, less than 1. */
  next: () => number
  int: (below: number) => number
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  /** True with this probability. */
  often: (percent: number) => boolean
}

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    next,
    int,
    pick: (items) => items[int(items.length)] ?? items[0],
    often: (percent) => next() * 100 < percent,
  }
}

/** Texts that have broken applications: empty, markup, queries, paths, invalid characters. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202egnirts',
  '\u2028\u2029',
  'Z̴͓͝a̷l̵g̶o̸',
  '👩‍👩‍👧‍👦'.repeat(20),
  '\r\nSet-Cookie: a=b',
  `' OR '1'='1' --`,
  `'; DROP TABLE usuarios; --`,
  '1; SELECT pg_sleep(9)',
  '%',
  '\\',
  '%%%s%n',
  '$&$1',
  '{{constructor}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the attack
  '${7*7}',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e309',
  '-0',
  '0x10',
  '٣',
  'a'.repeat(256),
  'a'.repeat(10_001),
  'ñ'.repeat(60_001),
  '&amp;'.repeat(500),
  '('.repeat(5000),
  `${'a'.repeat(30)}!`.repeat(30),
  '2026-02-30',
  '0000-00-00',
  '99999-01-01',
  '1969-12-31',
] as const

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  1.5,
  0.1 + 0.2,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 53 - 1,
  2 ** 53,
  1e21,
  1e308,
  -1e308,
] as const

function deep(levels: number): unknown {
  let value: unknown = 'fin'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

/** Existing values by field name. */
export type Dictionary = (name: string, chance: Chance) => unknown

export type Source = { chance: Chance; schemas: Record<string, Schema>; known: Dictionary }

function anything({ chance }: Source): unknown {
  return chance.pick<() => unknown>([
    () => null,
    () => true,
    () => [],
    () => ({}),
    () => chance.pick(NUMBERS),
    () => chance.pick(HOSTILE_TEXTS),
    () => [chance.pick(HOSTILE_TEXTS)],
    () => ({ [chance.pick(HOSTILE_TEXTS)]: 1 }),
    () => ({ $ne: null }),
    () => ({ length: 1e9, toString: 'no' }),
    () => deep(chance.pick([3, 50, 2000])),
    () => Array.from({ length: chance.pick([3, 501, 5000]) }, () => 1),
  ])()
}

function aText(schema: Schema, { chance }: Source): string {
  if (schema.format === 'date') return chance.pick(['2026-01-31', '1990-05-20', '2030-12-31'])
  if (schema.format === 'uuid') return '11111111-1111-4111-8111-111111111111'
  if (schema.format === 'email') return `azar-${chance.int(1e6)}@prueba.pe`
  const { minLength = 0, maxLength = 40 } = schema
  const edge = chance.pick([minLength, minLength + 1, Math.min(maxLength, 40), maxLength, maxLength + 1, minLength - 1])
  return 'texto '.repeat(Math.ceil(Math.max(0, edge) / 6)).slice(0, Math.max(0, edge))
}

function aNumber({ type, minimum = 0, maximum = 1000 }: Schema, { chance }: Source): number {
  const edges = [minimum, minimum - 1, minimum + 1, maximum, maximum + 1, 1, 2, 5] as const
  const value = chance.pick(edges)
  return type === 'integer' || chance.often(70) ? value : value + 0.005
}

function anObject(schema: Schema, source: Source): object {
  const { chance } = source
  const fields: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (!schema.required?.includes(name) && chance.often(35)) continue
    if (chance.often(2)) continue
    fields[name] = aValue(inner, source, name)
  }
  if (typeof schema.additionalProperties === 'object')
    for (let n = chance.int(4); n > 0; n--)
      fields[chance.pick(['asunto', 'x', ...HOSTILE_TEXTS])] = aValue(schema.additionalProperties, source)
  if (chance.often(5)) fields[chance.pick(['estado', 'rol', 'id_cliente', ...HOSTILE_TEXTS])] = anything(source)
  return fields
}

function bySchema(schema: Schema, source: Source, name: string): unknown {
  const { chance } = source
  switch (schema.type) {
    case 'object':
      return anObject(schema, source)
    case 'array': {
      const length = chance.pick([0, 1, 1, 2, 3, schema.maxItems ?? 4, (schema.maxItems ?? 4) + 1])
      return Array.from({ length }, () => aValue(schema.items ?? {}, source, name))
    }
    case 'integer':
    case 'number':
      return chance.often(10) ? chance.pick(NUMBERS) : aNumber(schema, source)
    case 'boolean':
      return chance.often(50)
    case 'null':
      return null
    case 'string':
      return chance.often(10) ? chance.pick(HOSTILE_TEXTS) : aText(schema, source)
    default:
      return anything(source)
  }
}

/** For `oneOf`, `anyOf` and `enum`. */
function chosen(schema: Schema, source: Source, name: string): { value: unknown } | null {
  const { chance, schemas } = source
  const target = schemas[schema.$ref?.split('/').at(-1) ?? '']
  const [first, ...others] = target ? [target] : (schema.anyOf ?? schema.oneOf ?? [])
  if (first) return { value: aValue(chance.pick([first, ...others]), source, name) }
  const [choice, ...choices] = schema.enum ?? ('const' in schema ? [schema.const] : [])
  return choice === undefined ? null : { value: chance.pick([choice, ...choices]) }
}

/** Mostly valid values, often at a limit, sometimes anything. */
export function aValue(schema: Schema, source: Source, name = ''): unknown {
  const { chance, known } = source
  if (chance.often(8)) return anything(source)
  const there = known(name, chance)
  if (there !== undefined && chance.often(75)) return there
  const choice = chosen(schema, source, name)
  return choice ? choice.value : bySchema(schema, source, name)
}
