import type { InjectOptions } from 'fastify'
import type { Answer, TestApp } from './harness.ts'
import { BODIES, type Body } from './matrix.bodies.ts'
import type { Row } from './matrix.table.ts'
import { THINGS, type Thing } from './matrix.things.ts'
import type { World } from './matrix.world.ts'

export type Prepared = { method: NonNullable<InjectOptions['method']>; url: string; body: Body | undefined }

const isThing = (name: string): name is Thing => name in THINGS

async function resolve(world: World, source: string): Promise<number | string> {
  if (source.startsWith('=')) return source.slice(1)
  if (!isThing(source)) throw new Error(`unknown row in the table: ${source}`)
  return await THINGS[source](world)
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Creates the victim's row, and the request for it. */
export async function prepare(world: World, row: Row): Promise<Prepared> {
  const [method, path = ''] = row.call.split(' ')
  const values: Record<'path' | 'query' | 'body', Record<string, number | string>> = { path: {}, query: {}, body: {} }
  for (const [name, source] of row.where) {
    const value = await resolve(world, source)
    if (name === '+') continue
    if (name.startsWith('?')) values.query[name.slice(1)] = value
    else if (name.startsWith('.')) values.body[name.slice(1)] = value
    else values.path[name] = value
  }
  const query = new URLSearchParams(Object.entries(values.query).map(([name, value]) => [name, String(value)]))
  const known = METHODS.find((name) => name === method)
  if (!known) throw new Error(`${row.call}: unknown method`)
  return {
    method: known,
    url: `/api${path.replaceAll(/\{(\w+)\}/g, (_, name) => String(values.path[name]))}${query.size ? `?${query}` : ''}`,
    body: await BODIES[row.call]?.(world, values.body),
  }
}

export async function encodeForm({ form, file }: Extract<Body, { form: object }>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) data.append(name, value)
  if (file) data.append(file.name, new Blob([new Uint8Array(file.bytes)]), file.filename ?? 'foto.png')
  const encoded = new Response(data)
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

export async function ask(t: TestApp, { method, url, body }: Prepared, token?: string): Promise<Answer> {
  if (!body) return t.call(method, url, { token })
  if ('json' in body) return t.call(method, url, { token, body: body.json })
  return t.call(method, url, { token, ...(await encodeForm(body)) })
}
