import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aBrand } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { createPresent } from '../../app/present.ts'
import { clientes } from '../../features/brands/brands.tables.ts'
import { createBrandResolver } from '../../features/brands/visits.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { installFailures } from '../http/failures.ts'
import { RENDER_NONCE, toPage } from './page.ts'
import { servePages } from './pages.ts'

const t = useApp()

/** The pages' route with renderings of our own, on the real database; `database` is that of another process. */
async function aSite(database: Database = t.deps.database) {
  const { db } = database
  await aBrand(db, 1)
  await aBrand(db, 2)
  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  const rendered: string[] = []
  installFailures(app)
  const present = createPresent(database, () => app.log)
  const { enter } = createBrandResolver(db, false, present)
  await app.register(compress, { threshold: 1024 })
  servePages(app, {
    cached: true,
    routeOf: (address) => (address.startsWith('/nada') || address === '/no-encontrado' ? null : address),
    endsOf: (route) => (route.startsWith('/certificado') ? null : ['clientes']),
    enter,
    present,
    async render(address, id) {
      rendered.push(`${id} ${address}`)
      const [brand] = await db.select().from(clientes).where(eq(clientes.id, id))
      const html = `<script nonce="${RENDER_NONCE}">inicio()</script><h1>${brand?.lema}</h1>${'<p>largo</p>'.repeat(200)}`
      const status = address === '/no-encontrado' ? 404 : 200
      return toPage(new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } }), false)
    },
  })
  onTestFinished(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { app, rendered, get }
}

/** A database of its own for a second process, which may lose it. */
function anotherDatabase(): Database {
  const database = openDatabase(t.deps.config.databaseUrl ?? '', { pool: 2, name: 'otro', limits: { beside: 60_000 } })
  return database
}

const REQUESTS: Record<string, string>[] = [{}, { 'accept-encoding': 'br' }, { host: 'otra.example' }]

describe('a public page', () => {
  it('is the same for everyone, compressed or not, under a policy by hashes', async () => {
    const { get, rendered } = await aSite()
    const texts = new Set<string>()
    const policies = new Set<unknown>()
    for (const encoding of ['identity', 'br', 'gzip', 'br', 'gzip, br;q=0', 'x, *']) {
      const answer = await get('/', { 'accept-encoding': encoding })
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-cache',
        vary: 'accept-encoding, cookie',
      })
      const sent = String(answer.headers['content-encoding'] ?? 'identity') as 'br' | 'gzip' | 'identity'
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }[sent]
      const unpacked = String(unpack(answer.rawPayload))
      texts.add(unpacked)
      policies.add(answer.headers['content-security-policy'])
    }
    expect([texts.size, policies.size, rendered.length]).toEqual([1, 1, 1])
    expect([...policies][0]).toContain(`'sha256-${createHash('sha256').update('inicio()').digest('base64')}'`)
    expect([...texts][0]).toContain('<script>inicio()</script>')
  })

  it('that does not exist is rendered once per brand, whatever its address', async () => {
    const { get, app, rendered } = await aSite()
    const unknown = ['/nada', '/nada/', '/nada/1?x=2', '/nada%2f..%2f', '/nadaNADA', '/nada?buscar=1', '/nada/ñ']
    for (const url of unknown) for (const headers of REQUESTS) expect((await get(url, headers)).statusCode).toBe(404)
    expect((await app.inject({ method: 'HEAD', url: '/nada/cabeza' })).statusCode).toBe(404)
    expect(rendered).toEqual(['2 /no-encontrado'])
    await get('/nada/2', { cookie: 'marca=1' })
    expect(rendered).toEqual(['2 /no-encontrado', '1 /no-encontrado'])
  })

  it('is rendered one at a time, and refused when too many wait', async () => {
    const { get } = await aSite()
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => get(`/cursos/${n}`)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect(answers.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBe('5')
    expect((await get('/cursos/79')).statusCode).toBe(200)
  })

  it('is rendered for others while one network asks for very many', async () => {
    const { app } = await aSite()
    // `inject` sends nothing until it is awaited.
    const get = async (n: number, remoteAddress: string) => await app.inject({ url: `/cursos/${n}`, remoteAddress })
    const flood = Array.from({ length: 80 }, (_, n) => get(n, '203.0.113.1'))
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => get(1000 + n, `198.51.100.${n}`)))
    expect(new Set(others.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const refused = (await Promise.all(flood)).filter(({ statusCode }) => statusCode === 503)
    expect(refused.length).toBeGreaterThan(29)
  })

  it('is not sent again to a browser that has it', async () => {
    const { get, app } = await aSite()
    const { headers } = await get('/')
    const again = await get('/', { 'if-none-match': `"otra", ${headers.etag}` })
    expect([again.statusCode, again.body, again.headers['content-security-policy']]).toEqual([304, '', undefined])
    expect(again.headers.etag).toBe(headers.etag)
    expect((await get('/', { 'if-none-match': 'W/"otra"' })).statusCode).toBe(200)
    const head = await app.inject({ method: 'HEAD', url: '/' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const absent = await get('/nada')
    expect([absent.statusCode, absent.headers.etag]).toEqual([404, undefined])
  })

  it('shows a change of the brand at the first reading, in whichever process it was made', async () => {
    const database = anotherDatabase()
    onTestFinished(() => database.close())
    const sites = [await aSite(), await aSite(database)]
    for (const { get } of sites) await get('/')
    for (const lema of ['Uno', 'Dos', 'Tres']) {
      await t.deps.db.update(clientes).set({ lema }).where(eq(clientes.id, 2))
      for (const { get } of sites) expect((await get('/')).body).toContain(`<h1>${lema}</h1>`)
    }
    for (const { get, rendered } of sites) {
      rendered.length = 0
      await Promise.all(Array.from({ length: 20 }, () => get('/')))
      expect(rendered).toEqual([])
    }
  })

  it('is rendered once for a crowd that comes after a change', async () => {
    const { get, rendered } = await aSite()
    await get('/')
    await t.deps.db.update(clientes).set({ lema: 'Para todos' }).where(eq(clientes.id, 2))
    const answers = await Promise.all(Array.from({ length: 100 }, () => get('/')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(rendered).toEqual(['2 /', '2 /'])
  })

  it('does not know of a change that was not committed', async () => {
    const { get, rendered } = await aSite()
    await get('/')
    await t.deps.db.transaction(async (tx) => {
      await tx.update(clientes).set({ lema: 'Pronto' }).where(eq(clientes.id, 2))
      await get('/')
      expect(rendered).toHaveLength(1)
    })
    expect((await get('/')).body).toContain('<h1>Pronto</h1>')
  })

  it('is sent on while the database is away, and a proof is not', async () => {
    const database = anotherDatabase()
    const { get, rendered } = await aSite(database)
    expect([(await get('/')).statusCode, (await get('/certificado/1')).statusCode]).toEqual([200, 200])
    await database.close()
    expect((await get('/')).statusCode).toBe(200)
    expect(rendered).toEqual(['2 /', '2 /certificado/1'])
    expect((await get('/certificado/1')).statusCode).toBe(503)
  })

  it('has one address: a slash at its end is taken away, and none leads to another site', async () => {
    const { get } = await aSite()
    const moved = await get('/cursos/7//?buscar=a%20b')
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/cursos/7?buscar=a%20b'])
    for (const url of ['//otro.sitio/', '/\\otro.sitio/', '/'])
      expect((await get(url)).headers.location).toBeUndefined()
  })

  it('of a brand that does not exist leads to the choice of one', async () => {
    const { get } = await aSite()
    const answer = await get('/?marca=99')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/marcas'])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('is one per brand, whatever else stands in the address', async () => {
    const { get, rendered } = await aSite()
    for (const url of ['/?utm_source=a', '/?x=1', '/?fbclid=2&x=3']) await get(url)
    expect(rendered).toEqual(['2 /'])
    const chosen = await get('/?marca=marca-1')
    expect(chosen.headers['set-cookie']).toBe('marca=1; Path=/; Max-Age=31536000; SameSite=Lax')
    await get('/', { cookie: 'marca=1' })
    expect(rendered).toEqual(['2 /', '1 /'])
  })
})
