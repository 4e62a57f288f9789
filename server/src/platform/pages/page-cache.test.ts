import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type State, sharedRead } from '../state-cache.ts'
import { createPageCache, encodingFor, type Page, RENDER_NONCE, toPage } from './page.ts'
import { pageAddress } from './page-address.ts'

const page = (html: string, status = 200) => toPage(new Response(html, { status }), false)

/** A cache whose renderings are counted by key. */
function aCache(limits = { max: 10, maxSize: 1_000_000 }) {
  const get = createPageCache(limits)
  const rendered: string[] = []
  const ask = async (key: string, answer: Page | Promise<Page> = page(key), state: State = 'hoy') => {
    const found = await get(key, state, async () => {
      rendered.push(key)
      return answer
    })
    return found.bytes.toString()
  }
  return { get, ask, rendered }
}

describe('the page cache', () => {
  it('renders a page once for all who wait for it, and once while nothing changes', async () => {
    const { ask, rendered } = aCache()
    expect(await Promise.all([ask('/'), ask('/'), ask('/')])).toEqual(['/', '/', '/'])
    expect(await ask('/')).toBe('/')
    expect(rendered).toEqual(['/'])
  })

  it('never sends a page of an earlier state, however long or badly the next one is rendered', async () => {
    const { ask, rendered } = aCache()
    await ask('/', page('uno'), 'antes')
    await expect(ask('/', Promise.reject(new Error('llena')), 'hoy')).rejects.toThrow('llena')
    expect(await ask('/', page('ay', 503), 'hoy')).toBe('ay')
    const { promise, resolve } = Promise.withResolvers<Page>()
    const waiting = [ask('/', promise, 'hoy'), ask('/', page('tres'), 'hoy')]
    resolve(page('dos'))
    expect(await Promise.all(waiting)).toEqual(['dos', 'dos'])
    expect(await ask('/')).toBe('dos')
    expect(rendered).toHaveLength(4)
  })

  it('does not wait for, nor keep, what was being rendered before a change', async () => {
    const { ask } = aCache()
    const { promise, resolve } = Promise.withResolvers<Page>()
    const early = ask('/', promise, 'antes')
    expect(await ask('/', page('dos'))).toBe('dos')
    resolve(page('uno'))
    expect(await early).toBe('uno')
    expect(await ask('/')).toBe('dos')
  })

  it('sends what it has while the database is away, and asks again when it is back', async () => {
    const { ask, rendered } = aCache()
    await ask('/', page('uno'), 'antes')
    expect(await ask('/', page('ay', 503), null)).toBe('uno')
    expect(rendered).toHaveLength(1)
    expect(await ask('/nueva', page('ay', 503), null)).toBe('ay')
    expect(await ask('/', page('dos'), 'hoy')).toBe('dos')
  })

  it('keeps a 404 like a page, and no failure', async () => {
    const { ask, rendered } = aCache()
    await ask('/nada', page('no', 404))
    await ask('/nada', page('no', 404))
    expect(rendered).toEqual(['/nada'])
    for (const status of [500, 503, 429]) {
      expect(await ask(`/${status}`, page('ay', status))).toBe('ay')
      expect(await ask(`/${status}`, page('uno'))).toBe('uno')
    }
    expect(await ask('/500', page('se fue', 404), 'después')).toBe('se fue')
    expect(await ask('/500', page('volvió'), 'después')).toBe('se fue')
  })

  it('a page that says the same after a change is the one that is already compressed', async () => {
    const { get } = aCache()
    const first = await get('/', 'antes', async () => page('uno'))
    expect(await get('/', 'hoy', async () => page('uno'))).toBe(first)
    expect(await get('/', 'hoy', async () => page('dos'))).toBe(first)
  })

  it('is bounded in number, the least recently used first', async () => {
    const { ask, rendered } = aCache()
    await ask('/')
    for (let n = 0; n < 1000; n++) {
      await ask(`/cursos/${n}`)
      if (n % 9 === 0) await ask('/')
    }
    rendered.length = 0
    for (const key of ['/', '/cursos/999', '/cursos/1']) await ask(key)
    expect(rendered).toEqual(['/cursos/1'])
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

describe('a shared read', () => {
  it('began after each of those it is for came, and is one for all who come during another', async () => {
    const open: PromiseWithResolvers<number>[] = []
    const read = sharedRead(() => {
      open.push(Promise.withResolvers())
      return (open.at(-1) as PromiseWithResolvers<number>).promise
    })
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    const first = [read(), read()]
    await settled()
    const later = [read(), read(), read()]
    await settled()
    expect(open).toHaveLength(1)
    open[0]?.resolve(1)
    expect(await Promise.all(first)).toEqual([1, 1])
    await settled()
    expect(open).toHaveLength(2)
    open[1]?.reject(new Error('lejos'))
    expect((await Promise.allSettled(later)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    const last = read()
    await settled()
    open[2]?.resolve(3)
    expect(await last).toBe(3)
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
  ])('%s is rendered as %s', (url, address) => expect(pageAddress(url)).toEqual({ address, isShort: true }))

  it('a very long address is rendered and not kept', () => {
    expect(pageAddress(`/login?redirect=${'a'.repeat(2000)}`).isShort).toBe(false)
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
