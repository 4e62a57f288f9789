import { beforeAll, describe, expect, it } from 'vitest'
import { type Call, readDocument } from './fuzz.document.ts'
import { useApp } from './harness.ts'
import type { Body } from './matrix.bodies.ts'
import { ask, type Prepared, prepare } from './matrix.requests.ts'
import { ROWS, type Row } from './matrix.table.ts'
import { buildWorld, PEOPLE, type Someone, type World } from './matrix.world.ts'

const t = useApp()
let world: World
let calls: Call[]

beforeAll(async () => {
  world = await buildWorld(t)
  ;({ calls } = await readDocument(t))
})

/** Turns the writing round, has no width, ends a C string, and is half a letter. */
const DIRT = '\u202e\u200b\0\ud83d'
const MARK = 'Rastro'
const DIRTY = ` ${MARK}${DIRT} un\u0303o`
const CLEAN = `${MARK} uño`
/** Nothing of it can be seen. */
const UNSEEN = '\u200b\u3164\u2800\u00ad'

type Path = (string | number)[]

/** The texts of a body, nested ones too. */
function textsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value === 'string') return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) =>
    textsOf(child, [...at, Array.isArray(value) ? Number(name) : name]),
  )
}

function changed(value: unknown, [name, ...rest]: Path, change: (text: string) => string): unknown {
  if (name === undefined) return change((value as string | undefined) ?? '')
  if (Array.isArray(value)) return value.with(Number(name), changed(value[Number(name)], rest, change))
  const whole = value as Record<string, unknown>
  return { ...whole, [name]: changed(whole[name], rest, change) }
}

const valuesOf = (body: Body): object => ('form' in body ? body.form : body.json)

function withText(request: Prepared, path: Path, change: (text: string) => string): Prepared {
  const { body } = request
  if (!body) return request
  const values = changed(valuesOf(body), path, change) as Record<string, string>
  return { ...request, body: 'form' in body ? { ...body, form: values } : { json: values } }
}

/** Least privileged first. */
const whoMay = ({ cells }: Row): Someone =>
  (['dueña', 'docente', 'admin', ...PEOPLE] as const).find((who) => cells[who].status < 400) ?? 'dueña'

/** The fields of a text that the request leaves out. */
function leftOut(name: string, body: Body): Path[] {
  const properties = calls.find((call) => call.name === name)?.body?.schema.properties ?? {}
  const isText = ({ type, anyOf = [] }: (typeof properties)[string]) =>
    [{ type }, ...anyOf].some((one) => one.type === 'string')
  return Object.keys(properties)
    .filter((field) => !(field in valuesOf(body)) && properties[field] && isText(properties[field]))
    .map((field) => [field])
}

/** A fresh request of the row, with one text changed. */
async function send(row: Row, path: Path, change: (text: string) => string) {
  await t.database.sql`DELETE FROM limites`
  const token = await world.tokenOf(whoMay(row))
  return ask(t, withText(await prepare(world, row), path, change), token)
}

const WITH_BODY = ROWS.filter(({ call }) => /^(POST|PUT) /.test(call)).map((row) => [row.call, row] as const)

/** Places that took the dirty text. */
const taken: string[] = []

/** Whether a call that refuses an empty text in this place refuses an invisible one too. */
async function refusesUnseen(row: Row, path: Path): Promise<boolean> {
  const empty = await send(row, path, () => '')
  if (empty.status !== 422) return true
  return (await send(row, path, () => UNSEEN)).status === 422
}

/** HTML that is still being written, or was given up, is composed when it is sent. */
const UNFINISHED = ['textos_sin_enviar.contenido', 'borradores.documento', 'versiones.documento']

describe('a text that comes in', () => {
  it.each(WITH_BODY)('%s keeps it clean, and takes nothing invisible for a text', async (call, row) => {
    const { body } = await prepare(world, row)
    const paths = body ? [...textsOf(valuesOf(body)), ...leftOut(call, body)] : []
    // Passwords are compared as they were typed.
    for (const path of paths.filter((one) => !/password/.test(one.join()))) {
      const place = `${call} ${path.join('.')}`
      const { status, body: answer } = await send(row, path, (text) => text + DIRTY)
      const named = answer?.code !== 'DATOS_INVALIDOS' || Object.keys(answer.errors).length > 0
      expect([place, status < 500, named, await refusesUnseen(row, path)]).toEqual([place, true, true, true])
      if (status < 300) taken.push(place)
    }
  })

  it('is nowhere with signs that only a program sees, nor decomposed', async () => {
    const columns = await t.database.sql<{ table: string; column: string }[]>`
      SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
      JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type IN ('text', 'character varying', 'jsonb', 'ARRAY')`
    const dirty: string[] = []
    const clean: string[] = []
    for (const { table, column } of columns) {
      const place = `${table}.${column}`
      const [found] = await t.database.sql.unsafe(
        `SELECT count(*) FILTER (WHERE "${column}"::text ~ $1)::int AS dirty,
          count(*) FILTER (WHERE strpos("${column}"::text, $2) > 0)::int AS clean FROM "${table}"`,
        [UNFINISHED.includes(place) ? '[\u202a-\u202e\u200b]' : '[\u202a-\u202e\u200b]|un\u0303o', CLEAN],
      )
      if (Number(found?.dirty) > 0) dirty.push(place)
      if (Number(found?.clean) > 0) clean.push(place)
    }
    expect(dirty).toEqual([])
    expect(clean.length).toBeGreaterThan(30)
    expect(taken.length).toBeGreaterThan(60)
  })
})
