import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, NONCE_MARK } from '../http/headers.ts'
import { pageAddress } from './page-address.ts'
import { createPageBody, ENCODINGS, encodingFor } from './page-body.ts'
import { createPageCache, type Page } from './page-cache.ts'

const page = (html: string, status = 200): Page => ({ status, headers: {}, body: createPageBody(html) })

/** A cache with a clock of its own, and renderings that are counted by key. */
function aCache(limits = { pages: 10, bytes: 1_000_000 }) {
  let time = 0
  const cache = createPageCache(() => time, limits)
  const rendered: string[] = []
  const sent = (found: Page) => found.body.plain('').toString()
  return {
    cache,
    rendered,
    pass: (ms: number) => {
      time += ms
    },
    ask: async (key: string, answer: Page | Promise<Page> = page(key)) =>
      sent(
        await cache.get(key, async () => {
          rendered.push(key)
          return answer
        }),
      ),
  }
}

/** Lets renewals behind an answer come to their end. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the page cache', () => {
  it('renders a page once for everybody who waits for it, and once while it is fresh', async () => {
    const { ask, rendered } = aCache()
    expect(await Promise.all([ask('/'), ask('/'), ask('/')])).toEqual(['/', '/', '/'])
    expect(await ask('/')).toBe('/')
    expect(rendered).toEqual(['/'])
  })

  it('answers an old page at once and renews it behind the answer', async () => {
    const { ask, rendered, pass } = aCache()
    await ask('/', page('uno'))
    pass(30_001)
    expect(await ask('/', page('dos'))).toBe('uno')
    await settled()
    expect(await ask('/')).toBe('dos')
    expect(rendered).toEqual(['/', '/'])
  })

  it('forgets everything when content changes, and does not keep what was being rendered then', async () => {
    const { ask, cache } = aCache()
    await ask('/', page('uno'))
    cache.clear()
    const { promise, resolve } = Promise.withResolvers<Page>()
    const early = ask('/', promise)
    cache.clear()
    // Who comes after the change does not wait for a rendering from before it.
    expect(await ask('/', page('tres'))).toBe('tres')
    resolve(page('dos'))
    expect(await early).toBe('dos')
    expect(await ask('/')).toBe('tres')
  })

  it('keeps no 404, and no failure in the place of a page', async () => {
    const { ask, rendered, pass } = aCache()
    await ask('/nada', page('no', 404))
    await ask('/nada', page('no', 404))
    expect(rendered).toEqual(['/nada', '/nada'])
    await ask('/', page('uno'))
    for (const status of [503, 429]) {
      pass(30_001)
      await ask('/', page('ay', status))
      await settled()
      expect(await ask('/')).toBe('uno')
    }
    pass(30_001)
    await ask('/', page('se fue', 404))
    await settled()
    expect(await ask('/', page('nueva'))).toBe('nueva')
  })

  it('a renewal that says the same keeps the page that is already compressed', async () => {
    const { cache, pass } = aCache()
    const first = await cache.get('/', async () => page('uno'))
    pass(30_001)
    await cache.get('/', async () => page('uno'))
    await settled()
    expect(await cache.get('/', async () => page('dos'))).toBe(first)
  })

  it('a renewal that throws leaves the page in place', async () => {
    const { ask, pass } = aCache()
    await ask('/', page('uno'))
    pass(30_001)
    expect(await ask('/', Promise.reject(new Error('rota')))).toBe('uno')
    await settled()
    expect(await ask('/', page('dos'))).toBe('uno')
  })

  it('who asks for a thousand addresses pushes off no page that others read', async () => {
    const { ask, rendered } = aCache()
    for (const key of ['/', '/', '/cursos', '/cursos']) await ask(key)
    for (let n = 0; n < 1000; n++) await ask(`/certificado/${n}`)
    rendered.length = 0
    for (const key of ['/', '/cursos', '/certificado/999']) await ask(key)
    expect(rendered).toEqual([])
    await ask('/certificado/1')
    expect(rendered).toEqual(['/certificado/1'])
  })

  it('is bounded by bytes too, the least used first', async () => {
    const big = () => page('x'.repeat(1000))
    const { ask, rendered } = aCache({ pages: 1000, bytes: 6000 })
    for (const key of ['a', 'b', 'c', 'd', 'e']) await ask(key, big())
    rendered.length = 0
    await ask('b', big())
    await ask('a', big())
    expect(rendered).toEqual(['a'])
  })
})

describe('pageAddress', () => {
  it.each([
    ['/', '/'],
    ['/cursos/', '/cursos'],
    ['/?utm_source=correo&fbclid=1', '/'],
    ['/cursos?x=1&marca=cumbre', '/cursos'],
    ['/cursos?pagina=2&buscar=excel&gclid=9', '/cursos?buscar=excel&pagina=2'],
    ['/cursos?buscar=uno&buscar=dos', '/cursos?buscar=uno'],
    ['/cursos?_routes=root', '/cursos'],
    ['/cursos.data?_routes=root&x=1', '/cursos.data?_routes=root'],
    ['//malo.example/x?redirect=%2Finicio', '//malo.example/x?redirect=%2Finicio'],
    ['//', '/'],
    ['/cursos////', '/cursos'],
    ['////a//b//', '////a//b'],
  ])('%s is rendered as %s', (url, address) => expect(pageAddress(url)).toEqual({ address, kept: true }))

  it('a very long address is rendered and not kept', () => {
    expect(pageAddress(`/login?redirect=${'a'.repeat(2000)}`).kept).toBe(false)
  })
})

describe('the body of a page', () => {
  const words = (n: number) =>
    Array.from({ length: n }, (_, i) => `<p class="m-${i % 97}">Curso ${i * 7919}</p>`).join('')
  const script = `<script nonce="${NONCE_MARK}">inicio("${NONCE_MARK}")</script>`
  const nonces = () => Array.from({ length: 50 }, () => randomBytes(16).toString('base64url'))

  it.each([
    ['a page without a nonce', words(50)],
    ['a nonce at the end', script + words(50) + NONCE_MARK],
    ['many nonces', words(20) + script.repeat(40) + words(20)],
    ['nonces farther apart than a compressor looks back', script + words(3000) + script + words(3000) + script],
    ['nothing but nonces', script],
  ])('%s is the same bytes, plain and compressed, with any nonce', async (_, html) => {
    const body = createPageBody(html)
    for (const encoding of ENCODINGS) expect(await body.compressed(encoding, '')).toBeNull()
    for (const nonce of nonces()) {
      const want = html.replaceAll(NONCE_MARK, nonce)
      expect(body.plain(nonce).toString()).toBe(want)
      const [br, gzip] = await Promise.all(ENCODINGS.map((encoding) => body.compressed(encoding, nonce)))
      expect(brotliDecompressSync(br ?? '').toString()).toBe(want)
      expect(gunzipSync(gzip ?? '').toString()).toBe(want)
    }
    if (html.length > 10_000) expect((await body.compressed('br', ''))?.length).toBeLessThan(html.length / 5)
  })

  it('is compressed once for all who ask for it again', async () => {
    const body = createPageBody(words(100))
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => body.compressed('br', '')))
    expect(first).toBeNull()
    expect(others.every((bytes) => bytes?.equals(others[0] ?? Buffer.alloc(0)))).toBe(true)
  })

  it('another text or another policy is another validator', () => {
    const policy = contentSecurityPolicy('', false)
    const etags = [
      createPageBody('a', policy),
      createPageBody('b', policy),
      createPageBody('a', contentSecurityPolicy('', true)),
    ].map(({ etag }) => etag)
    expect(new Set(etags).size).toBe(3)
    expect(createPageBody('a', policy).etag).toBe(etags[0])
    expect(etags[0]).toMatch(/^W\/"[\w-]{22}"$/)
  })
})

describe('encodingFor', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR ; q=0.1', 'br'],
    ['identity', null],
    [undefined, null],
  ])('%s takes %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding))
})
