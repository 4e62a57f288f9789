import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createPageCache, encodingFor, type Page, RENDER_NONCE, toPage } from './page.ts'
import { pageAddress } from './page-address.ts'

const page = (html: string, status = 200) => toPage(new Response(html, { status }), false)

/** A cache with a clock of its own, and renderings that are counted by key. */
function aCache(limits = { max: 10, maxSize: 1_000_000 }) {
  // The cache takes 0 for no time at all.
  let time = 1
  const cache = createPageCache(limits, () => time)
  const rendered: string[] = []
  const sent = (found: Page) => found.bytes.toString()
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

  it('sends the last rendering after a change to those who would wait long or be refused', async () => {
    const { ask, cache } = aCache()
    await ask('/', page('uno'))
    cache.clear()
    expect(await ask('/', Promise.reject(new Error('llena')))).toBe('uno')
    expect(await ask('/', page('ay', 503))).toBe('uno')
    const { promise, resolve } = Promise.withResolvers<Page>()
    expect(await ask('/', promise)).toBe('uno')
    resolve(page('dos'))
    await settled()
    expect(await ask('/')).toBe('dos')
    cache.clear()
    expect(await ask('/', page('tres'))).toBe('tres')
  })

  it('keeps a 404 like a page, and no failure', async () => {
    const { ask, rendered, pass } = aCache()
    await ask('/nada', page('no', 404))
    await ask('/nada', page('no', 404))
    expect(rendered).toEqual(['/nada'])
    for (const status of [500, 503, 429]) {
      expect(await ask(`/${status}`, page('ay', status))).toBe('ay')
      expect(await ask(`/${status}`, page('uno'))).toBe('uno')
      pass(30_001)
      await ask(`/${status}`, page('ay', status))
      await settled()
      expect(await ask(`/${status}`)).toBe('uno')
    }
    pass(30_001)
    await ask('/500', page('se fue', 404))
    await settled()
    expect(await ask('/500')).toBe('se fue')
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

  it('is bounded in number, the least recently used first', async () => {
    const { ask, rendered } = aCache()
    await ask('/')
    for (let n = 0; n < 1000; n++) {
      await ask(`/certificado/${n}`)
      if (n % 9 === 0) await ask('/')
    }
    rendered.length = 0
    for (const key of ['/', '/certificado/999', '/certificado/1']) await ask(key)
    expect(rendered).toEqual(['/certificado/1'])
  })

  it('is bounded in bytes', async () => {
    const big = () => page('x'.repeat(1000))
    const { ask, rendered } = aCache({ max: 1000, maxSize: 6100 })
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
    ['/detallecurso/3?redirect=%2Fx&buscar=a&pagina=9&token=1', '/detallecurso/3'],
    ['/no-existe?buscar=a', '/no-existe'],
    ['/constructor?buscar=a', '/constructor'],
    ['/premios?pagina=2&buscar=a', '/premios?pagina=2'],
    ['/login?redirect=%2Finicio&mes=1', '/login?redirect=%2Finicio'],
    ['/?docente=4&redirect=%2Finicio', '/?docente=4'],
    ['/_root.data?docente=4&_routes=root', '/_root.data?_routes=root&docente=4'],
    ['/cursos?buscar=uno&buscar=dos', '/cursos?buscar=uno'],
    ['/cursos?orden=cortos&nivel=basico&precio=', '/cursos?nivel=basico&orden=cortos&precio='],
    ['/cursos/3?nivel=junk1&precio=gratis&orden=x', '/cursos/3'],
    ['/cursos.data?nivel=junk&_routes=root', '/cursos.data?_routes=root'],
    ['/pago?orden=9c1cd1d6', '/pago?orden=9c1cd1d6'],
    ['/cursos?_routes=root', '/cursos'],
    ['/cursos.data?_routes=root&x=1', '/cursos.data?_routes=root'],
    ['//malo.example/x?redirect=%2Finicio', '//malo.example/x'],
    ['//', '/'],
    ['/cursos////', '/cursos'],
    ['////a//b//', '////a//b'],
  ])('%s is rendered as %s', (url, address) => expect(pageAddress(url)).toEqual({ address, kept: true }))

  it('a very long address is rendered and not kept', () => {
    expect(pageAddress(`/login?redirect=${'a'.repeat(2000)}`).kept).toBe(false)
  })
})

describe('a page', () => {
  const pageOf = (html: string, secure = false) => toPage(new Response(html), secure)
  const own = (script: string) => `<script nonce="${RENDER_NONCE}" type="module" async="">${script}</script>`
  const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  const policyOf = ({ headers }: Page) => String(headers['content-security-policy'])

  it('is the same bytes in every encoding, compressed once', async () => {
    const html = `<p>${'Curso de ñandúes '.repeat(500)}</p>`
    const found = await pageOf(html)
    const [br, gzip] = await Promise.all([found.compressed('br'), found.compressed('gzip')])
    expect([brotliDecompressSync(br), gunzipSync(gzip), found.bytes].map(String)).toEqual([html, html, html])
    expect(await found.compressed('br')).toBe(br)
    expect(br.length).toBeLessThan(html.length / 5)
  })

  it('lets its own scripts run by their hashes, and sends no nonce', async () => {
    const found = await pageOf(
      `${own('uno("ñ")')}<style nonce="${RENDER_NONCE}">a{}</style>${own('dos()\n')}${own('dos()\n')}`,
    )
    expect(found.bytes.toString()).toBe(
      '<script type="module" async="">uno("ñ")</script><style>a{}</style><script type="module" async="">dos()\n</script><script type="module" async="">dos()\n</script>',
    )
    expect(policyOf(found)).toContain(`script-src 'self' ${hash('uno("ñ")')} ${hash('dos()\n')};`)
  })

  it.each([
    ['without a nonce', '<script>alert(1)</script>'],
    ['with a nonce of its own', '<script nonce="campus-nonce-mark">alert(1)</script>'],
    ['with an empty nonce', '<script nonce="">alert(1)</script>'],
    ['in a text of ours', own('uno()').replace('uno()', 'uno()</script><script>alert(1)')],
  ])('does not let a script %s run', async (_how, script) => {
    expect(policyOf(await pageOf(script))).not.toContain(hash('alert(1)'))
  })

  it('has another validator with another text, another script or another policy', async () => {
    const etags = await Promise.all([pageOf('a'), pageOf('b'), pageOf('a', true), pageOf(`a${own('x')}`)])
    expect(new Set(etags.map(({ etag }) => etag)).size).toBe(4)
    expect((await pageOf('a')).etag).toBe(etags[0]?.etag)
    expect(etags[0]?.etag).toMatch(/^W\/"[\w-]{22}"$/)
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
