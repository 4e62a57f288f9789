import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aBrand } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { clientes } from '../../features/brands/brands.tables.ts'
import { createBrandResolver } from '../../features/brands/visits.ts'
import { onContentChange } from '../http/content-changes.ts'
import { NONCE_MARK } from '../http/headers.ts'
import { servePages, toPage } from './pages.ts'

const t = useApp()

/** The pages' route with renderings of our own, on the real database and its notices. */
async function aSite() {
  const { db, database } = t.deps
  await aBrand(db, 1)
  await aBrand(db, 2)
  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  const rendered: string[] = []
  const { brandOf, forget } = createBrandResolver(db)
  await app.register(compress, { threshold: 1024 })
  const { clear } = servePages(app, {
    keep: true,
    secure: false,
    brandOf,
    async render(address, id) {
      rendered.push(`${id} ${address}`)
      const [brand] = await db.select().from(clientes).where(eq(clientes.id, id))
      const html = `<script nonce="${NONCE_MARK}"></script><h1>${brand?.lema}</h1>${'<p>largo</p>'.repeat(200)}`
      const status = address.startsWith('/nada') ? 404 : 200
      return toPage(new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } }), false)
    },
  })
  onContentChange(app, database, () => {
    forget()
    clear()
  })
  onTestFinished(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { app, rendered, get }
}

const nonceOf = (policy: unknown) => String(policy).match(/'nonce-([\w-]{22})'/)?.[1] ?? ''

describe('a public page', () => {
  it('has a nonce of its own, compressed or not', async () => {
    const { get, rendered } = await aSite()
    const nonces = new Set<string>()
    const texts = new Set<string>()
    for (let n = 0; n < 4; n++) {
      for (const encoding of ['identity', 'br', 'gzip']) {
        const answer = await get('/', { 'accept-encoding': encoding })
        expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
        expect(answer.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'private, no-cache',
          vary: 'accept-encoding, cookie',
        })
        const unpacked = { identity: (bytes: Buffer) => bytes, br: brotliDecompressSync, gzip: gunzipSync }[encoding]
        const html = String(unpacked?.(answer.rawPayload))
        const nonce = nonceOf(answer.headers['content-security-policy'])
        expect(html).toContain(`<script nonce="${nonce}">`)
        nonces.add(nonce)
        texts.add(html.replaceAll(nonce, ''))
      }
    }
    expect([nonces.size, texts.size, rendered.length]).toEqual([12, 1, 1])
  })

  it('gives its nonce to no script of a text: nobody knows the word that stands for it', async () => {
    const { get } = await aSite()
    const script = '<script nonce="campus-nonce-mark">alert(1)</script>'
    await t.deps.db.update(clientes).set({ lema: script }).where(eq(clientes.id, 2))
    const { body, headers } = await get('/')
    expect(body).toContain(script)
    expect(body.split(nonceOf(headers['content-security-policy']))).toHaveLength(2)
    // It is drawn: another process has another, of 128 bits.
    vi.resetModules()
    const another = await import('../http/headers.ts')
    expect(another.NONCE_MARK).not.toBe(NONCE_MARK)
    for (const mark of [NONCE_MARK, another.NONCE_MARK]) expect(mark).toMatch(/^nonce-[0-9a-f]{32}$/)
  })

  it('is not sent again to who has it, and keeps the policy that it came with', async () => {
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

  it('shows a change of the brand at once, in whichever program it was made', async () => {
    const { get, rendered } = await aSite()
    await get('/')
    await t.deps.db.update(clientes).set({ lema: 'Lema nuevo' }).where(eq(clientes.id, 2))
    await expect.poll(async () => (await get('/')).body).toContain('<h1>Lema nuevo</h1>')
    rendered.length = 0
    await get('/')
    expect(rendered).toEqual([])
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
