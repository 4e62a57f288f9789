import { describe, expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { drawnName, nameOf } from '../../platform/files/storage.ts'

const t = useApp()

describe('GET /api/storage/imagenes/{nombre}', () => {
  it('gives a picture that may be kept for ever', async () => {
    const bytes = Buffer.from('una imagen')
    const key = `imagenes/${nameOf(bytes)}-320.webp`
    await t.deps.storage.write(key, bytes)
    const answer = await t.call('GET', `/api/storage/${key}`)
    expect(answer.status).toBe(200)
    expect(answer.raw).toEqual(bytes)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  it('knows nothing else', async () => {
    const names = ['nada.webp', 'nada.svg', `${'0'.repeat(64)}-320.webp`, '..%2f..%2fetc%2fpasswd']
    for (const name of names.flatMap((one) => [`imagenes/${one}`, `fotos/${one}`])) {
      const answer = await t.call('GET', `/api/storage/${name}`)
      expect(answer, name).toMatchObject({ status: 404, body: { mensaje: 'No encontramos lo que buscas.' } })
    }
  })
})

describe('GET /api/storage/fotos/{nombre}', () => {
  it('gives a photo for five minutes, says afterwards whether it is still there, and nothing once it is gone', async () => {
    const bytes = Buffer.from('una foto')
    const key = `fotos/${drawnName()}-320.webp`
    await t.deps.storage.write(key, bytes)
    const first = await t.call('GET', `/api/storage/${key}`)
    expect(first.raw).toEqual(bytes)
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=300, must-revalidate',
      'x-content-type-options': 'nosniff',
    })
    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await t.call('GET', `/api/storage/${key}`, { headers })
    expect([again.status, again.raw.length]).toEqual([304, 0])
    expect(again.headers['cache-control']).toBe('public, max-age=300, must-revalidate')
    await t.deps.storage.remove(key)
    expect((await t.call('GET', `/api/storage/${key}`, { headers })).status).toBe(404)
  })
})
