import { describe, expect, it } from 'vitest'
import { keyedBySession, storable, withClock } from './answers'
import { filesOf, isPage, pageKey } from './pages'

const SITE = 'https://campus.pe'

describe('copies of pages', () => {
  it.each([
    ['/miscursos/9/modulos/3/leccion/5?t=40', '/miscursos/0/modulos/0/leccion/0'],
    ['/inicio?marca=cumbre', '/inicio'],
    ['/cursos?utm_source=x&pagina=2&redirect=a', '/cursos?pagina=2'],
    ['/detallecurso/7', '/detallecurso/7'],
    ['/certificado-modulo/7', '/certificado-modulo/0'],
    ['/detallecurso/7.data?_routes=root', '/detallecurso/7.data?_routes=root'],
  ])('%s is found as %s', (path, key) => expect(pageKey(SITE + path)).toBe(SITE + key))

  it.each([
    '/restablecer/7',
    '/cursos?token=a',
    '/api/inicio',
    '/pasarela-de-prueba/1',
    '/certificado',
    '/certificado/CERT-1',
    '/certificado/CERT-1.data',
    '/certificado.data?codigo=CERT-1',
  ])('%s is never kept', (path) => expect(isPage(new URL(path, SITE), new Request(SITE + path), true)).toBe(false))

  it('name the files that they need once', () =>
    expect(
      filesOf('<link href="/assets/a-1.css"><script>import "/assets/b-2.js";import("/assets/b-2.js")</script>'),
    ).toEqual(['/assets/a-1.css', '/assets/b-2.js']))
})

describe('copies of answers', () => {
  const asked = (token: string) => new Request(`${SITE}/api/inicio`, { headers: { authorization: `Bearer ${token}` } })
  const answer = (policy?: string) =>
    new Response('{"data":{"ahora":"2026-11-23T05:00:00.000Z"}}', {
      headers: policy ? { 'cache-control': policy } : {},
    })

  it('are found only with their own token, which they do not contain', async () => {
    const [mine, again, other] = await Promise.all(
      ['uno', 'uno', 'dos'].map((token) => keyedBySession({ request: asked(token) })),
    )
    expect(mine).toBe(again)
    expect(mine).not.toBe(other)
    expect(mine).not.toContain('uno')
  })

  it('are taken only where the server allows it', async () => {
    for (const policy of ['no-store', 'private, no-store', undefined])
      expect(await storable({ response: answer(policy) })).toBeNull()
    expect(await storable({ response: answer('private, no-cache') })).not.toBeNull()
  })

  it('carry the time that has passed', async () => {
    const stored = await storable({ response: answer('private, no-cache') })
    const headers = new Headers(stored?.headers)
    headers.set('x-copia', String(Date.now() - 60_000))
    const copy = await withClock({ cachedResponse: new Response(await stored?.text(), { headers }) })
    const { data } = JSON.parse((await copy?.text()) ?? '') as { data: { ahora: string } }
    const passed = Date.parse(data.ahora) - Date.parse('2026-11-23T05:00:00.000Z')
    expect(passed).toBeGreaterThanOrEqual(60_000)
    expect(copy?.headers.has('x-copia')).toBe(true)
  })
})
